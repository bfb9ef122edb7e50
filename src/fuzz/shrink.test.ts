import { expect, test } from 'vitest';
import type { TapeAction } from '../tapes/commands.js';
import { shrinkActions, simplify } from './shrink.js';

const key = (name: string): TapeAction => ({ do: 'chord', keys: [name] });
const type = (text: string): TapeAction => ({ do: 'type', text, delayMs: 0 });
const resize = (cols: number, rows: number): TapeAction => ({ do: 'resize', cols, rows });
const size = [80, 24] as const;
const keysOf = (actions: readonly TapeAction[]): string =>
  actions.map((action) => (action.do === 'chord' ? action.keys.join('') : '?')).join('');
const alphabet = [...'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'].map(key);

test.each([
  ['nothing', () => true, '', 1],
  ['the last action', (keys: string) => keys.endsWith('n'), 'n', 2],
  ['two actions that are far apart', (keys: string) => /b.*x/.test(keys), 'bx', 60],
  ['five actions', (keys: string) => (keys.match(/[aeimq]/g) ?? []).length >= 5, undefined, 120],
])('%s remains of 40 actions [21.shrink]', async (_what, holds, expected, maxRuns) => {
  const result = await shrinkActions(alphabet, {
    maxRuns: 200,
    size,
    holds: async (actions) => holds(keysOf(actions)),
  });
  if (expected !== undefined) expect(keysOf(result.actions)).toBe(expected);
  else expect(result.actions).toHaveLength(5);
  expect(result.runs).toBeLessThanOrEqual(maxRuns);
});

test('at most --shrink-runs lists are tried, and the best one is kept [21.shrink]', async () => {
  let tried = 0;
  const holds = async (actions: readonly TapeAction[]): Promise<boolean> => {
    tried += 1;
    return /b.*x/.test(keysOf(actions));
  };
  const { actions, runs } = await shrinkActions(alphabet, { maxRuns: 10, size, holds });
  expect({ tried, runs }).toEqual({ tried: 10, runs: 10 });
  expect(keysOf(actions)).toMatch(/b.*x/);
  expect(actions.length).toBeLessThan(40);
});

test('what remains becomes simpler: letters instead of text, the size at the start instead of odd ones [21.shrink]', async () => {
  const holds = async (actions: readonly TapeAction[]): Promise<boolean> => {
    const [first, second] = actions;
    return first?.do === 'resize' && first.cols < 12 && second?.do === 'type' && second.text.includes('漢');
  };
  const { actions } = await shrinkActions([resize(5, 3), type('a漢b字'), key('q')], { maxRuns: 200, size, holds });
  expect(actions).toEqual([resize(5, 24), type('漢')]);
});

test.each([
  [type('a'), []],
  [type('abcd'), [type('a'), type('ab'), type('cd'), type('aaaa')]],
  [{ do: 'paste', text: 'xyz' } as const, [{ do: 'paste', text: 'a' }]],
  [resize(80, 24), []],
  [resize(5, 3), [resize(80, 24), resize(5, 24), resize(80, 3)]],
  [{ do: 'wheel', direction: 'up', count: 3 } as const, [{ do: 'wheel', direction: 'up', count: 1 }]],
  [
    { do: 'click', at: { row: 1, col: 1 }, button: 'middle' } as const,
    [{ do: 'click', at: { row: 1, col: 1 }, button: 'left' }],
  ],
  [key('q'), []],
])('%j has simpler forms [21.shrink]', (action, forms) => {
  expect(simplify(action as TapeAction, size)).toEqual(forms);
});
