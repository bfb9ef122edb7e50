// What the reactions of a program to input cost.
import { callAfterOutput } from '../base/deadline.js';
import type { Line } from '../screen/line.js';
import { type DisplayState, isSameDisplay, type OutputCounts, type OutputMeter } from '../terminal/output-meter.js';
import type { Call } from './call.js';
import { KernelEcho } from './program/kernel-echo.js';
import { pauseFor } from './quiet.js';
import type { RunningProgram } from './terminal-session.js';

/** When something was displayed or cleared. */
interface DisplayMark {
  readonly what: 'frame' | 'fullClear' | 'blankFlash';
  /** Milliseconds since the input. */
  readonly atMs: number;
}
/** What some output has cost. The times are undefined where nothing happened. */
export interface MeasuredReaction extends OutputCounts {
  /** What the client called to write the input; undefined for output before the first input. */
  readonly method: string | undefined;
  /** When the input was written, in milliseconds since the measurement began. */
  readonly startMs: number;
  readonly bytes: number;
  readonly changedCells: number;
  readonly changedRows: number;
  readonly frames: number;
  readonly blankFlashes: number;
  readonly blankMs: number;
  readonly latencyMs: number | undefined;
  readonly changedMs: number | undefined;
  readonly settledMs: number | undefined;
  readonly marks: readonly DisplayMark[];
}
/** What was measured. */
export interface Measured {
  readonly reactions: readonly MeasuredReaction[];
  readonly idle: MeasuredReaction;
  /** How long the echo of the kernel took during the measurement. */
  readonly echoMs: readonly number[];
  /** Whether the output had ended. */
  readonly isSettled: boolean;
}

/** The figures of reactions, in the order in which they are reported. */
const figures = [
  'bytes',
  'printedCells',
  'rewrittenRows',
  'changedCells',
  'changedRows',
  'scrolledLines',
  'fullClears',
  'erasedRows',
  'syncUpdates',
  'openUpdates',
  'frames',
  'blankFlashes',
  'blankMs',
  'latencyMs',
  'changedMs',
  'settledMs',
] as const satisfies readonly (keyof MeasuredReaction)[];
type Figure = (typeof figures)[number];
interface Distribution {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The distribution of each figure, and of the echo of the kernel; undefined for what was not observed. */
export function summarize({ reactions, echoMs }: Measured): Record<Figure | 'echoMs', Distribution | undefined> {
  const entries = figures.map(
    (figure) => [figure, distributionOf(reactions.flatMap((reaction) => reaction[figure] ?? []))] as const,
  );
  return {
    ...(Object.fromEntries(entries) as Record<Figure, Distribution | undefined>),
    echoMs: distributionOf(echoMs),
  };
}

function distributionOf(values: readonly number[]): Distribution | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((left, right) => left - right);
  // The nearest rank: a value that was observed.
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

// Output that pauses for this long is displayed.
const pauseMs = 2;
// Nothing of a synchronized update is displayed before its end, for at most this long.
const maxHiddenMs = 1000;
// A scheduler delays a program by less; a pause on purpose is longer.
const minBlankMs = 5;
// Limits the memory, and the size of the response.
const maxReactions = 1000;
const maxMarks = 100;

interface DisplayedRow {
  readonly state: DisplayState['rows'][number];
  readonly isBlank: boolean;
  /** Since when a row that had text is blank. */
  readonly blankSince: number | undefined;
}

/** Measures one program until it is stopped or its program ends. */
export class Measurement implements Disposable {
  readonly #current: RunningProgram;
  readonly #quietMs: number;
  readonly #meter: OutputMeter;
  readonly #echo = new KernelEcho();
  readonly #startedAt = performance.now();
  readonly #owned: (() => void)[];
  readonly #reactions: MeasuredReaction[] = [];
  #idle: MeasuredReaction | undefined;
  #isEnded = false;
  /** What the output belongs to. */
  #input: { readonly call: unknown; readonly method: string | undefined; readonly at: number };
  #bytesBefore: number;
  #screenBefore: readonly Line[];
  #bytes: number;
  #lastActivityAt = this.#startedAt;
  #firstOutputAt: number | undefined;
  #lastOutputAt = this.#startedAt;
  /** Since when nothing is displayed, because an update has begun. */
  #hiddenSince: number | undefined;
  #timer: Disposable | undefined;
  #displayed: DisplayState;
  #rows: DisplayedRow[] = [];
  #frames = 0;
  #firstChangeAt: number | undefined;
  #lastChangeAt: number | undefined;
  #blankFlashes = 0;
  #blankMs = 0;
  #marks: DisplayMark[] = [];

