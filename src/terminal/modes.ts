/** How keys, pastes and the like must be encoded right now. */
export interface InputModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
}
/** The modes that @xterm/headless tells. */
interface PublicModes {
  readonly applicationCursorKeysMode: boolean;
  readonly applicationKeypadMode: boolean;
  readonly bracketedPasteMode: boolean;
  readonly insertMode: boolean;
  readonly mouseTrackingMode: string;
  readonly originMode: boolean;
  readonly reverseWraparoundMode: boolean;
  readonly sendFocusMode: boolean;
  readonly synchronizedOutputMode: boolean;
  readonly wraparoundMode: boolean;
}

/** What input has to obey. */
export const inputModesOf = (modes: PublicModes): InputModes => ({
  applicationCursorKeys: modes.applicationCursorKeysMode,
  applicationKeypad: modes.applicationKeypadMode,
  bracketedPaste: modes.bracketedPasteMode,
  focusEvents: modes.sendFocusMode,
});

/** Every mode that can be told, and the kind of mouse tracking. */
export const namedModesOf = (modes: PublicModes): Readonly<Record<string, boolean | string>> => ({
  ...inputModesOf(modes),
  mouseTracking: modes.mouseTrackingMode,
  insert: modes.insertMode,
  origin: modes.originMode,
  reverseWraparound: modes.reverseWraparoundMode,
  wraparound: modes.wraparoundMode,
  synchronizedOutput: modes.synchronizedOutputMode,
});
