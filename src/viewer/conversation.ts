// The messages of a recording or of a live session: requests with their responses, and notifications.
import { isObject, type Members, objectFrom, parseJson } from '../base/json.js';
import type { NotificationData, RequestData, ResponseData } from './format.js';

/** A request. */
interface RequestEvent {
  readonly kind: 'request';
  readonly atMicros: number;
  /** Counted from 1. */
  readonly number: number;
  /** As the client has chosen it; undefined for a notification. */
  readonly id: number | string | undefined;
  readonly method: string;
  readonly params: Members;
  /** The title, if this is a `step`. */
  readonly step: string | undefined;
}
/** The response to a request. */
export interface ResponseEvent {
  readonly kind: 'response';
  readonly atMicros: number;
  /** The request; undefined if the conversation does not contain it. */
  readonly request: RequestEvent | undefined;
  readonly result: unknown;
  /** The error object; undefined if the request succeeded. */
  readonly error: Members | undefined;
}
/** A notification of the server. */
interface NotificationEvent {
  readonly kind: 'notification';
  readonly atMicros: number;
  readonly method: string;
  readonly params: Members;
}
/** A message of a conversation. */
export type MessageEvent = RequestEvent | ResponseEvent | NotificationEvent;
/** A message as it was sent or received: a line of JSON. */
interface MessageLine {
  readonly direction: string;
  readonly line: string;
  readonly timestampMicros: number;
}

/** The notification, in recordings only, of what the program has sent without changing a cell. */
export const eventMethod = 'terminal.event';

// Requests that never got a response do not accumulate.
const maxPending = 10_000;

/** Parses the messages of a conversation and assigns responses to their requests. */
export class ConversationParser {
  #requests = 0;
  readonly #pending = new Map<string, RequestEvent>();

  /** The messages in a line: several for a JSON-RPC array, none if it contains no message. */
  parse({ direction, line, timestampMicros }: MessageLine): MessageEvent[] {
    const message = parseJson(line);
    const messages = Array.isArray(message) ? message : [message];
    return messages.filter(isObject).flatMap((one) => this.#eventOf(direction, one, timestampMicros) ?? []);
  }

  #eventOf(direction: string, message: Members, atMicros: number): MessageEvent | undefined {
    const { method, params } = message;
    if (direction === 'response') return this.#responseOf(message, atMicros);
    if (typeof method !== 'string') return undefined;
    if (direction === 'notification') return { kind: 'notification', atMicros, method, params: objectFrom(params) };
    return direction === 'request' ? this.#requestOf(message, method, atMicros) : undefined;
  }

  #requestOf({ id, params }: Members, method: string, atMicros: number): RequestEvent {
    this.#requests += 1;
    const members = objectFrom(params);
    const step = method === 'step' && typeof members['title'] === 'string' ? members['title'] : undefined;
    const request = {
      kind: 'request',
      atMicros,
      number: this.#requests,
      id: isId(id) ? id : undefined,
      method,
      params: members,
      step,
    } as const;
    if (id !== undefined) {
      this.#pending.set(keyOf(id), request);
      if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value as string);
    }
    return request;
  }

  #responseOf({ id, result, error }: Members, atMicros: number): ResponseEvent {
    const key = keyOf(id);
    const request = this.#pending.get(key);
    this.#pending.delete(key);
    return { kind: 'response', atMicros, request, result, error: isObject(error) ? error : undefined };
  }
}

// A recording may contain others. A longer one would only make pages larger.
const maxIdLength = 100;
const isId = (id: unknown): id is number | string =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength);

// Ids are strings, numbers or null; anything else is not trusted.
const keyOf = (id: unknown): string => (typeof id === 'object' ? 'null' : JSON.stringify(id ?? null));

/** A message as the page receives it, at a time in milliseconds; undefined for a response to an unknown request. */
export function toMessageData(
  message: MessageEvent,
  at: number,
): RequestData | ResponseData | NotificationData | undefined {
  if (message.kind === 'response') {
    const { request, error, result } = message;
    return request && { type: 'response', at, id: request.number, ...(error === undefined ? { result } : { error }) };
  }
  const { kind: type, method, params } = message;
  if (type === 'notification') return { type, at, method, params };
  const { number, id } = message;
  return { type, at, id: number, ...(id === undefined ? {} : { requestId: id }), method, params };
}
