import { later } from '../async/idle-queue.js';

// To ask the system for processor time takes as long as to parse half a read.
const maxSampleMs = 50;
const shortMs = 25;

let sampledAt = Number.NEGATIVE_INFINITY;
let sampledMs = 0;

/** How many milliseconds some work took that began then; where that is long, only those in which the processor was ours. */
export function cpuTimeSince(startedAt: number): number {
  const now = performance.now();
  const passedMs = now - startedAt;
  if (now - sampledAt > maxSampleMs) sampleLater(now);
  return passedMs < shortMs ? passedMs : Math.min(passedMs, processorMs() - sampledMs);
}

// Nobody who waits for what was done shall wait for this as well; a sample that is old only counts too much.
function sampleLater(now: number): void {
  sampledAt = now;
  later(() => {
    sampledMs = processorMs();
  });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
