import { readExisting, readIfThere } from '../files/files.js';
import { fitted } from '../screen/fitting.js';
import type { Screen } from '../screen/screen.js';
import { screenOf } from '../terminal/screen-of.js';

/** The size of a terminal; what is not given is told by the snapshot. */
export interface Size {
  readonly cols: number | undefined;
  readonly rows: number | undefined;
}

const longest = 1000;
const leastCols = 2;

const toldByItself: Size = { cols: undefined, rows: undefined };

/** The screen of an ANSI file: as large as its facts say, or when it has none as its text. */
export function loadSnapshot(path: string, size: Size = toldByItself, read = readExisting): Screen {
  // Git and editors may have made other line ends of it.
  const text = read(path).replaceAll(/\r?\n/g, '\r\n');
  const body = text.replace(/\r\n$/, '');
  const lineCount = body.split('\r\n').length;
  const meta = metaOf(path);
  const cols = size.cols ?? meta.cols;
  const rows = size.rows ?? meta.rows ?? Math.min(longest, lineCount);
  // The newline that ends a text would scroll its first line away where there is no row for it.
  const screen = screenOf(lineCount < rows ? text : body, cols ?? longest, rows);
  return cols === undefined ? fitted(screen, widthOf(screen), rows) : screen;
}

/** How many columns something is seen in. */
function widthOf({ lines, cursor }: Screen): number {
  const ends = lines.map((line) => {
    const text = line.columnAt(line.trimmed.length);
    const styled = line.runs().findLast(({ style }) => !style.isDefault);
    return Math.max(text, styled === undefined ? 0 : styled.col + styled.width);
  });
  return Math.max(leastCols, cursor.isVisible ? cursor.col + 1 : 0, ...ends);
}

function metaOf(path: string): Size {
  const text = path.endsWith('.ansi.txt') ? readIfThere(path.replace(/\.ansi\.txt$/, '.meta.json')) : undefined;
  try {
    const { cols, rows } = JSON.parse(text ?? '{}') as { cols?: unknown; rows?: unknown };
    return { cols: sizeFrom(cols, leastCols), rows: sizeFrom(rows, 1) };
  } catch {
    return { cols: undefined, rows: undefined };
  }
}

const sizeFrom = (value: unknown, least: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= longest ? (value as number) : undefined;
