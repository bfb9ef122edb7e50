import { resolve } from 'node:path';
import { findInstalledServer } from './installed-server.js';
import { selectorFrom } from './queries.js';
import type { RequestOptions } from './request-options.js';
import { serverPool } from './server-pool.js';
import { createCancelledError, type ServerProcess } from './server-process.js';
import { createTemporaryArtifacts } from './temporary-directory.js';
import { Terminal } from './terminal.js';
import { TerminalConnection, toTimeoutMs } from './terminal-connection.js';
import type { TextTarget } from './terminal-options.js';
import type * as wire from './wire-types.js';

/** Options of `launch`. */
export interface LaunchOptions {
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
  /** What must be on the screen before `launch` resolves. */
  readonly ready?: TextTarget | undefined;
  /** Timeout for `ready`, in milliseconds. Default: `timeout`. */
  readonly readyTimeout?: number | undefined;
  /** Default timeout of waits, in milliseconds. Default: 5000. */
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
  /** Which sessions leave `trace.html` in their artifact directory: none (`off`), all, or those with a failure. */
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

/** @internal What a test runner adds to a launch. */
export interface LaunchHooks {
  /** The time that is left for waits. */
  readonly remainingMs?: () => number | undefined;
  /** Where to record the session. */
  readonly recordingPath?: string | undefined;
  /** Whether the last screen is kept when the terminal is closed. */
  readonly keepsScreen?: boolean;
}

/** Starts a program in a terminal. */
export const launch = async (command: string, options: LaunchOptions = {}): Promise<Terminal> =>
  (await launchTerminal(command, options)).terminal;

/** @internal Starts a program; also returns the connection, for test runners. */
export async function launchTerminal(
  command: string,
  options: LaunchOptions,
  hooks: LaunchHooks = {},
): Promise<{ terminal: Terminal; connection: TerminalConnection }> {
  const serverCommand = options.server ?? findInstalledServer();
  if (options.signal?.aborted === true) throw createCancelledError('launch', options.signal);
  const server = serverPool.take(serverCommand);
  const extraMs = (options.trace ?? (process.env['TUISPEC_TRACE'] || 'off')) === 'off' ? 0 : maxTraceMs;
  const release = async (graceMs?: number): Promise<void> =>
    await serverPool.giveBack(serverCommand, server, { graceMs, extraMs });
  const { timeout: timeoutMs = readDefaultTimeoutMs(), signal, cols = 80, rows = 24 } = options;
  const isLocal = options.server === undefined;
  const readyTimeoutMs = Math.min(options.readyTimeout ?? timeoutMs, hooks.remainingMs?.() ?? Infinity);
  const cancel: RequestOptions = { signal };
  try {
    // The program may exit before the response to `launch`.
    let exit: wire.SessionExitedNotification | undefined;
    using _ = server.onNotification('session.exited', (event) => {
      exit = event;
    });
    const { pid } = await sendLaunch(server, cancel, {
      recordingPath: hooks.recordingPath,
      initialize: createInitializeParams(command, options, timeoutMs, isLocal),
      launch: createLaunchParams(command, options, readyTimeoutMs, isLocal ? server : undefined),
    });
    const { remainingMs, keepsScreen = false } = hooks;
    const connection = new TerminalConnection({
      server,
      isLocal,
      pid,
      exit,
      size: { cols, rows },
      timeoutMs,
      signal,
      remainingMs,
      keepsScreen,
      release,
    });
    return { terminal: new Terminal(connection), connection };
  } catch (error) {
    await release();
    throw error;
  }
}

interface LaunchRequests {
  readonly recordingPath: string | undefined;
  readonly initialize: wire.InitializeParams;
  readonly launch: wire.LaunchParams;
}

/** Sends all requests at once. The server runs them in order, and the first that fails says why. */
async function sendLaunch(
  server: ServerProcess,
  cancel: RequestOptions,
  { recordingPath, initialize, launch }: LaunchRequests,
): Promise<wire.LaunchResult> {
  const recorded =
    recordingPath === undefined
      ? undefined
      : server.request('recording.start', { path: recordingPath, append: false }, cancel);
  const initialized = server.request('initialize', initialize, cancel);
  const launched = server.request('launch', launch, cancel);
  for (const request of [recorded, initialized, launched]) request?.catch(() => {});
  await recorded;
  await initialized;
  return await launched;
}

// The server writes the trace before it responds to `close`.
const maxTraceMs = 30_000;
const usualTimeoutSeconds = 5;

/** The timeout that the server would use. An empty or invalid variable counts as unset. */
function readDefaultTimeoutMs(): number {
  const seconds = Number.parseFloat(process.env['TUISPEC_TIMEOUT_SECONDS'] ?? '');
  return (Number.isNaN(seconds) ? usualTimeoutSeconds : seconds) * 1000;
}

let launches = 0;

function createInitializeParams(
  command: string,
  options: LaunchOptions,
  timeoutMs: number,
  isLocal: boolean,
): wire.InitializeParams {
  launches += 1;
  const { name = `${process.pid}-${launches} ${command}`.slice(0, maxNameLength), cols = 80, rows = 24 } = options;
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

function createLaunchParams(
  command: string,
  options: LaunchOptions,
  readyTimeoutMs: number,
  localServer: ServerProcess | undefined,
): wire.LaunchParams {
  const { args, inheritEnv = true, cwd = '.', ready } = options;
  const changes = inheritEnv && localServer !== undefined ? changesOf(localServer.environment, process.env) : {};
  const given = Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? null] as const);
  return omitUndefined({
    command,
    args: args && [...args],
    env: { ...changes, ...Object.fromEntries(given) },
    inheritEnv,
    cwd: localServer === undefined ? options.cwd : resolve(cwd),
    readySelector: ready === undefined ? undefined : selectorFrom(ready),
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

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function omitUndefined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
