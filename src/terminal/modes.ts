import type { XtermTerminal } from './xterm/terminal.js';

/** Modes that determine how input is encoded. */
export interface InputModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
}
/** The current input modes of a terminal. */
export const toInputModes = (modes: XtermTerminal['modes']): InputModes => ({
  applicationCursorKeys: modes.applicationCursorKeysMode,
  applicationKeypad: modes.applicationKeypadMode,
  bracketedPaste: modes.bracketedPasteMode,
  focusEvents: modes.sendFocusMode,
});

/** All modes that are reported to clients, and the kind of mouse tracking. */
export const toNamedModes = (modes: XtermTerminal['modes']): Readonly<Record<string, boolean | string>> => ({
  ...toInputModes(modes),
  mouseTracking: modes.mouseTrackingMode,
  insert: modes.insertMode,
  origin: modes.originMode,
  reverseWraparound: modes.reverseWraparoundMode,
  wraparound: modes.wraparoundMode,
  synchronizedOutput: modes.synchronizedOutputMode,
});
