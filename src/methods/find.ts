import { readScreen } from '../observers/settled-screen.js';
import { type Accept, findMatches, type Match } from '../selectors/selector.js';
import { joinKeptLines } from '../waits/screen-search.js';
import type { Handler } from './context.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { toWireMatch } from './wire.js';

export const find: Handler<'find'> = ({ selector: selectorParam, scope, limit }) => {
  const selector = selectorFrom(selectorParam, '/selector');
  return async (context) =>
    await withDeadline(context, undefined, async ({ program, patterns, cancel }) => {
      cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
      const screen = await readScreen(program);
      patterns.announceSelector(selector);
      const isWide = scope === 'scrollback';
      const lines = joinKeptLines(
        program.emulator,
        screen,
        isWide ? program.emulator.firstReadable : screen.top,
        patterns,
      );
      const accept: Accept = ({ start }) => isWide || start.row >= 0;
      const find = (): Found => limitMatches(limit, findMatches(selector, lines, patterns.search, accept));
      const { matches, count } = await patterns.resolve(find);
      return { matches: matches.map(toWireMatch), matchCount: count, revision: screen.revision };
    });
};

interface Found {
  readonly matches: Match[];
  readonly count: number;
}

// Matches are counted one by one, because all of them may not fit into memory.
function limitMatches(limit: number, all: Iterable<Match>): Found {
  const matches: Match[] = [];
  let count = 0;
  for (const match of all) {
    if (count < limit) matches.push(match);
    count += 1;
  }
  return { matches, count };
}
