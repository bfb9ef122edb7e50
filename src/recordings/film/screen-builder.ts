import type { Line } from '../../screen/line.js';
import type { Cursor, Screen } from '../../screen/screen.js';
import type { OwnColors } from '../../screen/style.js';
import type { Frame } from '../frame-decoder.js';
import { maxCols, RowParser } from './row-parser.js';

const minCols = 2;
// Programs show the same rows again: when they scroll, blink or return. A row of 100 cells takes 2 KB.
const maxKnownRows = 2000;
const maxKnownCells = 400_000;
const noCursor: Cursor = { row: 0, col: 0, isWrapPending: false, isVisible: false };

/** Converts the frames of a recording to screens. Equal rows of successive screens are the same `Line` object. */
export class ScreenBuilder {
  readonly #parser = new RowParser();
  /** For rows whose width must be measured. */
  readonly #wideParser = new RowParser();
  /** The width of the known lines. */
  #cols = minCols;
  readonly #known = new Map<string, Line>();
  #styled: readonly string[] = [];
  #screen: Screen | undefined;
  /** The width of the widest row so far, for recordings without a width. */
  #widest = minCols;

  /** The screen of a frame. `knownCols` is the width of the terminal if the frame does not contain it. */
  build(frame: Frame, knownCols: number | undefined): Screen {
    const cols = frame.cols ?? Math.max(knownCols ?? minCols, this.#widestOf(frame));
    if (cols !== this.#cols) this.#changeWidth(cols);
    const before = this.#screen;
    const lines = frame.styled.map((text, row) => this.#getLine(text, row));
    const screen = {
      cols,
      rows: lines.length,
      lines,
      cursor: cursorOf(frame, cols),
      title: frame.title ?? '',
      ownColors: hasSameColors(before?.ownColors, frame.ownColors) ? before?.ownColors : frame.ownColors,
      isReversed: frame.isReversed,
      isAlternate: frame.isAlternate ?? false,
      top: 0,
      revision: (before?.revision ?? 0) + 1,
    };
    this.#styled = frame.styled;
    this.#screen = screen;
    return screen;
  }

  dispose(): void {
    this.#parser.dispose();
    this.#wideParser.dispose();
  }

  #getLine(text: string, row: number): Line {
    const before = this.#screen?.lines[row];
    return before !== undefined && this.#styled[row] === text ? before : this.#parse(text);
  }

  #parse(text: string): Line {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const line = this.#parser.parse(text, this.#cols);
    this.#known.set(text, line);
    const isFull = this.#known.size > Math.min(maxKnownRows, maxKnownCells / this.#cols);
    if (isFull) this.#known.delete(this.#known.keys().next().value as string);
    return line;
  }

  #changeWidth(cols: number): void {
    this.#cols = cols;
    this.#known.clear();
    this.#styled = [];
  }

  #widestOf({ styled }: Frame): number {
    for (const [row, text] of styled.entries())
      if (this.#styled[row] !== text) this.#widest = Math.max(this.#widest, this.#widthOf(text));
    return this.#widest;
  }

  #widthOf(text: string): number {
    const plain = text.replaceAll(/\x1b\[[\d;:]*m/g, '');
    if (/^[ -~]*$/.test(plain)) return Math.min(maxCols, plain.length);
    const line = this.#wideParser.parse(text, maxCols);
    const styled = line.splitRuns().findLast(({ style }) => !style.isDefault);
    return Math.max(line.trimmedWidth, styled === undefined ? 0 : styled.col + styled.width);
  }
}

function cursorOf({ cursor, styled }: Frame, cols: number): Cursor {
  if (cursor === undefined || cursor.row >= styled.length || cursor.col >= cols) return noCursor;
  return { ...cursor, isWrapPending: false };
}

function hasSameColors(one: OwnColors | undefined, other: OwnColors | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const grounds = ['foreground', 'background', 'cursor'] as const;
  const hasSameGrounds = grounds.every((name) => one[name] === other[name]);
  const hasSameSize = one.palette.size === other.palette.size;
  return hasSameGrounds && hasSameSize && [...one.palette].every(([slot, color]) => other.palette.get(slot) === color);
}
