import type { Screen } from '../screen/screen.js';
import { readExisting, readIfThere } from '../session/files.js';
import { screenOf } from '../session/still.js';

/** The size of a terminal; what is not given is told by the snapshot. */
export interface Size {
  readonly cols: number | undefined;
  readonly rows: number | undefined;
}

const longest = 1000;

/** The screen of an ANSI file: as large as its facts say, or when it has none as its text. */
export function loadSnapshot(path: string, size: Size = { cols: undefined, rows: undefined }): Screen {
  // Git and editors may have made other line ends of it. The last one would scroll the first line away.
  const text = readExisting(path).replaceAll(/\r?\n/g, '\r\n').replace(/\r\n$/, '');
  const meta = metaOf(path);
  const cols = size.cols ?? meta.cols ?? longest;
  const rows = size.rows ?? meta.rows ?? Math.min(longest, text.split('\r\n').length);
  return screenOf(text, cols, rows);
}

function metaOf(path: string): Size {
  const text = path.endsWith('.ansi.txt') ? readIfThere(path.replace(/\.ansi\.txt$/, '.meta.json')) : undefined;
  try {
    const { cols, rows } = JSON.parse(text ?? '{}') as { cols?: unknown; rows?: unknown };
    return { cols: sizeFrom(cols, 2), rows: sizeFrom(rows, 1) };
  } catch {
    return { cols: undefined, rows: undefined };
  }
}

const sizeFrom = (value: unknown, least: number): number | undefined =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= longest ? (value as number) : undefined;
