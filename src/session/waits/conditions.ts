import type { Line } from '../../screen/line.js';
import { type CellPosition, passedBy, TextOfLines } from '../../screen/logical-line.js';
import type { CellRect, Screen } from '../../screen/screen.js';
import { CellMask, maskText } from '../../screen/selectors/cell-mask.js';
import { hasNth, type Match, type Pattern, type Selector, type TextSpan } from '../../screen/selectors/selector.js';
import { encodeLine, encodeSgr } from '../../screen/style.js';
import type { TerminalEvent } from '../../terminal/events.js';
import type { Baseline, DisplayedFrame } from '../../terminal/freshness/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/matcher.js';
import { captureAreas, captureVisible, ScreenSearch } from './screen-search.js';

/** Requests another evaluation after some milliseconds even if the screen does not change. */
export type RecheckIn = (milliseconds: number) => void;
/** The result of a condition that is met. */
export interface ConditionResult {
  readonly matches?: readonly Match[];
  /** Whether only new matches were counted. */
  readonly isNew?: boolean;
  /** The event that was awaited. */
  readonly event?: TerminalEvent;
  /** The index of the condition that was met, for `combineFirst`. */
  readonly index?: number;
  /** The result of each condition of `combineAll`. */
  readonly parts?: readonly ConditionResult[];
  /** Whether the other condition of `addInterruption` was met, which ends the wait. */
  readonly isStopped?: boolean;
}
/** What a condition reads at one moment. */
export interface Observation {
  /** Evaluates what was read, possibly later and twice. Returns undefined if the condition is not met. */
  evaluate(recheckIn: RecheckIn): ConditionResult | undefined;
}
/** A condition of a wait. */
export interface Condition {
  /** Reads the screen. */
  observe(): Observation;
}
/** What conditions evaluate. */
export interface Subject {
  readonly program: VisibleProgram;
  readonly patterns: SafeMatcher;
}

const met: ConditionResult = {};
const toResult = (isMet: boolean): ConditionResult | undefined => (isMet ? met : undefined);

type ChangeResult = (result: ConditionResult | undefined) => ConditionResult | undefined;

/** A condition whose result is changed by a function at each evaluation. */
export const mapResult = (condition: Condition, change: ChangeResult): Condition => ({
  observe: () => {
    const observation = condition.observe();
    return { evaluate: (recheckIn) => change(observation.evaluate(recheckIn)) };
  },
});

/** A selector matches on the screen, or in the lines that have scrolled off since. */
export function createVisibleCondition(
  { program, patterns }: Subject,
  selector: Selector,
  baseline: Baseline | undefined,
): Condition {
  const search = new ScreenSearch(program.emulator, selector, baseline, patterns);
  return { observe: () => createMatchObservation(search.capture(), baseline !== undefined) };
}

/** A selector has a match that is new since the baseline. A match that has scrolled off continues to count. */
export function createVisibleSinceCondition(subject: Subject, selector: Selector, baseline: Baseline): Condition {
  const condition = createVisibleCondition(subject, selector, baseline);
  let scrolledOff: ConditionResult | undefined;
  return mapResult(condition, (result) => {
    const isOff = subject.patterns.isComplete && result?.matches?.every(({ end }) => end.row < 0) === true;
    if (isOff) scrolledOff ??= result;
    return result ?? scrolledOff;
  });
}

/** A selector matches on the screen. */
export const createOnScreenCondition = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  observe: () => createMatchObservation(captureVisible(program.emulator, selector, patterns)),
});

/** A selector has no match on the screen. */
export const createHiddenCondition = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  observe: () => {
    const find = captureVisible(program.emulator, selector, patterns);
    return { evaluate: () => toResult(find().length === 0) };
  },
});

/** A pattern matches the visible text. With a baseline, only new matches count. */
export function createTextCondition({ program, patterns }: Subject, pattern: Pattern, baseline?: Baseline): Condition {
  patterns.announcePattern();
  const find = (text: string): readonly TextSpan[] => patterns.findSpans(pattern, text);
  let past: readonly DisplayedFrame[] = [...(baseline?.frames ?? [])];
  return {
    observe: () => {
      const isNew = baseline?.capture() ?? (() => true);
      const { lines, cursor } = program.screen;
      const frames = [...past, { lines, isNew }];
      past = [];
      // The blanks before the cursor may match, but need not.
      return { evaluate: () => findInFrames(frames, find) ?? findInFrames([{ lines, isNew }], find, passedBy(cursor)) };
    },
  };
}

function findInFrames(
  frames: readonly DisplayedFrame[],
  find: (text: string) => readonly TextSpan[],
  passed?: CellPosition,
): ConditionResult | undefined {
  for (const { lines, isNew } of frames) {
    const text = new TextOfLines(lines, passed);
    for (const span of find(text.text)) {
      const match = text.rangeAt(span);
      if (isNew(match, false)) return { matches: [match] };
    }
  }
  return undefined;
}

