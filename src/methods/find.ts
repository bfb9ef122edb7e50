import { logicalLines } from '../screen/logical.js';
import { evaluate } from '../screen/selector.js';
import { readScreen } from '../session/reading.js';
import { matchOf } from './coordinates.js';
import type { Handler } from './handler.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './waiting.js';

export const find: Handler<'find'> = ({ selector: sought, scope, limit }) => {
  const selector = selectorFrom(sought, '/selector');
  return async (context) =>
    await withDeadline(context, undefined, async ({ program, patterns }) => {
      const { lines: onScreen, revision } = await readScreen(program);
      const above = scope === 'scrollback' ? program.emulator.above(Number.POSITIVE_INFINITY) : [];
      const lines = logicalLines([...above, ...onScreen], -above.length);
      const matches = await patterns.resolve(() => evaluate(selector, lines, patterns.search, () => true));
      return { matches: matches.slice(0, limit).map(matchOf), matchCount: matches.length, revision };
    });
};

export const mark: Handler<'mark'> =
  () =>
  async ({ app }) => {
    const { program, marks } = app.requireSession().requireStage();
    await program.drain();
    return { mark: marks.set() };
  };
