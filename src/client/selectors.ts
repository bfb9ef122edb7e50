import type * as wire from './wire-types.js';

/** A literal text or a regular expression. */
export type TextQuery = string | RegExp;
/** A row or a column: its number, 1-based, or counted from the end: `{ fromEnd: 1 }` is the last one at that moment. */
export type Position = wire.Position;
/** A rectangle of cells. */
export interface Rect {
  /** The first row. */
  readonly row: Position;
  /** The first column. */
  readonly col: Position;
  /** The number of columns. */
  readonly width: number;
  /** The number of rows. */
  readonly height: number;
}
/** Narrows a text query. */
export interface TextOptions {
  /** Style that every cell of the match must have. */
  readonly style?: wire.StyleFilter | undefined;
  /** Whether case is ignored. Default: false, or the flag `i` of the regular expression. */
  readonly ignoreCase?: boolean | undefined;
}

// The server searches all matches, and indices of groups are not reported.
const flagsWithoutMeaning = /[dgy]/g;

/** Converts a text, a regular expression or a selector to a selector. */
export function toSelector(query: TextQuery | wire.Selector, { style, ignoreCase }: TextOptions = {}): wire.Selector {
  const styled = style === undefined ? {} : { style };
  if (typeof query === 'string')
    return { type: 'exact', text: query, ...(ignoreCase === undefined ? {} : { ignoreCase }), ...styled };
  if (!(query instanceof RegExp)) return query;
  return { type: 'regex', ...patternFrom(query, ignoreCase), ...styled };
}

/** Converts a regular expression to a pattern and flags; `ignoreCase` overrides its flag `i`. */
export function patternFrom(query: RegExp, ignoreCase = query.ignoreCase): { pattern: string; flags: string } {
  const flags = query.flags.replaceAll(flagsWithoutMeaning, '').replace('i', '');
  return { pattern: query.source, flags: ignoreCase ? `${flags}i` : flags };
}

/** Escapes a text so that a regular expression matches it literally. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
