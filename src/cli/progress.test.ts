import { expect, test } from 'vitest';
import { Progress } from './progress.js';

/** What is reported when the share at each time, in milliseconds, is time / 100,000. */
function reportsAt(times: readonly number[], isErrorTerminal: boolean): string[] {
  const reports: string[] = [];
  let now = 500;
  {
    using progress = new Progress({ isErrorTerminal, writeError: (text) => reports.push(text) }, 'a.html', () => now);
    for (const time of times) {
      now = 500 + time;
      progress.update(time / 100_000);
    }
  }
  return reports;
}

test('a terminal shows progress after a second, in a line that is erased at the end', () => {
  expect(reportsAt([0, 999, 1000, 1100, 1200, 64_990], true)).toEqual([
    '\rtuispec: a.html: 1 %\x1b[K',
    '\rtuispec: a.html: 1 %\x1b[K',
    '\rtuispec: a.html: 64 %\x1b[K',
    '\r\x1b[K',
  ]);
});

test('elsewhere, progress is a line after 5 s, and fewer and fewer lines after that', () => {
  const times = Array.from({ length: 100 }, (_, second) => second * 1000);
  const percent = (share: number): string => `tuispec: a.html: ${share} %\n`;
  expect(reportsAt(times, false)).toEqual([5, 10, 20, 40, 80].map(percent));
});

test('a short command reports nothing', () => {
  expect([...reportsAt([0, 900], true), ...reportsAt([0, 4900], false)]).toEqual([]);
});
