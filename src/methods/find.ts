import { readScreen } from '../observers/settled-screen.js';
import { type Accept, type Match, matching } from '../selectors/selector.js';
import { linesOf } from '../waits/search.js';
import type { Handler } from './context.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { matchOf } from './wire.js';

export const find: Handler<'find'> = ({ selector: sought, scope, limit }) => {
  const selector = selectorFrom(sought, '/selector');
  return async (context) =>
    await withDeadline(context, undefined, async ({ program, patterns, cancel }) => {
      cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
      const screen = await readScreen(program);
      patterns.introduce(selector);
      const isWide = scope === 'scrollback';
      const lines = linesOf(program.emulator, screen, isWide ? program.emulator.firstReadable : screen.top, patterns);
      const counts: Accept = ({ start }) => isWide || start.row >= 0;
      const find = (): Found => atMost(limit, matching(selector, lines, patterns.search, counts));
      const { matches, count } = await patterns.resolve(find);
      return { matches: matches.map(matchOf), matchCount: count, revision: screen.revision };
    });
};

interface Found {
  readonly matches: Match[];
  readonly count: number;
}

// They are counted one by one: all of them together may be more than memory holds.
function atMost(limit: number, all: Iterable<Match>): Found {
  const matches: Match[] = [];
  let count = 0;
  for (const match of all) {
    if (count < limit) matches.push(match);
    count += 1;
  }
  return { matches, count };
}
