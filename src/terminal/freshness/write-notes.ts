import type { SequenceParser } from '../xterm/terminal.js';
import type { CellHistory } from './cell-history.js';

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