/** A pattern matches the title. */
export function createTitleCondition({ program, patterns }: Subject, pattern: Pattern): Condition {
  patterns.announcePattern();
  return {
    observe: () => {
      const title = program.screen.title.normalize('NFC');
      return { evaluate: () => toResult(patterns.findSpans(pattern, title).length > 0) };
    },
  };
}

/** One of the events after the first `count` matches. */
export function createEventCondition(
  { program, patterns }: Subject,
  count: number,
  isMatch: (event: TerminalEvent) => boolean,
): Condition {
  const log = program.emulator.events;
  let met: ConditionResult | undefined;
  /** How many of the first events are known not to match. */
  let known = count;
  return {
    observe: () => {
      const { count: seen } = log;
      const events = seen > known ? log.since(known) : [];
      return {
        evaluate: () => {
          const event = met === undefined ? events.find(isMatch) : undefined;
          if (event !== undefined) met = { event };
          else if (patterns.isComplete) known = Math.max(known, seen);
          return met;
        },
      };
    },
  };
}

/** The text of an event that patterns search: title and body of a notification in lines. */
export const isNotificationOf =
  ({ patterns }: Subject, pattern: Pattern) =>
  (event: TerminalEvent): boolean =>
    event.type === 'notification' &&
    patterns.findSpans(pattern, [event.title, event.body].filter(Boolean).join('\n').normalize('NFC')).length > 0;

/** The cursor is at a position. */
export const createCursorCondition = ({ program }: Subject, place: CellPosition): Condition => ({
  observe: () => {
    const { row, col } = program.screen.cursor;
    return createConstant(toResult(row === place.row && col === place.col));
  },
});

/** A condition that can be met only while `isActive` returns true. */
export const restrictCondition = (isActive: () => boolean, condition: Condition): Condition => ({
  observe: () => (isActive() ? condition.observe() : createConstant(undefined)),
});

/** All conditions are met. */
export const combineAll = (conditions: readonly Condition[]): Condition => ({
  observe: () => {
    const observations = conditions.map((condition) => condition.observe());
    return {
      evaluate: (recheckIn) => {
        const parts = observations.map((observation) => observation.evaluate(recheckIn));
        return parts.every((part) => part !== undefined) ? { parts } : undefined;
      },
    };
  },
});

/** The program has ended. */
export const createExitCondition = ({ program }: Subject): Condition => ({
  observe: () => createConstant(toResult(program.exit !== undefined)),
});

/** For some time, a selector has had no match on the screen or in the lines that scrolled off. */
export const createHiddenForCondition = (subject: Subject, selector: Selector, milliseconds: number): Condition =>
  // `nth` counts matches on the screen only.
  createLastingCondition(
    subject,
    createHiddenCondition(subject, selector),
    milliseconds,
    hasNth(selector) ? never : createVisibleCondition(subject, selector, undefined),
  );

const never: Condition = { observe: () => createConstant(undefined) };

/**
 * A condition has been met for some time without a break. `interruption` detects breaks that are already over.
 * After the program has exited, the screen cannot change, so that the time does not matter.
 */
export function createLastingCondition(
  { program, patterns }: Subject,
  condition: Condition,
  milliseconds: number,
  interruption = never,
): Condition {
  let since: number | undefined;
  return {
    observe: () => {
      const now = performance.now();
      const isOver = program.exit !== undefined;
      const observation = condition.observe();
      const interruptionNow = interruption.observe();
      return {
        evaluate: (recheckIn) => {
          const result = observation.evaluate(recheckIn);
          const isInterrupted = interruptionNow.evaluate(recheckIn) !== undefined;
          if (!patterns.isComplete) return undefined;
          if (result === undefined || isInterrupted) since = undefined;
          if (result === undefined) return undefined;
          since ??= now;
          const leftMs = since + milliseconds - now;
          if (leftMs <= 0 || isOver) return result;
          recheckIn(leftMs);
          return undefined;
        },
      };
    },
  };
}

/** The first condition that is met. Those after it are not evaluated, because their patterns may be slow. */
export const combineFirst = (conditions: readonly Condition[]): Condition => ({
  observe: () => {
    const observations = conditions.map((condition) => condition.observe());
    return {
      evaluate: (recheckIn) => {
        for (const [index, observation] of observations.entries()) {
          const result = observation.evaluate(recheckIn);
          if (result !== undefined) return { ...result, index };
        }
        return undefined;
      },
    };
  },
});

