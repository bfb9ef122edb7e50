import { escapeJsonControls } from '../base/text.js';
import { methodFacts } from '../protocol/generated/tables.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { codes } from '../protocol/message.js';
import type { EventData } from '../viewer/format.js';
import type { FilmEvent } from './film.js';

/** A request of a recording. */
interface RequestEvent {
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
interface NotificationEvent {
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
type JsonMembers = Readonly<Record<string, unknown>>;

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
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON is an object. */
const isObject = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectFrom = (value: unknown): JsonMembers => (isObject(value) ? value : {});

/** JSON without control characters, with the same meaning: C0 characters can only occur between values. */
export const removeControls = (json: string): string => escapeJsonControls(json.replaceAll(/[\0-\x1f]/g, ' '));

// The maximum width of a terminal.
const maxInputCharacters = 1000;
// Recordings are not trusted. Valid batches have fewer levels.
const maxInputDepth = 64;

/** Describes the input of a recorded request in one line; undefined if the request is not an input. */
export function describeInput(request: string): string | undefined {
  const inputs = describeInputs(parseJson(request));
  return inputs.length === 0 ? undefined : removeControls(inputs.join(', ').slice(0, maxInputCharacters));
}

// JSON-RPC batches and the method `batch` can contain several inputs.
function describeInputs(message: unknown, depth = 0): string[] {
  if (depth > maxInputDepth) return [];
  if (Array.isArray(message)) return message.flatMap((one) => describeInputs(one, depth + 1));
  const { method, params } = toRecord(message);
  const { steps } = toRecord(params);
  if (method === 'batch') return Array.isArray(steps) ? steps.flatMap((step) => describeInputs(step, depth + 1)) : [];
  return typeof method === 'string' && isInput(method) ? [`${method} ${describeParams(toRecord(params))}`] : [];
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const facts: Readonly<Record<string, { readonly isInput: boolean }>> = methodFacts;
const isInput = (method: string): boolean => Object.hasOwn(facts, method) && facts[method]?.isInput === true;

function describeParams({
  key,
  keys,
  text,
  repeat,
  settleMs: _,
  ...others
}: Readonly<Record<string, unknown>>): string {
  const pressed = Array.isArray(keys) ? keys.slice(0, maxInputCharacters).filter(isString).join(' ') : key;
  const words = [
    typeof pressed === 'string' ? pressed : '',
    typeof text === 'string' ? JSON.stringify(text.slice(0, maxInputCharacters)) : '',
    typeof repeat === 'number' && repeat > 1 ? `× ${repeat}` : '',
  ].filter((word) => word !== '');
  return words.length > 0 ? words.join(' ') : toShortJson(others);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const toShortJson = (value: object): string => (isDeeper(value, maxInputDepth) ? '…' : JSON.stringify(value));

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** The error in a response, or that of the failed step of a batch; undefined if it succeeded or was cancelled. */
export function findError({ error, result }: ResponseEvent): JsonMembers | undefined {
  if (error !== undefined) return error['code'] === codes.cancelled ? undefined : error;
  if (!isObject(result) || result['ok'] !== false) return undefined;
  return isObject(result['error']) ? result['error'] : undefined;
}

/** The `data` of an error. */
export const dataOf = (error: JsonMembers): JsonMembers => (isObject(error['data']) ? error['data'] : {});

/** The message of an error. Recordings are not trusted: it may be anything. */
const messageOf = ({ message }: JsonMembers): string => (typeof message === 'string' ? message : 'Unknown error.');

const inputMethods = new Set(['sendText', 'sendLine', 'sendBytes', 'sendKey', 'submit', 'view.input']);
const hidden = '•••';

/** Replaces typed text with dots. Screens are not changed. */
export function hideInput(event: EventData): EventData {
  if (event.type !== 'request' && event.type !== 'notification') return event;
  return { ...event, params: hideParams(event.method, event.params) };
}

function hideParams(method: string, params: JsonMembers): JsonMembers {
  if (method === 'batch' && Array.isArray(params['steps']))
    return { ...params, steps: params['steps'].map((step: unknown) => hideStep(step)) };
  if (!inputMethods.has(method)) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, hideValue(name, value)]));
}

function hideStep(step: unknown): unknown {
  if (typeof step !== 'object' || step === null) return step;
  const { method, params } = step as { method?: unknown; params?: unknown };
  const hasInput = typeof method === 'string' && typeof params === 'object' && params !== null;
  return hasInput ? { ...step, params: hideParams(method, params as JsonMembers) } : step;
}

function hideValue(name: string, value: unknown): unknown {
  if (!['text', 'base64', 'key', 'keys', 'line'].includes(name)) return value;
  return Array.isArray(value) ? value.map(() => hidden) : hidden;
}

// Selectors have at most 32 levels.
const maxDepth = 64;
// Longer texts are not readable on a page.
const maxCharacters = 100_000;
const maxMembers = 10_000;

/** Shortens long texts and lists in the messages of a recording, and removes members that are nested too deeply. */
export function limitMessage(event: EventData): EventData {
  switch (event.type) {
    case 'frame':
      return event;
    case 'response':
      return event.error === undefined
        ? { ...event, result: limitValue(event.result) }
        : { ...event, error: limitValue(event.error) as typeof event.error };
    default:
      return { ...event, params: limitValue(event.params) as typeof event.params };
  }
}

/** Shortens long texts and lists, and removes members that are nested too deeply. */
export function limitValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return limitText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((item) => limitValue(item, depth + 1));
  const members = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(members.map(([name, member]) => [name, limitValue(member, depth + 1)]));
}

