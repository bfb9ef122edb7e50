import { resolve } from 'node:path';
import { checkOptions, checks, type OptionChecks } from './check-options.js';
import { defaultSnapshotDir, describeTestLimit, TerminalConnection, toTimeoutMs } from './connection.js';
import { captureCaller } from './errors.js';
import { describeFailedStart, endFailedStart, type FailedStart, type StartEvidence } from './failed-start.js';
import { toTargetSelector } from './locator.js';
import { createTemporaryArtifacts, findInstalledServer, serverPool } from './server-pool.js';
import { createAbortedError, type ServerProcess } from './server-process.js';
import { Terminal } from './terminal.js';
import type { TextTarget } from './terminal-options.js';
import type * as wire from './wire.js';
import { omitUndefined, type RequestOptions } from './wire.js';

/** Options of `launch` and `attach` that do not concern the program. */
export interface SessionOptions {
  /** Default timeout of waits, in milliseconds. Default: `TUISPEC_TIMEOUT_SECONDS`, else 5000. */
  readonly timeout?: number | undefined;
  /** Default handling of several matches: `fail`, `first` or `last`. Default: `fail`. */
  readonly ambiguity?: wire.AmbiguityMode | undefined;
  /** Theme of pictures: a name, or the path of a theme file. */
  readonly theme?: string | undefined;
  /** Maximum number of scrollback lines. Default: 1000. */
  readonly scrollback?: number | undefined;
  /** Name of the session and of its artifact directory. Default: unique in this process. */
  readonly name?: string | undefined;
  /** Title to include in `exit` events. */
  readonly title?: string | undefined;
  /** Texts that must not appear in recordings, snapshots, pictures, logs and errors. */
  readonly secrets?: readonly string[] | undefined;
  /** Which sessions leave `trace.html` in their artifact directory: none (`off`), all, or those with a failed request. In tests of `tuispec/vitest`: see `TestTerminalOptions`. */
  readonly trace?: 'off' | 'on' | 'on-failure' | undefined;
  /** Directory for pictures and other files. Default: a temporary directory. */
  readonly artifactDir?: string | undefined;
  /** Directory of the snapshot baselines of `toMatchScreen`. Default: `__screens__` in the working directory. */
  readonly snapshotDir?: string | undefined;
  /** Cancels all requests of the terminal when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The command that starts a server, such as `['ssh', host, 'tuispec', 'server']`. Default: the installed server. */
  readonly server?: readonly string[] | undefined;
}

/** @internal The checks of `SessionOptions`. */
const sessionChecks: OptionChecks<SessionOptions> = {
  timeout: 'time',
  ambiguity: checks.ambiguity,
  theme: 'text',
  scrollback: 'any',
  name: 'text',
  title: 'text',
  secrets: 'any',
  trace: ['off', 'on', 'on-failure'],
  artifactDir: 'text',
  snapshotDir: 'text',
  signal: 'any',
  server: 'any',
};

/** Options of `launch`. */
export interface LaunchOptions extends SessionOptions {
  /** Arguments of the program. */
  readonly args?: readonly string[] | undefined;
  /** Width of the terminal in cells. Default: 80. */
  readonly cols?: number | undefined;
  /** Height of the terminal in lines. Default: 24. */
  readonly rows?: number | undefined;
  /** Environment variables; null or undefined removes one. */
  readonly env?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** Whether the program inherits the environment of this process. Default: true. */
  readonly inheritEnv?: boolean | undefined;
  /** Working directory. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** The terminal that the program believes to run in. Default: `xterm-256color`. */
  readonly profile?: wire.Profile | undefined;
  /** What must be on the screen before `launch` resolves. */
  readonly ready?: TextTarget | undefined;
  /** Modes that the terminal must have before `launch` resolves, such as `{ raw: true }`; with `ready`, after its match. */
  readonly readyModes?: wire.Modes | undefined;
  /** Timeout for `ready` and `readyModes`, in milliseconds. Default: `timeout`. */
  readonly readyTimeout?: number | undefined;
}

