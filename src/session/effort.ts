// To ask the system for processor time takes as long as to parse half a read.
const longestSampleMs = 50;
const shortMs = 25;

let sampledAt = Number.NEGATIVE_INFINITY;
let sampledMs = 0;

/** The begin of some work, for `effortSince`. */
export function beginEffort(): number {
  const now = performance.now();
  if (now - sampledAt > longestSampleMs) {
    sampledAt = now;
    sampledMs = processorMs();
  }
  return now;
}

/** How many milliseconds the work took that began then; where that is long, only those in which the processor was ours. */
export function effortSince(startedAt: number): number {
  const passedMs = performance.now() - startedAt;
  return passedMs < shortMs ? passedMs : Math.min(passedMs, processorMs() - sampledMs);
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
