import { type Accept, findMatches, type Match } from '../../screen/selectors/selector.js';
import { readScreen } from '../../session/observe.js';
import { joinKeptLines } from '../../session/waits/screen-search.js';
import { selectorFrom } from './selectors.js';
import { defineWait } from './wait-context.js';
import { toWireMatch } from './wire.js';

export const find = defineWait('find', {
  parse: ({ selector, scope, limit }) => ({
    selector: selectorFrom(selector, '/selector'),
    isWide: scope === 'scrollback',
    limit,
  }),
  run: async ({ program, patterns, cancel }, { selector, isWide, limit }) => {
    cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
    const screen = await readScreen(program);
    patterns.announceSelector(selector);
    const { emulator } = program;
    const lines = joinKeptLines(emulator, screen, isWide ? emulator.firstReadable : screen.top, patterns);
    const accept: Accept = ({ start }) => isWide || start.row >= 0;
    const findAll = (): Found => limitMatches(limit, findMatches(selector, lines, patterns.search, accept));
    const { matches, count } = await patterns.resolve(findAll);
    return { matches: matches.map(toWireMatch), matchCount: count, revision: screen.revision };
  },
});

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
