import type * as wire from '../../protocol/generated/types.js';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A selector as a client may write it, without the members that have defaults. */
export type SelectorInput = string | SelectorObject;
type SelectorObject =
  | (Without<wire.ExactSelector, 'ignoreCase'> & { ignoreCase?: boolean })
  | (Without<wire.RegexSelector, 'flags'> & { flags?: string })
  | wire.AtSelector
  | { type: 'within'; rect: wire.Rect; selector: SelectorInput }
  | { type: 'nth'; index: number; selector: SelectorInput }
  | { type: 'any'; selectors: SelectorInput[] };

/** A literal text. */
export const exact = (text: string, more: { ignoreCase?: boolean; style?: wire.StyleFilter } = {}): SelectorObject => ({
  type: 'exact',
  text,
  ...more,
});

/** A regular expression. */
export const regex = (pattern: string, flags = '', style?: wire.StyleFilter): SelectorObject => ({
  type: 'regex',
  pattern,
  flags,
  ...(style === undefined ? {} : { style }),
});
