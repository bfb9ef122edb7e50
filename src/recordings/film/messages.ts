import type { RecordingEvent } from '../../protocol/generated/types.js';

/** A request of a recording. */
export interface RequestEvent {
  readonly kind: 'request';
  readonly atMicros: number;
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The title, if this is a `step`. */
  readonly step: string | undefined;
}
/** The response to a request. */
export interface ResponseEvent {
  readonly kind: 'response';
  readonly atMicros: number;
  /** The request; undefined if the recording does not contain it. */
  readonly request: RequestEvent | undefined;
  readonly result: unknown;
  /** The error object; undefined if the request succeeded. */
  readonly error: Readonly<Record<string, unknown>> | undefined;
}
/** A notification of the server. */
export interface NotificationEvent {
  readonly kind: 'notification';
  readonly atMicros: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
/** A message of a recording. */
export type MessageEvent = RequestEvent | ResponseEvent | NotificationEvent;

// Requests that never got a response do not accumulate.
const maxPending = 10_000;

/** The members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Parses the messages of a recording and assigns responses to their requests. */
export class ConversationParser {
  #requests = 0;
  readonly #pending = new Map<string, RequestEvent>();

  /** The messages in an event: several for a JSON-RPC array, none if the event contains no message. */
  parse({ direction, line, timestampMicros }: RecordingEvent): MessageEvent[] {
    const message = parseJson(line);
    const messages = Array.isArray(message) ? message : [message];
    return messages.filter(isObject).flatMap((one) => this.#eventOf(direction, one, timestampMicros) ?? []);
  }

  #eventOf(direction: RecordingEvent['direction'], message: JsonMembers, atMicros: number): MessageEvent | undefined {
    const { method, params } = message;
    if (direction === 'response') return this.#responseOf(message, atMicros);
    if (typeof method !== 'string') return undefined;
    if (direction === 'notification') return { kind: 'notification', atMicros, method, params: objectFrom(params) };
    return direction === 'request' ? this.#requestOf(message, method, atMicros) : undefined;
  }

  #requestOf({ id, params }: JsonMembers, method: string, atMicros: number): RequestEvent {
    this.#requests += 1;
    const members = objectFrom(params);
    const step = method === 'step' && typeof members['title'] === 'string' ? members['title'] : undefined;
    const request = { kind: 'request', atMicros, number: this.#requests, method, params: members, step } as const;
    if (id !== undefined) {
      this.#pending.set(keyOf(id), request);
      if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value as string);
    }
    return request;
  }

  #responseOf({ id, result, error }: JsonMembers, atMicros: number): ResponseEvent {
    const key = keyOf(id);
    const request = this.#pending.get(key);
    this.#pending.delete(key);
    return { kind: 'response', atMicros, request, result, error: isObject(error) ? error : undefined };
  }
}

// Ids are strings, numbers or null; JSON.stringify fails for a value that is nested too deeply.
const keyOf = (id: unknown): string => (typeof id === 'object' ? 'null' : JSON.stringify(id ?? null));

/** Parses JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectFrom = (value: unknown): JsonMembers => (isObject(value) ? value : {});
