import { resolve } from 'node:path';
import { checkOptions, type OptionChecks } from './check-options.js';
import { omitUndefined } from './omit-undefined.js';
import { type OpenedSession, openSession } from './open-session.js';
import { selectorFrom } from './queries.js';
import type { ServerProcess } from './server-process.js';
import { type SessionHooks, type SessionOptions, sessionChecks } from './session-options.js';
import type { Terminal } from './terminal.js';
import { toTimeoutMs } from './terminal-connection.js';
import type { TextTarget } from './terminal-options.js';
import type * as wire from './wire-types.js';

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
  return await openSession(
    {
      method: 'launch',
      what: command,
      commandLine: formatCommandLine(command, options),
      size: { cols, rows },
      variables: [],
      createParams: (localServer, { timeoutMs, remainingMs }) =>
        createLaunchParams(command, options, Math.min(readyTimeout ?? timeoutMs, remainingMs), localServer),
      sizeOf: () => undefined,
    },
    options,
    hooks,
  );
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

function createLaunchParams(
  command: string,
  options: LaunchOptions,
  readyTimeoutMs: number,
  localServer: ServerProcess | undefined,
): wire.LaunchParams {
  const { args, inheritEnv = true, cwd = '.', ready, readyModes } = options;
  const changes = inheritEnv && localServer !== undefined ? changesOf(localServer.environment, process.env) : {};
  const given = Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? null] as const);
  return omitUndefined({
    command,
    args: args && [...args],
    env: { ...changes, ...Object.fromEntries(given) },
    inheritEnv,
    cwd: localServer === undefined ? options.cwd : resolve(cwd),
    readySelector: ready === undefined ? undefined : selectorFrom(ready),
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
