import xterm from '@xterm/headless';
import { type Kind, kind, loadKinds, widthOf } from '../../base/unicode/characters.js';
import {
  beginCluster,
  type Cluster,
  canBecomeText,
  getClusterWidth,
  joinCluster,
  unknown,
} from '../../base/unicode/cluster.js';
import { unicodeVersion } from '../../base/unicode/generated/kinds.js';
import { combinedBit, wordsPerCell } from '../../screen/cells.js';
import { assertInternals, type Core, coreOf, type Print, type RawLine } from './internals.js';
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

// UTF-16 code units. A family emoji has 11, a flag made of tags 14, readable stacks of accents far fewer.
const maxCharacterLength = 32;

/**
 * Limits the combining marks of a character, which xterm.js does not: must be called before a mark is added to the
 * character of a cell. The new mark replaces those that are over the limit.
 */
function limitCombiningMarks({ _data: data, _combined: combined }: RawLine, col: number): void {
  if (((data[col * wordsPerCell] ?? 0) & combinedBit) === 0) return;
  const text = combined[col] ?? '';
  if (text.length < maxCharacterLength) return;
  const isHighSurrogate = (text.charCodeAt(maxCharacterLength - 1) & 0xfc00) === 0xd800;
  combined[col] = text.slice(0, isHighSurrogate ? maxCharacterLength - 1 : maxCharacterLength);
}

/** Access to the emulator's cells right before the cursor. */
interface LastCell {
  /** Makes a wide character narrow and moves the cursor back by one cell. */
  narrow(): void;
  /** Whether a narrow character can become wide: there is a cell after it, or a line that it can move to. */
  canWiden(): boolean;
  /** Prepares the cell for a combining mark: a blank cell becomes a space, a long character is cut off. */
  prepareForMark(): void;
}
const joins = 1;
// With so few joined code points, a character is shorter than the limit on its length: no need to look it up.
const maxUnchecked = 12;
// A mark after a control sequence joins the character before the cursor, and changes no widths.
const detachedMark = (beginCluster(kind.empty) << 3) | joins;

// The format of xterm.js: bit 0 is whether it joins the previous character, bits 1–2 the width; the rest is ours.
const packProperties = (cluster: Cluster): number => (cluster << 3) | (getClusterWidth(cluster) << 1);

const simple = [kind.narrow, kind.wide, kind.keycap].map((of) => packProperties(beginCluster(of)));
// ASCII is nearly all output; other characters need a lookup in a table of 1 MB.
const ascii = Int32Array.from({ length: 128 }, (_, code) => simple[loadKinds()[code] as number] as number);

/** Widths by grapheme clusters: the rules of kitty's text sizing protocol, as far as `joinCluster` implements them. */
class ClusterWidths {
  readonly version = `${unicodeVersion} clusters`;
  readonly #last: LastCell;
  readonly #kinds = loadKinds();
  /** How many code points have joined the last character. */
  #joined = 0;

  constructor(last: LastCell) {
    this.#last = last;
  }

  wcwidth(codePoint: number): 0 | 1 | 2 {
    return widthOf[this.#kinds[codePoint] as Kind];
  }

  charProperties(codePoint: number, preceding: number): number {
    if (codePoint < ascii.length) return ascii[codePoint] as number;
    const of = this.#kinds[codePoint] as Kind;
    return of <= kind.keycap ? (simple[of] as number) : this.#classify(of, preceding);
  }

  #classify(of: Kind, preceding: number): number {
    const before = preceding >> 3;
    if (before === unknown && widthOf[of] === 0) {
      this.#last.prepareForMark();
      return detachedMark;
    }
    const joined = before === unknown ? undefined : joinCluster(before, of);
    if (joined === undefined) return packProperties(beginCluster(of));
    if (getClusterWidth(joined) > getClusterWidth(before) && !this.#last.canWiden()) {
      if (of !== kind.emojiSelector) return packProperties(beginCluster(of));
      this.#countJoined(preceding);
      return detachedMark;
    }
    this.#countJoined(preceding);
    if (of === kind.textSelector && canBecomeText(before)) this.#last.narrow();
    return packProperties(joined) | joins;
  }

  /** A code point joins the character before it. */
  #countJoined(preceding: number): void {
    this.#joined = (preceding & joins) === 0 ? 1 : this.#joined + 1;
    if (this.#joined > maxUnchecked) this.#last.prepareForMark();
  }
}

const firstCombining = 0x300;

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
