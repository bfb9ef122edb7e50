import { readToEnd, writeWhole } from '../../base/files.js';
import { textOf } from '../../screen/screen.js';
import { loadSnapshot } from './load-snapshot.js';

/** The text of an ANSI file, with a final newline; also written to the file `out` if given. */
export function renderPlainText(path: string, out: string | undefined): string {
  const text = `${textOf(loadSnapshot(path, undefined, readToEnd))}\n`;
  if (out !== undefined) writeWhole(out, text);
  return text;
}
