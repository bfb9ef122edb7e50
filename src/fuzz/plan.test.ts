import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeKey, parseKey } from '../terminal/input/keys.js';
import { describeAction, keepsSize, type PlannedAction, planRun, toBytes } from './plan.js';

const options = { seed: 1, actions: 40, size: [80, 24] as const, excluded: [] as readonly string[] };
const planRuns = (count: number, changes: Partial<typeof options> = {}): PlannedAction[] =>
  Array.from({ length: count }, (_, index) => planRun(index + 1, { ...options, ...changes })).flat();
const digest = (actions: readonly PlannedAction[]): string =>
  createHash('sha256').update(actions.map(describeAction).join('\n')).digest('hex').slice(0, 16);

test('a seed gives the same plan in every version, and another seed another one [21.plan]', () => {
  expect(planRun(1, options).slice(0, 5).map(describeAction)).toEqual([
    'Key PageDown',
    'Key Ctrl+d',
    'Key Alt+h',
    'Resize 120 5',
    'Key d',
  ]);
  expect(digest(planRuns(100))).toBe('5ce9c7fc6caf0d5d');
  expect(digest(planRuns(100, { seed: 2 }))).not.toBe(digest(planRuns(100)));
  expect(planRun(2, options)).not.toEqual(planRun(1, options));
});

test('a plan has every kind of action, and each key often enough to be found in 100 runs [21.actions]', () => {
  const actions = planRuns(100);
  const count = (kind: PlannedAction['do']): number => actions.filter((action) => action.do === kind).length;
  expect(count('key')).toBeGreaterThan(0.5 * actions.length);
  for (const kind of ['type', 'paste', 'click', 'drag', 'wheel', 'focus', 'resize', 'signal'] as const)
    expect({ kind, count: count(kind) > 40 }).toEqual({ kind, count: true });
  const keys = new Map<string, number>();
  for (const action of actions) if (action.do === 'key') keys.set(action.key, (keys.get(action.key) ?? 0) + 1);
  const wanted = ['Up', 'PageDown', 'Tab', 'Escape', 'Backspace', 'F1', 'F12', 'a', 'z', 'Ctrl+a', 'Ctrl+e', 'Alt+x'];
  for (const key of wanted) expect({ key, isOften: (keys.get(key) ?? 0) > 2 }).toEqual({ key, isOften: true });
  for (const key of ['Ctrl+z', 'Ctrl+\\', 'Ctrl+s', 'Ctrl+q']) expect(keys.has(key)).toBe(false);
});

test('texts are well-formed, have combining marks, wide characters, emoji and flags, and are up to 200 letters long [21.actions]', () => {
  const texts = planRuns(100).flatMap((action) => (action.do === 'type' || action.do === 'paste' ? [action.text] : []));
  for (const pattern of [/\p{Mn}/u, /漢/, /한/, /\u200d/, /\u{1f1e9}\u{1f1ea}/u, /^[a-z]{200}$/])
    expect(texts.some((text) => pattern.test(text))).toBe(true);
  for (const text of texts) expect(text).not.toMatch(/[\p{Cs}\p{Cc}`]/u);
});

test('each key can be encoded in every keyboard mode [21.actions]', () => {
  const keys = new Set(planRuns(100).flatMap((action) => (action.do === 'key' ? [action.key] : [])));
  const plain = { applicationCursorKeys: false, applicationKeypad: false, newline: false };
  for (const kittyKeyboard of [0, 1, 31])
    for (const modifyOtherKeys of [0, 2])
      for (const key of keys)
        expect(
          encodeKey(parseKey(key), { ...plain, kittyKeyboard, modifyOtherKeys, formatOtherKeys: 0 }).length,
        ).toBeGreaterThan(0);
});

test('excluded keys are not pressed, neither by another name nor in a text [21.exclude]', () => {
  const excluded = ['Ctrl+C', 'q', 'Enter'];
  for (const action of planRuns(60, { excluded })) {
    if (action.do === 'key') expect(['\x03', 'q', '\r']).not.toContain(toBytes(action.key));
    if (action.do === 'type') expect(action.text).not.toContain('q');
  }
});

test('a third of the runs keeps its size, and the others are back after two thirds of the actions [21.phases]', () => {
  const runs = Array.from({ length: 90 }, (_, index) => index + 1);
  expect(runs.filter(keepsSize)).toHaveLength(30);
  let resizing = 0;
  for (const run of runs) {
    const resizes = planRun(run, options).flatMap((action, index) =>
      action.do === 'resize' ? [{ index, size: [action.cols, action.rows] }] : [],
    );
    if (keepsSize(run)) expect(resizes).toEqual([]);
    if (resizes.length === 0) continue;
    resizing += 1;
    expect(resizes.at(-1)).toEqual({ index: 26, size: [80, 24] });
  }
  expect(resizing).toBeGreaterThan(50);
});
