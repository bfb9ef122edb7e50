import { codes, type Entry, type IdText, parseMessage } from '../../protocol/message.js';
import type { RecordedEvent } from '../../recordings/reader.js';

/** A recorded request, a notification or one message of an array. */
export interface RecordedRequest {
  readonly entry: Entry;
  /** Its number in the recording, from 1. */
  readonly step: number;
  readonly timestampMicros: number;
  /** How long it had run when the client cancelled it; undefined if it was not cancelled. */
  readonly cancelledAfterMs: number | undefined;
}
interface RecordedMessage {
  readonly entries: readonly Entry[];
  readonly firstStep: number;
  readonly timestampMicros: number;
}

// The server responds to these while another request is pending.
const controlPlane = /^(server\.|rpc\.discover$|\$\/cancelRequest$)/;
// Messages that are buffered until it is known whether the first one was cancelled.
const maxBuffered = 1000;

/** Yields the recorded requests in order, each once its response or the next request shows whether it was cancelled. */
export async function* readRecordedRequests(
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<RecordedRequest, void> {
  let buffered: RecordedMessage[] = [];
  let steps = 0;
  for await (const { direction, line, timestampMicros } of events) {
    const [pending] = buffered;
    if (direction === 'response' && pending !== undefined && isResponseTo(pending, line)) {
      yield* release(buffered, line, timestampMicros);
      buffered = [];
    }
    if (direction !== 'request') continue;
    const message = { entries: parseEntries(line), firstStep: steps + 1, timestampMicros };
    steps += message.entries.length;
    const isControl = message.entries.length === 1 && controlPlane.test(message.entries[0]?.method ?? '');
    if (!isControl || buffered.length === maxBuffered) {
      yield* release(buffered);
      buffered = [];
    }
    if (isControl && buffered.length === 0) yield* release([message]);
    else buffered.push(message);
  }
  yield* release(buffered);
}

// Recordings use this form only. A response that is not recognized leaves its request buffered until the next one.
const isResponseTo = ({ entries }: RecordedMessage, line: string): boolean =>
  line.startsWith('[') || line.startsWith(`{"jsonrpc":"2.0","id":${entries[0]?.id},`);

function* release(
  messages: readonly RecordedMessage[],
  response = '',
  respondedMicros = 0,
): Generator<RecordedRequest, void> {
  const cancelled = findCancelledIds(response);
  for (const [index, { entries, firstStep, timestampMicros }] of messages.entries())
    for (const [offset, entry] of entries.entries()) {
      const isCancelled = index === 0 && entry.id !== undefined && cancelled.has(entry.id);
      const cancelledAfterMs = isCancelled ? (respondedMicros - timestampMicros) / 1000 : undefined;
      yield { entry, step: firstStep + offset, timestampMicros, cancelledAfterMs };
    }
}

function parseEntries(line: string): readonly Entry[] {
  const message = parseMessage(line);
  return 'entry' in message ? [message.entry] : message.batch;
}

/** Returns the ids of the responses that report a cancelled request. */
function findCancelledIds(line: string): ReadonlySet<IdText> {
  if (!line.includes(String(codes.cancelled))) return new Set();
  try {
    const responses = [JSON.parse(line)].flat() as ({ readonly error?: { readonly code?: unknown } } | null)[];
    const isCancelled = (index: number): boolean => responses[index]?.error?.code === codes.cancelled;
    return new Set(parseEntries(line).flatMap(({ id }, index) => (id !== undefined && isCancelled(index) ? [id] : [])));
  } catch {
    return new Set();
  }
}
