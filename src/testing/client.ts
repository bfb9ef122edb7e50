import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MethodName, MethodResults } from '../protocol/generated/types.js';
import { Inbox } from './inbox.js';

/** The built program. */
const builtCli = resolve('dist/cli.js');

/** Options for starting a server. */
export interface ServerSetup {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The command that starts it, with its first arguments. */
  readonly via?: readonly string[];
}

/** Creates an empty directory that is removed after the test. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A `tuispec server` for one test: the built program, with its artifacts in a temporary directory. */
export class TestServer {
  readonly directory: string;
  readonly process: ChildProcess;
  readonly inbox = new Inbox();
  stderr = '';
  #lastId = 0;

  constructor({ args = [], env = {}, via = [] }: ServerSetup = {}) {
    this.directory = createTemporaryDirectory();
    const server = [process.execPath, builtCli, 'server', '--artifact-dir', join(this.directory, 'artifacts'), ...args];
    const [command = '', ...argv] = [...via, ...server];
    // Files that programs write to their home, such as their history, are removed after the test.
    // Random requests must not reach the tmux server of the person who runs the tests.
    // Waits have plenty of time on a busy machine.
    const home = {
      TUISPEC_TIMEOUT_SECONDS: '60',
      HOME: this.directory,
      TMUX: undefined,
      TMUX_PANE: undefined,
      TMUX_TMPDIR: this.directory,
    };
    this.process = spawn(command, argv, { cwd: this.directory, env: { ...process.env, ...home, ...env } });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => this.inbox.push(text));
    this.process.stdout?.on('close', () => this.inbox.end());
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.process.stdin?.on('error', () => {});
    onTestFinished(() => this.#stop());
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

  async #stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    this.process.stdout?.resume();
    await this.waitForExit();
  }
}
