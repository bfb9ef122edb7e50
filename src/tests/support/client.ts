import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MethodName, MethodResults } from '../../protocol/generated/types.js';
import { Inbox } from './inbox.js';

/** The built program. */
const builtCli = resolve('dist/cli.js');

/** Options for starting a server. */
export interface ServerSetup {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The command that starts it, with its first arguments. */
  readonly via?: readonly string[];
  /** For a test that measures it: no other test has used it. */
  readonly isNew?: true;
  /** The name of settings that several tests use: they share idle servers, as tests without settings do. */
  readonly pool?: string;
}

/** Creates an empty directory that is removed after the test. */
export function createTemporaryDirectory(): string {
  // The one of macOS is a symbolic link.
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'tuispec-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A server and its directory, which outlive a test if another one can use them. */
interface RunningServer {
  readonly directory: string;
  readonly process: ChildProcess;
  /** The test that uses it, and gets its output. */
  user: TestServer;
}

// state: starting a server takes longer than most tests, so the tests of a worker share idle servers, by pool. These end
// with the worker: it is the other end of their input.
const idleServers = new Map<string, RunningServer[]>();

async function endServer({ directory, process: server }: RunningServer): Promise<void> {
  if (isAlive(server)) {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    server.stdout?.resume();
    await exited;
  }
  rmSync(directory, { recursive: true, force: true });
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** A `tuispec server` for one test: the built program, with its artifacts in a temporary directory. */
export class TestServer {
  readonly directory: string;
  readonly process: ChildProcess;
  readonly inbox = new Inbox();
  stderr = '';
  readonly #running: RunningServer;
  #lastId = 0;

  constructor(setup: ServerSetup = {}) {
    const pool = setup.pool ?? (Object.keys(setup).length === 0 ? '' : undefined);
    const running = (pool === undefined ? undefined : idleServers.get(pool)?.pop()) ?? this.#start(setup);
    running.user = this;
    this.#running = running;
    this.directory = running.directory;
    this.process = running.process;
    // A test that failed may have left anything behind.
    onTestFinished(({ task }) =>
      pool !== undefined && task.result?.state !== 'fail' ? this.#release(pool) : this.#discard(),
    );
  }

  #start({ args = [], env = {}, via = [] }: ServerSetup): RunningServer {
    const directory = mkdtempSync(join(tmpdir(), 'tuispec-test-'));
    const server = [process.execPath, builtCli, 'server', '--artifact-dir', join(directory, 'artifacts'), ...args];
    const [command = '', ...argv] = [...via, ...server];
    // Files that programs write to their home, such as their history, are removed after the test.
    // Random requests must not reach the tmux server of the person who runs the tests.
    const home = { HOME: directory, TMUX: undefined, TMUX_PANE: undefined, TMUX_TMPDIR: directory };
    // The product's default of 5 s is too short for a machine that is busy with other things.
    const patience = { TUISPEC_TIMEOUT_SECONDS: '60' };
    const child = spawn(command, argv, { cwd: directory, env: { ...process.env, ...home, ...patience, ...env } });
    const running: RunningServer = { directory, process: child, user: this };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => running.user.inbox.push(text));
    child.stdout?.on('close', () => running.user.inbox.end());
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      running.user.stderr += text;
    });
    child.stdin?.on('error', () => {});
    return running;
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Writes a line unchanged. */
  send(line: string | Buffer): void {
    this.process.stdin?.write(line);
    this.process.stdin?.write('\n');
  }

  /** Sends a request and resolves with its result; rejects with an RpcFailure. */
  async request<M extends MethodName>(method: M, params: object = {}): Promise<MethodResults[M]> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return (await this.inbox.waitForResult(id)) as MethodResults[M];
  }

  /** Initializes a session and launches a program in it. */
  async launch(
    command: string,
    args: readonly string[] = [],
    more: object = {},
    session: object = {},
  ): Promise<number> {
    await this.request('initialize', session);
    return (await this.request('launch', { command, args, ...more })).pid;
  }

  /** Closes the server's input and resolves with its exit code. */
  async end(): Promise<number | null> {
    this.process.stdin?.end();
    return await this.waitForExit();
  }

  async waitForExit(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  /** Gives the server to the next test, with no session and an empty directory; ends it if that takes long. */
  async #release(pool: string): Promise<void> {
    const isIdle = (await this.#reset()) && this.process.stdout?.listenerCount('data') === 1;
    if (isIdle) {
      for (const name of readdirSync(this.directory))
        rmSync(join(this.directory, name), { recursive: true, force: true });
      idleServers.set(pool, [...(idleServers.get(pool) ?? []), this.#running]);
      return;
    }
    await this.#discard();
  }

  async #discard(): Promise<void> {
    await endServer(this.#running);
  }

  /** Closes the session and its recording; returns whether the server did so at once. */
  async #reset(): Promise<boolean> {
    const { stdin, stdout } = this.process;
    if (!isAlive(this.process) || stdin?.writable !== true || stdout?.isPaused() !== false) return false;
    // A test may have written part of a line.
    this.send(`\n{"jsonrpc":"2.0","id":"${resetId} stop","method":"recording.stop"}`);
    this.send(`{"jsonrpc":"2.0","id":"${resetId} view","method":"view.stop"}`);
    this.send(`{"jsonrpc":"2.0","id":"${resetId}","method":"close","params":{"graceMs":0}}`);
    const response = this.inbox.waitForResponse(resetId).then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, maxResetMs, false);
    });
    const isReset = await Promise.race([response, late]);
    clearTimeout(timer);
    return isReset;
  }
}

const resetId = 'reset';
// A longer reset is not worth waiting for, and a server that does not respond must not be used again.
const maxResetMs = 2000;
