import xterm from '@xterm/headless';
import { type Core, coreOf } from './internals.js';
import { correct } from './patches/corrections.js';
import { saveWholeCursor } from './patches/saved-cursor.js';
import { printByClusters } from './printing.js';

/** The public part of a terminal of @xterm/headless. */
export type Terminal = xterm.Terminal;
/** The part of it that lets others see sequences: who registers last is asked first, and false asks on. */
export type SequenceParser = Terminal['parser'];

// Without these, sequences that end in t do not even reach handlers of one's own.
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

/** A terminal of @xterm/headless that does what it does wrong by itself right, and its inner part. */
export function openTerminal(size: { readonly cols: number; readonly rows: number; readonly scrollback: number }): {
  readonly terminal: Terminal;
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
  correct(core);
  saveWholeCursor(core);
  printByClusters(terminal);
  return { terminal, core };
}
