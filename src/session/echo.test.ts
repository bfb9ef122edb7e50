import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Deadline } from '../async/deadline.js';
import { FakeProgram } from '../testing/fake-program.js';
import { judged } from '../testing/matches.js';
import { exact } from '../testing/selectors.js';
import { terminal } from '../testing/terminal.js';
import { promptArrives } from './echo.js';

// Typed before the prompt, a text is echoed by the terminal, and once more by the line editor: as if it were the answer.
describe('a text whose echo could be the answer is typed [4.line-prompt]', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function type(program: FakeProgram, sought = 'done'): { isTyped: boolean } {
    const answer = { selector: judged(exact(sought)), deadline: new Deadline(1000) };
    const state = { isTyped: false };
    void promptArrives(program, 'echo done', answer, new AbortController().signal).then(() => {
      state.isTyped = true;
    });
    return state;
  }
  const program = (...prints: string[]): FakeProgram => {
    const made = new FakeProgram(terminal());
    for (const text of prints) made.print(text);
    return made;
  };
  const passes = async (milliseconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(milliseconds));

  test('when the prompt stands there, not before', async () => {
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

  test('when no prompt has come for 50 ms', async () => {
    const state = type(program('done\r\n'));
    await passes(49);
    expect(state.isTyped).toBe(false);
    await passes(1);
    expect(state.isTyped).toBe(true);
  });

  test.each([
    ['at a prompt', ['$ '], 'done'],
    ['to a program that has printed nothing', [], 'done'],
    ['when its echo could not be the answer', ['done\r\n'], 'never'],
  ])('at once %s', async (_, prints, sought) => {
    const state = type(program(...prints), sought);
    await passes(0);
    expect(state.isTyped).toBe(true);
  });

  test('at once when it was quiet before', async () => {
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
