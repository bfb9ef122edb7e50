import { type Colors, isDark } from '../../base/colors.js';
import { decodePen, type Style } from '../../screen/style.js';
import { encodeLegacy } from '../input/key-protocols.js';
import type { KeyModes } from '../input/key-table.js';
import { parseKey } from '../input/keys.js';
import type { Core } from '../xterm/internals.js';
import { type Identity, profiles } from './profiles.js';
import type { ProgramColors } from './program-colors.js';

/** Parameters of a control sequence; one with sub-parameters (colons) is an array. */
export type QueryParams = readonly (number | readonly number[])[];

/** Which modes are on, by number. */
export interface ModeSwitches {
  readonly ansi: Readonly<Record<number, boolean>>;
  readonly dec: Readonly<Record<number, boolean>>;
}

/** How a terminal identifies itself, independent of the program. */
export interface Profile {
  readonly version: string;
  /** The initial colors. */
  readonly colors: Colors;
  /** Which terminal it claims to be (default: `xterm-256color`). */
  readonly identity?: Identity;
}

/** The state of a terminal at the moment of a query. */
export interface TerminalState {
  readonly version: string;
  /** What it says about itself. */
  readonly identity: Identity;
  readonly cols: number;
  readonly rows: number;
  /** 0-based, on the screen. */
  readonly cursor: { readonly row: number; readonly col: number };
  /** The scroll region, 0-based, both rows included. */
  readonly region: { readonly top: number; readonly bottom: number };
  /** Rows are counted from the top of the region (DECOM). */
  readonly isOriginMode: boolean;
  /** The style of the next character. */
  readonly style: Style;
  /** Whether the next character is protected from selective erase (DECSCA). */
  readonly isProtected: boolean;
  /** The DECSCUSR value, from 1 to 6. */
  readonly cursorStyle: number;
  /** Whether the background is dark. */
  readonly isDark: boolean;
  /** Modes that programs can switch. */
  readonly modes: ModeSwitches;
  readonly keys: KeyModes;
}

/** State that our terminal tracks and xterm.js does not. */
interface TerminalModes {
  readonly modes: KeyModes;
  readonly isReversed: boolean;
  /** Which mouse modes are on, other than the tracking modes. */
  readonly mouse: { readonly switches: Readonly<Record<number, boolean>> };
}

// xterm.js sets this bit only while something is underlined, but always stores the underline color.
const extendedBit = 1 << 28;
const cursorStyles: Readonly<Record<string, number>> = { block: 2, underline: 4, bar: 6 };

/** The style of the next character. */
export function readPen(core: Core): Style {
  const { fg, bg, extended } = core._inputHandler._curAttrData;
  return decodePen(fg, bg | extendedBit, extended._ext);
}

/** The state of a terminal at the byte that is being parsed. */
export class LiveTerminalState implements TerminalState {
  readonly version: string;
  readonly identity: Identity;
  readonly #core: Core;
  readonly #terminal: TerminalModes;
  readonly #colors: ProgramColors;

