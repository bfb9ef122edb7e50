import type * as wire from '../protocol/generated/types.js';
import type { Place } from '../screen/logical.js';
import type { Screen } from '../screen/screen.js';
import { onScreen } from '../session/conditions.js';
import { choose, noMatch, waitForCondition } from '../session/expect.js';
import { glance } from '../session/glance.js';
import { placeOn } from './coordinates.js';
import { selectorFrom } from './selectors.js';
import type { SessionWait } from './waiting.js';

/** How a selector is looked for: once, or as long as the wait lasts. */
export type Looking = Pick<wire.HoverParams, 'ambiguityMode' | 'timeoutMs'>;
/** Finds a place on the screen. */
export type Target = (wait: SessionWait, looking: Looking) => Promise<Place>;

/** Where the mouse shall go: the schema sees to it that it is a cell or a selector; the middle of the screen else. */
export function targetFrom({ col, row, selector: sought }: wire.Target, pointer: string): Target {
  if (sought !== undefined) {
    const selector = selectorFrom(sought, `${pointer}/selector`);
    const missing = { ...noMatch(selector), kind: 'not-found' } as const;
    return async (wait, { ambiguityMode, timeoutMs }) => {
      const seen =
        timeoutMs === 0
          ? await glance(wait, selector)
          : await waitForCondition(wait, onScreen(wait, selector), missing);
      return choose(seen, selector, ambiguityMode ?? wait.session.settings.ambiguityMode).match.start;
    };
  }
  return ({ program: { screen } }) =>
    Promise.resolve(col === undefined || row === undefined ? middleOf(screen) : placeOn(screen, { col, row }, pointer));
}

const middleOf = ({ cols, rows }: Screen): Place => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});
