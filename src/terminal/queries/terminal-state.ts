import type { KeyModes } from '../../input/key-types.js';
import type { Colors } from '../../screen/colors.js';
import type { Style } from '../../screen/style.js';

/** What a terminal says of itself, whatever a program does. */
export interface Profile {
  readonly version: string;
  /** The colors it begins with. */
  readonly colors: Colors;
}

/** What a terminal is at the moment of a question. */
export interface TerminalState {
  readonly version: string;
  readonly cols: number;
  readonly rows: number;
  /** 0-based, on the screen. */
  readonly cursor: { readonly row: number; readonly col: number };
  /** The rows that scroll, 0-based, both included. */
  readonly region: { readonly top: number; readonly bottom: number };
  /** Rows are counted from the top of the region (DECOM). */
  readonly isOriginMode: boolean;
  /** How the next character will look. */
  readonly style: Style;
  /** Whether the next character will be protected from selective erasing (DECSCA). */
  readonly isProtected: boolean;
  /** As DECSCUSR counts them, from 1 to 6. */
  readonly cursorStyle: number;
  /** Whether the background is dark. */
  readonly isDark: boolean;
  /** The modes that can be on or off, by number, and whether they are on. */
  readonly modes: ModeSwitches;
  readonly keys: KeyModes;
}
/** Which modes are on, by number. */
export interface ModeSwitches {
  readonly ansi: Readonly<Record<number, boolean>>;
  readonly dec: Readonly<Record<number, boolean>>;
}

/** Parameters of a control sequence; those behind colons are a list of their own. */
export type QueryParams = readonly (number | readonly number[])[];
