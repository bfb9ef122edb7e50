import { type Kind, loadKinds, widthOf } from '../../base/unicode/characters.js';
import { joinCluster } from '../../base/unicode/cluster.js';
import { type Core, coreOf, type Print, type RawLine } from './internals.js';
import { limitCombiningMarks } from './limits/combining-marks.js';
import { ClusterWidths, type LastCell } from './widths.js';

const firstCombining = 0x300;

interface UnicodeTerminal {
  readonly unicode: { register(provider: ClusterWidths): void; activeVersion: string };
}

/** Makes a terminal print with our widths, and never leave a combining mark or half a character in a cell of its own. */
export function printByClusters(terminal: UnicodeTerminal): void {
  const core = coreOf(terminal);
  const provider = new ClusterWidths(createLastCell(core));
  terminal.unicode.register(provider);
  terminal.unicode.activeVersion = provider.version;
  const kinds = loadKinds();
  const { _inputHandler: handler } = core;
  const widthAt = (data: Uint32Array, index: number): number => widthOf[kinds[data[index] as number] as Kind];

  const { print: plain } = handler;
  const print: Print = (data, start, end) => plain.call(handler, data, start, end);
  const printGuarded: Print = (data, start, end) => {
    const from = (data[start] as number) < firstCombining ? start : skipLeadingMarks(data, start, end);
    if (from === end) return;
    if (core.coreService.decPrivateModes.wraparound) print(data, from, end);
    else for (let index = from; index < end; index += 1) printUnwrapped(data, index);
  };
  handler._parser.setPrintHandler(printGuarded);
  // REP calls the method.
  handler.print = printGuarded;

  // In the first column, a combining mark has no base character: skip it.
  function skipLeadingMarks(data: Uint32Array, start: number, end: number): number {
    let from = start;
    if (core.buffers.active.x === 0) while (from < end && widthAt(data, from) === 0) from += 1;
    return from;
  }

  // Without wraparound, the last character of a line is replaced; a wide one needs both cells.
  function printUnwrapped(data: Uint32Array, index: number): void {
    const { active } = core.buffers;
    const of = kinds[data[index] as number] as Kind;
    const isNewCluster = widthOf[of] > 0 && joinCluster(handler._parser.precedingJoinState >> 3, of) === undefined;
    if (isNewCluster) active.x = Math.min(active.x, core.cols - widthOf[of]);
    print(data, index, index + 1);
  }
}

function createLastCell(core: Core): LastCell {
  const { buffers, coreService, _inputHandler: handler } = core;
  const getRow = (): RawLine => buffers.active.lines.get(buffers.active.ybase + buffers.active.y) as RawLine;
  return {
    narrow: () => {
      const { active } = buffers;
      if (getRow().getWidth(active.x - 2) !== 2) return;
      active.x -= 1;
      getRow().setCellFromCodepoint(active.x, 0, 1, handler._curAttrData);
    },
    // A character that becomes wide in the last column moves to the next line; with only one row, it would be lost.
    canWiden: () => buffers.active.x < core.cols || (coreService.decPrivateModes.wraparound && core.rows > 1),
    prepareForMark: () => {
      const { x } = buffers.active;
      const cells = getRow();
      const col = cells.getWidth(x - 1) === 0 ? x - 2 : x - 1;
      if (cells.hasContent(col)) limitCombiningMarks(cells, col);
      else cells.addCodepointToCell(col, 0x20, 1);
    },
  };
}