  constructor(core: Core, terminal: TerminalModes, { version, identity }: Profile, colors: ProgramColors) {
    this.version = version;
    this.identity = identity ?? profiles['xterm-256color'];
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
    return readPen(this.#core);
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

// terminfo and termcap names; a boolean capability has an empty value.
const capabilities: Readonly<Record<string, string>> = {
  Su: '',
  Smulx: '\x1b[4:%p1%dm',
  smxx: '\x1b[9m',
  rmxx: '\x1b[29m',
  Smol: '\x1b[53m',
  Rmol: '\x1b[55m',
  Ss: '\x1b[%p1%d q',
  Se: '\x1b[2 q',
  Cs: '\x1b]12;%p1%s\x07',
  Cr: '\x1b]112\x07',
  Ms: '\x1b]52;%p1%s;%p2%s\x07',
  E3: '\x1b[3J',
  Sync: '\x1b[?2026%?%p1%{1}%-%tl%eh%;',
  BE: '\x1b[?2004h',
  BD: '\x1b[?2004l',
  PS: '\x1b[200~',
  PE: '\x1b[201~',
  fe: '\x1b[?1004h',
  fd: '\x1b[?1004l',
  kxIN: '\x1b[I',
  kxOUT: '\x1b[O',
  XR: '\x1b[>0q',
  RV: '\x1b[>c',
};
const trueColorCapabilities: Readonly<Record<string, string>> = {
  RGB: '8/8/8',
  Tc: '',
  Setulc: '\x1b[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m',
  setrgbf: '\x1b[38:2:%p1%d:%p2%d:%p3%dm',
  setrgbb: '\x1b[48:2:%p1%d:%p2%d:%p3%dm',
};
// Capabilities whose value is the current encoding of a key, which depends on the modes.
const keys: Readonly<Record<string, string>> = {
  ...assignAll(['ku', 'kcuu1'], 'Up'),
  ...assignAll(['kd', 'kcud1'], 'Down'),
  ...assignAll(['kr', 'kcuf1'], 'Right'),
  ...assignAll(['kl', 'kcub1'], 'Left'),
  ...assignAll(['kh', 'khome'], 'Home'),
  ...assignAll(['@7', 'kend'], 'End'),
  ...assignAll(['kI', 'kich1'], 'Insert'),
  ...assignAll(['kD', 'kdch1'], 'Delete'),
  ...assignAll(['kP', 'kpp'], 'PageUp'),
  ...assignAll(['kN', 'knp'], 'PageDown'),
  ...assignAll(['kb', 'kbs'], 'Backspace'),
  ...assignAll(['kB', 'kcbt'], 'Shift+Tab'),
  ...assignAll(['%i', 'kRIT'], 'Shift+Right'),
  ...assignAll(['#4', 'kLFT'], 'Shift+Left'),
  ...assignAll(['kri'], 'Shift+Up'),
  ...assignAll(['kind'], 'Shift+Down'),
  ...assignAll(['#2', 'kHOM'], 'Shift+Home'),
  ...assignAll(['*7', 'kEND'], 'Shift+End'),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [`k${number}`, `F${number}`])),
  'k;': 'F10',
  F1: 'F11',
  F2: 'F12',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`kf${index + 1}`, `F${index + 1}`])),
};

function assignAll(names: readonly string[], value: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** One reply to XTGETTCAP for each requested capability, in order. */
export function* createCapabilityReports(requested: string, state: TerminalState): Iterable<string> {
  for (const hex of requested.split(';')) yield createCapabilityReport(hex, state);
}

function createCapabilityReport(hex: string, state: TerminalState): string {
  const name = isHex(hex) ? Buffer.from(hex, 'hex').toString('latin1') : undefined;
  const value = name === undefined ? undefined : findCapability(name, state);
  if (value === undefined) return `\x1bP0+r${isHex(hex) ? hex : ''}\x1b\\`;
  const coded = value === '' ? '' : `=${Buffer.from(value).toString('hex').toUpperCase()}`;
  return `\x1bP1+r${hex}${coded}\x1b\\`;
}

// Only hexadecimal digits are echoed; otherwise a program could make its terminal send arbitrary input.
const isHex = (text: string): boolean => /^(?:[0-9a-f]{2}){1,64}$/i.test(text);

function findCapability(name: string, state: TerminalState): string | undefined {
  const { term, terminfoColors, colors } = state.identity;
  if (name === 'TN' || name === 'name') return term;
  if (name === 'Co' || name === 'colors') return terminfoColors;
  if (Object.hasOwn(trueColorCapabilities, name))
    return colors === 'truecolor' ? trueColorCapabilities[name] : undefined;
  if (Object.hasOwn(capabilities, name)) return capabilities[name];
  if (Object.hasOwn(keys, name)) return encodeLegacy(parseKey(keys[name] as string), state.keys);
  return undefined;
}
