import xterm from '@xterm/headless';
import { assertInternals } from './assert-internals.js';
import { type Core, coreOf } from './internals.js';
import { fixAlignmentPattern } from './patches/alignment-pattern.js';
import { limitAlternateScreen } from './patches/alternate-screen-length.js';
import { acceptColorsWithoutColorSpace } from './patches/color-space.js';
import { fixEraseBeforeCursor } from './patches/erase-before-cursor.js';
import { fixFullReset } from './patches/full-reset.js';
import { fixOriginModeMoves } from './patches/origin-mode-moves.js';
import { preserveProtection } from './patches/protection.js';
import { replaceReflow } from './patches/reflow.js';
import { handleReverseIndex } from './patches/reverse-index.js';
import { saveWholeCursor } from './patches/saved-cursor.js';
import { fillScrolledDownLines } from './patches/scroll-down.js';
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

const patches: readonly ((core: Core) => void)[] = [
  fixEraseBeforeCursor,
  fixOriginModeMoves,
  fixAlignmentPattern,
  fixFullReset,
  preserveProtection,
  handleReverseIndex,
  acceptColorsWithoutColorSpace,
  fillScrolledDownLines,
  replaceReflow,
  limitAlternateScreen,
  // After the reflow, whose result for the saved cursor it reads.
  saveWholeCursor,
];

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
  assertInternals(core);
  for (const patch of patches) patch(core);
  printByClusters(terminal);
  return { terminal, core };
}
