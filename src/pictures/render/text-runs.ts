import type { Line } from '../../screen/line.js';
import type { LayoutRun } from './layout.js';

/**
 * Adjacent characters that one font probably draws: `plain` ones are in every monospace font, `wide` ones
 * have two cells, `other` ones may come from any font with any width.
 */
export interface TextRun {
  readonly kind: 'plain' | 'wide' | 'other';
  readonly col: number;
  readonly width: number;
  readonly text: string;
}

// Latin, Greek, Cyrillic; punctuation; arrows; box drawing and blocks.
const plain = /^[ -\u052f\u2010-\u203a\u2190-\u2195\u2500-\u259f]+$/;
// Of these, the ones that always take one cell: most rows have no others, and need not be read cell by cell.
const narrow = /^[ -~\xa1-\xac\xae-\u02ff\u2500-\u259f]+$/;
// The width of symbols varies between fonts, so each symbol has its own stretch.
const symbol = /^[\p{S}\p{Co}]/u;

/** The stretches of a piece, in order. */
export function splitTextRuns({ col: start, width: total }: Pick<LayoutRun, 'col' | 'width'>, line: Line): TextRun[] {
  const end = start + total;
  if (line.isOneToOne) {
    const text = line.slice(start, end);
    if (narrow.test(text)) return [{ kind: 'plain', col: start, width: total, text }];
  }
  const stretches: { -readonly [N in keyof TextRun]: TextRun[N] }[] = [];
  let wasSymbol = false;
  for (let col = start; col < end; ) {
    const width = Math.min(Math.max(1, line.widthAt(col)), end - col);
    const text = line.slice(col, col + width);
    const kind = width > 1 ? 'wide' : plain.test(text) ? 'plain' : 'other';
    const isSymbol = kind !== 'plain' && symbol.test(text);
    const last = stretches.at(-1);
    if (last !== undefined && last.kind === kind && !isSymbol && !wasSymbol) {
      last.width += width;
      last.text += text;
    } else stretches.push({ kind, col, width, text });
    wasSymbol = isSymbol;
    col += width;
  }
  return stretches;
}
