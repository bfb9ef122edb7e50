// flood.mjs TIMES KILOBYTES: mixed output. After w it ends with a text; after a with a query, answered when all is parsed.
import { keep, now, numbersFrom, say, takeTerminal, typed } from './stage.mjs';

const [, , times, kilobytes] = process.argv;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   ....,,;:/()[]{}=+-_<>';
const others = [...'─│┌┐└┘├┤█▓░▶●漢字表示終端éß→✓…'];
const random = numbersFrom(42);

const moves = [
  () => `\x1b[${1 + random(40)};${1 + random(20)}H`,
  () => `\x1b[${1 + random(5)}A\x1b[2K`,
  () => `\x1b[${1 + random(30)}C`,
  () => '\x1b[999;1H',
];
const colors = [
  () => `\x1b[${30 + random(8)}m`,
  () => `\x1b[${90 + random(8)}m`,
  () => `\x1b[1;38;5;${random(256)}m`,
  () => `\x1b[38;2;${random(256)};${random(256)};${random(256)};48;5;${random(256)}m`,
  () => '\x1b[0m',
];
const oneOf = (list) => list[random(list.length)];

function line() {
  const parts = random(10) === 0 ? [oneOf(moves)()] : [];
  const width = 60 + random(70);
  for (let column = 0; column < width; column += 1) {
    if (column % 9 === 0) parts.push(oneOf(colors)());
    parts.push(random(16) === 0 ? oneOf(others) : oneOf(letters));
  }
  return `${parts.join('')}\x1b[0m\r\n`;
}

const lines = [];
for (let size = 0; size < 1024 * 1024; size += Buffer.byteLength(lines.at(-1))) lines.push(line());
const megabyte = Buffer.from(lines.join(''));

function pour() {
  for (let left = Number(kilobytes) * 1024; left > 0; left -= megabyte.length) say(megabyte.subarray(0, left));
}

takeTerminal();
say('READY\r\n');
const keys = typed();
for (const key of keys) {
  const startedAt = now();
  pour();
  if (key === 'w') {
    keep(times, [startedAt]);
    say('\x1b[0m\x1b[999;1H\r\nFLOOD-OVER\r\n');
  } else {
    say('\x1b[0m\x1b[c');
    while (keys.next().value !== 'c');
    keep(times, [startedAt, now()]);
  }
}
