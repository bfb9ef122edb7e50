import type { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { callAfterRunning } from '../base/deadline.js';
import { Deferred } from '../base/emitter.js';
import type { Log } from '../base/errors.js';
import { LineReader, LineWriter } from '../protocol/lines.js';
import { codes, MessageParser, RpcError } from '../protocol/message.js';
import type { ViewControl } from './observers.js';
import { Server, type ServerSettings } from './server.js';
import type { Defaults } from './server-host.js';

export type { ViewSettings } from './server-host.js';

/** Receives the raw output of programs; the bytes are only valid during the call. */
export type TakeOutput = (bytes: Uint8Array) => void;

/** How a server runs. */
export interface ServerOptions extends Omit<ServerSettings, 'defaults'> {
  readonly defaults: Omit<Defaults, 'environment' | 'takeOutput'>;
  readonly maxLineBytes: number;
}

/** The streams and environment of a server. */
export interface ServerStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  /** Writes a line to standard error, unredacted. */
  readonly announce?: (line: string) => void;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Receives the raw output of programs. */
  readonly takeOutput?: TakeOutput | undefined;
}

const mebibyte = 1024 * 1024;
// Maximum unread responses, in characters, before the next request starts.
const roomyBacklog = mebibyte;
// While fewer bytes of requests are queued, stdin is read, and the control plane is served. It cannot be served without a
// limit: control messages come in the same stream as requests, and memory must stay bounded.
const maxQueuedBytes = 64 * mebibyte;
// Unread responses at which reading of stdin is paused.
const maxUnreadBytes = 32 * mebibyte;
// Time that the client has at the end to read any of the remaining output or, after a signal, all of it. Also the time
// limit for requests that are being cancelled and for the recording.
const flushMs = 1000;
const passFlushTime = (): Promise<void> => new Promise((resolve) => void callAfterRunning(flushMs, resolve));

/**
 * Serves one client: requests from `input`, responses and notifications to `output`.
 * - `serving`: reads requests.
 * - `draining`: the input has ended. Requests that were received run while the client reads the responses.
 * - `stopping`: no more requests start, and the session is being closed.
 */
export class StdioServer {
  readonly #options: ServerOptions;
  readonly #streams: ServerStreams;
  readonly #server: Server;
  readonly #reader: LineReader;
  readonly #writer: LineWriter;
  readonly #ended = new Deferred<number>();
  /** Resolves when the client gets no more time to read. */
  readonly #isOutOfTime = new Deferred<void>();
  #readTimer: Disposable | undefined;
  #state: 'serving' | 'draining' | 'stopping' = 'serving';
  #isClosing = false;
  #isFlushing = false;

