import { Locator, Region } from './locator.js';
import { type Rect, toSelector } from './selectors.js';
import type { MouseTarget, TextTarget, WaitCondition } from './terminal-options.js';
import type { Condition, Selector, Target } from './wire-types.js';

/** Converts what a caller may pass to a selector. */
export const selectorFrom = (query: TextTarget): Selector =>
  query instanceof Locator ? query.selector : toSelector(query);

/** Converts the target of a mouse action to params. */
export function targetFrom(target: MouseTarget): Target {
  if (typeof target === 'object' && 'row' in target && !('type' in target)) return { row: target.row, col: target.col };
  return { selector: selectorFrom(target) };
}

/** Converts a condition of `waitFor`. */
export const conditionFrom = ({ visible, hidden, ...others }: WaitCondition): Condition => ({
  ...others,
  ...(visible === undefined ? {} : { visible: selectorFrom(visible) }),
  ...(hidden === undefined ? {} : { hidden: selectorFrom(hidden) }),
});

/** Converts an area of the screen to a rectangle or a selector. */
export function areaFrom(area: TextTarget | Rect | Region): Rect | Selector {
  if (area instanceof Region) return area.rect;
  return typeof area === 'object' && 'width' in area ? area : selectorFrom(area);
}
