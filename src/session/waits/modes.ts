import type { LineMode } from '../program/kernel-settings.js';
import type { Program } from '../program/program.js';
import type { Condition, ConditionResult } from './conditions.js';
import type { Refresh, UnmetCondition, Waiting } from './wait.js';

type ModeValue = boolean | number | string;
/** Modes by name, as `terminalState` reports them. `true` is every value but `none`, `false` and 0, and `false` one of these. */
export type ExpectedModes = Readonly<Record<string, ModeValue>>;

// Each read starts a process.
const [minPauseMs, maxPauseMs] = [25, 250];
// Between two reads, at least this many times as long as the last one took.
const restPerRead = 4;
// While output never pauses, the settings count that were read this many times in a row.
const readsInOutput = 4;

/** The settings of the kernel by name; unknown ones are absent. */
export const toNamedLineMode = (mode: LineMode | undefined): Readonly<Record<string, boolean>> =>
  mode === undefined ? {} : { raw: !mode.isCanonical, echo: mode.hasEcho };

/**
 * The modes of a program during one wait. Escape sequences switch most of them. The settings of the kernel change without
 * any event, and only another process can read them: while a wait depends on them, they are read again after output, and
 * at growing intervals.
 */
export class ModeReader {
  readonly #program: Program;
  #lineMode: LineMode | undefined;
  #reading: Promise<void> | undefined;
  #bytes = -1;
  #pauseMs = minPauseMs;
  #tookMs = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** How often the settings of the kernel were read. */
  reads = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** All modes by name. */
  get modes(): Readonly<Record<string, ModeValue>> {
    return { ...this.#program.emulator.allModes, ...toNamedLineMode(this.#lineMode) };
  }

  /** Whether there has been no output since the settings of the kernel were read. */
  get isCurrent(): boolean {
    return this.#program.outputBytes === this.#bytes;
  }

  /** Reads the settings of the kernel. */
  read(): Promise<void> {
    this.#reading ??= this.#readNow();
    return this.#reading;
  }

  /** What a wait reads before its last check, if it depends on settings of the kernel. */
  refreshFor(expected: readonly ExpectedModes[]): Refresh | undefined {
    return expected.some(hasLineMode) ? () => this.read() : undefined;
  }

  /** Requests a check when the settings of the kernel have been read again. */
  readAgain(recheckIn: (milliseconds: number) => void): void {
    if (this.#reading !== undefined) return;
    if (!this.isCurrent) this.#pauseMs = minPauseMs;
    const pauseMs = Math.min(maxPauseMs, Math.max(this.#pauseMs, restPerRead * this.#tookMs));
    const leftMs = this.#readAt + pauseMs - performance.now();
    if (leftMs > 0) recheckIn(leftMs);
    else void this.read().then(() => recheckIn(0));
  }

  async #readNow(): Promise<void> {
    const startedAt = performance.now();
    const bytes = this.#program.outputBytes;
    // The connection to a tmux pane may end meanwhile.
    this.#lineMode = await this.#program.readLineMode().catch(() => undefined);
    this.#reading = undefined;
    this.#bytes = bytes;
    this.#readAt = performance.now();
    this.#tookMs = this.#readAt - startedAt;
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    this.reads += 1;
  }
}

const isOfKernel = (name: string): boolean => name === 'raw' || name === 'echo';

/** Whether modes include settings of the kernel. */
const hasLineMode = (expected: ExpectedModes): boolean => Object.keys(expected).some(isOfKernel);

/** The terminal has all of these modes at the same time. */
export function createModesCondition(
  { deadline }: Pick<Waiting, 'deadline'>,
  reader: ModeReader,
  expected: ExpectedModes,
): Condition {
  const needsKernel = hasLineMode(expected);
  let seen = 0;
  let inARow = 0;
  const observeMet = (differing: readonly string[]): boolean => {
    if (!needsKernel) return differing.length === 0;
    // What was read earlier may no longer hold.
    const isNew = reader.reads > seen;
    seen = reader.reads;
    if (!isNew) return false;
    inARow = differing.length === 0 ? inARow + 1 : 0;
    return inARow > 0 && (reader.isCurrent || inARow >= readsInOutput || deadline.isOver);
  };
  return {
    observe: () => {
      const differing = findDiffering(expected, reader.modes);
      const result: ConditionResult | undefined = observeMet(differing) ? {} : undefined;
      const mayHold = needsKernel && differing.every(isOfKernel);
      return {
        evaluate: (recheckIn) => {
          if (result === undefined && mayHold) reader.readAgain(recheckIn);
          return result;
        },
      };
    },
  };
}

/** The description of modes that the terminal does not have. */
export const describeOtherModes = (reader: ModeReader, expected: ExpectedModes): UnmetCondition => ({
  words: 'the modes were not as expected',
  get hint() {
    return describeDifference(reader, expected);
  },
});

/** Which modes differ, in one sentence. */
export function describeDifference(reader: ModeReader, expected: ExpectedModes): string | undefined {
  const { modes } = reader;
  const differing = findDiffering(expected, modes).map(
    (name) => `${name} is ${describeValue(modes[name])}, expected ${describeValue(expected[name])}`,
  );
  return differing.length === 0 ? undefined : `${differing.join('; ')}.`;
}

const describeValue = (value: ModeValue | undefined): string =>
  value === undefined ? 'unknown' : JSON.stringify(value);

const findDiffering = (expected: ExpectedModes, modes: Readonly<Record<string, ModeValue>>): string[] =>
  Object.entries(expected).flatMap(([name, value]) => (isMode(modes[name], value) ? [] : [name]));

function isMode(actual: ModeValue | undefined, expected: ModeValue): boolean {
  if (actual === undefined || typeof expected !== 'boolean') return actual === expected;
  return (actual !== 'none' && actual !== false && actual !== 0) === expected;
}
