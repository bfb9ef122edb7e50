import { exitMethod } from './exit-notice.js';
import type { EventData, FrameData } from './format.js';
import { parseJson, type ServerMessage } from './live-messages.js';
import { isObject, type Members } from './recording-model.js';

// Requests that never got a response do not accumulate.
const maxPending = 10_000;

/** Converts the messages of the server to events of a recording. Its times are those of the first connection. */
export class LiveEvents {
  #startMicros: number | undefined;
  /** How much later the screens of this connection begin to count, in milliseconds. */
  #offsetMs = 0;
  #lastAt = 0;
  #requests = 0;
  readonly #pending = new Map<string, number>();
  /** The last messages: they are repeated after a reconnection. */
  #lastMicros = 0;
  #lastLines = new Set<string>();
  #lastExit: string | undefined;

  /** Milliseconds since 1970 at time 0. */
  get startedAt(): number {
    return (this.#startMicros ?? 0) / 1000;
  }

  /** Another connection begins, whose screens count from this time. */
  connect(startMicros: number): void {
    this.#startMicros ??= startMicros;
    this.#offsetMs = (startMicros - this.#startMicros) / 1000;
  }

  /** Returns the events in a message: several for a JSON-RPC array, none if they are known already. */
  decode(message: ServerMessage): readonly EventData[] {
    switch (message.type) {
      case 'event':
        return this.#isRepeated(message.atMicros, message.line) ? [] : this.#decodeLine(message);
      case 'screen':
        return [this.#decodeScreen(message.screen)];
      case 'exit':
        return this.#decodeExit(message.report);
      default:
        return [];
    }
  }

  #isRepeated(atMicros: number, line: string): boolean {
    if (atMicros < this.#lastMicros) return true;
    if (atMicros > this.#lastMicros) this.#lastLines = new Set();
    else if (this.#lastLines.has(line)) return true;
    this.#lastMicros = atMicros;
    this.#lastLines.add(line);
    return false;
  }

  #decodeLine({ atMicros, direction, line }: Extract<ServerMessage, { type: 'event' }>): EventData[] {
    const at = this.#advanceTo((atMicros - (this.#startMicros ?? atMicros)) / 1000);
    const message = parseJson(line);
    const messages = Array.isArray(message) ? message : [message];
    return messages.filter(isObject).flatMap((one) => this.#decodeMessage(direction, one, at) ?? []);
  }

  #decodeMessage(direction: string, message: Members, at: number): EventData | undefined {
    const { id, method } = message;
    const params = isObject(message['params']) ? message['params'] : {};
    if (direction === 'response') return this.#decodeResponse(message, at);
    if (typeof method !== 'string') return undefined;
    if (direction === 'notification') return { type: 'notification', at, method, params };
    if (direction !== 'request') return undefined;
    this.#requests += 1;
    if (id !== undefined) this.#pending.set(keyOf(id), this.#requests);
    if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value as string);
    return { type: 'request', at, id: this.#requests, method, params };
  }

  #decodeResponse({ id: key, result, error }: Members, at: number): EventData | undefined {
    const id = this.#pending.get(keyOf(key));
    if (id === undefined) return undefined;
    this.#pending.delete(keyOf(key));
    return { type: 'response', at, id, ...(isObject(error) ? { error } : { result }) };
  }

  #decodeScreen(screen: Members): FrameData {
    const at = this.#advanceTo(Number(screen['at']) + this.#offsetMs);
    // A program that runs again ends again.
    if (screen['exit'] === null) this.#lastExit = undefined;
    return { ...(screen as unknown as FrameData), type: 'frame', at };
  }

  #decodeExit(report: Members): EventData[] {
    const text = JSON.stringify(report);
    if (text === this.#lastExit) return [];
    this.#lastExit = text;
    return [{ type: 'notification', at: this.#lastAt, method: exitMethod, params: report }];
  }

  /** Times never decrease. */
  #advanceTo(at: number): number {
    this.#lastAt = Math.max(this.#lastAt, Math.round(at * 100) / 100);
    return this.#lastAt;
  }
}

const keyOf = (id: unknown): string => JSON.stringify(id ?? null);
