// A screen as text in a frame, for messages.
import { measureText } from './unicode/cluster.js';

/** A cursor on the wire. */
interface FrameCursor {
  readonly row: number;
  readonly col: number;
  readonly visible: boolean;
}

/**
 * Draws a frame around the text of a screen; blank rows at the end are left out. Blanks between the text of a row and a
 * visible cursor are drawn as dots, because they may be what a pattern expects or lacks.
 */
export function drawFrame(screen: string, cursor?: FrameCursor): string {
  const rows = screen.replace(/[\s]+$/, '').split('\n');
  const text = cursor?.visible === true ? rows[cursor.row - 1] : undefined;
  if (cursor !== undefined && text !== undefined)
    rows[cursor.row - 1] = text + '·'.repeat(Math.max(0, cursor.col - 1 - measureText(text)));
  const width = Math.max(20, ...rows.map(measureText));
  const line = '─'.repeat(width + 2);
  const body = rows.map((row) => `│ ${row}${' '.repeat(width - measureText(row))} │`);
  return [`┌${line}┐`, ...body, `└${line}┘`].join('\n');
}