  constructor(current: RunningProgram, quietMs: number) {
    const { program, inputTime } = current;
    this.#current = current;
    this.#quietMs = quietMs;
    this.#meter = program.emulator.createMeter();
    this.#input = { call: undefined, method: undefined, at: this.#startedAt };
    this.#bytes = program.outputBytes;
    this.#bytesBefore = this.#bytes;
    this.#displayed = this.#meter.readDisplay();
    this.#screenBefore = program.screen.lines;
    this.#showRows(this.#startedAt);
    this.#owned = [
      () => this.#meter[Symbol.dispose](),
      () => this.#echo[Symbol.dispose](),
      () => this.#timer?.[Symbol.dispose](),
      this.#meter.updateEnded.on(() => this.#handleUpdateEnd()),
      this.#meter.clearing.on(() => this.#mark('fullClear', performance.now())),
      program.changed.on(() => this.#handleOutput()),
      program.exited.on(() => this[Symbol.dispose]()),
      inputTime.written.on((method) => this.#handleInput(method)),
    ];
  }

  /** Waits until there was no output for a time, ends the measurement and returns what was measured. */
  async stop(call: Call): Promise<Measured> {
    const { program } = this.#current;
    const { deadline, cancel } = call;
    await program.drain();
    while (!this.#isEnded && this.#quietLeftMs > 0 && !deadline.isOver) {
      await pauseFor(program, Math.min(this.#quietLeftMs, deadline.remainingMs), cancel);
      await program.drain();
    }
    const isSettled = this.#isEnded || this.#quietLeftMs <= 0;
    this[Symbol.dispose]();
    const idle = this.#idle as MeasuredReaction;
    return { reactions: this.#reactions, idle, echoMs: this.#echo.times, isSettled };
  }

  /** Ends the measurement; nothing of it remains in the terminal. */
  [Symbol.dispose](): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#endReaction();
    for (const remove of this.#owned) remove();
  }

  get #quietLeftMs(): number {
    return this.#lastActivityAt + this.#quietMs - performance.now();
  }

  // Called directly before the input is written.
  #handleInput(method: string): void {
    const at = performance.now();
    this.#lastActivityAt = at;
    const { call } = this.#current.inputTime;
    // A request that writes several times, such as `sendLine`, is one input: output between the writes is a coincidence.
    if (call !== undefined && call === this.#input.call) return;
    this.#endReaction();
    this.#input = { call, method, at };
    queueMicrotask(() => this.#echo.measure());
  }

  #handleOutput(): void {
    const { outputBytes } = this.#current.program;
    if (outputBytes === this.#bytes) return;
    this.#bytes = outputBytes;
    this.#noteArrival();
    const now = performance.now();
    this.#lastOutputAt = now;
    this.#lastActivityAt = now;
    this.#hiddenSince = this.#meter.isInUpdate ? (this.#hiddenSince ?? now) : undefined;
    this.#plan();
  }

  // An update that ends in the chunk in which it began is displayed, too.
  #handleUpdateEnd(): void {
    this.#noteArrival();
    this.#hiddenSince = undefined;
    this.#show(performance.now());
  }

  #noteArrival(): void {
    this.#firstOutputAt ??= performance.now() - (this.#current.program.lastOutputAgeMs ?? 0);
  }

  /** Displays the output when it pauses. */
  #plan(): void {
    if (this.#timer !== undefined || this.#isEnded) return;
    this.#timer = callAfterOutput(Math.max(0, this.#visibleAt - performance.now()), () => {
      this.#timer = undefined;
      if (performance.now() < this.#visibleAt) this.#plan();
      else this.#show(this.#hiddenSince === undefined ? this.#lastOutputAt : this.#visibleAt);
    });
  }

  get #visibleAt(): number {
    const pausedAt = this.#lastOutputAt + pauseMs;
    return this.#hiddenSince === undefined ? pausedAt : Math.max(pausedAt, this.#hiddenSince + maxHiddenMs);
  }

