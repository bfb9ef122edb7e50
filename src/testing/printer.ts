import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServerSetup, TestServer } from './client.js';

// Copies a pipe to its terminal, which echoes input. Exits when the pipe is closed.
const program = 'cat <&3; exit 3';

/** A program that prints text on demand, without terminal input. */
export class Printer {
  readonly server: TestServer;
  readonly #pipe: FileHandle;
  #isOpen = true;

  private constructor(server: TestServer, pipe: FileHandle) {
    this.server = server;
    this.#pipe = pipe;
    onTestFinished(this.end);
  }

  /** Starts it on a blank screen of 20 × 6 in a session of a new server. */
  static async start(session: object = {}, setup: ServerSetup = {}): Promise<Printer> {
    const server = new TestServer(setup);
    await server.request('initialize', { terminalCols: 20, terminalRows: 6, ...session });
    return await Printer.launch(server);
  }

  /** Starts it, and prints text on the screen. */
  static async showing(text: string, session: object = {}): Promise<Printer> {
    const printer = await Printer.start(session);
    await printer.show(text);
    return printer;
  }

  /** Launches it in a session; `before` are shell commands that run first. */
  static async launch(server: TestServer, launch: object = {}, before = ''): Promise<Printer> {
    const path = join(server.directory, `pipe-${performance.now()}`);
    spawnSync('mkfifo', [path]);
    await server.request('launch', {
      command: 'sh',
      args: ['-c', `exec 3<"$0"; ${before}${program}`, path],
      ...launch,
    });
    // Resolves when the program has opened the pipe.
    return new Printer(server, await open(path, 'w'));
  }

  /** Makes it write text, up to 4 KB at once. */
  readonly print = (text: string | Uint8Array): void => {
    writeSync(this.#pipe.fd, Buffer.from(text));
  };

  /** Makes it write text, and resolves when the server has parsed all of it, which the title indicates. */
  readonly show = async (text: string): Promise<void> => {
    const title = `shown ${performance.now()}`;
    this.print(`${text}\x1b]2;${title}\x07`);
    await this.server.request('waitFor', { anyOf: [{ title: `^${title}$` }], timeoutMs: 20_000 });
  };

  /** Sends a request that waits, and resolves when it is pending. Its response has this id. */
  readonly begin = async (id: string, method: string, params: object): Promise<void> => {
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    // Handled out of order, but not before the preceding line was read.
    await this.server.request('server.ping');
  };

  /** Makes it exit with code 3. */
  readonly end = async (): Promise<void> => {
    if (this.#isOpen) await this.#pipe.close();
    this.#isOpen = false;
  };
}
