import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeProgram } from '../testing/fake-program.js';
import { terminal } from '../testing/terminal.js';
import { WaitScheduler } from './wait-scheduler.js';

const lookEveryMs = 5;

/** A program that is watched, and when it was looked at. */
function watched(): { readonly program: FakeProgram; readonly watch: WaitScheduler; readonly looks: number[] } {
  const program = new FakeProgram(terminal());
  const watch = new WaitScheduler(program);
  const looks: number[] = [];
  watch.on(() => looks.push(performance.now()));
  return { program, watch, looks };
}

test('a change is looked at at once, those that follow closely together and soon [5.look-rate, 5.last-change]', async () => {
  const tookMs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { program, watch, looks } = watched();
    // However busy the machine is, they follow closely.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    program.print('a');
    expect(looks).toHaveLength(1);
    program.print('b');
    program.print('c');
    clock.mockRestore();
    const printedAt = performance.now();
    await new Promise<void>((resolve) => watch.on(resolve));
    tookMs.push(performance.now() - printedAt);
    expect(looks).toHaveLength(2);
  }
  expect(Math.min(...tookMs)).toBeLessThan(50);
});

test('however often the screen changes, it is looked at every 5 ms [5.look-rate]', async () => {
  const { program, looks } = watched();
  const startedAt = performance.now();
  while (performance.now() < startedAt + 100) {
    program.print('\rx');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const gaps = looks.slice(1).map((time, index) => time - (looks[index] as number));
  expect(gaps.filter((gap) => gap < lookEveryMs - 0.1)).toEqual([]);
  expect(looks.length).toBeGreaterThan(1);
});

test('frames and lines that would be lost are looked at all the same [5.look-rate]', () => {
  const { program, looks } = watched();
  // However busy the machine is, nothing is looked at only because time has passed.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  program.print('\x1b[?2026hone\x1b[?2026l\x1b[?2026htwo\x1b[?2026l');
  expect(looks).toHaveLength(2);
  program.print('\r\n'.repeat(210));
  expect(looks).toHaveLength(4);
});
