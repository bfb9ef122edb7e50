// Values on the wire and what they mean. Rows and columns are 1-based there and 0-based everywhere else: only this file
// converts between them.

import { type Color, colorNames, defaultColor, formatColor, parseRgb, trueColor } from '../../base/colors.js';
import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import { formatPath } from '../../protocol/validation.js';
import type { StyleRun } from '../../screen/line.js';
import type { CellPosition } from '../../screen/logical-line.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import type { CellRect, Cursor, Screen } from '../../screen/screen.js';
import type { NearText } from '../../screen/selectors/nearest-text.js';
import {
  compilePattern,
  crossesLines,
  describePatternError,
  isAboutFlags,
  type Match,
  type Pattern,
  type Selector,
  type StyleFilter,
} from '../../screen/selectors/selector.js';
import type { Call } from '../../session/call.js';
import type { Met } from '../../session/waits/specs.js';
import type { ChosenMatch } from '../../session/waits/wait.js';
import type { TerminalEvent } from '../../terminal/events.js';

/** A cursor on the wire. */
export const toWireCursor = (cursor: Cursor): wire.Cursor => ({
  row: cursor.row + 1,
  col: cursor.col + 1,
  visible: cursor.isVisible,
});

/** A row on the wire. */
export const toWireRow = (row: number): number => row + 1;

/** A match on the wire. */
export const toWireMatch = ({ start, end, text, selectorIndex }: Match): wire.Match => ({
  row: start.row + 1,
  col: start.col + 1,
  endRow: end.row + 1,
  endCol: end.col + 1,
  text,
  ...(selectorIndex === undefined ? {} : { selectorIndex }),
});

/** A position from the wire. */
export const positionFrom = ({ row, col }: WirePlace): CellPosition => ({ row: indexFrom(row), col: indexFrom(col) });

interface WirePlace {
  readonly row: wire.Position;
  readonly col: wire.Position;
}

/** A row or column from the wire; from the end, it becomes negative (`resolvePlace`). */
const indexFrom = (position: wire.Position): number =>
  typeof position === 'number' ? position - 1 : -position.fromEnd;

/** A rectangle from the wire. */
const rectFrom = ({ row, col, width, height }: wire.Rect): CellRect => ({
  ...positionFrom({ row, col }),
  width,
  height,
});

/** An event on the wire, without secrets. */
export function toWireEvent(event: TerminalEvent, secrets: Secrets): wire.Event {
  const redact = (text: string): string => secrets.redactText(text);
  switch (event.type) {
    case 'image':
      return { ...event, row: toWireRow(event.row), col: event.col + 1 };
    case 'notification':
      return { ...event, title: redact(event.title), body: redact(event.body) };
    case 'clipboard':
      return { ...event, text: redact(event.text) };
    case 'title':
      return { ...event, title: redact(event.title) };
    case 'command':
      return { ...event, text: redact(event.text), output: redact(event.output) };
    default:
      return event;
  }
}

/** A near text on the wire. */
export const toWireNearText = ({ text, place }: NearText): object => ({ text, row: place.row + 1, col: place.col + 1 });

/** A color from the wire. The schema has validated its name. */
function colorFrom(color: wire.ColorFilter): Color {
  if (typeof color === 'number') return color;
  if (color === 'default') return defaultColor;
  const rgb = parseRgb(color);
  return rgb === undefined ? colorNames.indexOf(color) : trueColor + rgb;
}

/** A style run on the wire, without default values. */
export function toWireStyleRun(run: StyleRun, row: number): wire.StyleRun {
  const { style } = run;
  const flags = ['bold', 'dim', 'italic', 'blink', 'inverse', 'hidden', 'strikethrough', 'overline'] as const;
  return {
    row: row + 1,
    col: run.col + 1,
    width: run.width,
    text: run.text,
    ...(style.fg === defaultColor ? {} : { fg: formatColor(style.fg) }),
    ...(style.bg === defaultColor ? {} : { bg: formatColor(style.bg) }),
    ...Object.fromEntries(flags.filter((flag) => style[flag]).map((flag) => [flag, true])),
    ...(style.underline === undefined ? {} : { underline: style.underline }),
    ...(style.underlineColor === defaultColor ? {} : { underlineColor: formatColor(style.underlineColor) }),
    ...(run.link === undefined ? {} : { link: run.link }),
  };
}

/** The rectangle that a filter of `currentView` selects. 0 selects the whole range. */
export function filteredRectFrom(filter: wire.CurrentViewParams, screen: Screen): CellRect {
  const { rows, region, entireRow, entireCol } = filter;
  if (rows !== undefined) {
    const start = requireWithin('/rows/start', rows.start || 1, screen.rows);
    const end = requireWithin('/rows/end', rows.end || screen.rows, screen.rows);
    checkRows({ start, end });
    return { row: start - 1, col: 0, width: screen.cols, height: end - start + 1 };
  }
  if (region !== undefined) return regionRectFrom(region, screen);
  const row = requireWithin('/entireRow', entireRow ?? 0, screen.rows);
  const col = requireWithin('/entireCol', entireCol ?? 0, screen.cols);
  return {
    row: row === 0 ? 0 : row - 1,
    col: col === 0 ? 0 : col - 1,
    width: col === 0 ? screen.cols : 1,
    height: row === 0 ? screen.rows : 1,
  };
}

/** Rejects `rows` that end before they start. If one of them is 0, the result depends on the screen. */
export function checkRows({ start, end }: NonNullable<wire.CurrentViewParams['rows']>): void {
  if (typeof start === 'number' && typeof end === 'number' && end < start && end > 0)
    throw new InvalidParamError('/rows', `\`rows.end\` (${end}) must not be less than \`rows.start\` (${start}).`);
}

