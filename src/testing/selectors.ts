import type * as wire from '../protocol/generated/types.js';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A selector as a client may write it, without the members that have defaults. */
export type Sought = string | SoughtObject;
type SoughtObject =
  | (Without<wire.ExactSelector, 'ignoreCase'> & { ignoreCase?: boolean })
  | (Without<wire.RegexSelector, 'flags'> & { flags?: string })
  | wire.AtSelector
  | { type: 'within'; rect: wire.Rect; selector: Sought }
  | { type: 'nth'; index: number; selector: Sought }
  | { type: 'any'; selectors: Sought[] };

/** A literal text. */
export const exact = (text: string, more: { ignoreCase?: boolean; style?: wire.StyleFilter } = {}): SoughtObject => ({
  type: 'exact',
  text,
  ...more,
});

/** A regular expression. */
export const regex = (pattern: string, flags = '', style?: wire.StyleFilter): SoughtObject => ({
  type: 'regex',
  pattern,
  flags,
  ...(style === undefined ? {} : { style }),
});
