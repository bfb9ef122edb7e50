import type { Screen } from '../../screen/screen.js';
import type { Match, Selector } from '../../screen/selectors/selector.js';
import { captureVisible } from './screen-search.js';
import type { WaitContext } from './wait.js';

/** The matches of a selector. */
export interface FindResult {
  readonly selector: Selector;
  readonly matches: readonly Match[];
}

/** Finds selectors on the current screen. Resolves in the same tick, unless a pattern runs in the worker. */
export async function findOnce(
  { program: { emulator, screen }, patterns }: Pick<WaitContext, 'program' | 'patterns'>,
  selectors: readonly Selector[],
): Promise<{ readonly screen: Screen; readonly results: readonly FindResult[] }> {
  const searches = selectors.map((selector) => ({ selector, find: captureVisible(emulator, selector, patterns) }));
  const results = await patterns.resolve(() => searches.map(({ selector, find }) => ({ selector, matches: find() })));
  return { screen, results };
}
