import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

interface Response {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A process that handles JSON-RPC lines. */
export class LineClient {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #rest: string[] = [];
  #complaints = '';

  constructor(argv: readonly string[]) {
    const [command = '', ...args] = argv;
    this.#process = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-2000);
    });
    this.#process.stdin?.on('error', () => {});
    this.#process.on('error', (error) => this.#fail(error));
    this.#process.on('close', () => this.#fail(new Error(`the process has exited: ${this.#complaints}`)));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async request(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return await new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  /** Sends the first request; a process that fails it is ended. */
  async start(first: Promise<unknown>): Promise<void> {
    try {
      await first;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Closes its input, and waits until it has exited; kills it after a timeout. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
  }

  #read(text: string): void {
    const end = text.lastIndexOf('\n');
    if (end < 0) {
      this.#rest.push(text);
      return;
    }
    const lines = `${this.#rest.join('')}${text.slice(0, end)}`.split('\n');
    this.#rest = [text.slice(end + 1)];
    for (const line of lines) this.#handleResponse(JSON.parse(line) as Response);
  }

  #handleResponse({ id, result, error }: Response): void {
    if (id === undefined) return;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
