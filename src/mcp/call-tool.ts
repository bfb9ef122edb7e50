import { findNearest, quote } from '../base/text.js';
import { CancelledError, TuispecError } from '../client/errors.js';
import { codes, createInvalidParamsError, type Params, type RpcError } from '../protocol/message.js';
import { findAdvice } from './advice.js';
import { parseArguments } from './arguments.js';
import { toolEntries } from './generated/definitions.js';
import type { ToolName } from './generated/types.js';
import type { McpOptions, WriteLog } from './mcp-options.js';
import { SessionTable } from './session-table.js';
import type { ToolCall, ToolHandler, ToolHost } from './tool-host.js';
import { createErrorResult, ToolError, type ToolResult } from './tool-result.js';
import { toolTable } from './tool-table.js';

/** Creates what the tools act on. */
export const createToolHost = (options: McpOptions): ToolHost & AsyncDisposable => {
  const sessions = new SessionTable(options.maxSessions, options.idleMinutes);
  return { options, sessions, [Symbol.asyncDispose]: async () => await sessions[Symbol.asyncDispose]() };
};

/** Runs `tools/call`. Failures of tools are results; only an unknown tool is an error of the protocol. */
export async function callTool(params: Params, call: ToolCall, log: WriteLog): Promise<ToolResult> {
  const { name, arguments: given } = params;
  const entry = toolEntries.find(({ definition }) => definition.name === name);
  const { caps } = call.host.options;
  if (entry === undefined) throw createUnknownToolError(name, caps);
  if (entry.caps !== undefined && !caps.includes(entry.caps))
    throw createInvalidParamsError(
      '/name',
      `The tool "${entry.definition.name}" is not enabled. Start the server with --caps ${entry.caps}.`,
    );
  try {
    const args = parseArguments(entry.definition, given);
    return await (toolTable[entry.definition.name] as ToolHandler<ToolName>)(args, call);
  } catch (error) {
    return createFailureResult(error, call, given, log);
  }
}

function createFailureResult(error: unknown, { signal, host }: ToolCall, given: unknown, log: WriteLog): ToolResult {
  if (error instanceof ToolError) return createErrorResult(error.problem);
  if (signal.aborted) return createErrorResult({ kind: 'cancelled', sentence: 'The call was cancelled.' });
  if (error instanceof CancelledError && error.cause instanceof ToolError)
    return createErrorResult(error.cause.problem);
  if (!(error instanceof TuispecError)) {
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    return createErrorResult({
      kind: 'internal',
      sentence: 'tuispec failed unexpectedly. Its standard error output has the details.',
    });
  }
  const { code, kind, reason, screen, data } = error;
  if (code === undefined || code === codes.internalError) return handleServerFailure(reason, given, host);
  const { diff, actualPath, baselinePath, diffPngPath, errors, exitCode, signal: name } = data;
  const details = { diff, actualPath, baselinePath, diffPngPath, errors, exitCode, signal: name };
  const sentence = reason.replace(/^Invalid params: /, '').replace(withoutMeaning, '');
  const problem = kind ?? (code === codes.invalidParams ? 'arguments' : 'failed');
  return createErrorResult({ kind: problem, sentence, screen, advice: findAdvice(kind, data), data: details });
}

// The tools have no such parameter.
const withoutMeaning = / To send the event anyway, set `force`\./;

/** The server of a session has failed, so the session cannot be used again. */
function handleServerFailure(reason: string, given: unknown, { sessions }: ToolCall['host']): ToolResult {
  const id = (given as Params | undefined)?.['session_id'];
  if (typeof id === 'string') void sessions.close(id, 'has ended because its server failed');
  return createErrorResult({ kind: 'server', sentence: reason, advice: 'Start the program again with spawn_tui.' });
}

function createUnknownToolError(name: unknown, caps: readonly string[]): RpcError {
  if (typeof name !== 'string') return createInvalidParamsError('/name', '`name` must be the name of a tool.');
  const names = toolEntries.filter((tool) => tool.caps === undefined || caps.includes(tool.caps));
  const nearest = findNearest(
    name,
    names.map(({ definition }) => definition.name),
  );
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return createInvalidParamsError('/name', `Unknown tool ${quote(name)}.${hint}`);
}
