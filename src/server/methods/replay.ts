import { MethodError } from '../../base/errors.js';
import { resolveAbsolutePath } from '../../base/files.js';
import { truncate } from '../../base/text.js';
import { methodFacts } from '../../protocol/generated/tables.js';
import type { BatchResult, MethodName } from '../../protocol/generated/types.js';
import { RpcError } from '../../protocol/message.js';
import { RealTimePacer } from '../../recordings/pacing.js';
import { RecordingReader } from '../../recordings/reader.js';
import { type Context, defineMethod } from './context.js';
import { type RecordedRequest, readRecordedRequests } from './recorded-requests.js';

const maxTimerMs = 2 ** 31 - 1;

export const replay = defineMethod('replay', {
  run: async (context, { path, speed }) => {
    // The client may replay the recording that is being written.
    await context.server.recorder.waitUntilWritten();
    await using reader = await RecordingReader.open(resolveAbsolutePath(path), { cancel: context.cancel });
    const counts = { replayedRequests: 0, skippedRequests: 0 };
    const pace = speed === 'real-time' ? new RealTimePacer() : undefined;
    for await (const request of readRecordedRequests(reader.readEvents(0, context.cancel))) {
      await pace?.waitUntil(request.timestampMicros, context.cancel);
      context.cancel.throwIfAborted();
      if (isSkipped(request, context.server.session !== undefined)) counts.skippedRequests += 1;
      else {
        await runStep(request, context);
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

async function runStep(request: RecordedRequest, { run, cancel }: Context): Promise<void> {
  const { entry, step, cancelledAfterMs } = request;
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
