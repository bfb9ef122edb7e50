import { execFile } from 'node:child_process';
import { MethodError } from '../../base/errors.js';

/** Where a tmux server listens: a path, a name, or neither for the server of `$TMUX` or the default one. */
export interface TmuxSocket {
  readonly path: string | undefined;
  readonly name: string | undefined;
}

/** The environment of the server. */
export type Variables = Readonly<Record<string, string | undefined>>;

// A server answers in less than a millisecond, unless it is stopped or hangs.
const maxRunMs = 5000;

/** The arguments that select a server. */
export function toSocketArguments({ path, name }: TmuxSocket, variables: Variables): string[] {
  if (path !== undefined) return ['-S', path];
  if (name !== undefined) return ['-L', name];
  const inherited = variables['TMUX']?.split(',')[0];
  return inherited === undefined || inherited === '' ? [] : ['-S', inherited];
}

/** The environment for tmux: without the variables that would make it act on the pane around the server. */
export function createTmuxEnvironment({ TMUX: _, TMUX_PANE: __, ...others }: Variables): NodeJS.ProcessEnv {
  return others;
}

/** Runs a tmux command that does not start a server; returns its output. */
export function runTmux(socket: readonly string[], command: readonly string[], variables: Variables): Promise<string> {
  const options = { env: createTmuxEnvironment(variables), timeout: maxRunMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile('tmux', ['-u', ...socket, ...command], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(createTmuxError(error, stderr.trim()));
    });
  });
}

const serverHint =
  'Start tmux, or name the server with `socketName` or `socketPath` (`--tmux-socket` of `tuispec view`).';
const subprocessFacts = { errorType: 'SUBPROCESS_FAILED' };

function createTmuxError(error: Error & { code?: unknown; killed?: boolean }, stderr: string): MethodError {
  if (error.code === 'ENOENT')
    return new MethodError('tmux-missing', 'tmux was not found in PATH. Install tmux 3.2 or later.');
  if (error.killed === true)
    return new MethodError('timeout', `tmux has not responded within ${maxRunMs} ms.`, { errorType: 'TIMEOUT' });
  if (/version mismatch/i.test(stderr))
    return new MethodError('tmux-version', `The tmux server does not accept the tmux in PATH: ${stderr}.`);
  if (/permission denied|access not allowed/i.test(stderr))
    return new MethodError('io', `Cannot access the tmux server: ${stderr}.`, subprocessFacts);
  if (/no server running|error connecting|no such file/i.test(stderr))
    return new MethodError('no-server', `No tmux server was found: ${stderr}. ${serverHint}`);
  return new MethodError('io', `tmux failed: ${stderr || error.message}.`, subprocessFacts);
}

/** Quotes a word for the command parser of tmux. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
