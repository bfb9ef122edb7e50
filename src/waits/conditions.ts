import type { Baseline, DisplayedFrame } from '../baseline/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { Position } from '../screen/logical-line.js';
import { textOf } from '../screen/screen.js';
import type { TextSpan } from '../screen/text-span.js';
import type { Pattern } from '../selectors/pattern.js';
import { hasNth, type Match, type Selector } from '../selectors/selector.js';
import { TextOfLines } from '../selectors/text-search.js';
import { captureVisible, ScreenSearch } from './search.js';

/** Asks for another look after some milliseconds even if nothing changes. */
export type Again = (milliseconds: number) => void;
/** That a condition holds, and by what. */
export interface ConditionResult {
  readonly matches?: readonly Match[];
  /** Only new matches were counted. */
  readonly isNew?: boolean;
  /** Of several conditions, which. */
  readonly index?: number;
  /** What held of each condition of `allOf`. */
  readonly parts?: readonly ConditionResult[];
  /** It was another condition that came true, and that ends the wait. */
  readonly isStopped?: boolean;
}
/** Something that can be waited for. It catches what is there now; the judgement comes then or later, maybe twice. */
export interface Condition {
  capture(): (again: Again) => ConditionResult | undefined;
}
/** What conditions look at. */
export interface Subject {
  readonly program: VisibleProgram;
  readonly patterns: SafeMatcher;
}

const held: ConditionResult = {};
const heldIf = (isHeld: boolean): ConditionResult | undefined => (isHeld ? held : undefined);

/** A selector matches, on the screen or among the lines that have scrolled off since. */
export function visible({ program, patterns }: Subject, selector: Selector, baseline: Baseline | undefined): Condition {
  const search = new ScreenSearch(program.emulator, selector, baseline, patterns);
  return { capture: () => matchesOf(search.capture(), baseline !== undefined) };
}

/** A selector matches in a way that is new since the baseline; a match that scrolls off counts from then on. */
export function visibleSince(subject: Subject, selector: Selector, baseline: Baseline): Condition {
  const condition = visible(subject, selector, baseline);
  let scrolledOff: ConditionResult | undefined;
  return {
    capture: () => {
      const judge = condition.capture();
      return (again) => {
        const result = judge(again);
        const isOff = subject.patterns.isComplete && result?.matches?.every(({ end }) => end.row < 0) === true;
        if (isOff) scrolledOff ??= result;
        return result ?? scrolledOff;
      };
    },
  };
}

/** A selector matches what is on the screen. */
export const onScreen = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  capture: () => matchesOf(captureVisible(program.emulator, selector, patterns)),
});

/** Nothing on the screen matches a selector. */
export const hidden = ({ program, patterns }: Subject, selector: Selector): Condition => ({
  capture: () => {
    const find = captureVisible(program.emulator, selector, patterns);
    return () => heldIf(find().length === 0);
  },
});

/** An expression matches the visible text, with a baseline in a way that is new. */
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

/** An expression matches the title. */
export function titleMatches({ program, patterns }: Subject, pattern: Pattern): Condition {
  patterns.introducePattern();
  return {
    capture: () => {
      const title = program.screen.title.normalize('NFC');
      return () => heldIf(patterns.spans(pattern, title).length > 0);
    },
  };
}

/** The bell has been rung since the condition was made. */
export function bellRings({ program }: Subject): Condition {
  const before = program.emulator.bells;
  return { capture: () => always(heldIf(program.emulator.bells > before)) };
}

/** The cursor stands at a place. */
export const cursorIsAt = ({ program }: Subject, place: Position): Condition => ({
  capture: () => {
    const { row, col } = program.screen.cursor;
    return always(heldIf(row === place.row && col === place.col));
  },
});

/** The visible text is another than it was at the baseline. */
export const textDiffers = ({ program }: Subject, baseline: Baseline): Condition => ({
  capture: () => always(heldIf(textOf(program.screen) !== textOf(baseline.screen))),
});

/** A condition that counts only while something else is so. */
export const onlyWhile = (isSo: () => boolean, condition: Condition): Condition => ({
  capture: () => (isSo() ? condition.capture() : always(undefined)),
});

/** All of several conditions hold. */
export const allOf = (conditions: readonly Condition[]): Condition => ({
  capture: () => {
    const judges = conditions.map((condition) => condition.capture());
    return (again) => {
      const parts = judges.map((judge) => judge(again));
      return parts.every((part) => part !== undefined) ? { parts } : undefined;
    };
  },
});

/** The program has ended. */
export const hasExited = ({ program }: Subject): Condition => ({
  capture: () => always(heldIf(program.exit !== undefined)),
});

/** Nothing on the screen has matched a selector for some time, nor have lines that scrolled by. */
export const hiddenFor = (subject: Subject, selector: Selector, milliseconds: number): Condition =>
  // What is numbered is numbered on the screen only.
  heldFor(
    subject,
    hidden(subject, selector),
    milliseconds,
    hasNth(selector) ? never : visible(subject, selector, undefined),
  );

const never: Condition = { capture: () => always(undefined) };

/**
 * A condition that has held for some time without a break; another one may tell of a break that is over already. A
 * program that has ended changes nothing any more.
 */
export function heldFor(
  { program, patterns }: Subject,
  condition: Condition,
  milliseconds: number,
  breaking = never,
): Condition {
  let since: number | undefined;
  return {
    capture: () => {
      const now = performance.now();
      const isOver = program.exit !== undefined;
      const judge = condition.capture();
      const judgeBreak = breaking.capture();
      return (again) => {
        const result = judge(again);
        const isBroken = judgeBreak(again) !== undefined;
        if (!patterns.isComplete) return undefined;
        if (result === undefined || isBroken) since = undefined;
        if (result === undefined) return undefined;
        since ??= now;
        const leftMs = since + milliseconds - now;
        if (leftMs <= 0 || isOver) return result;
        again(leftMs);
        return undefined;
      };
    },
  };
}

/** The first of several conditions that holds; those behind it are not judged, however long that would take. */
export const firstOf = (conditions: readonly Condition[]): Condition => ({
  capture: () => {
    const judges = conditions.map((condition) => condition.capture());
    return (again) => {
      for (const [index, judge] of judges.entries()) {
        const result = judge(again);
        if (result !== undefined) return { ...result, index };
      }
      return undefined;
    };
  },
});

/** A condition, unless another one holds: that stops it. */
export const unless = (condition: Condition, other: Condition): Condition => ({
  capture: () => {
    const [judge, judgeOther] = [condition.capture(), other.capture()];
    return (again) => {
      const stopping = judgeOther(again);
      return stopping === undefined ? judge(again) : { ...stopping, isStopped: true };
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
