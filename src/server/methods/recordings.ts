import { MethodError } from '../../base/errors.js';
import { resolveAbsolutePath } from '../../base/files.js';
import { truncate } from '../../base/text.js';
import { methodFacts } from '../../protocol/generated/tables.js';
import type { BatchResult, MethodName } from '../../protocol/generated/types.js';
import { codes, type Entry, type IdText, parseMessage, RpcError } from '../../protocol/message.js';
import { RealTimePacer } from '../../recordings/pacing.js';
import { type RecordedEvent, RecordingReader } from '../../recordings/reader.js';
import { defineMethod, type Request } from './method.js';

export const startView = defineMethod('view.start', {
  run: async (server, { host, port, interactive, allowHosts = [] }) => {
    const view = await server.view.start({ host, port, isInteractive: interactive, allowedHosts: allowHosts });
    return { url: view.url, port: view.port };
  },
});

export const stopView = defineMethod('view.stop', {
  run: async (server) => {
    await server.view.stop();
    return { ok: true };
  },
});

export const statusView = defineMethod('view.status', { run: (server) => server.view.status });

/** A recorded request, a notification or one message of an array. */
interface RecordedRequest {
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
async function* readRecordedRequests(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedRequest, void> {
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

export const startRecording = defineMethod('recording.start', {
  parse: ({ path, frameIntervalMs, styled, append }) => ({ path, frameIntervalMs, isStyled: styled, appends: append }),
  run: async (server, options) => {
    const path = await server.recorder.start(options);
    return { ok: true, path, frameIntervalMs: options.frameIntervalMs, styled: options.isStyled };
  },
});

export const stopRecording = defineMethod('recording.stop', {
  run: async (server) => {
    await server.recorder.stop();
    return { ok: true };
  },
});

export const statusRecording = defineMethod('recording.status', {
  run: (server) => {
    const { path, error } = server.recorder.status;
    return { active: path !== undefined, path: path ?? null, ...(error === undefined ? {} : { error }) };
  },
});

// The server records the request.
export const step = defineMethod('step', { run: () => ({ ok: true }) });

const maxTimerMs = 2 ** 31 - 1;

export const replay = defineMethod('replay', {
  run: async (server, { path, speed }, request) => {
    const { cancel } = request;
    // The client may replay the recording that is being written.
    await server.recorder.waitUntilWritten();
    await using reader = await RecordingReader.open(resolveAbsolutePath(path), { cancel });
    const counts = { replayedRequests: 0, skippedRequests: 0 };
    const pace = speed === 'real-time' ? new RealTimePacer() : undefined;
    for await (const recorded of readRecordedRequests(reader.readEvents(0, cancel))) {
      await pace?.waitUntil(recorded.timestampMicros, cancel);
      cancel.throwIfAborted();
      if (isSkipped(recorded, server.session !== undefined)) counts.skippedRequests += 1;
      else {
        await runStep(recorded, request);
        counts.replayedRequests += 1;
      }
    }
    return { ok: true, ...counts, skippedLines: reader.skippedLines, path: reader.path, speed };
  },
});

// Skips requests that record, replay, show or end the server, cancellations, and cancelled requests without an effect: those
// that only wait or read.
const isSkipped = ({ entry: { method = '' }, cancelledAfterMs }: RecordedRequest, isInitialized: boolean): boolean =>
  /^(recording\.|view\.|server\.|replay$|\$\/cancelRequest$)/.test(method) ||
  (method === 'initialize' && isInitialized) ||
  (cancelledAfterMs !== undefined && !hasEffect(method));

const hasEffect = (method: string): boolean =>
  ['launch', 'batch'].includes(method) ||
  (Object.hasOwn(methodFacts, method) && methodFacts[method as MethodName].isInput);

async function runStep(recorded: RecordedRequest, { run, cancel }: Request): Promise<void> {
  const { entry, step, cancelledAfterMs } = recorded;
  const method = truncate(entry.method ?? '');
  const createStepError = (error: object, reason: string, where = ''): MethodError => {
    const name = method === '' ? '' : ` (${method})`;
    return new MethodError('replay-step', `Step ${step}${name} failed${where}: ${reason}`, { step, method, error });
  };
  let result: unknown;
  try {
    if ('error' in entry) throw entry.error;
    if (cancelledAfterMs !== undefined) {
      await runAndCancel((signal) => run(entry.method, entry.params, 'alone', signal), cancelledAfterMs, cancel);
      return;
    }
    result = await run(entry.method, entry.params, 'alone');
  } catch (error) {
    if (!(error instanceof RpcError) || cancel.aborted) throw error;
    throw createStepError(error.toJSON(), error.message);
  }
  if (method !== 'batch') return;
  // A batch reports its failing step in the result.
  const { error, errorStep } = result as BatchResult;
  if (error === undefined) return;
  cancel.throwIfAborted();
  throw createStepError(error, String((error as { message?: string }).message), ` at step ${errorStep} of the batch`);
}

/** Runs a request and cancels it after the same time as in the recording, unless it has ended before. */
async function runAndCancel(
  run: (signal: AbortSignal) => Promise<unknown>,
  milliseconds: number,
  cancel: AbortSignal,
): Promise<void> {
  const abort = new AbortController();
  const onCancel = (): void => abort.abort(cancel.reason);
  cancel.addEventListener('abort', onCancel, { once: true });
  const timer = setTimeout(() => abort.abort(), Math.min(milliseconds, maxTimerMs));
  try {
    await run(abort.signal);
  } catch (error) {
    if (!abort.signal.aborted || cancel.aborted) throw error;
  } finally {
    clearTimeout(timer);
    cancel.removeEventListener('abort', onCancel);
  }
}
