import type { Random } from './random.js';

const words = [
  'a',
  'word',
  '  ',
  ' ',
  '0123456789',
  'é',
  'e\u0301',
  '日本',
  '😀',
  '👍🏽',
  '❤️',
  '🇩🇪',
  '👨‍👩‍👧',
  '│─┼',
  'z\u0338',
  '\u0301',
  '█',
];
/** Parts of characters, which may or may not join the text before them. */
export const pieces = ['🇪', '🏽', '1️⃣', 'क्', 'षि', '\u1100', '\u1161\u11a8', '\u200d', '\ufe0f', '\u200b'];
const styles = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '4:2',
  '4:3',
  '4:4',
  '4:5',
  '5',
  '7',
  '8',
  '9',
  '53',
  '24',
  '27',
  '22',
  '55',
  '59',
];
const grounds = ['3', '4', '9', '10'];

/** Creates plausible program output: text of all kinds, styles, moves, erasing, inserting, scrolling. */
export function createRandomOutput(random: Random, cols: number, rows: number, more: readonly string[] = []): string {
  const texts = [...words, ...more];
  const below = (limit: number): number => random.below(limit);
  const pick = <T>(list: readonly T[]): T => random.pick(list);
  const color = (): string => {
    const extended = below(2) === 0 ? `5;${below(256)}` : `2;${below(256)};${below(256)};${below(256)}`;
    return below(2) === 0 ? `${pick(grounds)}${below(8)}` : `${pick(['38', '48', '58'])};${extended}`;
  };
  const steps: readonly (() => string)[] = [
    () => pick(texts),
    () => pick(texts),
    () => pick(texts).repeat(1 + below(cols)),
    () => `\x1b[${pick(styles)}m`,
    () => `\x1b[${color()}m`,
    () => `\x1b[${1 + below(rows)};${1 + below(cols)}H`,
    () => `\x1b[${below(3)}K`,
    () => `\x1b[${below(2)}J`,
    () => `\x1b[${below(cols)}${pick(['P', '@', 'X', 'L', 'M', 'S', 'T', 'b'])}`,
    () => pick(['\r\n', '\b', '\t', '\x1bM', '\x1b[?25l', '\x1b[?25h', '\x1b[?7l', '\x1b[?7h', '\x1b[4h', '\x1b[4l']),
  ];
  return Array.from({ length: 5 + below(60) }, () => pick(steps)()).join('');
}
