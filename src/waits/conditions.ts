import type { Baseline, DisplayedFrame } from '../baseline/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { Position } from '../screen/logical-line.js';
import type { TextSpan } from '../screen/text-span.js';
import type { Pattern } from '../selectors/pattern.js';
import { hasNth, type Match, type Selector } from '../selectors/selector.js';
import { TextOfLines } from '../selectors/text-search.js';
import { captureVisible, ScreenSearch } from './search.js';

/** Requests another evaluation after some milliseconds even if the screen does not change. */
export type RecheckIn = (milliseconds: number) => void;
/** The result of a condition that is met. */
export interface ConditionResult {
  readonly matches?: readonly Match[];
  /** Whether only new matches were counted. */
  readonly isNew?: boolean;
  /** The index of the condition that was met, for `firstOf`. */
  readonly index?: number;
  /** The result of each condition of `allOf`. */
  readonly parts?: readonly ConditionResult[];
  /** Whether the other condition of `unless` was met, which ends the wait. */
  readonly isStopped?: boolean;
}
/** A condition of a wait. `capture` reads the screen; the returned function evaluates it, possibly later and twice. */
export interface Condition {
  capture(): (recheckIn: RecheckIn) => ConditionResult | undefined;
}
/** What conditions evaluate. */
export interface Subject {
  readonly program: VisibleProgram;
  readonly patterns: SafeMatcher;
}

const met: ConditionResult = {};
const resultIf = (isMet: boolean): ConditionResult | undefined => (isMet ? met : undefined);

/** A selector matches on the screen, or in the lines that have scrolled off since. */
export function visible({ program, patterns }: Subject, selector: Selector, baseline: Baseline | undefined): Condition {
  const search = new ScreenSearch(program.emulator, selector, baseline, patterns);
  return { capture: () => matchesOf(search.capture(), baseline !== undefined) };
}

/** A selector has a match that is new since the baseline. A match that has scrolled off continues to count. */
export function visibleSince(subject: Subject, selector: Selector, baseline: Baseline): Condition {
  const condition = visible(subject, selector, baseline);
  let scrolledOff: ConditionResult | undefined;
  return {
    capture: () => {
      const evaluate = condition.capture();
      return (recheckIn) => {
        const result = evaluate(recheckIn);
        const isOff = subject.patterns.isComplete && result?.matches?.every(({ end }) => end.row < 0) === true;
        if (isOff) scrolledOff ??= result;
        return result ?? scrolledOff;
      };
    },
  };
}

/** A selector matches on the screen. */
export const onScreen = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  capture: () => matchesOf(captureVisible(program.emulator, selector, patterns)),
});

/** A selector has no match on the screen. */
export const hidden = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  capture: () => {
    const find = captureVisible(program.emulator, selector, patterns);
    return () => resultIf(find().length === 0);
  },
});

/** A pattern matches the visible text. With a baseline, only new matches count. */
export function textMatches({ program, patterns }: Subject, pattern: Pattern, baseline?: Baseline): Condition {
  patterns.introducePattern();
  const find = (text: string): readonly TextSpan[] => patterns.spans(pattern, text);
  let past: readonly DisplayedFrame[] = [...(baseline?.frames ?? [])];
  return {
    capture: () => {
      const isNew = baseline?.newMatches() ?? (() => true);
      const frames = [...past, { lines: program.screen.lines, isNew }];
      past = [];
      return () => {
        for (const frame of frames) {
          const text = new TextOfLines(frame.lines);
          for (const span of find(text.text)) {
            const match = text.pieceAt(span);
            if (frame.isNew(match, false)) return { matches: [match] };
          }
        }
        return undefined;
      };
    },
  };
}

/** A pattern matches the title. */
export function titleMatches({ program, patterns }: Subject, pattern: Pattern): Condition {
  patterns.introducePattern();
  return {
    capture: () => {
      const title = program.screen.title.normalize('NFC');
      return () => resultIf(patterns.spans(pattern, title).length > 0);
    },
  };
}

