// storm.mjs TIMES FRAMES COLS ROWS plain|synchronized: repaints the whole screen, cell by cell, as a full-screen program does.
import { keep, now, numbersFrom, say, takeTerminal, typed } from './stage.mjs';

const [, , times, frames, cols, rows, kind] = process.argv;
const random = numbersFrom(11);
const [begin, end] = kind === 'synchronized' ? ['\x1b[?2026h', '\x1b[?2026l'] : ['', ''];

function frame(number) {
  const parts = [begin];
  for (let row = 0; row < rows; row += 1) {
    parts.push(`\x1b[${row + 1};1H`);
    for (let col = 0; col < cols; col += 1) {
      if (col % 8 === 0) parts.push(`\x1b[${30 + random(8)};${40 + random(8)}m`);
      parts.push(String.fromCharCode(33 + ((col * 7 + row * 13 + number) % 90)));
    }
  }
  return Buffer.from(`${parts.join('')}\x1b[0m${end}`);
}

// Prepared in advance: the bench measures the terminal, not this program.
const painted = Array.from({ length: 16 }, (_, number) => frame(number));
takeTerminal();
say('\x1b[?1049h\x1b[?25l\x1b[2J\x1b[HREADY');
for (const _key of typed()) {
  const startedAt = now();
  for (let number = 0; number < Number(frames); number += 1) say(painted[number % painted.length]);
  keep(times, [startedAt]);
  say('\x1b[H\x1b[2KSTORM-OVER');
}