/** A condition, unless another one is met: that one ends the wait. */
export const addInterruption = (condition: Condition, other: Condition): Condition => ({
  observe: () => {
    const [observation, otherObservation] = [condition.observe(), other.observe()];
    return {
      evaluate: (recheckIn) => {
        const stopping = otherObservation.evaluate(recheckIn);
        return stopping === undefined ? observation.evaluate(recheckIn) : { ...stopping, isStopped: true };
      },
    };
  },
});

const createConstant = (result: ConditionResult | undefined): Observation => ({ evaluate: () => result });

const createMatchObservation = (find: () => Match[], isNew = false): Observation => ({
  evaluate: () => {
    const matches = find();
    return matches.length === 0 ? undefined : { matches, isNew };
  },
});

/** What counts as a change, in addition to text. */
interface Comparison {
  readonly styles?: boolean;
  readonly cursor?: boolean;
}
/** What must not change, and for how long. */
interface StabilityOptions extends Comparison {
  readonly quietMs: number;
  /** Areas that may change. */
  readonly ignore?: readonly (CellRect | Selector)[];
  /** Since when the screen has been as it is at the first evaluation (default: now). */
  readonly since?: number;
  /** Whether to ignore a synchronized update or an escape sequence that has been open for 150 ms (default: false). */
  readonly mayBeIncomplete?: boolean;
}

// The same limit as for synchronized updates.
const maxSequenceMs = 150;

/**
 * The screen has not changed for some time, counted from the first evaluation or the last change, and no synchronized
 * update or escape sequence is in progress. After the program has exited, the screen is stable.
 */
export function isStable(
  subject: Subject,
  {
    quietMs,
    styles = false,
    cursor = false,
    ignore = [],
    since = performance.now(),
    mayBeIncomplete = false,
  }: StabilityOptions,
): Condition {
  const { program, patterns } = subject;
  let fingerprint: string | undefined;
  let changedAt = since;
  return {
    observe: () => {
      const now = performance.now();
      const { screen, exit } = program;
      const incompleteMs = getRemainingIncompleteMs(program, mayBeIncomplete);
      const findAreas = captureAreas(subject, ignore);
      return {
        evaluate: (recheckIn) => {
          const next = computeFingerprint(screen, new CellMask(screen, findAreas()), styles, cursor);
          if (!patterns.isComplete) return undefined;
          if (fingerprint !== undefined && next !== fingerprint) changedAt = now;
          fingerprint = next;
          const leftMs = Math.max(changedAt + quietMs - now, incompleteMs);
          if (exit !== undefined || leftMs <= 0) return {};
          if (Number.isFinite(leftMs)) recheckIn(leftMs);
          return undefined;
        },
      };
    },
  };
}

/** The visible text, and on request a style or the cursor, differs from the baseline. */
export function isScreenDifferent({ program }: Subject, { screen: before }: Baseline, what: Comparison): Condition {
  const { styles = false, cursor = false } = what;
  const fingerprint = computeFingerprint(before, new CellMask(before, []), styles, cursor);
  return {
    observe: () => {
      const { screen } = program;
      return {
        evaluate: () =>
          computeFingerprint(screen, new CellMask(screen, []), styles, cursor) === fingerprint ? undefined : {},
      };
    },
  };
}

/** The text, a style or the cursor has changed since a revision. */
export const isNewerThan = ({ program }: Subject, revision: number): Condition => ({
  observe: () => {
    const isNewer = program.screen.revision > revision;
    return { evaluate: () => (isNewer ? {} : undefined) };
  },
});

/** How long an open update or escape sequence still counts: without limit, or until it has been open for 150 ms. */
function getRemainingIncompleteMs({ emulator, lastOutputAgeMs = 0 }: VisibleProgram, isLimited: boolean): number {
  if (!isLimited) return emulator.isInFrame || emulator.isInSequence ? Number.POSITIVE_INFINITY : 0;
  const sequenceMs = emulator.isInSequence ? maxSequenceMs - lastOutputAgeMs : 0;
  return Math.max(0, sequenceMs, emulator.synchronization.remainingMs);
}

function computeFingerprint(screen: Screen, mask: CellMask, styles: boolean, cursor: boolean): string {
  const parts = [maskText(screen, mask)];
  if (styles) parts.push(...screen.lines.map((line, row) => encodeStyles(line, row, mask)));
  if (cursor) parts.push(JSON.stringify(screen.cursor));
  return parts.join('\n');
}

function encodeStyles(line: Line, row: number, mask: CellMask): string {
  if (!mask.hasHiddenCell(row)) return encodeLine(line);
  const encodeStyleAt = (col: number): string => (mask.isHidden(row, col, col + 1) ? '' : encodeSgr(line.styleAt(col)));
  return Array.from({ length: line.width }, (_, col) => encodeStyleAt(col)).join();
}
