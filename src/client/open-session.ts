import { resolve } from 'node:path';
import { captureCaller } from './errors.js';
import { describeFailedStart, endFailedStart, type FailedStart } from './failed-start.js';
import { findInstalledServer } from './installed-server.js';
import { omitUndefined } from './omit-undefined.js';
import type { RequestOptions } from './request-options.js';
import { serverPool } from './server-pool.js';
import { createCancelledError, type ServerProcess } from './server-process.js';
import type { SessionHooks, SessionOptions } from './session-options.js';
import { createTemporaryArtifacts } from './temporary-directory.js';
import { Terminal } from './terminal.js';
import { TerminalConnection, toTimeoutMs } from './terminal-connection.js';
import type * as wire from './wire-types.js';

/** What distinguishes `launch` from `attach`. */
export interface SessionStart<M extends 'launch' | 'attach'> {
  readonly method: M;
  /** The program or pane, for the name of the session. */
  readonly what: string;
  /** The command line, for the message of a failure. */
  readonly commandLine?: string;
  /** The size of the terminal of the session. */
  readonly size: SessionSize;
  /** Variables of this process that the server must have, too. */
  readonly variables: readonly string[];
  /** The params, for a server on this machine or, if undefined, on another one. */
  readonly createParams: (localServer: ServerProcess | undefined, settings: StartSettings) => wire.MethodParams[M];
  /** The size that the result reports, if it does. */
  readonly sizeOf: (result: wire.MethodResults[M]) => SessionSize | undefined;
}
/** The size of a terminal in cells. */
export interface SessionSize {
  readonly cols: number;
  readonly rows: number;
}
/** The timeouts of a session. */
export interface StartSettings {
  readonly timeoutMs: number;
  /** The time that is left for waits. */
  readonly remainingMs: number;
}
/** A terminal and its connection, for test runners. */
export interface OpenedSession {
  readonly terminal: Terminal;
  readonly connection: TerminalConnection;
}

/** Begins a session in a server and starts its program, or attaches it to a pane. */
export async function openSession<M extends 'launch' | 'attach'>(
  start: SessionStart<M>,
  options: SessionOptions,
  hooks: SessionHooks = {},
): Promise<OpenedSession & { readonly result: wire.MethodResults[M] }> {
  const { method, size } = start;
  const serverCommand = options.server ?? findInstalledServer();
  if (options.signal?.aborted === true) throw createCancelledError(method, options.signal);
  const server = serverPool.take(serverCommand, start.variables);
  const trace = options.trace ?? (process.env['TUISPEC_TRACE'] || 'off');
  const extraMs = trace === 'off' ? 0 : maxTraceMs;
  const release = async (graceMs?: number): Promise<void> =>
    await serverPool.giveBack(serverCommand, server, { graceMs, extraMs });
  const { timeout: timeoutMs = readDefaultTimeoutMs(), signal } = options;
  const isLocal = options.server === undefined;
  const { recordingPath, remainingMs, runner } = hooks;
  const caller = captureCaller();
  let params: wire.MethodParams[M] | undefined;
  try {
    // The program may exit before the response.
    let exit: wire.SessionExitedNotification | undefined;
    using _ = server.onNotification('session.exited', (event) => {
      exit = event;
    });
    if (isLocal && isWatched()) await announceView(server, start.what);
    const initialize = createInitializeParams(start.what, size, options, { timeoutMs, isLocal });
    const artifactRoot = await beginSession(server, { signal }, recordingPath, initialize);
    // Only now: the time in which a server starts does not count.
    const settings = { timeoutMs, remainingMs: remainingMs?.() ?? Infinity };
    params = start.createParams(isLocal ? server : undefined, settings);
    const result = await server.request(method, params, { signal });
    const connection = new TerminalConnection({
      server,
      isLocal,
      pid: result.pid,
      exit,
      size: start.sizeOf(result) ?? size,
      timeoutMs,
      signal,
      remainingMs,
      artifactRoot,
      ambiguity: options.ambiguity ?? (process.env['TUISPEC_AMBIGUITY_MODE'] as wire.AmbiguityMode) ?? 'fail',
      tracePath: trace === 'on' ? `${artifactRoot}/trace.html` : undefined,
      hasRunner: runner !== undefined,
      release,
    });
    return { terminal: new Terminal(connection), connection, result };
  } catch (error) {
    const failed: FailedStart = { error, caller, commandLine: start.commandLine };
    const ending = endFailedStart(server, failed, params, runner !== undefined).then(async (evidence) => {
      await release();
      return evidence;
    });
    if (runner === undefined) throw describeFailedStart({ ...failed, ...(await ending) });
    runner.noteFailedStart({ ...failed, ending });
    throw describeFailedStart(failed);
  }
}

/** Whether a person wants to watch the sessions. With TUISPEC_VIEW, a server has a view, whose URL it prints on a pipe. */
const isWatched = (): boolean =>
  !['', '0', 'false'].includes(process.env['TUISPEC_WATCH'] ?? '') || (process.env['TUISPEC_VIEW'] ?? '') !== '';

/** Prints the URL of the live view of a server. The page shows each of its sessions. */
async function announceView(server: ServerProcess, what: string): Promise<void> {
  const { url = (await server.request('view.start', {})).url } = await server.request('view.status', {});
  process.stderr.write(`Watch ${JSON.stringify(what)}: ${url}\n`);
}

/** Begins a session, which is recorded from its first request on; returns its artifact directory. */
async function beginSession(
  server: ServerProcess,
  cancel: RequestOptions,
  recordingPath: string | undefined,
  initialize: wire.InitializeParams,
): Promise<string> {
  const recorded =
    recordingPath === undefined
      ? undefined
      : server.request('recording.start', { path: recordingPath, append: false }, cancel);
  const initialized = server.request('initialize', initialize, cancel);
  for (const request of [recorded, initialized]) request?.catch(() => {});
  await recorded;
  return (await initialized).artifactRoot;
}

// The server writes the trace before it responds to `close`.
const maxTraceMs = 30_000;
const usualTimeoutSeconds = 5;

/** The timeout that the server would use. An empty or invalid variable counts as unset. */
function readDefaultTimeoutMs(): number {
  const seconds = Number.parseFloat(process.env['TUISPEC_TIMEOUT_SECONDS'] ?? '');
  return (Number.isNaN(seconds) ? usualTimeoutSeconds : seconds) * 1000;
}

// state: one test process numbers its sessions.
let sessions = 0;

function createInitializeParams(
  what: string,
  { cols, rows }: SessionSize,
  options: SessionOptions,
  { timeoutMs, isLocal }: { readonly timeoutMs: number; readonly isLocal: boolean },
): wire.InitializeParams {
  sessions += 1;
  const { name = `${process.pid}-${sessions} ${what}`.slice(0, maxNameLength) } = options;
  const { artifactDir = isLocal ? createTemporaryArtifacts() : undefined } = options;
  const { snapshotDir = isLocal ? '__screens__' : undefined } = options;
  const toPath = (path: string): string => (isLocal ? resolve(path) : path);
  return omitUndefined({
    name,
    terminalCols: cols,
    terminalRows: rows,
    timeoutSeconds: toTimeoutMs(timeoutMs) / 1000,
    ambiguityMode: options.ambiguity,
    snapshotTheme: options.theme,
    scrollback: options.scrollback,
    title: options.title,
    trace: options.trace,
    secrets: options.secrets && [...options.secrets],
    artifactDir: artifactDir && toPath(artifactDir),
    snapshotDir: snapshotDir && toPath(snapshotDir),
    notifyExit: true,
  });
}

const maxNameLength = 200;
