import { Emitter } from '../async/emitter.js';
import type { SequenceParser } from '../xterm/terminal.js';
import { onPrivateModes, onReset, onSoftReset } from './parser-hooks.js';

const synchronizedOutput = 2026;
/** A program that begins a frame and does not end it within this time is looked at all the same. */
const maxFrameMs = 150;

/** The synchronized updates (mode 2026) of a program: what it draws in one of them is to be seen only at its end. */
export class Synchronization {
  /** An update begins at the very byte that is being parsed. */
  readonly began = new Emitter();
  /** An update ends at the very byte that is being parsed. */
  readonly ended = new Emitter();
  /** Completed updates. */
  repaints = 0;
  readonly #isOpen: () => boolean;
  #startedAt = 0;

  /** `isOpen` tells whether the terminal is in an update. */
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

  /** How long an update may still hide what the program draws; 0 outside of one. */
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
