import type { Color, Style } from '../style.js';

/** Required properties of a style. Absent members match anything. */
export interface StyleFilter {
  readonly fg?: Color;
  readonly bg?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  /** Any kind of underline, or none. */
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strikethrough?: boolean;
}

/** Whether a style matches the filter. */
export const hasStyle = (style: Style, filter: StyleFilter): boolean =>
  (Object.keys(filter) as (keyof StyleFilter)[]).every((name) =>
    name === 'underline' ? (style.underline !== undefined) === filter.underline : style[name] === filter[name],
  );
