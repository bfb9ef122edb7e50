import type { Secrets } from '../../screen/redaction/secrets.js';
import type { Screen } from '../../screen/screen.js';
import type { Condition, ConditionResult, Observation, RecheckIn, Subject } from '../../session/waits/conditions.js';
import { type Tolerance, toComparableLines, toExpectedLines } from './matches-snapshot.js';
import { findRegion, type SnapshotRegion } from './region.js';

/** What is compared, and for how long it must be unchanged to count as stable. */
export interface ComparisonOptions {
  readonly tolerance: Tolerance;
  readonly region: SnapshotRegion | undefined;
  readonly stableMs: number;
}

/** What is compared with a snapshot, without its secrets. */
type ComparisonSubject = Subject & { readonly secrets: Secrets };

const met: ConditionResult = {};

/**
 * Is met when the compared part of the screen equals an expected screen, or without one when that part has been stable.
 * It counts stable time from the first observation. The screen of an exited program is stable.
 */
export class ScreenComparison implements Condition {
  readonly #subject: ComparisonSubject;
  readonly #expected: Screen | undefined;
  readonly #options: ComparisonOptions;
  #lines: readonly string[] | undefined;
  #changedAt = 0;
  #stableRevision: number | undefined;

  constructor(subject: ComparisonSubject, expected: Screen | undefined, options: ComparisonOptions) {
    this.#subject = subject;
    this.#expected = expected;
    this.#options = options;
    const { masks, normalize } = options.tolerance;
    const { region } = options;
    for (const area of [...masks, ...(region === undefined ? [] : [region.area])])
      if ('type' in area) subject.patterns.announceSelector(area);
    if (normalize.length > 0) subject.patterns.announcePattern();
  }

  /** Whether a screen was stable when it was last observed. */
  wasStable({ revision }: Screen): boolean {
    return this.#stableRevision === revision;
  }

  observe(): Observation {
    const now = performance.now();
    const { program, secrets } = this.#subject;
    const { exit } = program;
    const screen = secrets.redactScreen(program.screen);
    return { evaluate: (recheckIn) => this.#evaluate(screen, exit !== undefined, now, recheckIn) };
  }

  #evaluate(screen: Screen, hasExited: boolean, now: number, recheckIn: RecheckIn): ConditionResult | undefined {
    const { patterns } = this.#subject;
    const { tolerance, region, stableMs } = this.#options;
    const part = findRegion(screen, region, patterns, false);
    const lines = part && toComparableLines(part, tolerance, patterns);
    const expected = part && this.#expected && toExpectedLines(this.#expected, part, tolerance, patterns);
    if (!patterns.isComplete) return undefined;
    if (lines === undefined || this.#lines === undefined || !areEqualLines(lines, this.#lines)) this.#changedAt = now;
    this.#lines = lines;
    this.#stableRevision = undefined;
    if (lines === undefined) return undefined;
    const leftMs = this.#changedAt + stableMs - now;
    const isStable = hasExited || leftMs <= 0;
    if (isStable) this.#stableRevision = screen.revision;
    if (expected !== undefined) return areEqualLines(expected, lines) ? met : undefined;
    if (!isStable) recheckIn(leftMs);
    return isStable ? met : undefined;
  }
}

const areEqualLines = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, row) => line === right[row]);
