import type { Terminal } from '../xterm/terminal.js';

/** How keys, pastes and the like must be encoded right now. */
export interface InputModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
}
/** What input has to obey. */
export const inputModesOf = (modes: Terminal['modes']): InputModes => ({
  applicationCursorKeys: modes.applicationCursorKeysMode,
  applicationKeypad: modes.applicationKeypadMode,
  bracketedPaste: modes.bracketedPasteMode,
  focusEvents: modes.sendFocusMode,
});

/** Every mode that can be told, and the kind of mouse tracking. */
export const namedModesOf = (modes: Terminal['modes']): Readonly<Record<string, boolean | string>> => ({
  ...inputModesOf(modes),
  mouseTracking: modes.mouseTrackingMode,
  insert: modes.insertMode,
  origin: modes.originMode,
  reverseWraparound: modes.reverseWraparoundMode,
  wraparound: modes.wraparoundMode,
  synchronizedOutput: modes.synchronizedOutputMode,
});
