import type * as wire from '../../client/wire-types.js';
import type { MouseArguments } from '../generated/types.js';
import { reportScreen } from '../screens.js';
import { runInSession, type SessionCall, type ToolHandler } from '../tool-host.js';
import { createJsonResult, ToolError } from '../tool-result.js';

/** `mouse`. */
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

function toTarget({ text, row, col }: MouseArguments): wire.Target | undefined {
  if (text !== undefined) {
    if (row !== undefined || col !== undefined) throw createMisuseError('Pass either `text`, or `row` and `col`.');
    return { selector: { type: 'exact', text } };
  }
  if (row === undefined && col === undefined) return undefined;
  if (row === undefined || col === undefined) throw createMisuseError('`row` and `col` are required together.');
  return { row, col };
}

async function runMouseAction(args: MouseArguments, target: wire.Target | undefined, call: SessionCall): Promise<void> {
  const { action, button, amount } = args;
  const { session, signal } = call;
  const { terminal } = session;
  const cancel = { signal };
  const place = { ...target };
  if (action === 'hover') await terminal.request('hover', place, cancel);
  else if (action === 'drag' && target !== undefined && args.to_row !== undefined && args.to_col !== undefined)
    await terminal.request('drag', { from: target, to: { row: args.to_row, col: args.to_col }, button }, cancel);
  else if (action === 'scroll_up' || action === 'scroll_down')
    await terminal.request('scroll', { ...place, direction: action === 'scroll_up' ? 'up' : 'down', amount }, cancel);
  else await terminal.request('click', { ...place, button, count: action === 'double_click' ? 2 : 1 }, cancel);
}

const createMisuseError = (sentence: string): ToolError => new ToolError({ kind: 'arguments', sentence });
