import { InvalidParamError } from '../../base/errors.js';
import type { VisibleProgram } from '../program/program.js';
import { Baseline } from './baseline.js';
import { SettleTimer } from './settle-timer.js';
import { TypedLine } from './typed-line.js';
import { TypedText } from './typed-text.js';

// Marks are small, but nothing that a client can create is unbounded.
const maxMarks = 100;
// A client that waits for the reaction to an input sees this many synchronized updates before its wait.
const maxFrames = 100;

/** Rejects a `since` that cannot be a mark, whatever marks there are. */
export function checkSince(since: string): void {
  if (!['any', 'now', 'lastInput'].includes(since) && !/^mark-\d+$/.test(since)) throw createUnknownMarkError(since);
}

const createUnknownMarkError = (since: string): InvalidParamError =>
  new InvalidParamError(
    '/since',
    `Unknown mark ${JSON.stringify(since)}. Expected "any", "now", "lastInput" or a name returned by \`mark\`.`,
  );

/** The baselines of a program: its launch, its last input, and the marks of the client. */
export class BaselineStore {
  readonly #program: VisibleProgram;
  /** The blank screen of the launch, or the screen to which the session was attached: all that is displayed later is new. */
  readonly #launch: Baseline;
  #lastInput: Baseline;
  readonly #typed = new TypedText();
  readonly #marks = new Map<string, Baseline>();
  /** How many marks the session has created. */
  #count: number;

  /** Marks of an earlier program stay known: everything in this program is new since any of them. */
  constructor(program: VisibleProgram, earlier?: BaselineStore) {
    const { emulator } = program;
    this.#program = program;
    this.#launch = program.isForeign === true ? new Baseline(emulator) : Baseline.createAtLaunch(emulator);
    this.#lastInput = this.#launch;
    this.#count = earlier === undefined ? 0 : earlier.#count;
    for (const name of earlier === undefined ? [] : earlier.#marks.keys()) this.#marks.set(name, this.#launch);
    emulator.synchronization.ended.on(() => {
      emulator.history.settle();
      this.#keepFrame();
    });
    new SettleTimer(program);
  }

  /**
   * These bytes are about to be written to the program, which will not echo what was typed if `hasNoEcho`. Returns what to
   * call if its terminal refuses them.
   */
  noteInput(bytes: Buffer, hasNoEcho = false): () => void {
    const { emulator } = this.#program;
    const before = this.#lastInput;
    const typed = this.#typed.accept(bytes);
    this.#lastInput = new Baseline(emulator, () =>
      typed === undefined
        ? undefined
        : TypedLine.find(emulator, typed, { hasNoEcho, captureTyping: () => before.capture() }),
    );
    emulator.history.submitted = this.#lastInput.submitted;
    return () => {
      this.#lastInput = before;
      emulator.history.submitted = before.submitted;
    };
  }

  /** Creates a mark, and drops the oldest one if there are too many. */
  mark(): string {
    this.#count += 1;
    const name = `mark-${this.#count}`;
    this.#marks.set(name, new Baseline(this.#program.emulator));
    const [oldest] = this.#marks.keys();
    if (this.#marks.size > maxMarks && oldest !== undefined) this.#marks.delete(oldest);
    return name;
  }

  /** The baseline that `since` names; undefined for `any`. */
  find(since: string): Baseline | undefined {
    if (since === 'any') return undefined;
    if (since === 'now') return new Baseline(this.#program.emulator);
    if (since === 'lastInput') return this.#lastInput;
    const mark = this.#marks.get(since);
    if (mark === undefined) throw createUnknownMarkError(since);
    return mark;
  }

  #keepFrame(): void {
    const { frames } = this.#lastInput;
    frames.push({ lines: this.#program.emulator.buffers.getVisibleLines(), isNew: this.#lastInput.capture() });
    if (frames.length > maxFrames) frames.shift();
  }
}
