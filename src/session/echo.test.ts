import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Deadline } from '../base/deadline.js';
import { FakeProgram } from '../tests/support/fake-program.js';
import { toSelector } from '../tests/support/matches.js';
import { exact } from '../tests/support/selectors.js';
import { createTerminal } from '../tests/support/terminal.js';
import { waitForPrompt } from './echo.js';

// The terminal and the line editor both echo text typed before the prompt is displayed. That echo could match.
describe('types a text whose echo could match the expected text [4.line-prompt]', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function type(program: FakeProgram, pattern = 'done'): { isTyped: boolean } {
    const expected = { selector: toSelector(exact(pattern)), deadline: new Deadline(1000) };
    const state = { isTyped: false };
    void waitForPrompt(program, 'echo done', expected, new AbortController().signal).then(() => {
      state.isTyped = true;
    });
    return state;
  }
  const program = (...prints: string[]): FakeProgram => {
    const made = new FakeProgram(createTerminal());
    for (const text of prints) made.print(text);
    return made;
  };
  const passes = async (milliseconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(milliseconds));

  test('when the prompt is displayed', async () => {
    const shell = program('done\r\n');
    const state = type(shell);
    await passes(40);
    shell.print('\x1b[K');
    await passes(40);
    expect(state.isTyped).toBe(false);
    shell.print('$ ');
    await passes(0);
    expect(state.isTyped).toBe(true);
  });

  test('when no prompt is displayed for 50 ms', async () => {
    const state = type(program('done\r\n'));
    await passes(49);
    expect(state.isTyped).toBe(false);
    await passes(1);
    expect(state.isTyped).toBe(true);
  });

  test.each([
    ['at a prompt', ['$ '], 'done'],
    ['to a program that has printed nothing', [], 'done'],
    ['when its echo could not match the expected text', ['done\r\n'], 'never'],
  ])('immediately %s', async (_, prints, pattern) => {
    const state = type(program(...prints), pattern);
    await passes(0);
    expect(state.isTyped).toBe(true);
  });

  test('immediately when the program was quiet before', async () => {
    const quiet = program('done\r\n');
    await passes(50);
    const state = type(quiet);
    await passes(0);
    expect(state.isTyped).toBe(true);
  });

  test('when the program has ended', async () => {
    const ending = program('done\r\n');
    const state = type(ending);
    ending.end();
    await passes(0);
    expect(state.isTyped).toBe(true);
  });
});
