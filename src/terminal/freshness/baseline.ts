// Which text is new: since the launch, the last input, a mark, or the submission of a line.
import { callAfterOutput } from '../../base/deadline.js';
import type { Emitter } from '../../base/emitter.js';
import { InvalidParamError } from '../../base/errors.js';
import type { Line } from '../../screen/line.js';
import { hasCell, type TextRange } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import type { Emulator } from '../emulator.js';
import { type DisplayedLine, styleAgeAt, textAgeAt } from './displayed-changes.js';
import { TypedLine } from './typed-line.js';

/** The program on whose terminal the baselines are. */
interface BaselineProgram {
  readonly emulator: Emulator;
  readonly exit: object | undefined;
  readonly isForeign?: boolean;
  readonly changed: Emitter;
  readonly exited: Emitter;
}

/** Whether a match has cells that changed since a baseline: their text, or with `hasStyle` their text or style. */
export type IsNew = (match: TextRange, hasStyle: boolean) => boolean;

/** What was displayed at the end of a synchronized update, and what of it was new. */
export interface DisplayedFrame {
  readonly lines: readonly Line[];
  readonly isNew: IsNew;
}

// Marks are small, but nothing that a client can create is unbounded.
const maxMarks = 100;
// A client that waits for the reaction to an input sees this many synchronized updates before its wait.
const maxFrames = 100;

/** The baselines of a program: its launch, its last input, and the marks of the client. */
export class BaselineStore {
  readonly #program: BaselineProgram;
  /** The blank screen of the launch, or the screen to which the session was attached: all that is displayed later is new. */
  readonly #launch: Baseline;
  #lastInput: Baseline;
  readonly #typed = new TypedText();
  readonly #marks = new Map<string, Baseline>();
  /** How many marks the session has created. */
  #count: number;

  /** Marks of an earlier program stay known: everything in this program is new since any of them. */
  constructor(program: BaselineProgram, earlier?: BaselineStore) {
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

/** Rejects a `since` that cannot be a mark, whatever marks there are. */
export function checkSince(since: string): void {
  if (!['any', 'now', 'lastInput'].includes(since) && !/^mark-\d+$/.test(since)) throw createUnknownMarkError(since);
}

const createUnknownMarkError = (since: string): InvalidParamError =>
  new InvalidParamError(
    '/since',
    `Unknown mark ${JSON.stringify(since)}. Expected "any", "now", "lastInput" or a name returned by \`mark\`.`,
  );

/** The content of the screen at one moment; new matches are determined against it. */
export class Baseline {
  readonly screen: Screen;
  /** How many events there had been. */
  readonly eventCount: number;
  /** The ends of synchronized updates since then, as far as they are kept. */
  readonly frames: DisplayedFrame[] = [];
  readonly #emulator: Emulator;
  readonly #epoch: number;
  readonly #top: number;
  readonly #typed: TypedLine | undefined;

  /** The baseline of a launch: everything that the program displays is new, so nothing has to be remembered. */
  static createAtLaunch(emulator: Emulator): Baseline {
    return new Baseline(emulator, undefined, 0);
  }

  /** `findTyped` finds the line that is being submitted at this moment. */
  constructor(emulator: Emulator, findTyped?: () => TypedLine | undefined, epoch = emulator.history.endEpoch()) {
    this.#emulator = emulator;
    this.#epoch = epoch;
    this.#top = emulator.buffers.top;
    this.#typed = findTyped?.();
    this.eventCount = emulator.events.count;
    this.screen = emulator.getScreen();
  }

  /** The line that was being submitted when it was taken, if that line is known. */
  get submitted(): DisplayedLine | undefined {
    return this.#typed?.line;
  }

  /** Whether a text is the echo of the line that was submitted; `top` is the number of the line in row 0. */
  isEcho(match: TextRange, top: number): boolean {
    return this.#typed?.isTyped(match, top, this.#emulator) === true;
  }

  /** The number of the first line that can contain a new match. */
  get searchFrom(): number {
    return this.#emulator.history.getFirstNewLine(this.#epoch, this.#top);
  }

  /** Determines what is new now, in rows from `firstRow` on; rows above the screen are negative. */
  capture(firstRow = 0): IsNew {
    const { history } = this.#emulator;
    const rows = history.capture(firstRow, this.#typed !== undefined);
    const epoch = this.#epoch;
    const screen = this.#emulator.getScreen();
    const output = this.#typed?.locate(this.#emulator, screen, epoch);
    const isEcho = this.#typed?.findLateEcho(this.#emulator, screen) ?? (() => false);
    const isWritten = (row: number, col: number): boolean => rows.isWrittenSince(epoch, row, col) && !isEcho(row, col);
    return (match, hasStyle) => {
      const ageAt = hasStyle ? styleAgeAt : textAgeAt;
      const isNewCell = (row: number, col: number): boolean =>
        ageAt(rows.agesAt(row), col) > epoch && !isEcho(row, col);
      const isChanged = hasCell(match, screen.lines, isNewCell);
      return isChanged || output?.contains(match, isWritten) === true;
    };
  }
}

// Programs write a screen in several pieces, and on a busy machine some milliseconds pass between them.
const quietMs = 10;
// A program that never pauses still displays what it writes.
const maxBurstMs = 50;

/** Settles the history of a program's cells when its output pauses, and when the program exits. */
class SettleTimer {
  readonly #program: BaselineProgram;
  #startedAt = 0;
  #changedAt = 0;
  #timer: Disposable | undefined;

  constructor(program: BaselineProgram) {
    this.#program = program;
    program.changed.on(() => this.#noteOutput());
    program.exited.on(() => {
      this.#timer?.[Symbol.dispose]();
      program.emulator.history.settle();
    });
  }

  #noteOutput(): void {
    if (this.#program.exit !== undefined) return;
    this.#changedAt = performance.now();
    if (this.#timer !== undefined) return;
    this.#startedAt = this.#changedAt;
    this.#settleIn(quietMs);
  }

  #settleIn(milliseconds: number): void {
    this.#timer = callAfterOutput(milliseconds, () => {
      const now = performance.now();
      const { emulator } = this.#program;
      const leftMs = Math.max(
        emulator.synchronization.remainingMs,
        Math.min(this.#changedAt + quietMs, this.#startedAt + maxBurstMs) - now,
      );
      if (leftMs > 0) {
        this.#settleIn(leftMs);
        return;
      }
      this.#timer = undefined;
      emulator.history.settle();
    });
  }
}

// A line that is longer than this is not recognized on the screen.
const maxCharacters = 4000;
const enters = new Set(['\r', '\n', '\r\n', '\x1bOM', '\x1b[13u']);
const pasted = /^\x1b\[200~(.*)\x1b\[201~$/su;

/** The text that was typed since the last Enter, as far as it can be derived from the input bytes. */
class TypedText {
  #text = '';

  /** Returns the text that these bytes submit: undefined unless they are Enter. */
  accept(bytes: Buffer): string | undefined {
    const written = bytes.toString('utf8');
    const text = this.#text;
    if (enters.has(written)) {
      this.#text = '';
      return text;
    }
    const typed = pasted.exec(written)?.[1] ?? written;
    for (const character of typed.slice(-maxCharacters)) this.#add(character);
    this.#text = this.#text.slice(-maxCharacters);
    return undefined;
  }

  // After a key that moves the cursor or edits the line, the line is not known any more.
  #add(character: string): void {
    if (character === '\x7f' || character === '\b') this.#text = this.#text.slice(0, -1);
    else if (character < ' ') this.#text = '';
    else this.#text += character;
  }
}
