import { absolutePath } from '../files/files.js';
import { Failure } from '../protocol/failure.js';
import type { BatchResult } from '../protocol/generated/types.js';
import { Pace } from '../recording/pace.js';
import { RecordingReader } from '../recording/reader.js';
import { RpcError } from '../rpc/errors.js';
import { type Entry, parseMessage } from '../rpc/message.js';
import { short } from '../text/short.js';
import type { Context, Handler } from './handler.js';

export const replay: Handler<'replay'> =
  ({ path, speed }) =>
  async (context) => {
    // It may be the recording that is being written.
    await context.app.recorder.written();
    await using reader = await RecordingReader.open(absolutePath(path), context.cancel);
    const counts = { replayedRequests: 0, skippedRequests: 0 };
    const pace = speed === 'real-time' ? new Pace() : undefined;
    for await (const { direction, line, timestampMicros } of reader.events(0, context.cancel)) {
      if (direction !== 'request') continue;
      await pace?.reach(timestampMicros, context.cancel);
      for (const entry of entriesIn(line)) await runEntry(entry, counts, context);
    }
    return { ok: true, ...counts, skippedLines: reader.skippedLines, path: reader.path, speed };
  };

interface Counts {
  replayedRequests: number;
  skippedRequests: number;
}

// What would record, replay or end the server for the second time; what was cancelled then is not under way now.
const isSkipped = ({ method = '' }: Entry, isInitialized: boolean): boolean =>
  /^(recording\.|server\.|replay$|\$\/cancelRequest$)/.test(method) || (method === 'initialize' && isInitialized);

function entriesIn(line: string): readonly Entry[] {
  const message = parseMessage(line);
  return 'entry' in message ? [message.entry] : message.batch;
}

async function runEntry(entry: Entry, counts: Counts, context: Context): Promise<void> {
  context.cancel.throwIfAborted();
  if (isSkipped(entry, context.app.session !== undefined)) {
    counts.skippedRequests += 1;
    return;
  }
  await runStep(entry, counts.replayedRequests + counts.skippedRequests + 1, context);
  counts.replayedRequests += 1;
}

async function runStep(entry: Entry, step: number, { run, cancel }: Context): Promise<void> {
  const method = short(entry.method ?? '');
  const failed = (error: object, reason: string): Failure => {
    const name = method === '' ? '' : `, ${method},`;
    return new Failure('replay-step', `step ${step}${name} failed: ${reason}`, { step, method, error });
  };
  let result: unknown;
  try {
    if ('error' in entry) throw entry.error;
    result = await run(entry.method, entry.params, 'alone');
  } catch (error) {
    if (!(error instanceof RpcError) || cancel.aborted) throw error;
    throw failed(error.toJSON(), error.message);
  }
  if (method !== 'batch') return;
  // A batch tells of its failing step in a result.
  const { error, errorStep } = result as BatchResult;
  if (error === undefined) return;
  cancel.throwIfAborted();
  throw failed(error, `${(error as { message?: string }).message} (step ${errorStep} of it)`);
}
