import { isObject, type Members } from './recording-model.js';

/** A message of the server. */
export type ServerMessage =
  | { readonly type: 'hello'; readonly hello: LiveHello }
  | { readonly type: 'session'; readonly session: LiveSession }
  | { readonly type: 'event'; readonly atMicros: number; readonly direction: string; readonly line: string }
  | { readonly type: 'screen'; readonly screen: Members }
  | { readonly type: 'exit'; readonly report: Members }
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

/** Parses JSON; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const helloFrom = (message: Members): LiveHello => ({
  ...sessionFrom(message),
  version: textFrom(message['version']),
  isInteractive: message['interactive'] === true,
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

const describeProblem = (error: unknown): string => textFrom(isObject(error) ? error['message'] : error);
const textFrom = (value: unknown): string => (typeof value === 'string' ? value : '');
