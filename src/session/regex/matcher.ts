import { readProcessorMs } from '../../base/cpu-time.js';
import type { Deadline } from '../../base/deadline.js';
import { createSystemError, InvalidParamError, MethodError } from '../../base/errors.js';
import type { Line } from '../../screen/line.js';
import {
  compilePattern,
  describePatternError,
  type LeafSearch,
  listLeaves,
  type Pattern,
  type Selector,
  searchLine,
  searchPattern,
  type TextSpan,
} from '../../screen/selectors/selector.js';
import { PatternCost, type TextSize } from './cost.js';
import { type Finds, Killed, NoThread, PatternWorker } from './worker.js';

// About 10 ms: compiled code takes 1 to 2 ns for a step. Only the first run on a short text is interpreted, at 15 ns.
const maxSteps = 4_000_000;

// state: keyed weakly by the pattern of one request.
const limits = new WeakMap<Pattern, InlineLimit>();

/** Whether a pattern is certain to match every text of this size in few steps. */
const canRunInline = (pattern: Pattern, size: TextSize): boolean => getLimit(pattern).isAllowed(size);

/** Whether a pattern is certain to match this text in few steps. */
export const canRunInlineOn = (pattern: Pattern, text: string): boolean => getLimit(pattern).isTextAllowed(text);

function getLimit(pattern: Pattern): InlineLimit {
  let limit = limits.get(pattern);
  if (limit === undefined) {
    limit = new InlineLimit(new PatternCost(pattern));
    limits.set(pattern, limit);
  }
  return limit;
}

class InlineLimit {
  readonly #cost: PatternCost;
  /** A size that is allowed. Smaller texts take no more steps. */
  #allowed: TextSize = { chars: -1, lineChars: -1 };

  constructor(cost: PatternCost) {
    this.#cost = cost;
  }

