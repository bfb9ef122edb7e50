import type { KeyModes } from '../../terminal/input/key-table.js';

/** The key modes of a program that has enabled only these. */
export const createKeyModes = (enabled: Partial<KeyModes> = {}): KeyModes => ({
  applicationCursorKeys: false,
  applicationKeypad: false,
  newline: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  formatOtherKeys: 0,
  ...enabled,
});
