import { setFlagsFromString } from 'node:v8';
import {
  type LeafSearch,
  leavesOf,
  matchesAt,
  type Selector,
  type Span,
  searchLine,
  spansOfExpression,
} from '../screen/selector.js';
import type { Deadline } from './deadline.js';
import { Failure } from './failure.js';
import { PatternWorker } from './pattern-worker.js';

/** A client's regular expression. */
export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

// Even the linear engine takes its time for a large expression on a large text.
const longestPattern = 1000;
const longestText = 20_000;
const mostCached = 20_000;
// A call that looks only once still needs a moment to look.
const leastMs = 250;

const worker = new PatternWorker();

/**
 * Matches the patterns of one request so that none can freeze the server. What V8's linear engine can run is matched at
 * once; V8 falls back to it when its usual engine backtracks too much. Anything else goes to a worker, which is killed
 * when the time of the request is over.
 */
export class Patterns implements Disposable {
  readonly #spans = new Map<string, Map<string, readonly Span[]>>();
  readonly #missing = new Map<string, { readonly pattern: Pattern; readonly texts: Set<string> }>();
  readonly #deadline: Deadline;
  #timer: NodeJS.Timeout | undefined;
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

  /** Whether everything is matched at once, without the worker; known once all has been introduced. */
  get isImmediate(): boolean {
    return this.#isImmediate;
  }

  /** Finds leaves of selectors in lines. */
  readonly search: LeafSearch = (leaf, line) => {
    if (leaf.type !== 'regex' || isLinear(leaf)) return searchLine(leaf, line);
    return matchesAt(leaf, line, this.spans(leaf, line.trimmed));
  };

  /** Where a pattern matches a text; within `resolve` only. */
  spans(pattern: Pattern, text: string): readonly Span[] {
    if (isLinear(pattern) && text.length <= longestText) return spansOfExpression(compiled(pattern), text);
    const key = `${pattern.flags}/${pattern.pattern}`;
    const known = this.#spans.get(key)?.get(text);
    if (known !== undefined) return known;
    const missing = this.#missing.get(key) ?? { pattern, texts: new Set() };
    missing.texts.add(text);
    this.#missing.set(key, missing);
    return [];
  }

  /** Whether every span that was asked for is known; else `run` is run again. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** The result of `run`, which is run again as often as it asks for spans that the worker has yet to find. */
  resolve<T>(run: () => T): T | Promise<T> {
    this.#missing.clear();
    const result = run();
    return this.#missing.size === 0 ? result : this.#fill().then(() => this.resolve(run));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    if (this.#isBusy) worker.kill();
  }

  async #fill(): Promise<void> {
    const leftMs = Math.max(this.#deadline.remainingMs, leastMs - this.#deadline.elapsedMs, 0);
    this.#timer ??= setTimeout(() => {
      if (this.#isBusy) worker.kill();
    }, leftMs);
    this.#isBusy = true;
    try {
      for (const [key, { pattern, texts }] of this.#missing) await this.#ask(key, pattern, [...texts]);
    } catch (error) {
      throw new Failure(
        'timeout',
        'The pattern could not be matched in time; it may backtrack without end.',
        {},
        { cause: error },
      );
    } finally {
      this.#isBusy = false;
    }
  }

  async #ask(key: string, { pattern, flags }: Pattern, texts: readonly string[]): Promise<void> {
    const found = await worker.run({ pattern: pattern.normalize('NFC'), flags: `${flags}g`, texts });
    const known = this.#spans.get(key) ?? new Map<string, readonly Span[]>();
    if (known.size > mostCached) known.clear();
    for (const [index, text] of texts.entries()) known.set(text, found[index] ?? []);
    this.#spans.set(key, known);
  }
}

const expressions = new WeakMap<Pattern, RegExp>();

function compiled(pattern: Pattern): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const expression = new RegExp(pattern.pattern.normalize('NFC'), `${pattern.flags}g`);
  expressions.set(pattern, expression);
  return expression;
}

let isPrepared = false;
const verdicts = new WeakMap<Pattern, boolean>();

/** Whether V8's linear engine can run it: the flag `l`, which it knows once it is told to, is refused otherwise. */
function isLinear(pattern: Pattern): boolean {
  if (!isPrepared) {
    setFlagsFromString('--enable-experimental-regexp-engine');
    setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
    setFlagsFromString('--regexp-backtracks-before-fallback=10000');
    isPrepared = true;
  }
  let verdict = verdicts.get(pattern);
  if (verdict === undefined) {
    verdict = pattern.pattern.length <= longestPattern && compilesAsLinear(pattern);
    verdicts.set(pattern, verdict);
  }
  return verdict;
}

function compilesAsLinear({ pattern, flags }: Pattern): boolean {
  try {
    new RegExp(pattern.normalize('NFC'), `${flags}l`);
    return true;
  } catch {
    return false;
  }
}
