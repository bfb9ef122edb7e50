import { Emitter } from '../base/emitter.js';
import { onPrivateModes, onReset, onSoftReset } from './parser-hooks.js';
import type { SequenceParser } from './xterm/terminal.js';

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
