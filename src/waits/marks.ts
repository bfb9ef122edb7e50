import { Unacceptable } from '../protocol/failure.js';
import type { Emulator } from '../terminal/emulator.js';
import { Baseline } from './baseline.js';
import type { Watch } from './watch.js';

// Each mark is compared with the screen at every look.
const mostMarks = 100;

/** Refuses what `since` can never name, whatever marks there are. */
export function checkSince(since: string): void {
  if (!['any', 'now', 'lastInput'].includes(since) && !/^mark-\d+$/.test(since)) throw noMark(since);
}

const noMark = (since: string): Unacceptable =>
  new Unacceptable('/since', `${JSON.stringify(since)} is no mark; since is any, now, lastInput or what mark answered`);

/** The baselines of a program: its start, its last input, the marks that a client has set, and those of waits. */
export class Marks {
  readonly #emulator: Emulator;
  /** The blank screen of the launch: all that stands there later is new. */
  readonly #start: Baseline;
  #lastInput: Baseline;
  readonly #marks = new Map<string, Baseline>();
  readonly #borrowed = new Set<Baseline>();
  /** How many marks were ever set in the session. */
  #count: number;

  /** Marks set in an earlier program stay known: everything in this one is new since. */
  constructor(emulator: Emulator, watch: Watch, earlier?: Marks) {
    this.#emulator = emulator;
    this.#start = new Baseline(emulator);
    this.#lastInput = this.#start;
    this.#count = earlier === undefined ? 0 : earlier.#count;
    for (const name of earlier === undefined ? [] : earlier.#marks.keys()) this.#marks.set(name, this.#start);
    watch.on(() => this.#emulator.postpone(() => this.#observe()));
  }

  /** Input is about to be written. */
  noteInput(): void {
    const previous = this.#lastInput;
    this.#lastInput = new Baseline(this.#emulator);
    this.#release(previous);
  }

  /** Remembers what stands there now; the oldest mark is forgotten when there are too many. */
  set(): string {
    this.#count += 1;
    const name = `mark-${this.#count}`;
    this.#marks.set(name, new Baseline(this.#emulator));
    const [oldest] = this.#marks;
    if (this.#marks.size <= mostMarks || oldest === undefined) return name;
    this.#marks.delete(oldest[0]);
    this.#release(oldest[1]);
    return name;
  }

  /** The baseline that `since` names, observed until it is given back; none for `any`. */
  borrow(since: string): { readonly baseline: Baseline | undefined } & Disposable {
    const baseline = this.#named(since);
    if (baseline !== undefined) this.#borrowed.add(baseline);
    return {
      baseline,
      [Symbol.dispose]: () => {
        if (baseline === undefined) return;
        this.#borrowed.delete(baseline);
        this.#release(baseline);
      },
    };
  }

  // One that is met twice has nothing to do the second time.
  #observe(): void {
    this.#lastInput.observe();
    for (const baseline of this.#marks.values()) baseline.observe();
    for (const baseline of this.#borrowed) baseline.observe();
  }

  // A baseline that nobody can name any more need not be kept up to date.
  #release(baseline: Baseline): void {
    const inUse = new Set([this.#start, this.#lastInput, ...this.#marks.values(), ...this.#borrowed]);
    if (!inUse.has(baseline)) baseline.dispose();
  }

  #named(since: string): Baseline | undefined {
    if (since === 'any') return undefined;
    if (since === 'now') return new Baseline(this.#emulator);
    if (since === 'lastInput') return this.#lastInput;
    const mark = this.#marks.get(since);
    if (mark === undefined) throw noMark(since);
    return mark;
  }
}
