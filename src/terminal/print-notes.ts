import type { Emitter } from '../async/emitter.js';
import type { Core, Print } from '../xterm/internals.js';
import type { CellHistory, DisplayedLine } from './cell-history.js';

// Lower code points never join the previous character.
const firstJoining = 0x300;

/** Records in the cell history what is printed. */
export class PrintNotes {
  readonly #core: Core;
  readonly #history: CellHistory;
  readonly #print: Print;
  /** How many lines have scrolled. */
  #scrolled = 0;

  constructor(core: Core, history: CellHistory, scrolled: Emitter) {
    this.#core = core;
    this.#history = history;
    const { _inputHandler: handler } = core;
    const { print } = handler;
    this.#print = print;
    const noted: Print = (data, start, end) => {
      if (history.isTracking) this.#printNoted(data, start, end);
      else print(data, start, end);
    };
    handler.print = noted;
    handler._parser.setPrintHandler(noted);
    scrolled.on(() => {
      this.#scrolled += 1;
    });
  }

  #printNoted(data: Uint32Array, start: number, end: number): void {
    const { cols, rows, buffers, coreService } = this.#core;
    const { active } = buffers;
    const { x, y } = active;
    // A character takes at most two cells.
    const lastRow = Math.min(rows - 1, y + Math.floor((x + 2 * (end - start)) / cols));
    const lines: (DisplayedLine | undefined)[] = [];
    for (let row = y; row <= lastRow; row += 1) {
      const line = this.#history.lineAt(row);
      if (line !== undefined) this.#history.note(line, 0, 0);
      lines.push(line);
    }
    const scrolledBefore = this.#scrolled;
    this.#print.call(undefined, data, start, end);
    const endRow = active.y + this.#scrolled - scrolledBefore;
    const isJoining = (data[start] as number) >= firstJoining;
    const firstCol = Math.max(0, Math.min(x, endRow === y ? active.x : x) - (isJoining ? 2 : 0));
    for (let row = y; row <= Math.min(lastRow, endRow); row += 1) {
      const line = lines[row - y];
      if (line === undefined) continue;
      const to = row < endRow || coreService.modes.insertMode ? cols : active.x;
      this.#history.note(line, row === y ? firstCol : 0, to);
    }
  }
}
