import { check, type Scenario, testScenarios } from '../../tests/support/baselines.js';
import { exact, regex } from '../../tests/support/selectors.js';

const draw = (...lines: readonly string[]): string =>
  lines.map((line, index) => `\x1b[${index + 1}H\x1b[K${line}`).join('');
const pane = (text: string): string => `${text}\x1b[K\x1b[13G|`;

// Each row: title, screen before, output afterwards, selector, and the matches that are new.
const redrawn: readonly Scenario[] = [
  [
    'the blanks between a moved text and the border of its pane are old [5.since.repaint]',
    draw(pane('longer text'), pane('b'), pane('c')),
    [draw(pane('b'), pane('c'), pane('d'))],
    regex('[a-d] +\\|'),
    ['3:1-3:13 d           |'],
  ],
  [
    'the last rows of a box that move down with its border are old [5.since.repaint]',
    draw('╭──╮', '│hi│', '╰──╯'),
    [draw('╭──╮', '│! │', '│hi│', '╰──╯')],
    regex('^│.*│$|^╰──╯$'),
    ['2:1-2:4 │! │'],
  ],
  [
    'text that moves up while a program pauses in the middle of a redraw is old [5.since.repaint]',
    draw('a', 'x', 'c', 'd'),
    [draw('x', 'c'), check, '\x1b[3Hd\x1b[K', check, '\x1b[4He\x1b[K'],
    exact('x'),
    [],
  ],
];

testScenarios(redrawn);