/** The bell has rung since the condition was created. */
export function bellRings({ program }: Subject): Condition {
  const before = program.emulator.bells;
  return { capture: () => always(resultIf(program.emulator.bells > before)) };
}

/** The cursor is at a position. */
export const cursorIsAt = ({ program }: Subject, place: Position): Condition => ({
  capture: () => {
    const { row, col } = program.screen.cursor;
    return always(resultIf(row === place.row && col === place.col));
  },
});

/** A condition that can be met only while `isActive` returns true. */
export const onlyWhile = (isActive: () => boolean, condition: Condition): Condition => ({
  capture: () => (isActive() ? condition.capture() : always(undefined)),
});

/** All conditions are met. */
export const allOf = (conditions: readonly Condition[]): Condition => ({
  capture: () => {
    const evaluations = conditions.map((condition) => condition.capture());
    return (recheckIn) => {
      const parts = evaluations.map((evaluate) => evaluate(recheckIn));
      return parts.every((part) => part !== undefined) ? { parts } : undefined;
    };
  },
});

/** The program has ended. */
export const hasExited = ({ program }: Subject): Condition => ({
  capture: () => always(resultIf(program.exit !== undefined)),
});

/** For some time, a selector has had no match on the screen or in the lines that scrolled off. */
export const hiddenFor = (subject: Subject, selector: Selector, milliseconds: number): Condition =>
  // `nth` counts matches on the screen only.
  heldFor(
    subject,
    hidden(subject, selector),
    milliseconds,
    hasNth(selector) ? never : visible(subject, selector, undefined),
  );

const never: Condition = { capture: () => always(undefined) };

/**
 * A condition has been met for some time without a break. `interruption` detects breaks that are already over.
 * After the program has exited, the screen cannot change, so that the time does not matter.
 */
export function heldFor(
  { program, patterns }: Subject,
  condition: Condition,
  milliseconds: number,
  interruption = never,
): Condition {
  let since: number | undefined;
  return {
    capture: () => {
      const now = performance.now();
      const isOver = program.exit !== undefined;
      const evaluate = condition.capture();
      const evaluateInterruption = interruption.capture();
      return (recheckIn) => {
        const result = evaluate(recheckIn);
        const isInterrupted = evaluateInterruption(recheckIn) !== undefined;
        if (!patterns.isComplete) return undefined;
        if (result === undefined || isInterrupted) since = undefined;
        if (result === undefined) return undefined;
        since ??= now;
        const leftMs = since + milliseconds - now;
        if (leftMs <= 0 || isOver) return result;
        recheckIn(leftMs);
        return undefined;
      };
    },
  };
}

/** The first condition that is met. Those after it are not evaluated, because their patterns may be slow. */
export const firstOf = (conditions: readonly Condition[]): Condition => ({
  capture: () => {
    const evaluations = conditions.map((condition) => condition.capture());
    return (recheckIn) => {
      for (const [index, evaluate] of evaluations.entries()) {
        const result = evaluate(recheckIn);
        if (result !== undefined) return { ...result, index };
      }
      return undefined;
    };
  },
});

/** A condition, unless another one is met: that one ends the wait. */
export const unless = (condition: Condition, other: Condition): Condition => ({
  capture: () => {
    const [evaluate, evaluateOther] = [condition.capture(), other.capture()];
    return (recheckIn) => {
      const stopping = evaluateOther(recheckIn);
      return stopping === undefined ? evaluate(recheckIn) : { ...stopping, isStopped: true };
    };
  },
});

const always =
  (result: ConditionResult | undefined): (() => ConditionResult | undefined) =>
  () =>
    result;

const matchesOf =
  (find: () => Match[], isNew = false): (() => ConditionResult | undefined) =>
  () => {
    const matches = find();
    return matches.length === 0 ? undefined : { matches, isNew };
  };
