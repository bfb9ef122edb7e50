import { Emitter } from '../base/emitter.js';
import type { KeyModes } from './input/key-table.js';
import type { MouseEncoding } from './input/mouse.js';
import { onPrivateModes, onReset, onSoftReset } from './osc.js';
import type { QueryParams } from './queries/terminal-state.js';
import type { SequenceParser, XtermTerminal } from './xterm/terminal.js';

/** Options of `KeyboardSettings`. */
interface KeyboardOptions {
  /** Receives replies to the program's queries; returns false when there is no room. */
  answer(text: string): unknown;
  isAlternate(): boolean;
  /** Whether programs can use the kitty keyboard protocol (default: true). */
  readonly hasKitty?: boolean | undefined;
}

// All that the kitty keyboard protocol defines.
const allFlags = 31;
// Limits the memory for a program that pushes without popping.
const maxStackSize = 32;
// The only one of xterm's modifier resources that is supported.
const otherKeys = 4;

// No parameter of these sequences has sub-parameters.
const toNumber = (param: QueryParams[number] | undefined): number => (typeof param === 'number' ? param : 0);

/** The kitty keyboard flags of one screen. */
class Flags {
  now = 0;
  readonly #pushed: number[] = [];

  /** The flags and the size of the stack in words; empty if there are none. */
  get words(): string {
    if (this.now === 0 && this.#pushed.length === 0) return '';
    return `flags ${this.now}${this.#pushed.length === 0 ? '' : `, ${this.#pushed.length} pushed`}`;
  }

  set(flags: number, how: number): void {
    if (how === 2) this.now |= flags;
    else if (how === 3) this.now &= ~flags;
    else this.now = flags;
  }

  push(flags: number): void {
    this.#pushed.push(this.now);
    if (this.#pushed.length > maxStackSize) this.#pushed.shift();
    this.now = flags;
  }

  pop(count: number): void {
    const kept = Math.max(0, this.#pushed.length - count);
    this.now = count > this.#pushed.length ? 0 : (this.#pushed[kept] ?? this.now);
    this.#pushed.length = kept;
  }
}

/** Keyboard modes that xterm.js does not track: the kitty keyboard protocol and modifyOtherKeys. */
export class KeyboardSettings {
  readonly #isAlternate: () => boolean;
  #main = new Flags();
  #alternate = new Flags();
  #modifyOtherKeys = 0;
  #formatOtherKeys = 0;

  constructor(parser: SequenceParser, { answer, isAlternate, hasKitty = true }: KeyboardOptions) {
    this.#isAlternate = isAlternate;
    const handleSequence = (
      prefix: string,
      final: string,
      handle: (first: number, second: number) => boolean,
    ): void => {
      parser.registerCsiHandler({ prefix, final }, ([first, second]) => handle(toNumber(first), toNumber(second)));
    };
    const handleSetting = (prefix: string, final: string, handle: (first: number, second: number) => void): void =>
      handleSequence(prefix, final, (first, second) => {
        handle(first, second);
        return true;
      });
    if (hasKitty) {
      handleSetting('=', 'u', (flags, how) => this.#flags.set(flags & allFlags, how));
      handleSetting('>', 'u', (flags) => this.#flags.push(flags & allFlags));
      handleSetting('<', 'u', (count) => this.#flags.pop(count || 1));
      handleSequence('?', 'u', () => answer(`\x1b[?${this.#flags.now}u`) !== false);
    }
    handleSetting('>', 'm', (resource, value) => this.#setOtherKeys(resource, value));
    handleSetting('>', 'n', (resource) => this.#setOtherKeys(resource, 0));
    handleSetting('>', 'f', (resource, value) => this.#setFormat(resource, value));
    // The other resources are not tracked, so queries for them are not answered.
    const handleQuery = (final: string, replyFinal: string, value: () => number): void =>
      handleSequence(
        '?',
        final,
        (resource) => resource === otherKeys && answer(`\x1b[>${otherKeys};${value()}${replyFinal}`) !== false,
      );
    handleQuery('m', 'm', () => this.#modifyOtherKeys);
    handleQuery('g', 'f', () => this.#formatOtherKeys);
    onReset(parser, () => {
      this.#main = new Flags();
      this.#alternate = new Flags();
      this.#resetOtherKeys();
    });
    onSoftReset(parser, () => this.#resetOtherKeys());
  }

  get modes(): Pick<KeyModes, 'kittyKeyboard' | 'modifyOtherKeys' | 'formatOtherKeys'> {
    return {
      kittyKeyboard: this.#flags.now,
      modifyOtherKeys: this.#modifyOtherKeys,
      formatOtherKeys: this.#formatOtherKeys,
    };
  }

  /** The kitty keyboard flags and stacks of both screens in words; `none` without any. */
  get kittyStacks(): string {
    const [main, alternate] = [this.#main.words, this.#alternate.words];
    if (alternate === '') return main === '' ? 'none' : main;
    return `${main === '' ? '' : `${main}; `}alternate screen: ${alternate}`;
  }

  get #flags(): Flags {
    return this.#isAlternate() ? this.#alternate : this.#main;
  }

  // Without a resource, all of them are reset.
  #setOtherKeys(resource: number, value: number): void {
    if (resource === otherKeys) this.#modifyOtherKeys = Math.min(value, 2);
    else if (resource === 0 && value === 0) this.#modifyOtherKeys = 0;
  }

  #setFormat(resource: number, value: number): void {
    if (resource === otherKeys) this.#formatOtherKeys = Math.min(value, 1);
    else if (resource === 0 && value === 0) this.#formatOtherKeys = 0;
  }

  #resetOtherKeys(): void {
    this.#modifyOtherKeys = 0;
    this.#formatOtherKeys = 0;
  }
}

/** Modes that determine how input is encoded. */
export interface InputModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
}
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

const encodings: Readonly<Record<number, MouseEncoding>> = {
  1005: 'utf8',
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgrPixels',
};
const alternateScroll = 1007;

/** Mouse modes that xterm.js does not track: all encodings, and whether the wheel sends arrow keys. */
export class MouseSettings {
  encoding: MouseEncoding = 'default';
  /** Without mouse tracking, the wheel sends arrow keys in the alternate screen (mode 1007). */
  alternateScroll = false;

  constructor(parser: SequenceParser) {
    onPrivateModes(parser, (modes, isOn) => {
      for (const mode of modes) this.#switch(Number(mode), isOn);
    });
    onReset(parser, () => {
      this.encoding = 'default';
      this.alternateScroll = false;
    });
  }

  /** The modes by name. */
  get named(): Readonly<Record<string, boolean | string>> {
    return { mouseEncoding: this.encoding, alternateScroll: this.alternateScroll };
  }

  /** Which modes are on, by number. */
  get switches(): Readonly<Record<number, boolean>> {
    const isOn = Object.entries(encodings).map(([mode, encoding]) => [mode, this.encoding === encoding] as const);
    return { ...Object.fromEntries(isOn), [alternateScroll]: this.alternateScroll };
  }

  // As in xterm, the last encoding wins, and only resetting its own mode disables it.
  #switch(mode: number, isOn: boolean): void {
    if (mode === alternateScroll) this.alternateScroll = isOn;
    const encoding = encodings[mode];
    if (encoding === undefined) return;
    if (isOn) this.encoding = encoding;
    else if (this.encoding === encoding) this.encoding = 'default';
  }
}

const reverseScreen = 5;
// The modes with a setting of their own, those that are no setting (cursor blinking, 8-bit Meta, a saved cursor), and
// those that are always on.
const namedModes: ReadonlySet<number> = new Set([
  ...[1, reverseScreen, 6, 7, 9, 25, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004, 2026],
  ...[12, 1034, 1048],
  ...[2, 8, 1036, 1039, 1046, 2027],
]);
// Limits the memory for a program that enables every number.
const maxOtherModes = 1000;

/**
 * Tracks private modes that xterm.js does not: whether foreground and background of the whole screen are swapped
 * (DECSCNM), and which modes without a name are on.
 */
export class OtherModes {
  isReversed = false;
  readonly #on = new Set<number>();

  constructor(parser: SequenceParser) {
    onPrivateModes(parser, (modes, isOn) => {
      for (const mode of modes) this.#switch(Number(mode), isOn);
    });
    onReset(parser, () => {
      this.isReversed = false;
      this.#on.clear();
    });
  }

  /** The numbers of the modes without a name that are on, such as `7727 2031`; `none` without any. */
  get numbers(): string {
    return this.#on.size === 0 ? 'none' : [...this.#on].join(' ');
  }

  #switch(mode: number, isOn: boolean): void {
    if (mode === reverseScreen) this.isReversed = isOn;
    else if (!isOn) this.#on.delete(mode);
    else if (!namedModes.has(mode) && this.#on.size < maxOtherModes) this.#on.add(mode);
  }
}

const synchronizedOutput = 2026;
/** An update that takes longer than this no longer hides the screen. */
const maxFrameMs = 150;

/** Tracks a program's synchronized updates (mode 2026): their output is to be shown only when they are complete. */
export class Synchronization {
  /** Fires while the byte that begins an update is being parsed. */
  readonly began = new Emitter();
  /** Fires while the byte that ends an update is being parsed. */
  readonly ended = new Emitter();
  /** Completed updates. */
  repaints = 0;
  readonly #isOpen: () => boolean;
  #startedAt = 0;

  /** `isOpen` returns whether the terminal is in an update. */
  constructor(parser: SequenceParser, isOpen: () => boolean) {
    this.#isOpen = isOpen;
    onPrivateModes(parser, (modes, isOn) => {
      if (!modes.includes(synchronizedOutput)) return;
      if (isOn) this.#begin();
      else this.#end();
    });
    onReset(parser, () => this.#end());
    onSoftReset(parser, () => this.#end());
  }

  /** Whether an update has begun and not ended. */
  get isOpen(): boolean {
    return this.#isOpen();
  }

  /** How long the current update may still hide output; 0 outside an update. */
  get remainingMs(): number {
    return this.#isOpen() ? Math.max(0, this.#startedAt + maxFrameMs - performance.now()) : 0;
  }

  #begin(): void {
    if (this.#isOpen()) return;
    this.#startedAt = performance.now();
    this.began.fire();
  }

  #end(): void {
    if (!this.#isOpen()) return;
    this.repaints += 1;
    this.ended.fire();
  }
}
