import { clipText } from '../../base/text.js';
import type { FindTextResult } from '../generated/types.js';
import { parsePattern, toSelector } from '../patterns.js';
import { runInSession, type ToolHandler } from '../tool-host.js';
import { createJsonResult, toWellFormed } from '../tool-result.js';

const maxTextLength = 200;
const maxTotalLength = 40_000;

/** `find_text`. */
export const findText: ToolHandler<'find_text'> = async (args, call) => {
  const selector = toSelector(parsePattern(args.pattern, args.flags));
  return await runInSession(async (_: typeof args, { session, signal }) => {
    const scope = args.scrollback ? 'scrollback' : 'viewport';
    const { matches, matchCount, revision } = await session.terminal.request(
      'find',
      { selector, scope, limit: args.limit },
      { signal },
    );
    const shown: FindTextResult['matches'] = [];
    let length = 0;
    for (const { row, col, text } of matches) {
      const match = { row, col, text: toWellFormed(clipText(text, maxTextLength)) };
      length += JSON.stringify(match).length + 1;
      if (length > maxTotalLength) break;
      shown.push(match);
    }
    const note = shown.length < matches.length ? { note: `Only ${shown.length} matches fit into the result.` } : {};
    return createJsonResult({ matches: shown, total: matchCount, revision, ...note } satisfies FindTextResult);
  })(args, call);
};
