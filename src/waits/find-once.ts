import type { Screen } from '../screen/screen.js';
import type { Match, Selector } from '../selectors/selector.js';
import { captureVisible } from './search.js';
import type { Waiting } from './wait.js';

/** What matches a selector. */
export interface FindResult {
  readonly selector: Selector;
  readonly matches: readonly Match[];
}

/** What matches selectors on the screen as it is now; resolves in the same moment, but for patterns that take long. */
export async function findOnce(
  { program: { emulator, screen }, patterns }: Pick<Waiting, 'program' | 'patterns'>,
  selectors: readonly Selector[],
): Promise<{ readonly screen: Screen; readonly sights: readonly FindResult[] }> {
  const searches = selectors.map((selector) => ({ selector, find: captureVisible(emulator, selector, patterns) }));
  const sights = await patterns.resolve(() => searches.map(({ selector, find }) => ({ selector, matches: find() })));
  return { screen, sights };
}
