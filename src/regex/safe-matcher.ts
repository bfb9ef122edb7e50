import type { Deadline } from '../async/deadline.js';
import { createSystemError, InvalidParamError, MethodError } from '../protocol/errors.js';
import type { Line } from '../screen/line.js';
import type { TextSpan } from '../screen/text-span.js';
import { compilePattern, describePatternError, type Pattern } from '../selectors/pattern.js';
import { type LeafSearch, listLeaves, type Selector, searchLine, searchPattern } from '../selectors/selector.js';
import { canRunInline, canRunInlineOn } from './inline-patterns.js';
import { type Finds, Killed, NoThread, PatternWorker } from './worker.js';

// After this time in one evaluation, the worker matches the rest of the request.
const maxInlineMs = 25;
// Texts of a pattern whose matches are cached between two evaluations, and their characters: a text can be a whole screen.
const maxKnownTexts = 20_000;
const maxKnownChars = 8_000_000;
// Time for a request with a timeout of 0, which also has to start the worker.
const minMs = 250;
// Time for the last evaluation, which may start shortly before the deadline.
const lastEvaluationMs = 100;
// Wider than most terminals.
const usualLine = { chars: 256, lineChars: 256 };
const usualScreen = { chars: 8192, lineChars: 256 };

/**
 * Matches the patterns of one request so that none can block the event loop. A pattern runs inline if the number of its
 * steps on the text is known to be small. Otherwise it runs in a worker, which is terminated at the deadline.
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
    let isFull = this.#knownChars > maxKnownChars;
    for (const texts of this.#known.values()) isFull ||= texts.size > maxKnownTexts;
    if (isFull) {
      this.#known.clear();
      this.#knownChars = 0;
    }
    return this.#attempt(run);
  }

  [Symbol.dispose](): void {
    if (this.#isBusy || this.#ownsWorker) this.#worker.kill();
  }

  #attempt<T>(run: () => T): T | Promise<T> {
    this.#missing.clear();
    this.#spentMs = 0;
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
    const startedAt = performance.now() - this.#spentMs;
    const expression = compilePattern(pattern);
    const spans: TextSpan[] = [];
    expression.lastIndex = 0;
    do {
      const found = expression.exec(text);
      this.#spentMs = performance.now() - startedAt;
      this.#isSlow = this.#spentMs > maxInlineMs;
      if (found === null) return spans;
      if (pattern.isFirstOnly === true) return [{ index: found.index, length: found[0].length }];
      if (found[0] === '') expression.lastIndex += 1;
      else spans.push({ index: found.index, length: found[0].length });
    } while (!this.#isSlow);
    return undefined;
  }

  async #fill(): Promise<void> {
    const timer = setTimeout(() => this.#worker.kill(), Math.ceil(this.#leftMs));
    this.#isBusy = true;
    try {
      for (const [pattern, texts] of this.#missing) await this.#requestMatches(pattern, [...texts]);
    } finally {
      clearTimeout(timer);
      this.#isBusy = false;
    }
  }

  get #leftMs(): number {
    const { remainingMs, elapsedMs } = this.#deadline;
    const isLast = remainingMs < lastEvaluationMs;
    return Math.max(isLast ? this.#deadline.getRemainingMs(lastEvaluationMs) : remainingMs, minMs - elapsedMs);
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

function toSpans(finds: Finds): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = 0; at < finds.length; at += 3)
    spans.push({ index: finds[at + 1] as number, length: finds[at + 2] as number });
  return spans;
}
