// Whether lines and screens survive that the terminal is resized.
import { Deadline } from '../../base/deadline.js';
import { MethodError } from '../../base/errors.js';
import { describeExit } from '../../base/exit.js';
import { Random } from '../../base/random.js';
import { clipText } from '../../base/text.js';
import type { CellRect } from '../../screen/screen.js';
import { CellMask, maskText } from '../../screen/selectors/cell-mask.js';
import type { Selector } from '../../screen/selectors/selector.js';
import type { Call } from '../call.js';
import { isStable } from '../waits/conditions.js';
import { captureAreas } from '../waits/screen-search.js';
import { type Waiting, waitFor } from '../waits/wait.js';
import { readHistory } from './history.js';
import {
  describeLineFaults,
  describeTrimmed,
  findLineFaults,
  isFaultless,
  type LineFaults,
  listSome,
  toWireFaults,
} from './lines.js';

/** A size of the terminal. */
export type Size = readonly [cols: number, rows: number];
/** How to resize, and what must survive it. */
export interface ResizeSpec {
  readonly sizes: readonly Size[];
  /** Texts that must be in the history once and in this order. */
  readonly lines: readonly string[];
  /** Areas that may change. */
  readonly ignore: readonly (CellRect | Selector)[];
  readonly stableMs: number;
  /** How long to wait at each size until the screen is stable. */
  readonly timeoutMs: number;
}
interface Finding {
  readonly what: 'missing' | 'repeated' | 'outOfOrder' | 'exited' | 'stale' | 'changed';
  /** The size after which it was found. */
  readonly size: Size;
  readonly lines: readonly string[];
}
/** The program as it is at one size. */
interface State {
  readonly history: readonly string[];
  readonly trimmed: number;
  readonly faults: LineFaults;
  /** The rows of the alternate screen; undefined while it is not displayed. */
  readonly rows: readonly string[] | undefined;
}
/** What one series of sizes has damaged, as findings and as sentences. */
interface Damage {
  readonly findings: readonly Finding[];
  readonly sentences: readonly string[];
}

/** Sizes that depend on the seed alone. */
export function createStorm(seed: number, steps: number, min: Size, max: Size): Size[] {
  const random = new Random(seed);
  const pick = (index: 0 | 1): number => min[index] + random.below(max[index] - min[index] + 1);
  return Array.from({ length: steps }, () => [pick(0), pick(1)] as const);
}

/** Resizes the terminal to each size and back. Resolves with all sizes; fails with kind `resize-damage`. */
export async function expectSurvivesResize(spec: ResizeSpec, call: Call): Promise<readonly Size[]> {
  call.requireOwnTerminal();
  call.requireRunning();
  call.noteWaiting();
  const trial = new ResizeTrial(spec, call);
  const { sizes } = spec;
  const damage = await trial.run(sizes);
  if (damage.findings.length === 0) return [...sizes, trial.start];
  const smallest = await trial.findSmallest(sizes);
  const alone = smallest === undefined || sizes.length < 2 ? [] : [`The resize to ${format(smallest)} alone does it.`];
  const isAtEnd = ({ what }: Finding): boolean => what === 'stale' || what === 'changed';
  throw new MethodError('resize-damage', [...damage.sentences, ...alone].join(' '), {
    findings: damage.findings.map((finding) =>
      isAtEnd(finding) ? { ...finding, size: smallest ?? trial.start } : finding,
    ),
    ...(smallest === undefined ? {} : { smallest }),
    sizes: [...sizes, trial.start],
  });
}

const format = ([cols, rows]: Size): string => `${cols} × ${rows}`;

// Processor time. A program that computes for longer is not about to draw the screen.
const maxComputingMs = 1000;

class ResizeTrial {
  /** The size before the first resize, to which each series returns. */
  readonly start: Size;
  readonly #spec: ResizeSpec;
  readonly #call: Call;

  constructor(spec: ResizeSpec, call: Call) {
    this.start = [call.session.cols, call.session.rows];
    this.#spec = spec;
    this.#call = call;
  }

