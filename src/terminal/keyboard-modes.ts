import type { KeyModes } from '../input/key-types.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onReset, onSoftReset } from './parser-hooks.js';
import type { QueryParams } from './queries/terminal-state.js';

/** What KeyboardSettings are made with. */
export interface KeyboardOptions {
  /** Gets what the terminal replies to the program's questions; false when there is no room for it. */
  answer(text: string): unknown;
  isAlternate(): boolean;
}

// All that the kitty keyboard protocol defines.
const everyFlag = 31;
// A program that only pushes shall not fill the memory.
const maxPushed = 32;
// The only one of xterm's modifier resources that can be set here.
const otherKeys = 4;

// No parameter here has parts of its own.
const numberOf = (param: QueryParams[number] | undefined): number => (typeof param === 'number' ? param : 0);

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
    if (this.#pushed.length > maxPushed) this.#pushed.shift();
    this.now = flags;
  }

  pop(count: number): void {
    const kept = Math.max(0, this.#pushed.length - count);
    this.now = count > this.#pushed.length ? 0 : (this.#pushed[kept] ?? this.now);
    this.#pushed.length = kept;
  }
}

/** What a program asked keys to look like, beyond what xterm.js keeps: the kitty keyboard protocol and modifyOtherKeys. */
export class KeyboardSettings {
  readonly #isAlternate: () => boolean;
  #main = new Flags();
  #alternate = new Flags();
  #modifyOtherKeys = 0;
  #formatOtherKeys = 0;

  constructor(parser: SequenceParser, { answer, isAlternate }: KeyboardOptions) {
    this.#isAlternate = isAlternate;
    const on = (prefix: string, final: string, handle: (first: number, second: number) => boolean): void => {
      parser.registerCsiHandler({ prefix, final }, ([first, second]) => handle(numberOf(first), numberOf(second)));
    };
    const obey = (prefix: string, final: string, handle: (first: number, second: number) => void): void =>
      on(prefix, final, (first, second) => {
        handle(first, second);
        return true;
      });
    obey('=', 'u', (flags, how) => this.#flags.set(flags & everyFlag, how));
    obey('>', 'u', (flags) => this.#flags.push(flags & everyFlag));
    obey('<', 'u', (count) => this.#flags.pop(count || 1));
    on('?', 'u', () => answer(`\x1b[?${this.#flags.now}u`) !== false);
    obey('>', 'm', (resource, value) => this.#setOtherKeys(resource, value));
    obey('>', 'n', (resource) => this.#setOtherKeys(resource, 0));
    obey('>', 'f', (resource, value) => this.#setFormat(resource, value));
    // The other resources are not kept, so nothing true can be said of them.
    const tell = (final: string, toldFinal: string, value: () => number): void =>
      on(
        '?',
        final,
        (resource) => resource === otherKeys && answer(`\x1b[>${otherKeys};${value()}${toldFinal}`) !== false,
      );
    tell('m', 'm', () => this.#modifyOtherKeys);
    tell('g', 'f', () => this.#formatOtherKeys);
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

  // Without a resource all of them are set back.
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
