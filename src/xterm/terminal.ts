import xterm from '@xterm/headless';
import { type Core, coreOf } from './internals.js';
import { applyCorrections } from './patches/corrections.js';
import { saveWholeCursor } from './patches/saved-cursor.js';
import { printByClusters } from './printing.js';

/** The public part of a terminal of @xterm/headless. */
export type XtermTerminal = xterm.Terminal;
/** Its parser. Handlers registered last run first; `false` passes the sequence on to the next handler. */
export type SequenceParser = XtermTerminal['parser'];

// Without these options, CSI … t sequences do not reach registered handlers.
const windowOptions = {
  getWinState: true,
  getWinPosition: true,
  getWinSizePixels: true,
  getScreenSizePixels: true,
  getCellSizePixels: true,
  getWinSizeChars: true,
  getScreenSizeChars: true,
  getIconTitle: true,
  getWinTitle: true,
  pushTitle: true,
  popTitle: true,
};

/** Opens a terminal of @xterm/headless with our patches; also returns its internals. */
export function openTerminal(size: { readonly cols: number; readonly rows: number; readonly scrollback: number }): {
  readonly terminal: XtermTerminal;
  readonly core: Core;
} {
  const { cols, rows, scrollback } = size;
  const terminal = new xterm.Terminal({
    cols,
    rows,
    scrollback,
    windowOptions,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const core = coreOf(terminal);
  applyCorrections(core);
  saveWholeCursor(core);
  printByClusters(terminal);
  return { terminal, core };
}
