import type { ServerResponse } from 'node:http';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import { limitValue } from '../../recordings/conversation.js';

/** A Server-Sent Event. */
interface StreamEvent {
  readonly id: number;
  readonly text: string;
}

const maxKept = 256;
const maxWaitingBytes = 1024 * 1024;
// Proxies close connections that are silent for longer.
const keepAliveMs = 15_000;

/** The Server-Sent Events of a view. The last ones are kept for clients that reconnect. */
export class EventStream implements Disposable {
  readonly #kept: StreamEvent[] = [];
  readonly #clients = new Set<ServerResponse>();
  // Ids of an earlier view are lower.
  #lastId = Date.now();
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#clients.size;
  }

  /** Sends an event to all clients. */
  send(name: string, data: object): void {
    const event = this.#createEvent(name, data);
    this.#kept.push(event);
    if (this.#kept.length > maxKept) this.#kept.shift();
    for (const client of this.#clients) this.#write(client, event.text);
  }

  /**
   * Begins a response that contains the events from now on: preceded by those after `lastEventId` if they are kept, else by
   * the events of `describe`.
   */
  add(
    client: ServerResponse,
    lastEventId: string | undefined,
    describe: () => readonly (readonly [name: string, data: object])[],
  ): void {
    client.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    client.socket?.setTimeout(0);
    client.on('close', () => this.#remove(client));
    client.write('retry: 2000\n\n');
    const missed = this.#findMissed(lastEventId);
    const events = missed ?? describe().map(([name, data]) => this.#createEvent(name, data));
    for (const { text } of events) client.write(text);
    this.#clients.add(client);
    this.#timer ??= setInterval(() => {
      for (const each of this.#clients) this.#write(each, ':\n\n');
    }, keepAliveMs).unref();
  }

  /** Ends all responses. */
  [Symbol.dispose](): void {
    for (const client of this.#clients) client.end();
    clearInterval(this.#timer);
  }

  #createEvent(name: string, data: object): StreamEvent {
    this.#lastId += 1;
    return { id: this.#lastId, text: `id: ${this.#lastId}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
  }

  /** Returns the events that a client has missed; undefined if some of them are no longer known. */
  #findMissed(lastEventId: string | undefined): readonly StreamEvent[] | undefined {
    if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return undefined;
    const last = Number(lastEventId);
    const missed = this.#kept.filter(({ id }) => id > last);
    const isComplete = last <= this.#lastId && (this.#kept[0]?.id ?? this.#lastId + 1) <= last + 1;
    return isComplete ? missed : undefined;
  }

  #write(client: ServerResponse, text: string): void {
    if (client.writableLength > maxWaitingBytes) client.destroy();
    else client.write(text);
  }

  #remove(client: ServerResponse): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A message that the server has received or sent, without secrets. */
type NotedMessage = Pick<RecordingEvent, 'timestampMicros' | 'direction' | 'line'>;

// What a viewer that joins later sees of the past: about 200 requests with their responses.
const maxMessages = 400;
const maxCharacters = 4 * 1024 * 1024;
// A viewer that joins receives them at once. More than 8 MiB of unread messages would disconnect it.
const maxEncodedBytes = 4 * 1024 * 1024;
// Longer messages contain pictures or long outputs.
const maxWholeMessage = 256 * 1024;

/** The last messages of a server. */
export class MessageLog {
  readonly #messages: NotedMessage[] = [];
  #characters = 0;

  /** The last messages, encoded for viewers. */
  encode(): readonly Buffer[] {
    const encoded: Buffer[] = [];
    let bytes = 0;
    for (const message of this.#messages.toReversed()) {
      const next = encodeMessage(message);
      bytes += next.length;
      if (bytes > maxEncodedBytes) break;
      encoded.push(next);
    }
    return encoded.reverse();
  }

  /** Adds a message; returns it as viewers receive it. */
  add(message: NotedMessage): NotedMessage {
    const limited = { ...message, line: limitLine(message.line) };
    // The screen that it reports is older than the one that a new viewer receives.
    if (isScreenUpdate(message)) return limited;
    this.#messages.push(limited);
    this.#characters += limited.line.length;
    while (this.#messages.length > maxMessages || this.#characters > maxCharacters)
      this.#characters -= this.#messages.shift()?.line.length ?? 0;
    return limited;
  }
}

/** Encodes a message for viewers. */
export const encodeMessage = (event: NotedMessage): Buffer => Buffer.from(JSON.stringify({ type: 'event', event }));

const isScreenUpdate = ({ direction, line }: NotedMessage): boolean =>
  direction === 'notification' && line.startsWith('{"jsonrpc":"2.0","method":"view.changed"');

/** Shortens the texts and lists in a long message. */
function limitLine(line: string): string {
  if (line.length <= maxWholeMessage) return line;
  try {
    const limited = JSON.stringify(limitValue(JSON.parse(line)));
    return limited.length <= maxWholeMessage ? limited : JSON.stringify(removeContent(JSON.parse(line)));
  } catch {
    return '{}';
  }
}

/** Returns what identifies a message. */
const removeContent = ({ jsonrpc, id, method }: Readonly<Record<string, unknown>>): object =>
  method === undefined ? { jsonrpc, id, result: '…' } : { jsonrpc, id, method, params: {} };
