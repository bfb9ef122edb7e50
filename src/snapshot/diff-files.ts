import { type Screen, textOf } from '../screen/screen.js';
import { styledText } from '../screen/sgr.js';
import { reverseCode } from './ansi.js';
import { type Difference, diffTexts } from './diff.js';
import { loadSnapshot } from './loading.js';

/** Compares two ANSI files as texts, or with their styles. */
export function diffSnapshots(leftPath: string, rightPath: string, mode: 'text' | 'styled'): Difference {
  const [left, right] = [loadSnapshot(leftPath), loadSnapshot(rightPath)];
  if (mode === 'text') return diffTexts(textOf(left), textOf(right));
  return diffTexts(styledTextOf(left), styledTextOf(right), showEscapes);
}

const styledTextOf = ({ isReversed, lines }: Screen): string =>
  `${reverseCode(isReversed)}${lines.map(styledText).join('\n')}`;

/** Escape codes as something that can be read. */
export const showEscapes = (line: string): string => line.replaceAll('\x1b', '␛');
