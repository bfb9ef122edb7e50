import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServerSetup, TestServer } from './client.js';

// Reads from the pipe, writes to its terminal; the terminal echoes what is typed. Ends when the pipe is closed.
const program = 'cat <&3; exit 3';

/** A program that prints what the test hands to it, when the test does; nothing is typed for that. */
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

  /** Starts it, and shows text on the screen. */
  static async showing(text: string, session: object = {}): Promise<Printer> {
    const printer = await Printer.start(session);
    await printer.show(text);
    return printer;
  }

  /** Launches it in a session; `before` are commands of the shell that it runs first. */
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

  /** Has it write text, up to 4 KB at once. */
  readonly print = (text: string | Uint8Array): void => {
    writeSync(this.#pipe.fd, Buffer.from(text));
  };

  /** Has it write text, and resolves when the server has parsed it to the end: the title tells. */
  readonly show = async (text: string): Promise<void> => {
    const title = `shown ${performance.now()}`;
    this.print(`${text}\x1b]2;${title}\x07`);
    await this.server.request('waitFor', { anyOf: [{ title: `^${title}$` }], timeoutMs: 20_000 });
  };

  /** Sends a request that waits, and resolves when it does. Its answer comes under this id. */
  readonly begin = async (id: string, method: string, params: object): Promise<void> => {
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    // Answered out of turn, but not before the line in front of it was taken.
    await this.server.request('server.ping');
  };

  /** Lets it end with exit code 3. */
  readonly end = async (): Promise<void> => {
    if (this.#isOpen) await this.#pipe.close();
    this.#isOpen = false;
  };
}
