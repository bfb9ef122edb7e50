import type { KeyForm } from './key-table.js';

/** The modifiers that are pressed. */
export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}
/** A named key or a character, with its modifiers. */
export interface Key extends Modifiers {
  /** The primary name, without modifiers. */
  readonly name: string;
  /** Undefined for a character. */
  readonly form: KeyForm | undefined;
}

/** The keyboard modes that the program has set. */
export interface KeyModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  /** The flags of the kitty keyboard protocol; 0 is off. */
  readonly kittyKeyboard: number;
  /** xterm's modifyOtherKeys: 0 is off, 1 for keys that have no other encoding, 2 for every key with Ctrl or Alt. */
  readonly modifyOtherKeys: number;
  /** The format of such keys: 0 is `CSI 27 ; modifier ; code ~`, 1 is `CSI code ; modifier u`. */
  readonly formatOtherKeys: number;
  /** Enter also sends a line feed (LNM). */
  readonly newline: boolean;
}
/** A key event: a stroke is a press and a release; a held key repeats. */
export type KeyEvent = 'stroke' | 'press' | 'repeat' | 'release';

/** The modifier parameter of xterm and kitty: 1, plus 1 for Shift, 2 for Alt and 4 for Ctrl. */
export const encodeModifiers = ({ shift, alt, ctrl }: Modifiers): number =>
  1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