/** A region from the wire, which must be on the screen. A size of 0 extends it to the edge of the screen. */
export function regionRectFrom(
  region: NonNullable<wire.CurrentViewParams['region']> | wire.Rect,
  screen: Screen,
): CellRect {
  const col = requireWithin('/region/col', region.col || 1, screen.cols) - 1;
  const row = requireWithin('/region/row', region.row || 1, screen.rows) - 1;
  const width = extendToEdge('width', region.width, { name: 'column', start: col, max: screen.cols });
  const height = extendToEdge('height', region.height, { name: 'row', start: row, max: screen.rows });
  return { row, col, width, height };
}

interface Axis {
  readonly name: string;
  readonly start: number;
  readonly max: number;
}

function extendToEdge(member: string, value: number, { name, start, max }: Axis): number {
  if (start + value > max)
    throw new InvalidParamError(
      `/region/${member}`,
      `\`region.${member}\` must be at most ${max - start} from ${name} ${start + 1} on, not ${value}.`,
    );
  return value || max - start;
}

/** The number of a row or column, counted from the beginning, which must not be greater than `max`. */
function requireWithin(pointer: string, position: wire.Position, max: number): number {
  if (typeof position === 'object') return max + 1 - requireWithin(`${pointer}/fromEnd`, position.fromEnd, max);
  if (position > max)
    throw new InvalidParamError(
      pointer,
      `\`${pointer.slice(1).replaceAll('/', '.')}\` must be at most ${max} on this screen, not ${position}.`,
    );
  return position;
}

/** A position from the wire that must be on the screen. */
export function positionOnScreenFrom(screen: Screen, { row, col }: WirePlace, pointer: string): CellPosition {
  return positionFrom({
    col: requireWithin(`${pointer}/col`, col, screen.cols),
    row: requireWithin(`${pointer}/row`, row, screen.rows),
  });
}

/** The members that the results of all successful waits have in common. */
export const toWaitResult = (
  { deadline }: Call,
  { revision }: Screen,
): { ok: true; elapsedMs: number; revision: number } => ({
  ok: true,
  elapsedMs: Math.round(deadline.elapsedMs),
  revision,
});

/** The match that a wait returns, and the number of matches. */
export const toMatchResult = ({ chosen }: Pick<Met, 'chosen'>): { match: wire.Match; matchCount: number } => {
  const { match, count } = chosen as ChosenMatch;
  return { match: toWireMatch(match), matchCount: count };
};

const maxDepth = 32;

/**
 * A selector from the wire. Each member is translated by its name, whatever the type of the selector. Validates what a
 * schema cannot: its depth and its patterns.
 */
export function selectorFrom(selector: wire.Selector, pointer: string, depth = 1): Selector {
  if (depth > maxDepth)
    throw new InvalidParamError(pointer, `Selectors are nested deeper than ${maxDepth} levels, the maximum.`);
  if (typeof selector === 'string')
    return { type: 'exact', text: textFrom(selector, pointer), ignoreCase: false, style: undefined };
  return {
    ...selector,
    ...('text' in selector && { text: textFrom(selector.text, `${pointer}/text`) }),
    ...('pattern' in selector && patternFrom(selector.pattern, selector.flags, pointer)),
    ...('pattern' in selector && crossesLines(selector.pattern, selector.flags) && { isMultiline: true }),
    ...('style' in selector && { style: styleFrom(selector.style) }),
    ...('row' in selector && { place: positionFrom(selector) }),
    ...('rect' in selector && { rect: rectFrom(selector.rect) }),
    ...('selector' in selector && { selector: selectorFrom(selector.selector, `${pointer}/selector`, depth + 1) }),
    ...('selectors' in selector && {
      selectors: selector.selectors.map((inner, index) =>
        selectorFrom(inner, `${pointer}/selectors/${index}`, depth + 1),
      ),
    }),
  } as Selector;
}

// A terminal acts on control characters; it displays none.
const control = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

/** A text to find. Rejects control characters, which could never match. */
export function textFrom(text: string, pointer: string): string {
  const [found] = control.exec(text) ?? [];
  if (found === undefined) return text;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const advice =
    found === '\t'
      ? 'A tab is displayed as blanks: use those'
      : found === '\r'
        ? 'Separate lines by "\\n" only'
        : 'Remove it, or use a regular expression';
  throw new InvalidParamError(
    pointer,
    `\`${formatPath(pointer)}\` contains the control character U+${code}, which no cell of a screen can contain. ${advice}.`,
  );
}

/** An area from the wire: a rectangle, or the matches of a selector. */
export const areaFrom = (area: wire.Rect | wire.Selector, pointer: string): CellRect | Selector =>
  typeof area === 'string' || 'type' in area ? selectorFrom(area, pointer) : rectFrom(area);

/** A pattern from the wire. Rejects an invalid regular expression with the engine's reason. */
export function patternFrom(pattern: string, flags: string, pointer: string, member = 'pattern'): Pattern {
  const result = { pattern, flags, pointer: `${pointer}/${member}` };
  try {
    compilePattern(result);
  } catch (error) {
    throw new InvalidParamError(isAboutFlags(error) ? `${pointer}/flags` : result.pointer, describePatternError(error));
  }
  return result;
}

function styleFrom(style: wire.StyleFilter | undefined): StyleFilter | undefined {
  if (style === undefined) return undefined;
  const { fg, bg, underlineColor, ...others } = style;
  return {
    ...others,
    ...(fg === undefined ? {} : { fg: colorFrom(fg) }),
    ...(bg === undefined ? {} : { bg: colorFrom(bg) }),
    ...(underlineColor === undefined ? {} : { underlineColor: colorFrom(underlineColor) }),
  };
}
