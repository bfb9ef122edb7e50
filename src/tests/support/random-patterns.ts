import { Random } from './random.js';

const units = [
  'a',
  'b',
  '!',
  '1',
  ' ',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-f]',
  '[^\\n]',
  '\\x61',
  '\\.',
  'é',
  '[^]',
];
const quantifiers = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}', '{2,}', '{3,}?', '{1,30}', '{50,100}'];
const assertions = ['^', '$', '\\b', '\\B'];

/** Random regular expressions, and texts that make them backtrack. */
export class RandomPatterns {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Creates a pattern of units, groups, alternatives and quantifiers; `hasAssertions` adds assertions and lookaheads. */
  createPattern(hasAssertions: boolean, depth = 3): string {
    const random = this.#random;
    const inner = (): string => this.createPattern(hasAssertions, depth - 1);
    const kind = random.below(10);
    if (depth <= 0) return random.pick(units) + (random.chance(0.4) ? random.pick(quantifiers) : '');
    if (kind === 0 && hasAssertions)
      return random.chance(0.5) ? random.pick(assertions) : `(?${random.pick(['=', '!'])}${inner()})`;
    if (kind < 5) return Array.from({ length: 1 + random.below(4) }, inner).join('');
    if (kind < 7) return `(?:${inner()}|${inner()})`;
    return `(${inner()})${random.pick(quantifiers)}`;
  }

  pickFlags(): string {
    return this.#random.pick(['', 'i', 's', 'm', 'ims']);
  }

  /** Creates a text of a few repeated characters, with an end that does not match. */
  createText(length: number): string {
    const random = this.#random;
    const piece = random.pick(['a', 'ab', 'ab!', 'a1 ', 'a\n', ' ', '1', 'aaaaaaab', 'abcdef', 'é', '\n']);
    const end = random.pick(['', '!', 'b', '\n']);
    return piece.repeat(Math.ceil(length / piece.length)).slice(0, length - end.length) + end;
  }
}
