import { flagsOf, type Pattern } from '../../screen/selectors/selector.js';
import { type PatternNode, parsePattern } from './syntax.js';
import { getUnitSet, parseLiteral, type UnitSet } from './unit-set.js';

/** The length of a text, and of its longest line, in UTF-16 code units. */
export interface TextSize {
  readonly chars: number;
  readonly lineChars: number;
}

interface Cost {
  /** The maximum number of ways in which the node can match at one position. */
  readonly paths: number;
  /** The maximum number of steps to try all of them, without the nodes that follow. */
  readonly steps: number;
  /** Whether a match contains no newline. */
  readonly isOneLine: boolean;
}

// Longer patterns take milliseconds to compile.
const maxPatternChars = 500;

/**
 * Computes upper bounds for the number of steps of a backtracking engine, from the syntax of a pattern and the size of a
 * text: as if each part matched wherever it is tried, and the match failed at its end. Infinity: no bound is known.
 */
export class PatternCost {
  /** The literal text that every match starts with. */
  readonly prefix: string = '';
  readonly #root: PatternNode | undefined;
  readonly #flags: string;

  constructor(source: Pattern) {
    const { pattern } = source;
    const flags = flagsOf(source);
    this.#flags = flags;
    // With `u` or `v`, one character can take as many steps as its class has ranges.
    if (/[uv]/.test(flags) || pattern.length > maxPatternChars) return;
    this.#root = parsePattern(pattern.normalize('NFC'));
    if (!flags.includes('i')) this.prefix = findPrefix(this.#root);
  }

  /** Steps to find every match. Matches do not overlap, so that each position is tried once. */
  computeMaxSteps(size: TextSize): number {
    const steps = this.#computeStepsAtOnePosition(size);
    const isAnchored = !this.#flags.includes('m') && getFirstNode(this.#root)?.type === 'caret';
    return isAnchored ? size.chars * 2 + steps : (size.chars + 1) * steps;
  }

  /** The same for a text in which the prefix occurs `count` times. */
  computeMaxStepsWithPrefix(size: TextSize, count: number): number {
    return (size.chars + 1) * (this.prefix.length + 1) + count * this.#computeStepsAtOnePosition(size);
  }

  #computeStepsAtOnePosition(size: TextSize): number {
    return this.#root === undefined ? Number.POSITIVE_INFINITY : this.#computeCost(this.#root, size).steps + 1;
  }

  #computeCost(node: PatternNode, size: TextSize): Cost {
    switch (node.type) {
      case 'unit':
        return { paths: 1, steps: 1, isOneLine: !this.#getUnitSet(node.source).has('\n') };
      case 'caret':
      case 'assertion':
        return { paths: 1, steps: 1, isOneLine: true };
      case 'lookahead':
        return { paths: 1, steps: this.#computeCost(node.body, size).steps + 1, isOneLine: true };
      case 'choice':
        return this.#computeChoiceCost(node.parts, size);
      case 'sequence':
        return this.#computeSequenceCost(node.parts, size);
      case 'repeat':
        return this.#computeRepeatCost(node, size);
    }
  }

  #computeChoiceCost(options: readonly PatternNode[], size: TextSize): Cost {
    const costs = options.map((option) => this.#computeCost(option, size));
    return {
      paths: costs.reduce((sum, { paths }) => sum + paths, 0),
      steps: costs.reduce((sum, { steps }) => sum + steps + 1, 0),
      isOneLine: costs.every(({ isOneLine }) => isOneLine),
    };
  }

  #computeSequenceCost(items: readonly PatternNode[], size: TextSize): Cost {
    let [paths, steps, isOneLine] = [1, 1, true];
    for (const [index, item] of items.entries()) {
      const cost = this.#computeCost(item, size);
      steps += paths * cost.steps;
      // At every end but one the next unit fails at once, because another repetition is there.
      if (this.#hasOneEnd(item, items[index + 1])) steps += paths * cost.paths * 2;
      else paths *= cost.paths;
      isOneLine &&= cost.isOneLine;
    }
    return { paths, steps, isOneLine };
  }

  #computeRepeatCost({ body, min, max }: PatternNode & { readonly type: 'repeat' }, size: TextSize): Cost {
    const { paths, steps, isOneLine } = this.#computeCost(body, size);
    if (paths === Number.POSITIVE_INFINITY) return { paths, steps: paths, isOneLine };
    // The engine ends a loop at an empty round, unless it is one of the first `min`.
    const rounds = Math.min(max, min + (isOneLine ? size.lineChars : size.chars));
    const ends = paths === 1 ? rounds + 1 : (paths ** (rounds + 1) - 1) / (paths - 1);
    return { paths: ends, steps: ends * (steps + 1), isOneLine };
  }

  // Whether `item` repeats a unit that `next` cannot start with.
  #hasOneEnd(item: PatternNode, next: PatternNode | undefined): boolean {
    if (item.type !== 'repeat' || item.body.type !== 'unit') return false;
    const follower = next?.type === 'repeat' && next.min > 0 ? next.body : next;
    return (
      follower?.type === 'unit' && this.#getUnitSet(item.body.source).isDisjointFrom(this.#getUnitSet(follower.source))
    );
  }

  #getUnitSet(source: string): UnitSet {
    return getUnitSet(source, this.#flags);
  }
}

const getFirstNode = (node: PatternNode | undefined): PatternNode | undefined =>
  node?.type === 'sequence' ? node.parts[0] : node;

function findPrefix(root: PatternNode | undefined): string {
  let prefix = '';
  for (const node of root?.type === 'sequence' ? root.parts : []) {
    const literal = node.type === 'unit' ? parseLiteral(node.source) : undefined;
    if (literal === undefined) break;
    prefix += literal;
  }
  return prefix;
}
