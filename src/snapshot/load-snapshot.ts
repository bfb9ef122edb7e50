import { readExisting, readIfThere } from '../files/safe-files.js';
import { MethodError } from '../protocol/errors.js';
import { resizeScreen } from '../screen/resize-screen.js';
import type { Screen } from '../screen/screen.js';
import { screenOf, wholeScreenOf } from '../terminal/render-output.js';

/** The size of a terminal; what is not given is told by the snapshot. */
export interface Size {
  readonly cols: number | undefined;
  readonly rows: number | undefined;
}

const longest = 1000;
const minCols = 2;
const snapshotEnd = '.ansi.txt';

const toldByItself: Size = { cols: undefined, rows: undefined };

/**
 * The screen of an ANSI file: as large as its facts say, or when it has none as its text. A snapshot is cut or extended
 * to the size that is given, as `dumpView` does it; other output is written to a terminal of that size.
 */
export function loadSnapshot(path: string, size: Size = toldByItself, read = readExisting): Screen {
  // Git and editors may have made other line ends of it.
  const text = read(path).replaceAll(/\r?\n/g, '\r\n');
  const screen = written(text, path.endsWith(snapshotEnd) ? metaOf(path) : size, path);
  return resizeScreen(screen, size.cols ?? screen.cols, size.rows ?? screen.rows);
}

function written(text: string, { cols, rows }: Size, path: string): Screen {
  const body = text.replace(/\r\n$/, '');
  const lineCount = body.split('\r\n').length;
  // The newline that ends a text would scroll its first line away where there is no row for it.
  // The snapshot of a region may be narrower than a terminal can be.
  const width = Math.max(minCols, cols ?? longest);
  const screen =
    rows === undefined
      ? wholeScreenOf(body, width, Math.min(longest, lineCount), longest)
      : screenOf(lineCount < rows ? text : body, width, rows);
  if (cols === undefined && screen.lines.some(({ isWrapped }) => isWrapped))
    throw tooLarge(`A line of ${path}`, 'columns');
  if (screen.rows > longest) throw tooLarge(path, 'lines');
  return resizeScreen(screen, cols ?? widthOf(screen), screen.rows);
}

// What is lost without a word would be taken for the whole.
const tooLarge = (what: string, unit: string): MethodError =>
  new MethodError('io', `${what} has more than the ${longest} ${unit} that a screen can have.`);

/** How many columns something is seen in. */
function widthOf({ lines, cursor }: Screen): number {
  const ends = lines.map((line) => {
    const text = line.columnAt(line.trimmed.length);
    const styled = line.runs().findLast(({ style }) => !style.isDefault);
    return Math.max(text, styled === undefined ? 0 : styled.col + styled.width);
  });
  return Math.max(minCols, cursor.isVisible ? cursor.col + 1 : 0, ...ends);
}

function metaOf(path: string): Size {
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

const sizeFrom = (value: unknown, least: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= longest ? (value as number) : undefined;
