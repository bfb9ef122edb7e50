// `Wait` and `Expect+Line`: matches in the line of the cursor or on the screen, as VHS reads them, and which of them count.
import { type Color, colorNames, defaultColor, parseRgb, trueColor } from '../base/colors.js';
import type { Line } from '../screen/line.js';
import { passedBy, TextOfLines, type TextRange } from '../screen/logical-line.js';
import type { Screen } from '../screen/screen.js';
import type { Selector, StyleFilter } from '../screen/selectors/selector.js';
import type { Call } from '../session/call.js';
import type { Condition, ConditionResult, Observation, RecheckIn } from '../session/waits/conditions.js';
import { captureVisible } from '../session/waits/screen-search.js';
import type { WaitSpec } from '../session/waits/specs.js';
import type { Baseline } from '../terminal/freshness/baseline.js';
import type { StyleWords, TapeTarget } from './commands.js';
import type { TranslatedPattern } from './go-pattern.js';

/** A position that scrolling does not change: lines are counted from the first one of the program. */
export interface TypedPlace {
  readonly line: number;
  readonly col: number;
}

/** When a match counts that is older than the line that was submitted. */
export interface OldMatches {
  /** Where the submitted line was typed: matches in it never count. */
  readonly from: TypedPlace;
  readonly to: TypedPlace;
  /** Whether the program has done what the line asks for. May request another check. */
  mayCount(recheckIn: RecheckIn): boolean;
  /** An old match has met the wait. */
  note(): void;
}

/** What a `Wait` looks at. */
interface TapeWait {
  readonly where: 'line' | 'screen';
  readonly pattern: TranslatedPattern;
  /** Set after a submitted line: then matches that are new since then count, and older ones in these cases. */
  readonly old: OldMatches | undefined;
}

interface Seen {
  readonly lines: readonly Line[];
  /** The number of the first of the lines. */
  readonly firstLine: number;
  /** Its row on the screen. */
  readonly row: number;
  readonly isNew: (range: TextRange) => boolean;
}

/** A pattern matches the line of the cursor or the screen, whose ends are `^` and `$`. */
export function tapeWait({ where, pattern, old }: TapeWait): WaitSpec {
  const wanted = { pattern: pattern.pattern, flags: pattern.flags };
  return {
    since: old === undefined ? undefined : 'lastInput',
    start: (call, baseline) => {
      call.patterns.announcePattern();
      return {
        condition: createWaitCondition(call, baseline, where, wanted, old),
        unmet: { words: 'no match', selector: { type: 'regex', ...wanted, style: undefined }, baseline },
      };
    },
  };
}

function createWaitCondition(
  { program, patterns }: Call,
  baseline: Baseline | undefined,
  where: 'line' | 'screen',
  pattern: TranslatedPattern,
  old: OldMatches | undefined,
): Condition {
  const findIn = ({ lines, row }: Seen, passed?: ReturnType<typeof passedBy>): TextRange[] => {
    const text = new TextOfLines(lines, passed);
    return patterns.findSpans(pattern, text.text).map((span) => shift(text.rangeAt(span), row));
  };
  let past = where === 'screen' ? [...(baseline?.frames ?? [])] : [];
  return {
    observe: () => {
      const { screen } = program;
      const isNew = baseline?.capture() ?? (() => true);
      const seen = select(screen, where, (range) => isNew(range, false));
      const frames = past.map((frame) => ({
        ...seen,
        lines: frame.lines,
        isNew: (range: TextRange) => frame.isNew(range, false),
      }));
      past = [];
      const passed = passedBy(screen.cursor);
      const shifted = passed && { ...passed, row: passed.row - seen.row };
      return {
        evaluate: (recheckIn) => {
          const shown = [...findIn(seen), ...findIn(seen, shifted)];
          const found =
            frames.flatMap((frame) => findIn(frame).filter(frame.isNew))[0] ??
            shown.find(seen.isNew) ??
            (old && findOlder(shown, seen, old, recheckIn));
          return found && toResult(found);
        },
      };
    },
  };
}

/** A match that is not new and not in the submitted line, once such matches count. */
function findOlder(
  shown: readonly TextRange[],
  seen: Seen,
  old: OldMatches,
  recheckIn: RecheckIn,
): TextRange | undefined {
  const found = shown.find((range) => !isEcho(range, seen, old));
  if (found === undefined || !old.mayCount(recheckIn)) return undefined;
  old.note();
  return found;
}

const toResult = (match: TextRange): ConditionResult => ({ matches: [match] });

function select(screen: Screen, where: 'line' | 'screen', isNew: Seen['isNew']): Seen {
  const row = where === 'screen' ? 0 : screen.cursor.row;
  const lines = where === 'screen' ? screen.lines : screen.lines.slice(row, row + 1);
  return { lines, firstLine: screen.top, row, isNew };
}

const shift = (range: TextRange, rows: number): TextRange =>
  rows === 0
    ? range
    : {
        ...range,
        start: { ...range.start, row: range.start.row + rows },
        end: { ...range.end, row: range.end.row + rows },
      };

/** Whether a match has a cell of the line as it was typed. */
function isEcho({ start, end }: TextRange, { firstLine }: Seen, { from, to }: OldMatches): boolean {
  const isBefore = (left: TypedPlace, right: TypedPlace): boolean =>
    left.line < right.line || (left.line === right.line && left.col < right.col);
  const [first, last] = [start, end].map(({ row, col }) => ({ line: firstLine + row, col })) as [
    TypedPlace,
    TypedPlace,
  ];
  return !isBefore(last, from) && isBefore(first, to);
}

/** A text or pattern matches in the line of the cursor. */
export function onCursorLine(target: TapeTarget): WaitSpec {
  const style = target.style === undefined ? undefined : toStyleFilter(target.style);
  const selector: Selector = target.type === 'exact' ? { ...target, ignoreCase: false, style } : { ...target, style };
  return {
    start: ({ program, patterns }) => {
      patterns.announceSelector(selector);
      const observe = (): Observation => {
        const { cursor, cols } = program.screen;
        const rect = { row: cursor.row, col: 0, width: cols, height: 1 };
        const find = captureVisible(program.emulator, { type: 'within', rect, selector }, patterns);
        return { evaluate: () => find().map(toResult)[0] };
      };
      return { condition: { observe }, unmet: { words: 'no match in the line of the cursor', selector } };
    },
  };
}

/** A style of a tape as a filter of cells. */
export const toStyleFilter = (words: StyleWords): StyleFilter =>
  Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, typeof value === 'string' ? toColorNumber(value) : value]),
  );

function toColorNumber(color: string): Color {
  const rgb = parseRgb(color);
  if (rgb !== undefined) return trueColor + rgb;
  return color === 'default' ? defaultColor : colorNames.indexOf(color);
}
