import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import { FrameDecoder } from '../../recordings/frames.js';
import { type ServerSetup, TestServer } from './client.js';

/** A message of the view. */
export type ViewMessage = Readonly<Record<string, unknown>> & { readonly type: string };
type Predicate = (message: ViewMessage) => boolean;

/** The address of a view. */
export interface ViewAddress {
  /** With host and port. */
  readonly origin: string;
  readonly host: string;
  readonly token: string;
}

/** Splits the URL of a page. */
export function parseViewUrl(url: string): ViewAddress {
  const { origin, host, hash } = new URL(url);
  return { origin, host, token: hash.slice('#token='.length) };
}

/** Starts a server with a view of any free port. */
export async function startView(
  settings: object = {},
  setup: ServerSetup = {},
): Promise<ViewAddress & { readonly server: TestServer }> {
  const server = new TestServer(setup);
  const { url } = await server.request('view.start', settings);
  return { server, ...parseViewUrl(url) };
}

/** A viewer, as the page is one. */
export class ViewClient {
  readonly messages: ViewMessage[] = [];
  readonly socket: WebSocket;
  /** The lines of the screen, from the last frame. */
  lines: readonly string[] = [];
  #seq = 0;
  readonly #decoder = new FrameDecoder();
  #waiters: { readonly wants: Predicate; readonly resolve: (message: ViewMessage) => void }[] = [];

  constructor({ host, token }: ViewAddress, query = '') {
    this.socket = new WebSocket(`ws://${host}/ws${query}`, ['tuispec.view.v1', `tuispec.token.${token}`]);
    this.socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as ViewMessage));
    this.socket.on('error', () => {});
    onTestFinished(() => this.socket.terminate());
  }

  /** Connects a viewer, and resolves when it has received `hello`. */
  static async open(address: ViewAddress, query = ''): Promise<ViewClient> {
    const client = new ViewClient(address, query);
    await client.waitFor(({ type }) => type === 'hello');
    return client;
  }

  /** The messages of a type. */
  list(type: string): readonly ViewMessage[] {
    return this.messages.filter((message) => message.type === type);
  }

  /** The recorded lines of the view. */
  get events(): readonly RecordingEvent[] {
    return this.list('event').map(({ event }) => event as RecordingEvent);
  }

  /** The first message, past or future, that satisfies the predicate. */
  async waitFor(wants: Predicate): Promise<ViewMessage> {
    const found = this.messages.find(wants);
    if (found !== undefined) return found;
    return await new Promise((resolve) => this.#waiters.push({ wants, resolve }));
  }

  /** Waits until the screen contains a text. */
  async waitForText(text: string): Promise<void> {
    if (!this.lines.join('\n').includes(text)) await this.waitForNext(() => this.lines.join('\n').includes(text));
  }

  /** The first future message that satisfies the predicate. */
  async waitForNext(wants: Predicate): Promise<ViewMessage> {
    return await new Promise((resolve) => this.#waiters.push({ wants, resolve }));
  }

  /** Sends an input, and resolves with the response to it. */
  async input(message: object): Promise<ViewMessage> {
    this.#seq += 1;
    const seq = this.#seq;
    this.socket.send(JSON.stringify({ seq, ...message }));
    return await this.waitFor((ack) => ack.type === 'ack' && ack['seq'] === seq);
  }

  /** Resolves with the code when the connection has been closed. */
  async waitForClose(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }

  #receive(message: ViewMessage): void {
    this.messages.push(message);
    const event = message['event'] as RecordingEvent | undefined;
    if (event?.direction.startsWith('frame') === true) this.lines = this.#decoder.decode(event)?.lines ?? this.lines;
    const [done, waiting] = [this.#waiters.filter(({ wants }) => wants(message)), this.#waiters];
    this.#waiters = waiting.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve(message);
  }
}
