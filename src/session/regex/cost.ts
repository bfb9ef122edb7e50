import { flagsOf, type Pattern } from '../../screen/selectors/selector.js';

/** The parts of a pattern that decide how long a backtracking engine can take. */
export type PatternNode =
  /** One UTF-16 code unit; `source` is a pattern of its own. */
  | { readonly type: 'unit'; readonly source: string }
  | { readonly type: 'caret' | 'assertion' }
  | { readonly type: 'lookahead'; readonly body: PatternNode }
  | { readonly type: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

const special = '\\^$.*+?()[]{}|';
// A class, an escape or one code unit. Escapes that refer to groups or whose length depends on the context are missing.
const unit = /\[(?:\\[\s\S]|[^\\\]])*\]|\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^\dbBck])|[^\\[()|*+?]/y;
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const group = /\((?!\?)|\(\?:|\(\?<(?![=!])[^>]*>/y;
const lookahead = /\(\?[=!]/y;
const assertion = /\^|\$|\\[bB]/y;

/**
 * Parses a pattern that the engine accepts without the flags `u` and `v`. Returns undefined if it contains anything else
 * than units, groups, quantifiers, alternatives, lookaheads and simple assertions.
 */
export const parsePattern = (pattern: string): PatternNode | undefined => new PatternParser(pattern).parse();

class PatternParser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PatternNode | undefined {
    const node = this.#parseChoice();
    return this.#at === this.#pattern.length ? node : undefined;
  }

  #parseChoice(): PatternNode | undefined {
    const options: PatternNode[] = [];
    do {
      const option = this.#parseSequence();
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.#skip('|'));
    return combine('choice', options);
  }

  #parseSequence(): PatternNode | undefined {
    const items: PatternNode[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] as string)) {
      const atom = this.#parseAtom();
      const item = atom && this.#parseQuantifier(atom);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return combine('sequence', items);
  }

  #parseAtom(): PatternNode | undefined {
    const next = this.#pattern[this.#at] as string;
    if (!special.includes(next)) {
      this.#at += 1;
      return { type: 'unit', source: next };
    }
    const simple = this.#match(assertion)?.[0];
    if (simple !== undefined) return { type: simple === '^' ? 'caret' : 'assertion' };
    if (this.#match(group) !== undefined) return this.#parseBody();
    if (this.#match(lookahead) !== undefined) {
      const body = this.#parseBody();
      return body && { type: 'lookahead', body };
    }
    const source = this.#match(unit)?.[0];
    return source === undefined ? undefined : { type: 'unit', source };
  }

  #parseBody(): PatternNode | undefined {
    const body = this.#parseChoice();
    return this.#skip(')') ? body : undefined;
  }

  // Without the flags `u` and `v`, a brace that is not part of a quantifier is a literal.
  #parseQuantifier(body: PatternNode): PatternNode {
    if (!'*+?{'.includes(this.#pattern[this.#at] ?? '|')) return body;
    const [found, sign, digits, comma, maxDigits] = this.#match(quantifier) ?? [];
    if (found === undefined) return body;
    if (sign === undefined) {
      const min = Number(digits);
      const openMax = comma === '' ? min : Number.POSITIVE_INFINITY;
      return { type: 'repeat', body, min, max: maxDigits === '' ? openMax : Number(maxDigits) };
    }
    return { type: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  }

  #skip(character: string): boolean {
    const isThere = this.#pattern[this.#at] === character;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

const combine = (type: 'sequence' | 'choice', parts: readonly PatternNode[]): PatternNode =>
  parts.length === 1 ? (parts[0] as PatternNode) : { type, parts };

// One unit of a pattern that cannot match beyond ASCII. Without the flags `u` and `v`, `i` does not change that.
const asciiOnly =
  /^(?:[^[\\.\x80-\uffff]|\\(?:[dfnrtvw]|[^\w\x80-\uffff])|\[(?!\^)(?:[^\\\x80-\uffff]|\\(?:[dfnrtvw]|[^\w\x80-\uffff]))*\])$/;
const ascii = String.fromCharCode(...Array.from({ length: 0x80 }, (_, code) => code));

/** The UTF-16 code units that one unit of a pattern matches. It may contain more units than that, never fewer. */
class UnitSet {
  readonly #ascii: string;
  readonly #hasOthers: boolean;

  constructor(source: string, flags: string) {
    const literal = parseLiteral(source);
    const isAscii = literal !== undefined && literal < '\x80';
    if (!isAscii) this.#ascii = (ascii.match(new RegExp(source, `${flags}g`)) ?? []).join('');
    else this.#ascii = flags.includes('i') ? literal.toLowerCase() + literal.toUpperCase() : literal;
    this.#hasOthers = !isAscii && !asciiOnly.test(source);
  }

  has(unit: string): boolean {
    return unit < '\x80' ? this.#ascii.includes(unit) : this.#hasOthers;
  }

  isDisjointFrom(other: UnitSet): boolean {
    if (this.#hasOthers && other.#hasOthers) return false;
    for (const unit of this.#ascii) if (other.#ascii.includes(unit)) return false;
    return true;
  }
}

// state: a cache of constants.
// Classes recur, and the engine takes some 20 µs for each.
const sets = new Map<string, UnitSet>();
const maxSets = 1000;

/** The set of a unit of a pattern with these flags. */
export function getUnitSet(source: string, flags: string): UnitSet {
  const key = `${flags}/${source}`;
  let set = sets.get(key);
  if (set === undefined) {
    if (sets.size >= maxSets) sets.clear();
    set = new UnitSet(source, flags);
    sets.set(key, set);
  }
  return set;
}

/** The character that a unit of a pattern represents, if the unit is that character or its escape. */
export function parseLiteral(source: string): string | undefined {
  if (source.length === 1) return source === '.' ? undefined : source;
  return /^\\[^\w\x80-\uffff]$/.test(source) ? source[1] : undefined;
}

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
