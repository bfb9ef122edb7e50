import type { Readable, Writable } from 'node:stream';
import { callAfterRunning } from '../base/deadline.js';
import { LineReader, LineWriter } from '../protocol/lines.js';
import {
  type Call,
  codes,
  type Entry,
  type IdText,
  MessageParser,
  type Params,
  RpcError,
} from '../protocol/message.js';
import { listEnabledTools } from './enabled-tools.js';
import {
  canOmitErrorId,
  completeResult,
  createDiscoverResult,
  createInitializeResult,
  createUnknownMethodError,
  type Era,
  findEra,
} from './eras.js';
import { createInstructions } from './instructions.js';
import type { McpOptions, WriteLog } from './mcp-options.js';
import { startProgress } from './progress.js';
import type { ToolHost } from './tool-host.js';

const maxLineBytes = 16 * 1024 * 1024;
// A client that sends more without waiting for responses is out of control.
const maxRunning = 1000;
// While the client has not read this much, nothing more is read from it.
const maxBacklog = 16 * 1024 * 1024;
const maxFlushMs = 1000;
const maxFinishMs = 1000;

/** The streams of the server, and its log. */
export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: WriteLog;
}

/** A Model Context Protocol server on a pair of streams. */
export class McpServer {
  /** Resolves with the exit code when the input has ended and nothing is running. */
  readonly ended: Promise<number>;
  readonly #streams: McpStreams;
  readonly #options: McpOptions;
  #host: Promise<ToolHost & AsyncDisposable> | undefined;
  readonly #instructions: string;
  readonly #writer: LineWriter;
  readonly #parser = new MessageParser();
  readonly #running = new Map<IdText, AbortController>();
  readonly #answering = new Set<Promise<void>>();
  #revision: string | undefined;
  #finish: () => void = () => {};

