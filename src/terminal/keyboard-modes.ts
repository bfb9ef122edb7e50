import type { KeyModes } from './input/key-types.js';
import { onReset, onSoftReset } from './parser-hooks.js';
import type { QueryParams } from './queries/terminal-state.js';
import type { SequenceParser } from './xterm/terminal.js';

/** Options of `KeyboardSettings`. */
export interface KeyboardOptions {
  /** Receives replies to the program's queries; returns false when there is no room. */
  answer(text: string): unknown;
  isAlternate(): boolean;
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

  constructor(parser: SequenceParser, { answer, isAlternate }: KeyboardOptions) {
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
    handleSetting('=', 'u', (flags, how) => this.#flags.set(flags & allFlags, how));
    handleSetting('>', 'u', (flags) => this.#flags.push(flags & allFlags));
    handleSetting('<', 'u', (count) => this.#flags.pop(count || 1));
    handleSequence('?', 'u', () => answer(`\x1b[?${this.#flags.now}u`) !== false);
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
