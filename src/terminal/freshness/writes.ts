// Notes which cells are printed and erased, while the output is parsed.
import type { Core, Print } from '../xterm/internals.js';
import type { SequenceParser } from '../xterm/terminal.js';
import type { CellHistory } from './ages.js';
import type { DisplayedLine } from './displayed-changes.js';

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

/** The terminal state that control sequences depend on. */
interface WriteTarget {
  readonly rows: number;
  readonly cols: number;
  readonly cursor: { readonly x: number; readonly y: number };
  readonly synchronization: { readonly remainingMs: number };
}

/** Records in the cell history which cells a control sequence is about to erase or to shift within their line. */
export function noteErasures(parser: SequenceParser, target: WriteTarget, history: CellHistory): void {
  const note = (
    id: Parameters<SequenceParser['registerCsiHandler']>[0],
    range: (count: number) => [number, number],
  ): void => {
    parser.registerCsiHandler(id, ([count]) => {
      const { y } = target.cursor;
      if (history.isTracking) history.noteRows(y, y, ...range(Number(count)));
      return false;
    });
  };
  const getShiftedRange = (): [number, number] => [target.cursor.x, target.cols];
  for (const prefix of [undefined, '?'])
    note({ ...(prefix && { prefix }), final: 'K' }, (kind) => [
      kind === 0 ? target.cursor.x : 0,
      kind === 1 ? target.cursor.x + 1 : target.cols,
    ]);
  note({ final: 'X' }, (count) => [target.cursor.x, target.cursor.x + Math.max(1, count)]);
  note({ final: '@' }, getShiftedRange);
  note({ final: 'P' }, getShiftedRange);
  const noteAll = (): boolean => {
    history.noteRows(0, target.rows - 1);
    return false;
  };
  for (const intermediates of [' ', "'"])
    for (const final of ['@', 'A', '}', '~']) parser.registerCsiHandler({ intermediates, final }, noteAll);
  // The alignment pattern overwrites the whole screen, as ED 2 does.
  parser.registerEscHandler({ intermediates: '#', final: '8' }, () => {
    noteCleared(2, target, history);
    return false;
  });
  for (const prefix of [undefined, '?'])
    parser.registerCsiHandler({ ...(prefix && { prefix }), final: 'J' }, ([kind]) => {
      noteCleared(Number(kind), target, history);
      return false;
    });
}

/** Outside a synchronized update, a cleared row is displayed as blank, so everything printed there afterwards is new. */
function noteCleared(
  kind: number,
  { cursor: { x, y }, rows, cols, synchronization }: WriteTarget,
  history: CellHistory,
): void {
  if (kind > 2) return;
  const first = kind === 0 ? (x === 0 ? y : y + 1) : 0;
  const last = kind === 1 ? y - 1 : rows - 1;
  const [from, to] = kind === 1 ? [0, x + 1] : [x, cols];
  const isPartial = kind === 1 || (kind === 0 && x > 0);
  if (synchronization.remainingMs > 0) {
    history.noteRows(first, last);
    if (isPartial) history.noteRows(y, y, from, to);
    return;
  }
  for (let row = first; row <= last; row += 1) history.forget(row);
  if (isPartial) history.clear(y, from, to);
}
