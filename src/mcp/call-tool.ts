import type { Log } from '../base/errors.js';
import { clipText, findNearest, quote } from '../base/text.js';
import { CancelledError, type ErrorData, TuispecError } from '../client/errors.js';
import type { FailureKind } from '../client/wire.js';
import { codes, createInvalidParamsError, type Params, type RpcError } from '../protocol/message.js';
import { createValidationError, dropNulls } from '../protocol/validation.js';
import { type ToolDefinition, toolEntries } from './generated/definitions.js';
import type { ToolArguments, ToolName } from './generated/types.js';
import { validators } from './generated/validators.js';
import { createErrorResult, ToolError, type ToolResult } from './results.js';
import { SessionTable } from './session-table.js';
import type { McpOptions, ToolCall, ToolHandler, ToolHost } from './tool.js';
import { sendInput } from './tools/input.js';
import {
  expectSnapshot,
  getScreen,
  getScreenshot,
  runMouseTool,
  startRecording,
  stopRecording,
} from './tools/screen.js';
import { attachTmux, closeSession, listSessions, resizeSession, sendSignal, spawnTui } from './tools/sessions.js';
import { findText, waitForExit, waitForScreenChange, waitForText } from './tools/waits.js';

const toolTable: { readonly [N in ToolName]: ToolHandler<N> } = {
  spawn_tui: spawnTui,
  send_input: sendInput,
  mouse: runMouseTool,
  get_screen: getScreen,
  get_screenshot: getScreenshot,
  find_text: findText,
  wait_for_text: waitForText,
  wait_for_screen_change: waitForScreenChange,
  wait_for_exit: waitForExit,
  resize_session: resizeSession,
  send_signal: sendSignal,
  list_sessions: listSessions,
  close_session: closeSession,
  expect_snapshot: expectSnapshot,
  start_recording: startRecording,
  stop_recording: stopRecording,
  attach_tmux: attachTmux,
};

/** Creates what the tools act on. */
export const createToolHost = (options: McpOptions): ToolHost & AsyncDisposable => {
  const sessions = new SessionTable(options.maxSessions, options.idleMinutes);
  return { options, sessions, [Symbol.asyncDispose]: async () => await sessions[Symbol.asyncDispose]() };
};

/** Runs `tools/call`. Failures of tools are results; only an unknown tool is an error of the protocol. */
export async function callTool(params: Params, call: ToolCall, log: Log): Promise<ToolResult> {
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
    const args = parseToolArguments(entry.definition, given);
    return await (toolTable[entry.definition.name] as ToolHandler<ToolName>)(args, call);
  } catch (error) {
    return createFailureResult(error, call, given, log);
  }
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

const advices: { readonly [K in FailureKind]?: string } = {
  exited: 'The program has ended; its last screen can still be read. Start it again with spawn_tui.',
  spawn: 'Pass arguments in args; for shell syntax, use command "sh" with args ["-c", "…"].',
  'mouse-off': 'The program does not use the mouse here. Use keys with send_input.',
  'not-found': 'Check the text with get_screen or find_text.',
  timeout: 'Check the screen, and call again with a larger timeout_ms if the program is still working.',
  'snapshot-missing': 'Call again with update "missing" to create the baseline.',
};

/** What a model can do about a failure. */
function findAdvice(kind: FailureKind | undefined, data: ErrorData): string | undefined {
  if (kind === 'snapshot-mismatch') {
    const picture = data.diffPngPath === undefined ? '' : ` Picture of the difference: ${data.diffPngPath}.`;
    const diff = data.diff === undefined ? '' : `Difference:\n${clipText(data.diff, maxDiffLength)}\n\n`;
    return `${diff}If the new screen is right, call again with update "all".${picture}`;
  }
  return kind === undefined ? undefined : advices[kind];
}

const maxDiffLength = 4000;

// Members that clients add to the arguments of every tool: Gemini CLI and n8n.
const addedByClients = ['wait_for_previous', 'toolCallId'];

/** Validates the arguments of a call and fills in defaults; throws a ToolError with all findings. */
function parseToolArguments<N extends ToolName>(
  { name, inputSchema }: ToolDefinition,
  given: unknown,
): ToolArguments[N] {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new ToolError({ kind: 'arguments', sentence: 'The arguments of a tool must be an object.' });
  const { properties } = inputSchema;
  const members = Object.entries(given ?? {}).filter(
    ([member]) => Object.hasOwn(properties, member) || !addedByClients.includes(member),
  );
  const args: Params = Object.fromEntries(
    members.map(([member, value]) => [
      member,
      convertValue(value, Object.hasOwn(properties, member) ? properties[member]?.type : undefined),
    ]),
  );
  const validate = validators[name];
  while (!validate(args)) {
    const errors = validate.errors ?? [];
    if (dropNulls(args, errors)) continue;
    const { message, data } = createValidationError(errors, args);
    throw new ToolError({ kind: 'arguments', sentence: message.replace(/^Invalid params: /, ''), data });
  }
  return args as unknown as ToolArguments[N];
}

/** Models write "5000" for 5000, and arrays as JSON text. Converts what can only mean one thing. */
function convertValue(value: unknown, type: string | undefined): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (type === 'array' && typeof value === 'string' && !value.startsWith('[')) return [value];
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return { true: true, false: false }[value.trim().toLowerCase()] ?? value;
  return type === 'array' || type === 'object' ? parseIfJson(value) : value;
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function createFailureResult(error: unknown, { signal, host }: ToolCall, given: unknown, log: Log): ToolResult {
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
