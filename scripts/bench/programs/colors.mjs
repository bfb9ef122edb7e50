// colors.mjs COLS ROWS many|few: each key paints another screen, with thousands of colors or with those of a typical program.
import { numbersFrom, say, takeTerminal, typed } from './stage.mjs';

const [, , cols, rows, kind] = process.argv;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   ....,,;:/()[]{}=+-_<>';
const others = '─│┌┐└┘├┤█▓░▶●éß→';
const random = numbersFrom(99);
const rgb = () => [80 + random(176), 80 + random(176), 80 + random(176)].join(';');
const styles = {
  many: () => `\x1b[0;${random(4) === 0 ? '1;' : ''}38;2;${rgb()};48;5;${16 + random(50)}m`,
  few: () => ['\x1b[0m', '\x1b[0;32m', '\x1b[0;1;34m', '\x1b[0;33m'][random(4)],
};

function paint(number) {
  const parts = ['\x1b[?25l\x1b[2J'];
  for (let row = 0; row < rows; row += 1) {
    parts.push(`\x1b[${row + 1};1H`);
    for (let col = 0; col < cols - 1; col += 1) {
      if (col % 7 === 0) parts.push(styles[kind]());
      parts.push(random(16) === 0 ? others[random(others.length)] : letters[random(letters.length)]);
    }
  }
  say(`${parts.join('')}\x1b[0m\x1b[${rows >> 1};${cols >> 2}H PAINTED-${String(number).padStart(4, '0')} `);
}

takeTerminal();
say('READY');
let number = 0;
for (const _key of typed()) {
  number += 1;
  paint(number);
}