/** @internal The checks of `LaunchOptions`. */
export const launchChecks: OptionChecks<LaunchOptions> = {
  ...sessionChecks,
  args: 'any',
  cols: 'any',
  rows: 'any',
  env: 'any',
  inheritEnv: 'boolean',
  cwd: 'text',
  profile: 'any',
  ready: 'any',
  readyModes: 'any',
  readyTimeout: 'time',
};

/** Starts a program in a terminal. */
export async function launch(command: string, options: LaunchOptions = {}): Promise<Terminal> {
  checkOptions('launch', options, launchChecks);
  return (await launchTerminal(command, options)).terminal;
}

/** @internal Starts a program; also returns the connection, for test runners. */
export async function launchTerminal(
  command: string,
  options: LaunchOptions,
  hooks: SessionHooks = {},
): Promise<OpenedSession> {
  const { cols = 80, rows = 24, readyTimeout } = options;
  const opened = await openSession(
    {
      method: 'launch',
      what: command,
      commandLine: formatCommandLine(command, options),
      waitMs: readyTimeout ?? options.timeout ?? readDefaultTimeoutMs(),
      size: { cols, rows },
      variables: [],
      createParams: (localServer, { timeoutMs, remainingMs }) =>
        createLaunchParams(command, options, Math.min(readyTimeout ?? timeoutMs, remainingMs), localServer),
      sizeOf: () => undefined,
    },
    options,
    hooks,
  );
  const { remainingMs } = hooks;
  opened.connection.relaunch = async () =>
    (await launchTerminal(command, { ...options, name: undefined }, remainingMs === undefined ? {} : { remainingMs }))
      .connection;
  return opened;
}

function createLaunchParams(
  command: string,
  options: LaunchOptions,
  readyTimeoutMs: number,
  localServer: ServerProcess | undefined,
): wire.LaunchParams {
  const { args, inheritEnv = true, cwd = '.', profile, ready, readyModes } = options;
  const changes = inheritEnv && localServer !== undefined ? changesOf(localServer.environment, process.env) : {};
  const given = Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? null] as const);
  return omitUndefined({
    command,
    args: args && [...args],
    env: { ...changes, ...Object.fromEntries(given) },
    inheritEnv,
    cwd: localServer === undefined ? options.cwd : resolve(cwd),
    profile,
    readySelector: ready === undefined ? undefined : toTargetSelector(ready),
    readyModes,
    readyTimeoutMs: toTimeoutMs(readyTimeoutMs),
  });
}

/** The variables that have changed since the server was started; null removes one. */
function changesOf(before: NodeJS.ProcessEnv, now: NodeJS.ProcessEnv): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (before[name] !== now[name]) changes[name] = now[name] ?? null;
  return changes;
}

const maxCommandLine = 300;

