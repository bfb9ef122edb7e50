import type { Colors, Style } from '../../screen/style.js';
import type { KeyModes } from '../input/key-types.js';

/** How a terminal identifies itself, independent of the program. */
export interface Profile {
  readonly version: string;
  /** The initial colors. */
  readonly colors: Colors;
}

/** The state of a terminal at the moment of a query. */
export interface TerminalState {
  readonly version: string;
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
/** Which modes are on, by number. */
export interface ModeSwitches {
  readonly ansi: Readonly<Record<number, boolean>>;
  readonly dec: Readonly<Record<number, boolean>>;
}

/** Parameters of a control sequence; one with sub-parameters (colons) is an array. */
export type QueryParams = readonly (number | readonly number[])[];
