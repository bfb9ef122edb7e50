import { expect, test } from 'vitest';
import { formatInputLine, formatStatusLine, type PlayerProgress } from './player.js';

const progress = (more: Partial<PlayerProgress> = {}): PlayerProgress => ({
  state: 'playing',
  frame: 3,
  frames: 12,
  elapsedMs: 7550,
  durationMs: 30_000,
  exit: undefined,
  ...more,
});
const withoutStyle = (line: string): string => line.replaceAll(/\x1b\[\d*m/g, '');
const place = ' playing  frame 3/12  0:07.5 / 0:30.0   25%';

test.each<[what: string, more: Partial<PlayerProgress>, cols: number, line: string]>([
  [
    'all parts',
    {},
    130,
    `${place}  ███████░░░░░░░░░░░░░░░░░░░░░  Space pauses  ←/→ step  ↑/↓ skip 5  r redraws  q quits `,
  ],
  [
    'fewer keys while paused',
    { state: 'paused' },
    90,
    ` paused ${place.slice(8)}  ███░░░░░░░░  Space plays  ←→↑↓ step  q quits `,
  ],
  ['the keys in 80 columns', {}, 80, `${place}    Space pauses  ←→↑↓ step  q quits `],
  ['the bar if there is no room for keys', {}, 60, `${place}  ████░░░░░░░░░░░`],
  ['only the part that fits', {}, 20, place.slice(0, 20)],
  ['no end while it is unknown', { frames: undefined, durationMs: undefined }, 30, ' playing  frame 3  0:07.5'],
  ['hours', { elapsedMs: 3_723_000, durationMs: 36_000_000 }, 50, ' playing  frame 3/12  1:02:03.0 / 10:00:00.0   10%'],
  ['the end', { state: 'end', frame: 12, elapsedMs: 31_000 }, 44, ' end      frame 12/12  0:30.0 / 0:30.0  100%'],
  ['frames of one moment', { elapsedMs: 0, durationMs: 0 }, 44, ' playing  frame 3/12  0:00.0 / 0:00.0   25%'],
  [
    'no progress when the time goes backwards',
    { elapsedMs: -30_000 },
    62,
    ' playing  frame 3/12  0:00.0 / 0:30.0    0%  ░░░░░░░░░░░░░░░░░',
  ],
  ['an exit', { exit: { exitCode: 1, signal: null, isTimedOut: false } }, 70, `${place}  exited code 1  ███░░░░░░░`],
  [
    'an exit at a limit',
    { exit: { exitCode: null, signal: 'SIGHUP', isTimedOut: true } },
    62,
    `${place}  timed out SIGHUP`,
  ],
])('the status line shows %s [9.player-status]', (_, more, cols, line) => {
  expect(withoutStyle(formatStatusLine(progress(more), cols)).slice(0, cols)).toBe(line.padEnd(cols));
});

test('the input line shows the last input [9.player-input]', () => {
  expect(withoutStyle(formatInputLine('sendKey Enter', 24))).toBe(' input  sendKey Enter   ');
  expect(withoutStyle(formatInputLine(undefined, 10))).toBe(' input  none yet');
});
