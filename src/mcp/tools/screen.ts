import type * as wire from '../../client/wire-types.js';
import type { GetScreenArguments } from '../generated/types.js';
import { compareScreens } from '../screen-changes.js';
import { addMarks, toCells, toCursor } from '../screen-formats.js';
import type { SessionCall, ToolHandler } from '../tool-host.js';
import { runInSession } from '../tool-host.js';
import { createTextResult, fitText, maxResultLength, ToolError, type ToolResult, trimScreen } from '../tool-result.js';

/** `get_screen`. */
export const getScreen: ToolHandler<'get_screen'> = runInSession(async (args, call) => {
  const { session, signal } = call;
  const { format, scrollback } = args;
  const styles = format === 'annotated' || format === 'full';
  if (args.since !== undefined) return await readChanges(args, args.since, call);
  const view = await session.terminal.request('currentView', { scrollback, styles }, { signal });
  const { rows } = session.terminal;
  session.shown.add(view.revision, view.text.split('\n').slice(-rows).join('\n'));
  return formatView(view, args, rows);
});

function formatView(view: wire.CurrentViewResult, { format }: GetScreenArguments, rows: number): ToolResult {
  if (format === 'text') return createTextResult(fitText(trimScreen(view.text)));
  if (format === 'annotated') return createTextResult(fitText(addMarks(view, rows)));
  const { revision, cols } = view;
  const size = { width: cols, height: rows, cursor: toCursor(view) };
  const content =
    format === 'full' ? { ...size, lines: toCells(view) } : { ...size, text: fitText(trimScreen(view.text)) };
  const text = JSON.stringify({ format, schema: 1, revision, content });
  if (text.length <= maxResultLength) return createTextResult(text);
  throw new ToolError({
    kind: 'too-large',
    sentence: `The screen in format "full" has ${text.length} characters; the maximum is ${maxResultLength}.`,
    advice: 'Use format annotated or get_screenshot.',
  });
}

/** Only the rows that differ from a screen that an earlier result contained. */
async function readChanges(
  args: GetScreenArguments,
  since: number,
  { session, signal }: SessionCall,
): Promise<ToolResult> {
  if (args.format === 'annotated' || args.format === 'full' || args.scrollback > 0)
    throw new ToolError({
      kind: 'arguments',
      sentence: '`since` cannot be combined with `scrollback` or the formats "annotated" and "full".',
    });
  const before = session.shown.get(since);
  const view = await session.terminal.request('currentView', {}, { signal });
  const after = session.shown.add(view.revision, view.text);
  if (before === undefined) return formatView(view, args, session.terminal.rows);
  const { scrolled, rows } = compareScreens(before, after);
  const changes = rows.map((row) => ({ row: row + 1, text: after[row] ?? '' }));
  const lines = changes.map(({ row, text }) => `${row}| ${text}`);
  if (args.format === 'text')
    return createTextResult(
      fitText([...(scrolled === 0 ? [] : [`scrolled up ${scrolled}`]), ...lines].join('\n') || 'No row has changed.'),
    );
  const { revision, cols } = view;
  const shift = scrolled === 0 ? {} : { scrolled_up: scrolled };
  const content = {
    width: cols,
    height: session.terminal.rows,
    cursor: toCursor(view),
    since,
    ...shift,
    changes: fitText(lines.join('\n')),
  };
  return createTextResult(JSON.stringify({ format: 'compact', schema: 1, revision, content }));
}
