import { decodePen, isDark, type Style } from '../../screen/style.js';
import type { KeyModes } from '../input/key-types.js';
import type { Core } from '../xterm/internals.js';
import type { ProgramColors } from './program-colors.js';
import type { ModeSwitches, TerminalState } from './terminal-state.js';

// xterm.js sets this bit only while something is underlined, but always stores the underline color.
const extendedBit = 1 << 28;
const cursorStyles: Readonly<Record<string, number>> = { block: 2, underline: 4, bar: 6 };

/** State that our terminal tracks and xterm.js does not. */
export interface TerminalModes {
  readonly modes: KeyModes;
  readonly isReversed: boolean;
  /** Which mouse modes are on, other than the tracking modes. */
  readonly mouse: { readonly switches: Readonly<Record<number, boolean>> };
}

/** The state of a terminal at the byte that is being parsed. */
export class LiveTerminalState implements TerminalState {
  readonly version: string;
  readonly #core: Core;
  readonly #terminal: TerminalModes;
  readonly #colors: ProgramColors;

  constructor(core: Core, terminal: TerminalModes, version: string, colors: ProgramColors) {
    this.version = version;
    this.#core = core;
    this.#terminal = terminal;
    this.#colors = colors;
  }

  get cols(): number {
    return this.#core.cols;
  }

  get rows(): number {
    return this.#core.rows;
  }

  get cursor(): TerminalState['cursor'] {
    const { x, y } = this.#core.buffers.active;
    // While a wrap is pending, x is past the last column, but the cursor is still in it.
    return { row: y, col: Math.min(x, this.cols - 1) };
  }

  get region(): TerminalState['region'] {
    const { scrollTop, scrollBottom } = this.#core.buffers.active;
    return { top: scrollTop, bottom: scrollBottom };
  }

  get isOriginMode(): boolean {
    return this.#core.coreService.decPrivateModes.origin;
  }

  get style(): Style {
    const { fg, bg, extended } = this.#core._inputHandler._curAttrData;
    return decodePen(fg, bg | extendedBit, extended._ext);
  }

  get isProtected(): boolean {
    return this.#core._inputHandler._curAttrData.isProtected() !== 0;
  }

  get cursorStyle(): number {
    const { cursorStyle = 'block' } = this.#core.coreService.decPrivateModes;
    return (cursorStyles[cursorStyle] ?? 2) - (this.#isBlinking ? 1 : 0);
  }

  get isDark(): boolean {
    return isDark(this.#colors.getColor('background'));
  }

  get keys(): KeyModes {
    return this.#terminal.modes;
  }

  get modes(): ModeSwitches {
    const { coreService, coreMouseService, buffers, optionsService } = this.#core;
    const { decPrivateModes: dec, modes: ansi, isCursorHidden } = coreService;
    const tracking = coreMouseService.activeProtocol;
    const isAlternate = buffers.active !== buffers.normal;
    return {
      ansi: { 4: ansi.insertMode, 20: optionsService.rawOptions.convertEol },
      dec: {
        1: dec.applicationCursorKeys,
        5: this.#terminal.isReversed,
        6: dec.origin,
        7: dec.wraparound,
        9: tracking === 'X10',
        12: this.#isBlinking,
        25: !isCursorHidden,
        45: dec.reverseWraparound,
        47: isAlternate,
        66: dec.applicationKeypad,
        1000: tracking === 'VT200',
        1002: tracking === 'DRAG',
        1003: tracking === 'ANY',
        1004: dec.sendFocus,
        1047: isAlternate,
        1049: isAlternate,
        2004: dec.bracketedPasteMode,
        2026: dec.synchronizedOutput,
        ...this.#terminal.mouse.switches,
      },
    };
  }

  get #isBlinking(): boolean {
    const { coreService, optionsService } = this.#core;
    return coreService.decPrivateModes.cursorBlink ?? optionsService.rawOptions.cursorBlink;
  }
}