/** A command with its arguments on one line, in quotes where a shell needs them, without secrets. */
function formatCommandLine(command: string, { args = [], secrets = [] }: LaunchOptions): string {
  const shown = secrets.reduce<readonly string[]>(
    (parts, secret) => (secret === '' ? parts : parts.map((part) => part.replaceAll(secret, '•••'))),
    [command, ...args],
  );
  const line = shown.map((part) => (/^[\w./:=@%+,•-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
  return line.length > maxCommandLine ? `${line.slice(0, maxCommandLine)}…` : line;
}

/** Options of `attach`. */
export interface AttachOptions extends SessionOptions {
  /** Path of the socket of the tmux server. Default: the server of `$TMUX`, or the default server. */
  readonly socketPath?: string | undefined;
  /** Name of the socket, as with `tmux -L`. */
  readonly socketName?: string | undefined;
  /** Whether the pane stays open when its program ends until the last output and the exit status have been read. Default: false. */
  readonly keepLastWords?: boolean | undefined;
  /** Whether all input is refused. Default: false. */
  readonly readOnly?: boolean | undefined;
}

/** @internal A terminal of a pane, and what the server has reported about the pane. */
export interface AttachedTerminal extends OpenedSession {
  readonly result: wire.AttachResult;
}

/**
 * Attaches to a tmux pane: `%3`, `session`, `session:window` or `session:window.pane`. Nothing changes for the people who
 * use it, `resize` is refused, and `close` only detaches.
 */
export async function attach(pane: string, options: AttachOptions = {}): Promise<Terminal> {
  checkOptions('attach', options, {
    ...sessionChecks,
    socketPath: 'text',
    socketName: 'text',
    keepLastWords: 'boolean',
    readOnly: 'boolean',
  });
  return (await attachTerminal(pane, options)).terminal;
}

/** @internal Attaches to a tmux pane; also returns the connection. */
export async function attachTerminal(pane: string, options: AttachOptions): Promise<AttachedTerminal> {
  return await openSession(
    {
      method: 'attach',
      what: pane,
      waitMs: 0,
      size: { cols: 80, rows: 24 },
      variables: tmuxVariables,
      createParams: (localServer) => createAttachParams(pane, options, localServer !== undefined),
      sizeOf: ({ cols, rows }) => ({ cols, rows }),
    },
    options,
  );
}

// tmux is found by these. A server keeps those that it was started with.
const tmuxVariables = ['PATH', 'TMUX', 'TMUX_PANE', 'TMUX_TMPDIR'];

function createAttachParams(pane: string, options: AttachOptions, isLocal: boolean): wire.AttachParams {
  const { socketPath, socketName, keepLastWords, readOnly } = options;
  return omitUndefined({
    pane,
    socketPath: socketPath !== undefined && isLocal ? resolve(socketPath) : socketPath,
    socketName,
    keepLastWords,
    readOnly,
  });
}

/** What distinguishes `launch` from `attach`. */
interface SessionStart<M extends 'launch' | 'attach'> {
  readonly method: M;
  /** The program or pane, for the name of the session. */
  readonly what: string;
  /** The command line, for the message of a failure. */
  readonly commandLine?: string;
  /** How long it waits for what must be on the screen, unless the test ends before. */
  readonly waitMs: number;
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
interface SessionSize {
  readonly cols: number;
  readonly rows: number;
}
/** The timeouts of a session. */
interface StartSettings {
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
async function openSession<M extends 'launch' | 'attach'>(
  start: SessionStart<M>,
  options: SessionOptions,
  hooks: SessionHooks = {},
): Promise<OpenedSession & { readonly result: wire.MethodResults[M] }> {
  const { method, size } = start;
  const serverCommand = options.server ?? findInstalledServer();
  if (options.signal?.aborted === true) throw createAbortedError(method, options.signal);
  const server = serverPool.take(serverCommand, start.variables);
  const trace = options.trace ?? (process.env['TUISPEC_TRACE'] || 'off');
  const extraMs = trace === 'off' ? 0 : maxTraceMs;
  const release = async (graceMs?: number): Promise<void> =>
    await serverPool.giveBack(serverCommand, server, { graceMs, extraMs });
  const { timeout: timeoutMs = readDefaultTimeoutMs(), signal } = options;
  const isLocal = options.server === undefined;
  const { recordingPath, remainingMs, testTimeoutMs, runner } = hooks;
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
      testTimeoutMs,
      artifactRoot,
      snapshotDir: options.snapshotDir,
      ambiguity: options.ambiguity ?? (process.env['TUISPEC_AMBIGUITY_MODE'] as wire.AmbiguityMode) ?? 'fail',
      tracePath: trace === 'on' ? `${artifactRoot}/trace.html` : undefined,
      hasRunner: runner !== undefined,
      release,
    });
    return { terminal: new Terminal(connection), connection, result };
  } catch (error) {
    const limit = describeTestLimit(start.waitMs, testTimeoutMs);
    const failed: FailedStart = { error, caller, commandLine: start.commandLine, limit };
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
  const { snapshotDir = isLocal ? defaultSnapshotDir : undefined } = options;
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

/** @internal A test runner. */
interface SessionRunner {
  /** Receives a `launch` that has failed; `ending` resolves when its session has ended. */
  readonly noteFailedStart: (start: FailedStart & { readonly ending: Promise<StartEvidence> }) => void;
}

/** @internal What a test runner adds to a session. */
interface SessionHooks {
  /** The time that is left for waits. */
  readonly remainingMs?: () => number | undefined;
  /** The timeout of the test, if it has one. */
  readonly testTimeoutMs?: number | undefined;
  /** Where to record the session. */
  readonly recordingPath?: string | undefined;
  /** What runs the test: then the message of a failure is completed after the test. */
  readonly runner?: SessionRunner | undefined;
}
