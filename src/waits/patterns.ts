import { Failure, Unacceptable } from '../protocol/failure.js';
import type { Line } from '../screen/line.js';
import type { Span } from '../screen/occurrences.js';
import { expressionOf, type Pattern, reasonOf } from '../screen/pattern.js';
import { type LeafSearch, leavesOf, matchesAt, type Selector, searchLine } from '../screen/selector.js';
import type { Deadline } from '../time/deadline.js';
import { isLinear } from './linear-engine.js';
import { type Finds, Killed, NoThread, PatternWorker } from './pattern-worker.js';

// Some 0.5 µs for each character of the pattern and of the text, multiplied.
const mostSteps = 50_000;
// Longer than this, matching goes on in the worker.
const mostMs = 25;
// Texts remembered between two judgements.
const mostKnown = 20_000;
// A call that looks only once still needs a moment to look.
const leastMs = 250;
// So does the look that comes last: what is begun so short before the deadline may take so long after it.
const lastMs = 100;

const worker = new PatternWorker();

/**
 * Matches the patterns of one request so that none can freeze the server. What V8's linear engine can run is matched at
 * once, as long as that is quick. Anything else goes to a worker, which is killed when the time of the request is over.
 */
export class Patterns implements Disposable {
  readonly #known = new Map<Pattern, Map<string, Finds>>();
  readonly #missing = new Map<Pattern, Set<string>>();
  readonly #deadline: Deadline;
  #passing: (readonly Line[])[] = [];
  #spentMs = 0;
  #isSlow = false;
  #isBusy = false;
  #isImmediate = true;

  constructor(deadline: Deadline) {
    this.#deadline = deadline;
  }

  /** Tells of a selector that will be searched for. */
  introduce(selector: Selector): void {
    if (leavesOf(selector).some((leaf) => leaf.type === 'regex' && !isLinear(leaf))) this.#isImmediate = false;
  }

  /** Tells of a pattern that texts of any length will be matched with. */
  introducePattern(): void {
    this.#isImmediate = false;
  }

  /** Whether everything has been matched at once so far, without the worker. */
  get isImmediate(): boolean {
    return this.#isImmediate;
  }

  /** These lines are kept in case that the next judgement takes longer than they last. */
  guard(lines: readonly Line[]): void {
    this.#passing.push(lines);
  }

  /** Finds leaves of selectors in lines. */
  readonly search: LeafSearch = (leaf, line) =>
    leaf.type === 'regex' ? matchesAt(leaf, line, this.spans(leaf, line.trimmed)) : searchLine(leaf, line);

  /** Where a pattern matches a text; within `resolve` only. */
  spans(pattern: Pattern, text: string): readonly Span[] {
    const known = this.#known.get(pattern)?.get(text);
    if (known !== undefined) return spansOf(known);
    const quick = this.#matchAtOnce(pattern, text);
    if (quick !== undefined) return quick;
    const missing = this.#missing.get(pattern) ?? new Set();
    this.#missing.set(pattern, missing.add(text));
    return [];
  }

  /** Whether every span that was asked for is known; else `run` is run again. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** The result of `run`, which is run again as often as it asks for spans that the worker has yet to find. */
  resolve<T>(run: () => T): T | Promise<T> {
    for (const texts of this.#known.values()) if (texts.size > mostKnown) texts.clear();
    return this.#attempt(run);
  }

  [Symbol.dispose](): void {
    if (this.#isBusy) worker.kill();
  }

  #attempt<T>(run: () => T): T | Promise<T> {
    this.#missing.clear();
    this.#spentMs = 0;
    const result = run();
    const passing = this.#passing;
    this.#passing = [];
    if (this.isComplete) return result;
    this.#isImmediate = false;
    for (const line of passing.flat()) line.keep();
    return this.#fill().then(() => this.#attempt(run));
  }

  #matchAtOnce(pattern: Pattern, text: string): readonly Span[] | undefined {
    if (text === '' && pattern.isFirstOnly !== true) return [];
    const isQuick = pattern.pattern.length * text.length <= mostSteps && isLinear(pattern);
    if (!isQuick || this.#isSlow) return undefined;
    const startedAt = performance.now() - this.#spentMs;
    const expression = expressionOf(pattern);
    const spans: Span[] = [];
    expression.lastIndex = 0;
    do {
      const found = expression.exec(text);
      this.#spentMs = performance.now() - startedAt;
      this.#isSlow = this.#spentMs > mostMs;
      if (found === null) return spans;
      if (pattern.isFirstOnly === true) return [{ index: found.index, length: found[0].length }];
      if (found[0] === '') expression.lastIndex += 1;
      else spans.push({ index: found.index, length: found[0].length });
    } while (!this.#isSlow);
    return undefined;
  }

  async #fill(): Promise<void> {
    const timer = setTimeout(() => worker.kill(), Math.ceil(this.#leftMs));
    this.#isBusy = true;
    try {
      for (const [pattern, texts] of this.#missing) await this.#ask(pattern, [...texts]);
    } finally {
      clearTimeout(timer);
      this.#isBusy = false;
    }
  }

  get #leftMs(): number {
    const { remainingMs, elapsedMs } = this.#deadline;
    const isLast = remainingMs < lastMs;
    return Math.max(isLast ? this.#deadline.remainingWith(lastMs) : remainingMs, leastMs - elapsedMs);
  }

  async #ask(pattern: Pattern, texts: readonly string[]): Promise<void> {
    const { source, flags } = expressionOf(pattern);
    const known = this.#known.get(pattern) ?? new Map<string, Finds>();
    try {
      const finds = await worker.run({ pattern: source, flags, texts, isFirstOnly: pattern.isFirstOnly === true });
      let from = 0;
      for (const [number, text] of texts.entries()) {
        let to = from;
        while (finds[to] === number) to += 3;
        known.set(text, finds.subarray(from, to));
        from = to;
      }
    } catch (error) {
      if (error instanceof NoThread)
        throw new Failure('io', `There is no thread to match the pattern in: ${error.message}`, {}, { cause: error });
      if (!(error instanceof Killed)) throw new Unacceptable(pattern.pointer ?? '', reasonOf(error));
      const words = 'The pattern could not be matched in time; it may backtrack without end.';
      throw new Failure('timeout', words, {}, { cause: error });
    }
    this.#known.set(pattern, known);
  }
}

function spansOf(finds: Finds): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < finds.length; at += 3)
    spans.push({ index: finds[at + 1] as number, length: finds[at + 2] as number });
  return spans;
}
