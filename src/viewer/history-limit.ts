import type { RecordingModel } from './recording-model.js';

/** How much of a live session is kept. */
export interface HistoryLimits {
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
