import { MethodError } from '../base/errors.js';
import { readExisting, readIfThere, readToEnd, writeWhole } from '../base/files.js';
import { ClusterSeparator } from '../screen/cells.js';
import type { Line } from '../screen/line.js';
import { resizeScreen, type Screen, textOf } from '../screen/screen.js';
import { encodeLine, encodeSgr } from '../screen/style.js';
import { renderScreen, renderWholeScreen } from '../terminal/emulator.js';

/** Prepends the escape code for a reversed screen (DECSCNM) to the first line if the screen is reversed. */
export const addReverse = (isReversed: boolean, lines: readonly string[]): readonly string[] =>
  isReversed ? lines.map((line, row) => (row === 0 ? `\x1b[?5h${line}` : line)) : lines;

/** The lines of a screen with escape codes. */
export const encodeAnsiLines = ({ isReversed, lines }: Screen): readonly string[] =>
  addReverse(isReversed, lines.map(encodeLine));

/**
 * Serializes a screen as terminal output that reproduces it, including the cursor, on an empty terminal of its size.
 * Each screen line is one line of text, colors keep their palette slot, and equal screens give equal text.
 */
export function encodeAnsi(screen: Screen): string {
  const { lines, cursor } = screen;
  const body = encodeAnsiLines(screen).join('\r\n');
  const cursorPosition = `\x1b[${cursor.row + 1};${cursor.col + 1}H`;
  const wrap = cursor.isWrapPending ? encodeLastCharacter(lines[cursor.row] as Line, cursor.col) : '';
  return `${body}${cursorPosition}${wrap}${cursor.isVisible ? '' : '\x1b[?25l'}`;
}

// Writing the last cell again makes the wrap pending again.
function encodeLastCharacter(line: Line, col: number): string {
  const start = line.widthAt(col) === 0 ? col - 1 : col;
  const codes = encodeSgr(line.styleAt(start));
  const back = start === col ? '' : '\x1b[D';
  const code = codes === '' ? '' : `\x1b[0;${codes}m`;
  const text = new ClusterSeparator().separate(line, start, line.slice(start, col + 1), code || '\x1b[0m');
  return `${back}${code}${text}${codes === '' ? '' : '\x1b[0m'}`;
}

/** The size of a terminal; undefined members are determined from the snapshot. */
export interface SnapshotSize {
  readonly cols: number | undefined;
  readonly rows: number | undefined;
}

const maxSize = 1000;
const minCols = 2;
const snapshotEnd = '.ansi.txt';

const unspecified: SnapshotSize = { cols: undefined, rows: undefined };

/**
 * Loads the screen of an ANSI file, with the size in its meta file or, without one, the size of its text. A snapshot is
 * cropped or extended to the requested size, as in `dumpView`; other output is written to a terminal of that size.
 */
export function loadSnapshot(path: string, size: SnapshotSize = unspecified, read = readExisting): Screen {
  // Git and editors may have converted the line endings.
  const text = read(path).replaceAll(/\r?\n/g, '\r\n');
  const screen = parseOutput(text, path.endsWith(snapshotEnd) ? readSnapshotSize(path) : size, path);
  return resizeScreen(screen, size.cols ?? screen.cols, size.rows ?? screen.rows);
}

function parseOutput(text: string, { cols, rows }: SnapshotSize, path: string): Screen {
  const body = text.replace(/\r\n$/, '');
  const lineCount = body.split('\r\n').length;
  // If the text fills the screen, its last newline would scroll the first line away.
  // The snapshot of a region may be narrower than a terminal can be.
  const width = Math.max(minCols, cols ?? maxSize);
  const screen =
    rows === undefined
      ? renderWholeScreen(body, width, Math.min(maxSize, lineCount), maxSize)
      : renderScreen(lineCount < rows ? text : body, width, rows);
  if (cols === undefined && screen.lines.some(({ isWrapped }) => isWrapped))
    throw createTooLargeError(path, 'a line', 'columns');
  if (screen.rows > maxSize) throw createTooLargeError(path, 'it', 'lines');
  return resizeScreen(screen, cols ?? measureWidth(screen), screen.rows);
}

// An error, because a truncated screen could be mistaken for the complete one.
const createTooLargeError = (path: string, subject: string, unit: string): MethodError =>
  new MethodError('io', `Cannot load ${path}: ${subject} has more than ${maxSize} ${unit}, the maximum of a screen.`);

/** The number of columns with visible content. */
function measureWidth({ lines, cursor }: Screen): number {
  const ends = lines.map((line) => {
    const text = line.columnAt(line.trimmed.length);
    const styled = line.splitRuns().findLast(({ style }) => !style.isDefault);
    return Math.max(text, styled === undefined ? 0 : styled.col + styled.width);
  });
  return Math.max(minCols, cursor.isVisible ? cursor.col + 1 : 0, ...ends);
}

function readSnapshotSize(path: string): SnapshotSize {
  const { cols, rows } = readFacts(`${path.slice(0, -snapshotEnd.length)}.meta.json`);
  return { cols: sizeFrom(cols, 1), rows: sizeFrom(rows, 1) };
}

/** The members of a snapshot's meta file; none if the file is missing or is not JSON. */
export function readFacts(metaPath: string): { readonly [member: string]: unknown } {
  const text = readIfThere(metaPath);
  try {
    return (JSON.parse(text ?? '{}') as { [member: string]: unknown } | null) ?? {};
  } catch {
    return {};
  }
}

const sizeFrom = (value: unknown, min: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= maxSize ? (value as number) : undefined;

/** The text of an ANSI file, with a final newline; also written to the file `out` if given. */
export function renderPlainText(path: string, out: string | undefined): string {
  const text = `${textOf(loadSnapshot(path, undefined, readToEnd))}\n`;
  if (out !== undefined) writeWhole(out, text);
  return text;
}
