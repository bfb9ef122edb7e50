import { expect, test } from 'vitest';
import { RandomPatterns } from '../../tests/support/random-patterns.js';
import { PatternCost, type PatternNode, parsePattern } from './cost.js';

type Continue = (end: number) => void;

/** Follows every path of a pattern, as a backtracking engine does when the match always fails at its end. */
class Exploration {
  steps = 0;
  readonly #text: string;
  readonly #flags: string;

  constructor(text: string, flags: string) {
    this.#text = text;
    this.#flags = flags;
  }

  explore(node: PatternNode, at: number, next: Continue): void {
    this.steps += 1;
    switch (node.type) {
      case 'unit': {
        const character = this.#text[at];
        const expression = new RegExp(`^${node.source}`, this.#flags);
        if (character !== undefined && expression.test(character)) next(at + 1);
        return;
      }
      case 'lookahead':
        this.explore(node.body, at, () => {});
        next(at);
        return;
      case 'choice':
        for (const part of node.parts) this.explore(part, at, next);
        return;
      case 'sequence':
        this.#exploreSequence(node.parts, at, next);
        return;
      case 'repeat':
        this.#exploreRounds(node, 0, at, next);
        return;
      case 'caret':
        if (at === 0 || this.#flags.includes('m')) next(at);
        return;
      case 'assertion':
        next(at);
    }
  }

  #exploreSequence(parts: readonly PatternNode[], at: number, next: Continue): void {
    const [first, ...others] = parts;
    if (first === undefined) next(at);
    else this.explore(first, at, (end) => this.#exploreSequence(others, end, next));
  }

  #exploreRounds(node: PatternNode & { type: 'repeat' }, round: number, at: number, next: Continue): void {
    if (round >= node.min) next(at);
    if (round === node.max) return;
    this.explore(node.body, at, (end) => {
      if (end > at || round < node.min) this.#exploreRounds(node, round + 1, end, next);
    });
  }
}

const sizeOf = (text: string): { chars: number; lineChars: number } => ({
  chars: text.length,
  lineChars: Math.max(...text.split('\n').map(({ length }) => length)),
});

/** Compares the paths of a pattern with the engine and with the bound. Returns false if there are too many. */
function checkBound(pattern: string, flags: string, text: string, limit: number): boolean {
  const root = parsePattern(pattern);
  const maxSteps = new PatternCost({ pattern, flags }).computeMaxSteps(sizeOf(text));
  if (root === undefined || maxSteps > limit) return false;
  const exploration = new Exploration(text, flags);
  const expression = new RegExp(pattern, `${flags}y`);
  const name = `${pattern} ${flags} on ${JSON.stringify(text)}`;
  for (let start = 0; start <= text.length; start += 1) {
    const ends = new Set<number>();
    exploration.explore(root, start, (end) => ends.add(end));
    expression.lastIndex = start;
    const end = expression.test(text) ? expression.lastIndex : undefined;
    if (end !== undefined) expect(ends, `${name} at ${start}`).toContain(end);
    else if (!/\(\?[=!]|[$^]|\\b/i.test(pattern)) expect(ends.size, `${name} at ${start}`).toBe(0);
  }
  expect(exploration.steps, name).toBeLessThanOrEqual(maxSteps);
  return true;
}

test('random patterns take at most as many steps as their bounds, and are parsed as by the engine [5.pattern-freeze]', () => {
  const patterns = new RandomPatterns(1);
  let checked = 0;
  for (let round = 0; round < 1500; round += 1)
    if (
      checkBound(
        patterns.createPattern(round % 2 === 1),
        patterns.pickFlags(),
        patterns.createText(1 + (round % 24)),
        100_000,
      )
    )
      checked += 1;
  expect(checked).toBeGreaterThan(500);
});

test.each([
  ['a*b?a*b?a*b?c', 'a'.repeat(20)],
  ['a*b*a*b*a*c', 'a'.repeat(20)],
  ['[ab]*b[ab]*b[ab]*c', 'ab'.repeat(10)],
  ['(a*b)*(a*b)*c', 'ab'.repeat(8)],
  ['\\s*\\S*\\s*x', ' \n'.repeat(10)],
  ['(a|b)c*(c|d)*e', 'acccccccccccc'],
  ['a{2,5}b{0,3}a{2,5}b', 'aabbaabb'.repeat(2)],
  ['(?:x*)?(?:x*)?y', 'x'.repeat(15)],
])('%s takes at most as many steps as its bound on %j [5.pattern-freeze]', (pattern, text) => {
  expect(checkBound(pattern, '', text, 1e9)).toBe(true);
});

test.each([['(?<=a)b'], ['(?<!a)b'], ['(a)\\1'], ['(?<n>a)\\k<n>'], ['\\ca'], ['\\0'], [`${'x'.repeat(501)}`]])(
  'returns no bound for %s [5.pattern-freeze]',
  (pattern) => {
    expect(new PatternCost({ pattern, flags: '' }).computeMaxSteps({ chars: 1, lineChars: 1 })).toBe(
      Number.POSITIVE_INFINITY,
    );
  },
);

test.each(['u', 'v', 'iu'])('returns no bound with the flags %s [5.pattern-freeze]', (flags) => {
  expect(new PatternCost({ pattern: 'a', flags }).computeMaxSteps({ chars: 1, lineChars: 1 })).toBe(
    Number.POSITIVE_INFINITY,
  );
});

test('parses ambiguous web syntax (Annex B) as the engine does [5.pattern-freeze]', () => {
  const text = 'a{1 u{2} X41 uu ]}';
  for (const pattern of [
    'a{',
    '{1',
    '}',
    ']',
    '\\u{2}',
    '\\X41',
    '\\x4',
    '[\\c]',
    'a{,2}',
    '\\U0041',
    '\\/',
    '(?<n>u)',
  ]) {
    const root = parsePattern(pattern) as PatternNode;
    const starts = Array.from({ length: text.length }, (_, start) => start).filter((start) => {
      let isMatch = false;
      new Exploration(text, '').explore(root, start, () => (isMatch = true));
      return isMatch;
    });
    expect(starts, pattern).toEqual(Array.from(text.matchAll(new RegExp(`(?=${pattern})`, 'g')), ({ index }) => index));
  }
});
