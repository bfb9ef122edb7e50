import { expect, test } from 'vitest';
import type { RunningProgram } from '../session/terminal-session.js';
import { type CallMethod, Keyboard } from './keyboard.js';
import { TestStage } from './pace.js';

class ImpatientStage extends TestStage {
  readonly settleMs = 0;
}

test.each([
  ['a test', new TestStage(), undefined],
  ['a fuzzer, which waits for the reaction itself', new ImpatientStage(), 0],
])('inputs of %s wait for the first reaction as long as its stage says [21.runs]', async (_what, stage, settleMs) => {
  const calls: [string, unknown][] = [];
  const call = (async (method, params) => {
    calls.push([method, 'settleMs' in params ? params.settleMs : undefined]);
  }) as CallMethod;
  const current = { program: { emulator: { place: { line: 0, col: 0 }, cols: 80 } } } as unknown as RunningProgram;
  const signal = new AbortController().signal;
  const keyboard = new Keyboard({ current, shell: undefined, isLaunched: true, signal }, stage, call, 0);
  await keyboard.press(['a']);
  await keyboard.paste('text');
  await keyboard.send('click', { row: 1, col: 1 });
  await keyboard.send('focus', { focused: true });
  await keyboard.send('resize', { cols: 80, rows: 24 });
  expect(calls).toEqual([
    ...['sendKey', 'sendText', 'click', 'focus'].map((method) => [method, settleMs]),
    ['resize', undefined],
  ]);
});