  constructor(options: McpOptions, streams: McpStreams) {
    this.#streams = streams;
    this.#options = options;
    this.#instructions = createInstructions(options);
    this.#writer = new LineWriter(streams.output, () => this.stop());
    const stopped = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.ended = stopped.then(() => this.#end());
    this.#listen();
  }

  /** Ends all sessions and then the server. */
  stop(): void {
    this.#finish();
  }

  #listen(): void {
    const { input } = this.#streams;
    const reader = new LineReader(maxLineBytes, {
      onLine: (line) => this.#handleLine(line.toString(), reader.lineNumber),
      onLineTooLong: () =>
        this.#refuse(
          new RpcError(codes.invalidRequest, `Line ${reader.lineNumber} is longer than ${maxLineBytes} bytes.`),
        ),
      onLineNotUtf8: () =>
        this.#refuse(new RpcError(codes.parseError, `Line ${reader.lineNumber} is not valid UTF-8.`)),
    });
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    input.on('end', () => {
      reader.end();
      void this.#finishCalls().then(() => this.stop());
    });
    input.on('error', () => this.stop());
  }

  /** Lets calls that take only a moment finish, so that requests can be piped in; a wait does not delay the end for longer. */
  async #finishCalls(): Promise<void> {
    let timer: Disposable | undefined;
    const late = new Promise<void>((resolve) => {
      timer = callAfterRunning(maxFinishMs, resolve);
    });
    await Promise.race([Promise.allSettled([...this.#answering]), late]);
    timer?.[Symbol.dispose]();
  }

  async #end(): Promise<number> {
    this.#streams.input.pause();
    // Their sessions end, and the client has gone: nothing is left to respond to.
    for (const controller of this.#running.values()) controller.abort();
    await (await this.#host)?.[Symbol.asyncDispose]();
    await this.#writer.waitForDrain(0, maxFlushMs);
    return 0;
  }

  #handleLine(text: string, line: number): void {
    const message = this.#parser.parse(text, line);
    const isIgnored = 'entry' in message && isResponse(message.entry, text);
    if (isIgnored) return;
    const answering =
      'batch' in message
        ? this.#answerBatch(message.batch)
        : this.#answer(message.entry).then((response) => this.#write(response));
    this.#answering.add(answering);
    void answering.finally(() => this.#answering.delete(answering));
  }

  /** Revision 2025-03-26 allows arrays. A cancelled call has no entry in the array. */
  async #answerBatch(entries: readonly Entry[]): Promise<void> {
    const responses = await Promise.all(entries.map((entry) => this.#answer(entry)));
    const present = responses.filter((response) => response !== undefined);
    if (present.length > 0) this.#write(`[${present.join(',')}]`);
  }

  /** The response to a message as JSON text; undefined if there is none. */
  async #answer(entry: Entry): Promise<string | undefined> {
    if ('error' in entry) return entry.id === undefined ? undefined : this.#createErrorText(entry.id, entry.error);
    if (entry.id === undefined) return this.#handleNotification(entry);
    if (entry.id === 'null')
      return this.#createErrorText('null', new RpcError(codes.invalidRequest, '`id` must not be null.'));
    try {
      const era = findEra(entry.method, entry.params);
      const result = await this.#run(entry, entry.id, era);
      return (
        result &&
        `{"jsonrpc":"2.0","id":${entry.id},"result":${JSON.stringify(completeResult(result, era, entry.method))}}`
      );
    } catch (error) {
      if (!(error instanceof RpcError)) this.#streams.log('error', (error as Error).stack ?? String(error));
      const known = error instanceof RpcError ? error : new RpcError(codes.internalError, 'Internal error.');
      return this.#createErrorText(entry.id, known);
    }
  }

  async #run({ method, params }: Call, id: IdText, era: Era): Promise<Params | undefined> {
    switch (method) {
      case 'tools/call':
        return await this.#callTool(params, id);
      case 'tools/list':
        return { tools: listEnabledTools(this.#options.caps) };
      case 'server/discover':
        return createDiscoverResult(this.#instructions);
      case 'initialize': {
        if (era === 'stateless') break;
        const result = createInitializeResult(params, this.#instructions);
        this.#revision = String(result['protocolVersion']);
        return result;
      }
      case 'ping':
        if (era === 'stateless') break;
        return {};
    }
    throw createUnknownMethodError(method);
  }

  /** The result of a tool; undefined if the client has cancelled the call. */
  async #callTool(params: Params, id: IdText): Promise<Params | undefined> {
    if (this.#running.has(id))
      throw new RpcError(codes.invalidRequest, `The id ${id} belongs to a call that is still running.`);
    if (this.#running.size >= maxRunning)
      throw new RpcError(codes.internalError, `${maxRunning} calls are already running.`);
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const { signal } = controller;
      using _progress = startProgress(params, (method, body) =>
        this.#write(JSON.stringify({ jsonrpc: '2.0', method, params: body })),
      );
      const arrivedAt = Date.now();
      // Clients list the tools at every start, and often call none: the tools are loaded when one is called.
      const { callTool, createToolHost } = await import('./call-tool.js');
      this.#host ??= Promise.resolve(createToolHost(this.#options));
      const result = await callTool(params, { signal, arrivedAt, host: await this.#host }, this.#streams.log);
      return signal.aborted ? undefined : { ...result };
    } finally {
      this.#running.delete(id);
    }
  }

  #handleNotification({ method, params }: Call): undefined {
    if (method !== 'notifications/cancelled') return;
    this.#running.get(JSON.stringify(params['requestId']))?.abort();
  }

  #refuse(error: RpcError): void {
    this.#write(this.#createErrorText('null', error));
  }

  /** An error response. MCP has no null ids: such an error has no id if the revision allows that, else it is only logged. */
  #createErrorText(id: IdText, error: RpcError): string | undefined {
    if (id !== 'null') return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
    this.#streams.log('warn', error.message);
    return canOmitErrorId(this.#revision) ? `{"jsonrpc":"2.0","error":${JSON.stringify(error)}}` : undefined;
  }

  #write(text: string | undefined): void {
    if (text === undefined) return;
    this.#writer.write(text);
    if (this.#writer.backlog <= maxBacklog) return;
    const { input } = this.#streams;
    input.pause();
    void this.#writer.waitForDrain(maxBacklog / 2).then(() => input.resume());
  }
}

/** Whether a message that is no request is a response. This server sends no requests, so it expects none. */
function isResponse(entry: Entry, text: string): boolean {
  if (!('error' in entry) || entry.method !== undefined) return false;
  try {
    const message = JSON.parse(text) as Params | null;
    return typeof message === 'object' && message !== null && ('result' in message || 'error' in message);
  } catch {
    return false;
  }
}
