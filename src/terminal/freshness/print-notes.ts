import type { Core, Print } from '../xterm/internals.js';
import type { CellHistory } from './cell-history.js';
import type { DisplayedLine } from './line-history.js';

// Lower code points never join the previous character.
const firstJoining = 0x300;

/** Records printed text in the cell history. */
export class PrintNotes {
  readonly #core: Core;
  readonly #history: CellHistory;
  readonly #print: Print;
  /** The line that was noted last, and when: more text in it changes nothing until it is displayed. */
  #noted: DisplayedLine | undefined;
  #notedAt = -1;

  constructor(core: Core, history: CellHistory) {
    this.#core = core;
    this.#history = history;
    const { _inputHandler: handler } = core;
    const { print } = handler;
    this.#print = print;
    const printAndNote: Print = (data, start, end) => {
      if (history.isTracking) this.#printNoted(data, start, end);
      else print(data, start, end);
    };
    handler.print = printAndNote;
    handler._parser.setPrintHandler(printAndNote);
  }

  #printNoted(data: Uint32Array, start: number, end: number): void {
    const { cols, buffers } = this.#core;
    // A character takes two cells at most.
    const staysInRow = buffers.active.x + 2 * (end - start) <= cols && (data[start] as number) < firstJoining;
    if (staysInRow) this.#printInRow(data, start, end);
    else this.#printAcrossRows(data, start, end);
  }

  #printInRow(data: Uint32Array, start: number, end: number): void {
    const { active } = this.#core.buffers;
    const { x } = active;
    const line = this.#noteOnce(active.y);
    this.#print.call(undefined, data, start, end);
    if (line !== undefined && this.#history.submitted !== undefined)
      this.#history.note(line, Math.min(x, active.x), this.#endCol);
  }

  #printAcrossRows(data: Uint32Array, start: number, end: number): void {
    const { cols, rows, buffers } = this.#core;
    const { active } = buffers;
    const { x, y } = active;
    const lastRow = Math.min(rows - 1, y + Math.floor((x + 2 * (end - start)) / cols));
    const lines = Array.from({ length: lastRow - y + 1 }, (_, index) => this.#history.lineAt(y + index));
    for (const line of lines) if (line !== undefined) this.#history.note(line, 0, 0);
    const scrolledBefore = this.#history.scrollCount;
    this.#print.call(undefined, data, start, end);
    const endRow = active.y + this.#history.scrollCount - scrolledBefore;
    const isJoining = (data[start] as number) >= firstJoining;
    const firstCol = Math.max(0, Math.min(x, endRow === y ? active.x : x) - (isJoining ? 2 : 0));
    for (const [index, line] of lines.entries()) {
      const row = y + index;
      if (line === undefined || row > endRow) continue;
      this.#history.note(line, row === y ? firstCol : 0, row < endRow ? cols : this.#endCol);
    }
  }

  /** The column after the printed text in the cursor's row; insert mode shifts the rest of the row. */
  get #endCol(): number {
    const { cols, buffers, coreService } = this.#core;
    return coreService.modes.insertMode ? cols : buffers.active.x;
  }

  #noteOnce(row: number): DisplayedLine | undefined {
    const { lines, ybase } = this.#core.buffers.active;
    const { settleCount } = this.#history;
    if (this.#noted?.raw === lines.get(ybase + row) && settleCount === this.#notedAt) return this.#noted;
    this.#noted = this.#history.lineAt(row);
    this.#notedAt = settleCount;
    if (this.#noted !== undefined) this.#history.note(this.#noted, 0, 0);
    return this.#noted;
  }
}