  constructor(options: ServerOptions, streams: ServerStreams) {
    this.#options = options;
    this.#streams = streams;
    const { output, variables, takeOutput } = streams;
    this.#writer = new LineWriter(output, (error) => this.#handleOutputError(error));
    this.#server = new Server(
      { ...options, defaults: { ...options.defaults, environment: variables, takeOutput } },
      {
        write: (line) => this.#writer.write(line),
        waitForDrain: () =>
          this.#writer.backlog <= roomyBacklog ? undefined : this.#writer.waitForDrain(roomyBacklog).then(() => {}),
        waitForRoom: () => this.#waitForRoom(),
        shutDown: (isNow, exitCode) => this.shutDown(isNow, exitCode),
        log: streams.log,
        announce: (line) => streams.announce?.(line),
      },
    );
    this.#reader = this.#createReader();
  }

  /** Resolves with the exit code when everything has ended. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  /** The live view. */
  get view(): ViewControl {
    return this.#server.view;
  }

  /** Starts to read requests. */
  start(): this {
    const { input } = this.#streams;
    input.on('data', (chunk: Buffer) => this.#handleInput(chunk));
    input.on('end', () => this.#handleInputEnd());
    input.on('error', (error) => this.#handleBrokenStream('Cannot read standard input', error));
    return this;
  }

  /** Ends everything immediately, including pending requests. */
  stop(exitCode = 0): void {
    this.#readTimer ??= callAfterRunning(flushMs, () => this.#isOutOfTime.resolve());
    this.shutDown(true, exitCode);
  }

  /** Starts no more requests and ends. `isNow` cancels pending requests before the last response is written. */
  shutDown(isNow: boolean, exitCode = 0): void {
    this.#state = 'stopping';
    this.#server.requests.close();
    if (isNow) this.#server.requests.cancelAll();
    this.#close('at once', exitCode);
  }

  #createReader(): LineReader {
    const { maxLineBytes } = this.#options;
    const parser = new MessageParser();
    const refuse = (code: number, message: string): void => this.#server.requests.refuse(new RpcError(code, message));
    return new LineReader(maxLineBytes, {
      onLine: (line) => {
        const { lineNumber } = this.#reader;
        this.#server.requests.receive(line, (text) => parser.parse(text, lineNumber));
      },
      onLineTooLong: () => {
        const limit = `${maxLineBytes} bytes (--max-line-bytes)`;
        refuse(codes.invalidRequest, `Line ${this.#reader.lineNumber} is longer than ${limit}.`);
      },
      onLineNotUtf8: () => refuse(codes.parseError, `Line ${this.#reader.lineNumber} is not valid UTF-8.`),
    });
  }

  #handleInput(chunk: Buffer): void {
    // Otherwise a client that continues to send would receive responses without end.
    if (this.#isFlushing) return;
    this.#server.idleQueue.noteRequestReceived();
    this.#reader.push(chunk);
    if (this.#canRead) return;
    const { input } = this.#streams;
    input.pause();
    void this.#waitUntilReadable().then(() => input.resume());
  }

  #handleInputEnd(): void {
    this.#reader.end();
    if (this.#state === 'serving') this.#state = 'draining';
    // A wait for room that is already pending has no time limit.
    void this.#waitForRoom();
    void this.#server.requests.waitForIdle().then(() => this.#close('gently', 0));
  }

  get #canRead(): boolean {
    const unreadBytes = this.#server.requests.controlBytes + this.#writer.backlog;
    return this.#server.requests.queuedBytes < maxQueuedBytes && unreadBytes < maxUnreadBytes;
  }

  async #waitUntilReadable(): Promise<void> {
    while (!this.#canRead)
      await Promise.race([this.#server.requests.waitForProgress(), this.#writer.waitForProgress()]);
  }

  /** Resolves when there is room for another response. Without input, a client that reads nothing ends the server. */
  async #waitForRoom(): Promise<boolean> {
    const patienceMs = this.#state === 'serving' ? undefined : flushMs;
    const hasRoom = await this.#writer.waitForRoom(roomyBacklog, patienceMs);
    if (!hasRoom && !this.#writer.isEnding) {
      this.#isOutOfTime.resolve();
      this.stop();
    }
    return hasRoom;
  }

  #handleOutputError(error: NodeJS.ErrnoException): void {
    if (['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) this.stop();
    else this.#handleBrokenStream('Cannot write to standard output', error);
  }

  #handleBrokenStream(what: string, error: Error): void {
    this.#server.complain(`${what}: ${error.message}.`);
    this.stop(1);
  }

  /** Closes the session and resolves `ended`. Only the first call counts. */
  #close(how: 'gently' | 'at once', exitCode: number): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#state = 'stopping';
    this.#ended.resolve(this.#end(how).then(() => exitCode));
  }

  async #end(how: 'gently' | 'at once'): Promise<void> {
    if (how === 'at once') await this.#cancelRequests();
    try {
      await this.#server.end(how);
    } finally {
      const recorded = this.#server.recorder.stop().catch(() => {});
      await this.#server.view.stop();
      this.#isFlushing = true;
      await Promise.race([this.#writer.waitForDrain(0, flushMs), this.#isOutOfTime.promise]);
      await Promise.race([recorded, passFlushTime()]);
      this.#server[Symbol.dispose]();
      this.#readTimer?.[Symbol.dispose]();
    }
  }

  async #cancelRequests(): Promise<void> {
    // Write the response that ends the run first.
    await turn();
    this.#server.requests.cancelAll();
    this.#writer.endWaits();
    // A pending request that ends the program gently would take too long.
    void this.#server.session?.kill();
    await Promise.race([this.#server.requests.waitForIdle(), passFlushTime()]);
  }
}