  isAllowed(size: TextSize): boolean {
    if (size.chars <= this.#allowed.chars && size.lineChars <= this.#allowed.lineChars) return true;
    const isAllowed = this.#cost.computeMaxSteps(size) <= maxSteps;
    if (isAllowed) this.#allowed = size;
    return isAllowed;
  }

  isTextAllowed(text: string): boolean {
    const size = { chars: text.length, lineChars: measureLongestLine(text) };
    if (this.isAllowed(size)) return true;
    const { prefix } = this.#cost;
    return prefix !== '' && this.#cost.computeMaxStepsWithPrefix(size, countOccurrences(prefix, text)) <= maxSteps;
  }
}

function measureLongestLine(text: string): number {
  let [longest, from] = [0, 0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    longest = Math.max(longest, end - from);
    from = end + 1;
  }
  return Math.max(longest, text.length - from);
}

function countOccurrences(part: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

// After this processor time in one evaluation, the worker matches the rest of the request.
const maxInlineMs = 15;
// Reading the processor time takes longer than most matches, so it is read only once in this time.
const sampleMs = 10;
// Texts of a pattern whose matches are cached between two evaluations, and their characters: a text can be a whole screen.
const maxKnownTexts = 20_000;
const maxKnownChars = 8_000_000;
// The processor time that a pattern has in the worker, even if the deadline passes. A wait whose deadline has passed
// evaluates once more, and a request with a timeout of 0 evaluates only then.
const minWorkMs = 250;
// How often the start of the thread is checked when the deadline has passed. Starting it does not count as work.
const startCheckMs = 20;
// Wider than most terminals.
const usualLine = { chars: 256, lineChars: 256 };
const usualScreen = { chars: 8192, lineChars: 256 };

/**
 * Matches the patterns of one request so that none can block the event loop. A pattern runs inline if the number of its
 * steps on the text is known to be small. Otherwise it runs in a worker, which is terminated at the deadline, but not
 * before it was able to work.
 */
export class SafeMatcher implements Disposable {
  readonly #known = new Map<Pattern, Map<string, Finds>>();
  readonly #missing = new Map<Pattern, Set<string>>();
  readonly #deadline: Deadline;
  readonly #worker: PatternWorker;
  readonly #ownsWorker: boolean;
  #passing: (readonly Line[])[] = [];
  #knownChars = 0;
  #spentMs = 0;
  /** The processor time when this evaluation turned out to take long. */
  #inlineFrom: number | undefined;
  /** The processor time of the worker since the deadline. */
  #lateMs = 0;
  #isSlow = false;
  #isBusy = false;
  #isImmediate = true;

  /** `worker` is shared by the requests of a server, which run one after another; without it, this has its own. */
  constructor(deadline: Deadline, worker?: PatternWorker) {
    this.#deadline = deadline;
    this.#worker = worker ?? new PatternWorker();
    this.#ownsWorker = worker === undefined;
  }

  /** Returns a matcher with another deadline and the same worker. */
  withDeadline(deadline: Deadline): SafeMatcher {
    return new SafeMatcher(deadline, this.#worker);
  }

  /** Announces a selector that will be searched for. */
  announceSelector(selector: Selector): void {
    const isInline = (leaf: Pattern): boolean => canRunInline(leaf, leaf.isMultiline ? usualScreen : usualLine);
    if (listLeaves(selector).some((leaf) => leaf.type === 'regex' && !isInline(leaf))) this.#isImmediate = false;
  }

  /** Announces a pattern that will be matched against texts of any length. */
  announcePattern(): void {
    this.#isImmediate = false;
  }

  /** Whether everything has been matched inline so far. */
  get isImmediate(): boolean {
    return this.#isImmediate;
  }

  /** Retains these lines if the next evaluation needs the worker, because they may be gone when it has finished. */
  cacheLines(lines: readonly Line[]): void {
    this.#passing.push(lines);
  }

  /** Finds leaves of selectors in lines. */
  readonly search: LeafSearch = (leaf, line) =>
    leaf.type === 'regex' ? searchPattern(leaf, line, (text) => this.findSpans(leaf, text)) : searchLine(leaf, line);

  /** Returns where a pattern matches a text; to be called within `resolve` only. */
  findSpans(pattern: Pattern, text: string): readonly TextSpan[] {
    const known = this.#known.get(pattern)?.get(text);
    if (known !== undefined) return toSpans(known);
    const inline = this.#matchInline(pattern, text);
    if (inline !== undefined) return inline;
    const missing = this.#missing.get(pattern) ?? new Set();
    this.#missing.set(pattern, missing.add(text));
    return [];
  }

  /** Whether every requested span is known. Otherwise `run` is called again. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Returns the result of `run`, which is called again each time the worker has found the spans that were missing. */
  resolve<T>(run: () => T): T | Promise<T> {
    if (this.#known.size > 0) this.#limitKnown();
    return this.#attempt(run);
  }

  #limitKnown(): void {
    let isFull = this.#knownChars > maxKnownChars;
    for (const texts of this.#known.values()) isFull ||= texts.size > maxKnownTexts;
    if (!isFull) return;
    this.#known.clear();
    this.#knownChars = 0;
  }

  [Symbol.dispose](): void {
    if (this.#isBusy || this.#ownsWorker) this.#worker.kill();
  }

  #attempt<T>(run: () => T): T | Promise<T> {
    if (this.#missing.size > 0) this.#missing.clear();
    this.#spentMs = 0;
    this.#inlineFrom = undefined;
    const result = run();
    const passing = this.#passing;
    this.#passing = [];
    if (this.isComplete) return result;
    this.#isImmediate = false;
    for (const line of passing.flat()) line.retain();
    return this.#fill().then(() => this.#attempt(run));
  }

  #matchInline(pattern: Pattern, text: string): readonly TextSpan[] | undefined {
    if (text === '' && pattern.isFirstOnly !== true) return [];
    if (this.#isSlow || !canRunInlineOn(pattern, text)) return undefined;
    try {
      return this.#exec(pattern, text);
    } catch {
      // The worker reports why the engine gives up.
      return undefined;
    }
  }

  #exec(pattern: Pattern, text: string): readonly TextSpan[] | undefined {
    let startedAt = performance.now();
    const expression = compilePattern(pattern);
    const spans: TextSpan[] = [];
    expression.lastIndex = 0;
    do {
      const found = expression.exec(text);
      const now = performance.now();
      this.#noteInline(now - startedAt);
      startedAt = now;
      if (found === null) return spans;
      if (pattern.isFirstOnly === true) return [{ index: found.index, length: found[0].length }];
      if (found[0] === '') expression.lastIndex += 1;
      else spans.push({ index: found.index, length: found[0].length });
    } while (!this.#isSlow);
    return undefined;
  }

  // Only processor time counts: a machine that is busy or a process that is stopped does not make a pattern slow.
  #noteInline(milliseconds: number): void {
    this.#spentMs += milliseconds;
    if (this.#spentMs < sampleMs) return;
    this.#spentMs = 0;
    const processorMs = readProcessorMs();
    this.#inlineFrom ??= processorMs;
    this.#isSlow = processorMs - this.#inlineFrom > maxInlineMs;
  }

  async #fill(): Promise<void> {
    const isLate = this.#deadline.isOver;
    const workLimit = new WorkLimit(this.#deadline, this.#worker, minWorkMs - this.#lateMs);
    this.#isBusy = true;
    try {
      for (const [pattern, texts] of this.#missing) await this.#requestMatches(pattern, [...texts]);
    } finally {
      workLimit[Symbol.dispose]();
      if (isLate) this.#lateMs += workLimit.spentMs;
      this.#isBusy = false;
    }
  }

  async #requestMatches(pattern: Pattern, texts: readonly string[]): Promise<void> {
    const { source, flags } = compilePattern(pattern);
    const known = this.#known.get(pattern) ?? new Map<string, Finds>();
    try {
      const finds = await this.#worker.run({
        pattern: source,
        flags,
        texts,
        isFirstOnly: pattern.isFirstOnly === true,
      });
      let from = 0;
      for (const [number, text] of texts.entries()) {
        let to = from;
        while (finds[to] === number) to += 3;
        known.set(text, finds.subarray(from, to));
        this.#knownChars += text.length;
        from = to;
      }
    } catch (error) {
      if (error instanceof NoThread)
        throw createSystemError('io', 'Cannot start the thread that matches patterns', error);
      if (!(error instanceof Killed)) throw new InvalidParamError(pattern.pointer ?? '', describePatternError(error));
      const words = 'The pattern could not be matched in time. It may backtrack excessively.';
      throw new MethodError('timeout', words, {}, { cause: error });
    }
    this.#known.set(pattern, known);
  }
}

/** Kills the worker when the deadline has passed and the worker has had some processor time. */
class WorkLimit implements Disposable {
  readonly #deadline: Deadline;
  readonly #worker: PatternWorker;
  readonly #minWorkMs: number;
  #startedMs: number | undefined;
  #timer: NodeJS.Timeout;

  constructor(deadline: Deadline, worker: PatternWorker, minMs: number) {
    this.#deadline = deadline;
    this.#worker = worker;
    this.#minWorkMs = minMs;
    // Most matches end before the first check, so that the processor time is not read.
    this.#timer = this.#plan(Math.min(deadline.remainingMs, sampleMs));
  }

  /** The processor time of the process since it was first checked that the worker had begun: about that of the worker. */
  get spentMs(): number {
    return this.#startedMs === undefined ? 0 : readProcessorMs() - this.#startedMs;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #plan(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#check(), Math.ceil(milliseconds));
  }

  #check(): void {
    if (!this.#worker.isReady || this.#startedMs === undefined) this.#startedMs = readProcessorMs();
    const leftMs = Math.max(this.#deadline.remainingMs, this.#minWorkMs - this.spentMs);
    if (leftMs <= 0) this.#worker.kill();
    else this.#timer = this.#plan(this.#worker.isReady ? leftMs : Math.min(leftMs, startCheckMs));
  }
}

function toSpans(finds: Finds): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = 0; at < finds.length; at += 3)
    spans.push({ index: finds[at + 1] as number, length: finds[at + 2] as number });
  return spans;
}
