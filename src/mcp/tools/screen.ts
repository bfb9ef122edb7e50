import { readFile, rm } from 'node:fs/promises';
import { compareScreens } from '../../base/compare-screens.js';
import type * as wire from '../../client/wire.js';
import type { GetScreenArguments, MouseArguments } from '../generated/types.js';
import {
  createJsonResult,
  createTextResult,
  fitText,
  maxResultLength,
  type ToolContent,
  ToolError,
  type ToolResult,
  trimScreen,
} from '../results.js';
import { addMarks, reportScreen, toCellLines, toCursor } from '../screens.js';
import { checkPattern, selectorOf } from '../texts.js';
import { limitWait, runInSession, type SessionCall, type ToolHandler } from '../tool.js';

export const runMouseTool: ToolHandler<'mouse'> = async (args, call) => {
  const target = toTarget(args);
  if (target === undefined && !args.action.startsWith('scroll'))
    throw createMisuseError('Missing target. Pass `text`, or `row` and `col`.');
  if (args.action === 'drag' && (args.to_row === undefined || args.to_col === undefined))
    throw createMisuseError('Missing end of the drag. Pass `to_row` and `to_col`.');
  return await runInSession(async (_: MouseArguments, inTurn) => {
    await runMouseAction(args, target, inTurn);
    const { session, signal, arrivedAt } = inTurn;
    const screen = await reportScreen(session, 'changes', signal);
    return createJsonResult({ success: true, elapsed_ms: Date.now() - arrivedAt, ...screen, ...session.exit });
  })(args, call);
};

function toTarget({ text, row, col, from_end }: MouseArguments): wire.Target | undefined {
  if (text !== undefined) {
    if (row !== undefined || col !== undefined || from_end !== undefined)
      throw createMisuseError('Pass either `text`, or `row` and `col`.');
    return { selector: { type: 'exact', text } };
  }
  if (row === undefined && col === undefined) return undefined;
  if (row === undefined || col === undefined) throw createMisuseError('`row` and `col` are required together.');
  return toCell(row, col, from_end);
}

function toCell(row: number, col: number, fromEnd: MouseArguments['from_end']): wire.Target {
  const isFromEnd = (way: 'row' | 'col'): boolean => fromEnd === way || fromEnd === 'both';
  return { row: isFromEnd('row') ? { fromEnd: row } : row, col: isFromEnd('col') ? { fromEnd: col } : col };
}

async function runMouseAction(args: MouseArguments, target: wire.Target | undefined, call: SessionCall): Promise<void> {
  const { action, button, amount } = args;
  const { session, signal } = call;
  const { terminal } = session;
  const cancel = { signal };
  const place = { ...target };
  if (action === 'hover') await terminal.request('hover', place, cancel);
  else if (action === 'drag' && target !== undefined && args.to_row !== undefined && args.to_col !== undefined)
    await terminal.request(
      'drag',
      { from: target, to: toCell(args.to_row, args.to_col, args.from_end), button },
      cancel,
    );
  else if (action === 'scroll_up' || action === 'scroll_down')
    await terminal.request('scroll', { ...place, direction: action === 'scroll_up' ? 'up' : 'down', amount }, cancel);
  else await terminal.request('click', { ...place, button, count: action === 'double_click' ? 2 : 1 }, cancel);
}

const createMisuseError = (sentence: string): ToolError => new ToolError({ kind: 'arguments', sentence });

export const expectSnapshot: ToolHandler<'expect_snapshot'> = async (args, call) => {
  const mask = (args.mask ?? []).map((source) => selectorOf(checkPattern(source)));
  return await runInSession(async (_: typeof args, inTurn) => {
    const { timeoutMs } = limitWait(args.timeout_ms, inTurn);
    const params = { name: args.name, mask, timeoutMs, ...(args.update === undefined ? {} : { update: args.update }) };
    const { status, baselinePath, revision } = await inTurn.session.terminal.request('expectSnapshot', params, {
      signal: inTurn.signal,
    });
    return createJsonResult({ success: true, status, baseline_path: baselinePath, revision });
  })(args, call);
};

export const startRecording: ToolHandler<'start_recording'> = runInSession(async (args, { session }) => {
  const { path } = await session.terminal.record(args.path);
  session.recordingPath = path;
  return createJsonResult({ success: true, path });
});

export const stopRecording: ToolHandler<'stop_recording'> = runInSession(async (_, { session, signal }) => {
  const path = session.recordingPath;
  await session.terminal.request('recording.stop', {}, { signal });
  session.recordingPath = undefined;
  return createJsonResult({ success: true, ...(path === undefined ? {} : { path }) });
});

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
    format === 'full' ? { ...size, lines: toCellLines(view) } : { ...size, text: fitText(trimScreen(view.text)) };
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

// Claude scales larger pictures down, and a conversation with many pictures rejects more than 2,000 pixels.
const preferredPixels = 1568;
const maxPixels = 2000;
// Size of a cell at scale 1, in pixels, and the font size it is drawn for.
const cell = { width: 9, height: 18 };
const usualFontSize = 14;

export const getScreenshot: ToolHandler<'get_screenshot'> = runInSession(async (args, call) => {
  const { terminal } = call.session;
  const scale = args.format === 'svg' ? 1 : chooseScale(args.font_size, terminal.cols, terminal.rows);
  const files = await terminal.request(
    'dumpView',
    { name: 'screenshot', format: args.format, scale, showCursor: args.show_cursor },
    { signal: call.signal },
  );
  const path = files.pngPath ?? files.svgPath ?? files.snapshotPath;
  try {
    const bytes = await readFile(path);
    return createPictureResult(args.format, bytes, files.missingGlyphs ?? []);
  } finally {
    await removeTemporary(call, [files.snapshotPath, files.metaPath, path]);
  }
});

function chooseScale(fontSize: number, cols: number, rows: number): number {
  const longest = Math.max(cols * cell.width, rows * cell.height);
  if (longest > maxPixels)
    throw new ToolError({
      kind: 'too-large',
      sentence: `The picture of ${cols}×${rows} cells would be ${longest} pixels long; the maximum is ${maxPixels}.`,
      advice: 'Use get_screen, or make the terminal smaller with resize_session.',
    });
  const wanted = Math.min(4, Math.max(1, Math.round(fontSize / usualFontSize)));
  return Math.max(1, Math.min(wanted, Math.floor(preferredPixels / longest)));
}

function createPictureResult(format: 'png' | 'svg', bytes: Buffer, missingGlyphs: readonly string[]): ToolResult {
  const note = `Drawn as boxes, because no font has them: ${missingGlyphs.slice(0, 50).join(' ')}`;
  const notes: ToolContent[] = missingGlyphs.length === 0 ? [] : [{ type: 'text', text: note }];
  if (format === 'png')
    return { content: [...notes, { type: 'image', data: bytes.toString('base64'), mimeType: 'image/png' }] };
  const text = bytes.toString('utf8');
  if (text.length + note.length > maxResultLength)
    throw new ToolError({
      kind: 'too-large',
      sentence: `The SVG has ${text.length} characters; the maximum is ${maxResultLength}.`,
      advice: 'Use format png.',
    });
  return { content: [...notes, { type: 'text', text }] };
}

/** Removes files unless the user has chosen a directory for them. */
async function removeTemporary({ host }: SessionCall, paths: readonly string[]): Promise<void> {
  if (host.options.artifactDir === undefined) await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
}
