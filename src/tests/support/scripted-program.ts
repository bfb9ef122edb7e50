import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { type ServerSetup, TestServer } from './client.js';

// Copies a pipe to its terminal. Exits when the pipe is closed.
const copyPipe = 'cat <&3; exit 3';
const scripts = {
  // Does not read its input, which the terminal echoes.
  cooked: `exec 3<"$0"; ${copyPipe}`,
  // Copies its input to another pipe; nothing is echoed.
  raw: `stty raw -echo; exec 3<"$0" 4>"$1" 5<&0; cat <&5 >&4 & ${copyPipe}`,
} as const;
const statusQuery = '\x1b[5n';
const statusReply = '\x1b[0n';

/** A program that prints what the test gives it. It receives that through a pipe, so nothing counts as terminal input. */
export class ScriptedProgram {
  readonly server: TestServer;
  readonly #output: FileHandle;
  readonly #input: Socket | undefined;
  #received = '';
  #isOpen = true;

  private constructor(server: TestServer, output: FileHandle, input: Socket | undefined) {
    this.server = server;
    this.#output = output;
    this.#input = input?.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
    });
    onTestFinished(async () => {
      await this.exit();
      input?.destroy();
    });
  }

  /** Starts it on a blank screen of 20 × 6 in a session of a new server. The terminal echoes input. */
  static async start(session: object = {}, setup: ServerSetup = {}): Promise<ScriptedProgram> {
    const server = new TestServer(setup);
    await server.request('initialize', { terminalCols: 20, terminalRows: 6, ...session });
    return await ScriptedProgram.launch(server);
  }

  /** Does the same, and prints text on the screen. */
  static async startWith(text: string, session: object = {}): Promise<ScriptedProgram> {
    const program = await ScriptedProgram.start(session);
    await program.show(text);
    return program;
  }

  /** Starts it on a blank screen in a session of a new server, with a raw terminal without echo. */
  static async startRaw(
    cols: number,
    rows: number,
    session: object = {},
    setup: ServerSetup = {},
  ): Promise<ScriptedProgram> {
    const server = new TestServer(setup);
    await server.request('initialize', { terminalCols: cols, terminalRows: rows, ...session });
    return await ScriptedProgram.launch(server, {}, 'raw');
  }

  /** Launches it in the session of a server. */
  static async launch(
    server: TestServer,
    launch: object = {},
    terminal: keyof typeof scripts = 'cooked',
  ): Promise<ScriptedProgram> {
    const paths = ['output', 'input'].map((name) => join(server.directory, `${name}-${performance.now()}`));
    spawnSync('mkfifo', paths);
    const [outputPath = '', inputPath = ''] = paths;
    // Open for writing as well, so that opening does not block and the stream does not end before the program starts.
    const input =
      terminal === 'raw'
        ? new Socket({ fd: openSync(inputPath, constants.O_RDWR | constants.O_NONBLOCK), readable: true })
        : undefined;
    await server.request('launch', { command: 'sh', args: ['-c', scripts[terminal], ...paths], ...launch });
    // Resolves when the program has opened the pipe.
    return new ScriptedProgram(server, await open(outputPath, 'w'), input);
  }

  /** The input that it has read, if its terminal is raw. */
  get received(): string {
    return this.#received;
  }

  /** Makes it write text, up to 4 KB at once, even while the server is busy or stopped. */
  readonly print = (text: string | Uint8Array): void => {
    writeSync(this.#output.fd, Buffer.from(text));
  };

  /**
   * Makes it write text, and resolves when the server has parsed all of it. The title indicates that; in a raw
   * terminal, the reply to a status query.
   */
  readonly show = async (text: string): Promise<void> => {
    if (this.#input !== undefined) {
      const start = this.#received.length;
      this.print(text + statusQuery);
      while (!this.#received.includes(statusReply, start)) await once(this.#input, 'data');
      return;
    }
    const title = `shown ${performance.now()}`;
    this.print(`${text}\x1b]2;${title}\x07`);
    await this.server.request('waitFor', { anyOf: [{ title: `^${title}$` }], timeoutMs: 60_000 });
  };

  /** Returns the screen. */
  async view(params: object = {}): Promise<MethodResults['currentView']> {
    return await this.server.request('currentView', params);
  }

  /** Sends a request that waits, and resolves when it is pending. Its response has this id. */
  readonly begin = async (id: string, method: string, params: object): Promise<void> => {
    this.server.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    // Handled out of order, but not before the preceding line was read.
    await this.server.request('server.ping');
  };

  /** Makes it exit with code 3. */
  readonly exit = async (): Promise<void> => {
    if (this.#isOpen) await this.#output.close();
    this.#isOpen = false;
  };
}

/** A script that prints its input byte for byte, after the text READY: for requests that are recorded or random. */
export const echoScript = 'stty raw -echo; printf "\\033[2J\\033[HREADY"; exec cat';
let echoes = 0;

/** Starts a program that prints its input, in a session of 40 × 8; resolves with its pid when READY is on the screen. */
export async function launchEcho(server: TestServer, session: object = {}): Promise<number> {
  const size = { terminalCols: 40, terminalRows: 8 };
  const readySelector = { type: 'exact', text: 'READY' };
  return await server.launch(
    'sh',
    ['-c', echoScript],
    { readySelector, readyTimeoutMs: 60_000 },
    { ...size, ...session },
  );
}

/** Makes it print text, and resolves when the server has parsed it, which the title indicates. */
export async function showEcho(server: TestServer, output: string): Promise<void> {
  echoes += 1;
  await server.request('sendText', { text: `${output}\x1b]0;echo ${echoes}\x07`, settleMs: 0 });
  await server.request('waitFor', { anyOf: [{ title: `^echo ${echoes}$` }], timeoutMs: 60_000 });
}
