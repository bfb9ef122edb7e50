import { defer } from '../async/idle-queue.js';

// Reading the processor time takes as long as parsing half a chunk of output, so sample it.
const maxSampleMs = 50;
const shortMs = 25;

let sampledAt = Number.NEGATIVE_INFINITY;
let sampledMs = 0;

/** The milliseconds that some work has taken since `startedAt`; if that is long, only processor time of this process. */
export function measureCpuTimeSince(startedAt: number): number {
  const now = performance.now();
  const passedMs = now - startedAt;
  if (now - sampledAt > maxSampleMs) sampleLater(now);
  return passedMs < shortMs ? passedMs : Math.min(passedMs, readProcessorMs() - sampledMs);
}

// Deferred, so that no response waits for it. An old sample only makes the result too high.
function sampleLater(now: number): void {
  sampledAt = now;
  defer(() => {
    sampledMs = readProcessorMs();
  });
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
