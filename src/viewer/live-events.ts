// Messages of the server as events of the page, and how many of them are kept.

import { isObject, type Members, parseJson } from '../base/json.js';
import { exitMethod } from './compared-screens.js';
import { ConversationParser, toMessageData } from './conversation.js';
import type { EventData, FrameData } from './format.js';
import type { RecordingModel } from './recording-model.js';

export type ServerMessage =
  | { readonly type: 'hello'; readonly hello: LiveHello }
  | { readonly type: 'session'; readonly session: LiveSession }
  | { readonly type: 'event'; readonly atMicros: number; readonly direction: string; readonly line: string }
  | { readonly type: 'screen'; readonly screen: Members }
  | { readonly type: 'exit'; readonly report: Members }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | { readonly type: 'modes'; readonly hasMouse: boolean }
  | { readonly type: 'ack'; readonly seq: number; readonly isAccepted: boolean; readonly problem: string };
/** The session that the server shows. */
export interface LiveSession {
  /** Undefined if there is no session. */
  readonly name: string | undefined;
  readonly theme: Members;
}
/** The first message of a connection. */
export interface LiveHello extends LiveSession {
  readonly version: string;
  readonly isInteractive: boolean;
  /** Whether a person has paused those who use the session; undefined if that is not possible. */
  readonly isPaused: boolean | undefined;
  /** The time to which those of screens are relative, in microseconds since 1970. */
  readonly startMicros: number;
}

/** Parses a message of the server; undefined if it is not one that the page knows. */
export function parseServerMessage(text: string): ServerMessage | undefined {
  const message = parseJson(text);
  if (!isObject(message)) return undefined;
  const { type, event, screen } = message;
  switch (type) {
    case 'hello':
      return { type, hello: helloFrom(message) };
    case 'pause':
      return { type, isPaused: message['paused'] === true };
    case 'session':
      return { type, session: sessionFrom(message) };
    case 'event':
      return isObject(event) ? eventFrom(event) : undefined;
    case 'screen':
      return isObject(screen) && typeof screen['at'] === 'number' ? { type, screen } : undefined;
    case 'pty_exited': {
      const { type: _, ...report } = message;
      return { type: 'exit', report };
    }
    case 'modes':
      return { type, hasMouse: message['mouse'] === true };
    case 'ack':
      return {
        type,
        seq: Number(message['seq']),
        isAccepted: message['ok'] === true,
        problem: describeProblem(message['error']),
      };
    default:
      return undefined;
  }
}

const helloFrom = (message: Members): LiveHello => ({
  ...sessionFrom(message),
  version: stringFrom(message['version']),
  isInteractive: message['interactive'] === true,
  isPaused: typeof message['paused'] === 'boolean' ? message['paused'] : undefined,
  startMicros: Number(message['startedAtMicros']) || 0,
});

function sessionFrom({ session, theme }: Members): LiveSession {
  const title = isObject(session) ? (session['title'] ?? session['name'] ?? 'session') : session;
  return { name: typeof title === 'string' ? title : undefined, theme: isObject(theme) ? theme : {} };
}

function eventFrom({ timestampMicros, direction, line }: Members): ServerMessage | undefined {
  if (typeof timestampMicros !== 'number' || typeof direction !== 'string' || typeof line !== 'string')
    return undefined;
  return { type: 'event', atMicros: timestampMicros, direction, line };
}

const describeProblem = (error: unknown): string => stringFrom(isObject(error) ? error['message'] : error);
const stringFrom = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Converts the messages of the server to events of a recording. Its times are those of the first connection. */
export class LiveEvents {
  #startMicros: number | undefined;
  /** How much later the screens of this connection begin to count, in milliseconds. */
  #offsetMs = 0;
  #lastAt = 0;
  readonly #messages = new ConversationParser();
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
    const messages = this.#messages.parse({ direction, line, timestampMicros: atMicros });
    return messages.flatMap((message) => toMessageData(message, at) ?? []);
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

/** How much of a live session is kept. */
interface HistoryLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

const defaults: HistoryLimits = { maxAgeMs: 10 * 60_000, maxBytes: 16 * 1024 * 1024 };
// Forgetting some more at once is less work.
const slackMs = 10_000;
const keptShare = 7 / 8;
// The last requests remain, unless they are long: they say what the session is about.
const minCalls = 400;
const callsShare = 1 / 4;

/** Forgets the oldest events of a live session that exceed the limits. Returns whether there were any. */
export function limitHistory(recording: RecordingModel, { maxAgeMs, maxBytes }: HistoryLimits = defaults): boolean {
  const { frames, calls, end, size } = recording;
  const oldest = end - maxAgeMs;
  const isOld = (event: { readonly at: number } | undefined): boolean =>
    event !== undefined && event.at < oldest - slackMs;
  if (size > maxBytes) {
    const lastBytes = calls.slice(-minCalls).reduce((sum, call) => sum + call.size, 0);
    const keptCalls = lastBytes <= maxBytes * callsShare ? minCalls : 0;
    recording.forgetBefore(findTime(recording, size - maxBytes * keptShare, keptCalls), keptCalls);
  } else if (isOld(frames[1]) || isOld(calls.at(-minCalls - 1))) recording.forgetBefore(oldest, minCalls);
  else return false;
  return true;
}

/** Returns the time before which there are this many bytes, without the last calls. */
function findTime({ frames, calls, end }: RecordingModel, bytes: number, keptCalls: number): number {
  let [frame, call, sum] = [0, 0, 0];
  const lastCall = calls.length - keptCalls;
  while (sum < bytes) {
    const next = [frames[frame], call < lastCall ? calls[call] : undefined];
    const isFrame = (next[0]?.at ?? Number.POSITIVE_INFINITY) <= (next[1]?.at ?? Number.POSITIVE_INFINITY);
    const first = isFrame ? next[0] : next[1];
    if (first === undefined) return end;
    sum += first.size;
    if (isFrame) frame += 1;
    else call += 1;
  }
  return Math.min(frames[frame]?.at ?? end, (call < lastCall ? calls[call]?.at : undefined) ?? end);
}
