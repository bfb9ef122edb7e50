import { type Screen, textOf } from '../../screen/screen.js';
import { encodeAnsiLines } from './ansi.js';
import { diffLines, type LineDifference } from './diff.js';
import { loadSnapshot } from './load-snapshot.js';

/** Compares two ANSI files by text only or including styles. */
export function diffSnapshots(leftPath: string, rightPath: string, mode: 'text' | 'styled'): LineDifference {
  const lines = mode === 'text' ? (screen: Screen) => textOf(screen).split('\n') : encodeAnsiLines;
  return diffLines(lines(loadSnapshot(leftPath)), lines(loadSnapshot(rightPath)));
}