  /** What the sizes damage, one after another; the terminal has its size of the start again afterwards. */
  async run(sizes: readonly Size[]): Promise<Damage> {
    const { program } = this.#call;
    const { lines } = this.#spec;
    const before = await this.#settle();
    if (!isFaultless(before.faults) && lines.length > 0) throw this.#createEarlyError(before);
    const findings: Finding[] = [];
    const sentences: string[] = [];
    let isAtStart = true;
    try {
      for (const size of [...sizes, this.start]) {
        this.#resizeTo(size);
        isAtStart = size === this.start;
        const state = await this.#settle(size);
        const { exit } = program;
        const faults = omitKnown(state.faults, findings);
        findings.push(...toFindings(faults, size));
        const more = describeTrimmed(faults, state.trimmed - before.trimmed);
        sentences.push(...describeLineFaults(faults, lines.length, ` since the resize to ${format(size)}`), ...more);
        if (exit !== undefined) {
          findings.push({ what: 'exited', size, lines: [] });
          sentences.push(`The program exited ${describeExit(exit)} after the resize to ${format(size)}.`);
          return { findings, sentences };
        }
        if (isAtStart) this.#compare(before, state, { findings, sentences });
      }
      return { findings, sentences };
    } finally {
      if (!isAtStart) this.#resizeTo(this.start);
    }
  }

