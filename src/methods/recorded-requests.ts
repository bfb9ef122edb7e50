import type { RecordedEvent } from '../recording/reader.js';
import { codes } from '../rpc/errors.js';
import { type Entry, type IdText, parseMessage } from '../rpc/message.js';

/** A request, a notification or one message of an array, as it was recorded. */
export interface RecordedRequest {
  readonly entry: Entry;
  /** Its number in the recording, from 1. */
  readonly step: number;
  readonly timestampMicros: number;
  /** For how long it had run when the client cancelled it; undefined if it did not. */
  readonly cancelledAfterMs: number | undefined;
}
interface RecordedMessage {
  readonly entries: readonly Entry[];
  readonly firstStep: number;
  readonly timestampMicros: number;
}

// The server answers these while another request is pending.
const controlPlane = /^(server\.|rpc\.discover$|\$\/cancelRequest$)/;
// Messages that are held until it is known whether the first of them was cancelled.
const maxHeld = 1000;

/** The recorded requests in order. Each is held until its response, or the next request, shows whether it was cancelled. */
export async function* recordedRequests(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedRequest, void> {
  let held: RecordedMessage[] = [];
  let steps = 0;
  for await (const { direction, line, timestampMicros } of events) {
    const [pending] = held;
    if (direction === 'response' && pending !== undefined && isResponseTo(pending, line)) {
      yield* released(held, line, timestampMicros);
      held = [];
    }
    if (direction !== 'request') continue;
    const message = { entries: entriesIn(line), firstStep: steps + 1, timestampMicros };
    steps += message.entries.length;
    const isControl = message.entries.length === 1 && controlPlane.test(message.entries[0]?.method ?? '');
    if (!isControl || held.length === maxHeld) {
      yield* released(held);
      held = [];
    }
    if (isControl && held.length === 0) yield* released([message]);
    else held.push(message);
  }
  yield* released(held);
}

// Only this form is written; a response that is missed leaves its request held until the next one.
const isResponseTo = ({ entries }: RecordedMessage, line: string): boolean =>
  line.startsWith('[') || line.startsWith(`{"jsonrpc":"2.0","id":${entries[0]?.id},`);

function* released(
  messages: readonly RecordedMessage[],
  response = '',
  respondedMicros = 0,
): Generator<RecordedRequest, void> {
  const cancelled = cancelledIn(response);
  for (const [index, { entries, firstStep, timestampMicros }] of messages.entries())
    for (const [offset, entry] of entries.entries()) {
      const isCancelled = index === 0 && entry.id !== undefined && cancelled.has(entry.id);
      const cancelledAfterMs = isCancelled ? (respondedMicros - timestampMicros) / 1000 : undefined;
      yield { entry, step: firstStep + offset, timestampMicros, cancelledAfterMs };
    }
}

function entriesIn(line: string): readonly Entry[] {
  const message = parseMessage(line);
  return 'entry' in message ? [message.entry] : message.batch;
}

/** The ids of a response, or of an array of responses, that say that the request was cancelled. */
function cancelledIn(line: string): ReadonlySet<IdText> {
  if (!line.includes(String(codes.cancelled))) return new Set();
  try {
    const responses = [JSON.parse(line)].flat() as ({ readonly error?: { readonly code?: unknown } } | null)[];
    const isCancelled = (index: number): boolean => responses[index]?.error?.code === codes.cancelled;
    return new Set(entriesIn(line).flatMap(({ id }, index) => (id !== undefined && isCancelled(index) ? [id] : [])));
  } catch {
    return new Set();
  }
}