  /** The display shows the output so far since a moment. */
  #show(at: number): void {
    const state = this.#meter.readDisplay();
    if (isSameDisplay(state, this.#displayed)) return;
    this.#displayed = state;
    this.#frames += 1;
    this.#firstChangeAt ??= at;
    this.#lastChangeAt = at;
    this.#mark('frame', at);
    this.#showRows(at);
  }

  #showRows(at: number): void {
    for (const [row, state] of this.#displayed.rows.entries()) {
      const before = this.#rows[row];
      if (before?.state === state) continue;
      const { isBlank } = state;
      const hadText = before !== undefined && (!before.isBlank || before.blankSince !== undefined);
      if (!isBlank && before?.blankSince !== undefined) this.#noteFlash(at - before.blankSince, at);
      const blankSince = isBlank && hadText ? (before.blankSince ?? at) : undefined;
      this.#rows[row] = { state, isBlank, blankSince };
    }
  }

  #noteFlash(milliseconds: number, at: number): void {
    if (milliseconds < minBlankMs) return;
    // One mark for all rows that flash together.
    const last = this.#marks.at(-1);
    if (last?.what !== 'blankFlash' || last.atMs !== this.#since(at)) this.#mark('blankFlash', at);
    this.#blankFlashes += 1;
    this.#blankMs = Math.max(this.#blankMs, milliseconds);
  }

  #mark(what: DisplayMark['what'], at: number): void {
    if (this.#marks.length < maxMarks) this.#marks.push({ what, atMs: this.#since(at) });
  }

  #since(at: number): number {
    return at - this.#input.at;
  }

  #endReaction(): void {
    // What was written just before is displayed, unless an update hides it.
    if (this.#hiddenSince === undefined) this.#show(this.#lastOutputAt);
    const { program } = this.#current;
    const { method, at } = this.#input;
    const { lines } = program.screen;
    const sinceOrNot = (time: number | undefined): number | undefined => time && this.#since(time);
    const reaction = {
      method,
      startMs: at - this.#startedAt,
      bytes: this.#bytes - this.#bytesBefore,
      ...this.#meter.take(),
      ...countChanges(this.#screenBefore, lines),
      frames: this.#frames,
      blankFlashes: this.#blankFlashes,
      blankMs: this.#blankMs,
      latencyMs: sinceOrNot(this.#firstOutputAt),
      changedMs: sinceOrNot(this.#firstChangeAt),
      settledMs: sinceOrNot(this.#lastChangeAt),
      marks: this.#marks,
    };
    if (this.#idle === undefined)
      this.#idle = { ...reaction, latencyMs: undefined, changedMs: undefined, settledMs: undefined };
    else if (this.#reactions.push(reaction) > maxReactions) this.#reactions.shift();
    this.#bytesBefore = this.#bytes;
    this.#screenBefore = lines;
    this.#firstOutputAt = undefined;
    this.#frames = 0;
    this.#firstChangeAt = undefined;
    this.#lastChangeAt = undefined;
    this.#blankFlashes = 0;
    this.#blankMs = 0;
    this.#marks = [];
    this.#rows = this.#rows.map((row) => ({ ...row, blankSince: undefined }));
  }
}

/** The cells that differ in text or style, and the rows with such cells. */
function countChanges(
  before: readonly Line[],
  after: readonly Line[],
): Pick<MeasuredReaction, 'changedCells' | 'changedRows'> {
  let changedCells = 0;
  let changedRows = 0;
  for (let row = 0; row < Math.max(before.length, after.length); row += 1) {
    const [old, now] = [before[row], after[row]];
    const count = old === now ? 0 : countChangedCells(old, now);
    changedCells += count;
    changedRows += count > 0 ? 1 : 0;
  }
  return { changedCells, changedRows };
}

function countChangedCells(old: Line | undefined, now: Line | undefined): number {
  let count = 0;
  for (let col = 0; col < Math.max(old?.width ?? 0, now?.width ?? 0); col += 1)
    if (!isSameCell(old, now, col)) count += 1;
  return count;
}

/** Whether a cell has the same text and style; without a line, it is blank. */
function isSameCell(old: Line | undefined, now: Line | undefined, col: number): boolean {
  const isInside = (line: Line | undefined): line is Line => line !== undefined && col < line.width;
  if (isInside(old) && isInside(now)) return old.hasSameTextAt(now, col) && old.hasSameStyleAt(now, col);
  const line = isInside(old) ? old : now;
  return line === undefined || (line.isBlank(col) && line.styleAt(col).isDefault);
}