  /** The first size that fails alone. */
  async findSmallest(sizes: readonly Size[]): Promise<Size | undefined> {
    if (sizes.length === 1) return sizes[0];
    const known = new Set<string>();
    for (const size of sizes) {
      if (this.#call.program.exit !== undefined) return undefined;
      if (known.has(format(size))) continue;
      known.add(format(size));
      if ((await this.#tryAlone(size)) > 0) return size;
    }
    return undefined;
  }

  // The lines may be damaged already: a size fails alone if it damages more.
  async #tryAlone(size: Size): Promise<number> {
    const before = await this.#settle();
    try {
      this.#resizeTo(size);
      const there = await this.#settle(size);
      this.#resizeTo(this.start);
      const back = await this.#settle(this.start);
      const known = toFindings(before.faults, size);
      const findings = [there, back].flatMap(({ faults }) => toFindings(omitKnown(faults, known), size));
      this.#compare(before, back, { findings, sentences: [] });
      return findings.length + (this.#call.program.exit === undefined ? 0 : 1);
    } finally {
      this.#resizeTo(this.start);
    }
  }

  #resizeTo([cols, rows]: Size): void {
    const { session } = this.#call;
    if (session.cols !== cols || session.rows !== rows) session.resize(cols, rows, this.#call);
  }

  /** The state when the screen has been stable. Fails with kind `timeout`. */
  async #settle(size?: Size): Promise<State> {
    const { program, checks, cancel, patterns: shared, secrets } = this.#call;
    const { stableMs, ignore, timeoutMs, lines } = this.#spec;
    await program.drain();
    // Asking the system may take long, and is none of the program's time.
    const { processorMs } = await program.readActivity();
    using deadline = new Deadline(timeoutMs);
    using patterns = shared.withDeadline(deadline);
    const waiting = { program, checks, patterns, deadline, cancel, secrets };
    if (!(await this.#waitUntilIdle(waiting, processorMs))) {
      const when = size === undefined ? 'before the first resize' : `after the resize to ${format(size)}`;
      const advice = 'Exclude what keeps changing with `ignore`, or change `stableMs` or `timeoutMs`.';
      const what = `The screen was not stable for ${stableMs} ms ${when} within ${timeoutMs} ms. ${advice}`;
      throw new MethodError('timeout', what, { screen: program.screen });
    }
    const { emulator, screen } = program;
    const findAreas = captureAreas(waiting, ignore);
    const rects = await patterns.resolve(findAreas);
    const mask = new CellMask(screen, rects);
    const history = readHistory(emulator, mask);
    return {
      history: history.lines.map(({ text }) => text),
      trimmed: history.trimmed,
      faults: findLineFaults(history, { lines, once: true, inOrder: true }),
      rows: screen.isAlternate ? maskText(screen, mask).split('\n') : undefined,
    };
  }

  /**
   * Waits until the screen is stable while the program waits for input or time: on a busy machine, it may get the
   * processor much later than the signal. Resolves with whether the screen was stable in time.
   */
  async #waitUntilIdle(waiting: Waiting, processorMsBefore: number): Promise<boolean> {
    const { program } = this.#call;
    const { stableMs: quietMs, ignore } = this.#spec;
    let stableRevision: number | undefined;
    for (;;) {
      const outcome = await waitFor(waiting, isStable(waiting, { quietMs, ignore }));
      const { revision } = outcome.screen;
      // It was stable before, and the program is still computing.
      if (!('found' in outcome)) return revision === stableRevision;
      stableRevision = revision;
      const { isBusy, processorMs } = await program.readActivity();
      // What it wrote before it became idle may not have been read yet.
      await program.drain();
      if (program.exit !== undefined || !isBusy || processorMs - processorMsBefore >= maxComputingMs) return true;
    }
  }

  /** Adds what is left of the resizes at the size of the start. */
  #compare(before: State, after: State, { findings, sentences }: { findings: Finding[]; sentences: string[] }): void {
    const stale = findAdded(before.history, after.history);
    if (stale.length > 0) {
      findings.push({ what: 'stale', size: this.start, lines: stale });
      const lines = stale.length === 1 ? '1 line of the history was' : `${stale.length} lines of the history were`;
      sentences.push(`${lines} not there before the resizes, or not as often: ${listSome(stale.map(quoteLine))}.`);
    }
    if (before.rows === undefined && after.rows === undefined) return;
    const rows = findDifferentRows(before.rows ?? [], after.rows ?? []);
    if (rows.length === 0) return;
    findings.push({ what: 'changed', size: this.start, lines: rows.map(({ text }) => text) });
    const texts = rows.map(({ row, was, text }) => `row ${row + 1} was ${quoteLine(was)}, is ${quoteLine(text)}`);
    const count = rows.length === 1 ? '1 row differs' : `${rows.length} rows differ`;
    sentences.push(`${count} after the return to ${format(this.start)}: ${listSome(texts)}.`);
  }

  #createEarlyError({ faults, trimmed }: State): MethodError {
    const sentences = describeLineFaults(faults, this.#spec.lines.length, ' before the first resize');
    return new MethodError('lines-mismatch', [...sentences, ...describeTrimmed(faults, trimmed)].join(' '), {
      ...toWireFaults(faults),
      trimmed,
    });
  }
}

const toFindings = ({ missing, repeated, outOfOrder }: LineFaults, size: Size): Finding[] =>
  [
    { what: 'missing', size, lines: missing } as const,
    { what: 'repeated', size, lines: repeated.map(({ line }) => line) } as const,
    { what: 'outOfOrder', size, lines: outOfOrder } as const,
  ].filter(({ lines }) => lines.length > 0);

/** The faults that were not found before. */
function omitKnown({ missing, repeated, outOfOrder }: LineFaults, findings: readonly Finding[]): LineFaults {
  const isNew =
    (what: Finding['what']) =>
    (line: string): boolean =>
      !findings.some((finding) => finding.what === what && finding.lines.includes(line));
  return {
    missing: missing.filter(isNew('missing')),
    repeated: repeated.filter(({ line }) => isNew('repeated')(line)),
    outOfOrder: outOfOrder.filter(isNew('outOfOrder')),
  };
}

/** The lines that occur more often than before; blank ones do not count. */
function findAdded(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  return after.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return line.trim() !== '' && left <= 0;
  });
}

function findDifferentRows(
  before: readonly string[],
  after: readonly string[],
): { readonly row: number; readonly was: string; readonly text: string }[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, row) => ({ row, was: before[row] ?? '', text: after[row] ?? '' })).filter(
    ({ was, text }) => was !== text,
  );
}

const maxQuoted = 60;
const quoteLine = (line: string): string =>
  JSON.stringify(line.length > maxQuoted ? `${clipText(line, maxQuoted - 1)}…` : line);
