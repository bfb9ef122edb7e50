import type { KeyForm } from './key-table.js';

/** The modifiers that are held. */
export interface Held {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}
/** A key with its modifiers: a named one, or a character. */
export interface Key extends Held {
  /** How it is spelled properly, without modifiers. */
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
  /** xterm's: 0 is off, 1 for keys that have no other encoding, 2 for every key with Ctrl or Alt. */
  readonly modifyOtherKeys: number;
  /** 0 writes them as `CSI 27 ; modifier ; code ~`, 1 as `CSI code ; modifier u`. */
  readonly formatOtherKeys: number;
  /** Enter is a line feed too (LNM). */
  readonly newline: boolean;
}
/** A key event: a stroke is a press and a release; a held key repeats. */
export type KeyEvent = 'stroke' | 'press' | 'repeat' | 'release';

/** A modifier parameter, as xterm and kitty count: 1, plus 1 for Shift, 2 for Alt, 4 for Ctrl. */
export const modifierOf = ({ shift, alt, ctrl }: Held): number => 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
