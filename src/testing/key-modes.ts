import type { KeyModes } from '../input/key-types.js';

/** What keys look like to a program that asked for nothing but this. */
export const keyModes = (asked: Partial<KeyModes> = {}): KeyModes => ({
  applicationCursorKeys: false,
  applicationKeypad: false,
  newline: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  formatOtherKeys: 0,
  ...asked,
});
