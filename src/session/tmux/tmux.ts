import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MethodError } from '../../base/errors.js';
import type { ControlClient, ControlReply } from './control-client.js';

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
const subprocessFacts = { errorType: 'SUBPROCESS_FAILED' } as const;

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

// `send-keys -H` takes quadratic time, and fails above about 10,000 bytes.
const maxKeyBytes = 500;
const firstEscapingVersion = 3.07;
const condition = '#{||:#{pane_dead},#{||:#{pane_in_mode},#{||:#{pane_input_off},#{pane_synchronized}}}}';
const refusal = 'refused dead=#{pane_dead} mode=#{pane_mode} off=#{pane_input_off} sync=#{pane_synchronized}';

/** Writes input to a pane: all bytes unchanged, in order, and only if they reach the program and no other pane. */
export class PaneInput {
  readonly #client: ControlClient;
  readonly #paneId: string;
  /** Since this version, `paste-buffer` escapes control characters without `-S`. */
  readonly #pasteFlags: string;
  readonly #isReadOnly: boolean;
  #count = 0;

  constructor(client: ControlClient, paneId: string, version: number, isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    this.#client = client;
    this.#paneId = paneId;
    this.#pasteFlags = version >= firstEscapingVersion ? '-S -r -d' : '-r -d';
  }

  /** Resolves when tmux has passed the bytes on; rejects if it must not. */
  async write(bytes: Buffer, isPaste: boolean): Promise<void> {
    if (this.#isReadOnly)
      throw new MethodError('read-only', 'The pane was attached with `readOnly`, so it gets no input.');
    if (bytes.length === 0) return;
    if (bytes.length <= maxKeyBytes && !isPaste) {
      const keys = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
      requireAccepted(await this.#run(`send-keys -t ${this.#paneId} -H ${keys}`));
    } else await this.#paste(bytes, isPaste ? `${this.#pasteFlags} -p` : this.#pasteFlags);
  }

  async #paste(bytes: Buffer, flags: string): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'tuispec-input-'));
    try {
      const path = join(directory, 'input');
      await writeFile(path, bytes, { mode: 0o600 });
      this.#count += 1;
      const name = `tuispec-${this.#client.nonce}-${this.#count}`;
      // A request of its own: tmux reads other events before it goes on after `load-buffer`, and the pane may die.
      requireAccepted(await this.#client.request(`load-buffer -b ${name} ${quoteWord(path)}`));
      requireAccepted(
        await this.#run(`paste-buffer ${flags} -b ${name} -t ${this.#paneId}`, `delete-buffer -b ${name}`),
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  // tmux checks and acts without reading anything in between: a paste into a dead pane would crash old servers.
  #run(command: string, otherwise = ''): Promise<ControlReply> {
    const target = `-t ${this.#paneId}`;
    const refuse = quoteWord(`display-message -p ${target} "${refusal}"${otherwise && ` ; ${otherwise}`}`);
    return this.#client.request(`if-shell -F ${target} '${condition}' ${refuse} ${quoteWord(command)}`);
  }
}

function requireAccepted({ lines, hasFailed }: ControlReply): void {
  const line = lines.find((text) => text.startsWith('refused '));
  if (line !== undefined) throw createRefusal(line);
  if (!hasFailed) return;
  const reason = lines.join(' ').trim();
  if (/can't find pane/.test(reason)) throw new MethodError('pane-dead', 'The pane no longer exists.');
  throw new MethodError('io', `tmux has not accepted the input: ${reason}.`);
}

function createRefusal(line: string): MethodError {
  const [, dead, mode = '', off] = /dead=(\S*) mode=(.*) off=(\S*) sync=(\S*)$/.exec(line) ?? [];
  if (dead === '1') return new MethodError('pane-dead', 'The program in the pane has ended.');
  if (mode !== '')
    return new MethodError('pane-mode', `The pane is in ${mode}, which would receive the input. Leave it first.`, {
      paneMode: mode,
    });
  if (off === '1') return new MethodError('pane-input-off', 'Input to the pane is switched off (`select-pane -d`).');
  return new MethodError('pane-synchronized', 'The input would reach other panes, too (`synchronize-panes`).');
}
