import { Failure } from '../protocol/failure.js';
import type * as wire from '../protocol/generated/types.js';
import type { Place } from '../screen/logical.js';
import type { Screen } from '../screen/screen.js';
import type { Selector } from '../screen/selector.js';
import { onlyWhile, onScreen } from '../waits/conditions.js';
import { choose, noMatch, type Seen, waitForCondition } from '../waits/expect.js';
import { glance } from '../waits/glance.js';
import { placeOn } from './coordinates.js';
import { selectorFrom } from './selectors.js';
import type { SessionWait } from './waiting.js';

/** How a selector is looked for: once, or as long as the wait lasts. */
export type Looking = Pick<wire.HoverParams, 'ambiguityMode' | 'timeoutMs'>;
/** Finds a place on the screen, at which the program is ready for the mouse. */
export type Target = (wait: SessionWait, looking: Looking, isReady: () => boolean) => Promise<Place>;

/** Where the mouse shall go: the schema sees to it that it is a cell or a selector; the middle of the screen else. */
export function targetFrom({ col, row, selector: sought }: wire.Target, pointer: string): Target {
  if (sought !== undefined) {
    const selector = selectorFrom(sought, `${pointer}/selector`);
    return async (wait, { ambiguityMode, timeoutMs }, isReady) => {
      const seen = await (timeoutMs === 0 ? glance(wait, selector) : awaitReady(wait, selector, isReady));
      return choose(seen, selector, ambiguityMode ?? wait.session.settings.ambiguityMode).match.start;
    };
  }
  return ({ program: { screen } }) =>
    Promise.resolve(col === undefined || row === undefined ? middleOf(screen) : placeOn(screen, { col, row }, pointer));
}

// Programs may draw before they ask for the mouse. When the time is over, it only counts what is there.
async function awaitReady(wait: SessionWait, selector: Selector, isReady: () => boolean): Promise<Seen> {
  try {
    const condition = onlyWhile(isReady, onScreen(wait, selector));
    return await waitForCondition(wait, condition, { ...noMatch(selector), kind: 'not-found' });
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'not-found' || isReady()) throw error;
    return await glance(wait, selector);
  }
}

const middleOf = ({ cols, rows }: Screen): Place => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});
