import type { RecordingEvent } from '../../protocol/generated/types.js';
import { limitValue } from '../../recordings/conversation.js';

/** A message that the server has received or sent, without secrets. */
export type NotedMessage = Pick<RecordingEvent, 'timestampMicros' | 'direction' | 'line'>;

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
