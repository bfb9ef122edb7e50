import { MethodError } from '../../base/errors.js';
import { readExisting, readIfThere } from '../../base/files.js';
import { resizeScreen, type Screen } from '../../screen/screen.js';
import { renderScreen, renderWholeScreen } from '../../terminal/render-output.js';

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
  const screen = parseOutput(text, path.endsWith(snapshotEnd) ? readMeta(path) : size, path);
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

function readMeta(path: string): SnapshotSize {
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
