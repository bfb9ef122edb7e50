import { type Screen, textOf } from '../screen/screen.js';
import { ansiLinesOf } from './ansi.js';
import { type Difference, diffLines } from './diff.js';
import { loadSnapshot } from './load-snapshot.js';

/** Compares two ANSI files by text only or including styles. */
export function diffSnapshots(leftPath: string, rightPath: string, mode: 'text' | 'styled'): Difference {
  const lines = mode === 'text' ? (screen: Screen) => textOf(screen).split('\n') : ansiLinesOf;
  return diffLines(lines(loadSnapshot(leftPath)), lines(loadSnapshot(rightPath)));
}