function limitText(text: string): string {
  const more = text.length - maxCharacters;
  return more > 0 ? `${text.slice(0, maxCharacters)}… (${more} more characters)` : text;
}

/** A request in the summary. */
export interface SummaryRequest {
  readonly id: number;
  readonly method: string;
  readonly argument: string;
  readonly durationMs: number | undefined;
  readonly hasFailed: boolean;
}
/** The first failure of a recording. */
export interface Failure {
  readonly id: number;
  readonly method: string;
  readonly message: string;
  /** The last requests before the failure and the failed one. */
  readonly requests: readonly SummaryRequest[];
  readonly screen: string;
}

const maxRequests = 10;
const maxArgumentLength = 80;

/** Collects what the page shows without JavaScript: the first failure, or the last screen. */
export class Summary {
  #requests: SummaryRequest[] = [];
  #screen = '';
  #failure: Failure | undefined;

  /** The first failure. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** The last requests of the recording. */
  get requests(): readonly SummaryRequest[] {
    return this.#requests;
  }

  /** The last screen. */
  get screen(): string {
    return this.#screen;
  }

  /** Adds an event. */
  append(event: FilmEvent): void {
    if (event.kind === 'frame') this.#screen = event.screen.lines.map(({ trimmed }) => trimmed).join('\n');
    else if (event.kind === 'request') {
      const { number: id, method, params } = event;
      const request = { id, method, argument: describeArgument(params), durationMs: undefined, hasFailed: false };
      this.#requests = [...this.#requests, request].slice(-maxRequests);
    } else if (event.kind === 'response' && event.request !== undefined) {
      const { number: id, method } = event.request;
      const error = findError(event);
      const durationMs = (event.atMicros - event.request.atMicros) / 1000;
      this.#requests = this.#requests.map((request) =>
        request.id === id ? { ...request, durationMs, hasFailed: error !== undefined } : request,
      );
      if (error === undefined || this.#failure !== undefined) return;
      const { screen } = dataOf(error);
      this.#failure = {
        id,
        method,
        message: messageOf(error),
        requests: this.#requests,
        screen: typeof screen === 'string' ? screen : this.#screen,
      };
    }
  }
}

/** Describes a request by its most informative parameter, shortened. */
function describeArgument(params: Readonly<Record<string, unknown>>): string {
  const names = ['selector', 'text', 'key', 'command', 'name', 'title', 'path'];
  const value = names.map((name) => params[name]).find((candidate) => candidate !== undefined);
  if (value === undefined) return '';
  const text = toArgumentJson(value);
  return text.length > maxArgumentLength ? `${text.slice(0, maxArgumentLength)}…` : text;
}

function toArgumentJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested too deeply.
    return '…';
  }
}
