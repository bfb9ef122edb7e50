import { expect } from 'vitest';
import type { TestServer } from './client.js';
import { footprintOf } from './footprint.js';
import { findProcessesIn } from './leftover-processes.js';
import { readPeakMebibytes } from './processes.js';

/** The memory limits of a server. */
interface MemoryBounds {
  /** The maximum at any time. */
  readonly maxMb: number;
  /** The maximum increase since the start. */
  readonly maxGrowthMb: number;
}

// An idle server uses about 50 MB, a flooded one 120; V8 retains some of it afterwards.
const usualBounds: MemoryBounds = { maxMb: 240, maxGrowthMb: 80 };
// Closing takes time on a busy machine.
const closeTimeoutMs = 20_000;

/** The resource use of a server at the start, to be compared with its use later. */
export class ResourceCheck {
  readonly #server: TestServer;
  readonly #before: ReturnType<typeof footprintOf>;

  constructor(server: TestServer) {
    this.#server = server;
    this.#before = footprintOf(server.pid);
  }

  /** Fails unless descriptors and processes are as at the start and memory is within its limits; returns a summary. */
  async verify({ maxMb, maxGrowthMb }: MemoryBounds = usualBounds): Promise<string> {
    const { pid, directory } = this.#server;
    const { descriptors, descendants, residentMb } = this.#before;
    await expect
      .poll(() => countsOf(pid), { timeout: closeTimeoutMs, interval: 20 })
      .toEqual({ descriptors, descendants });
    // Processes that have left the process tree still run in the directory of the server.
    if (descendants === 0) expect(findProcessesIn(directory)).toEqual([String(pid)]);
    const peakMb = readPeakMebibytes(pid);
    const growthMb = footprintOf(pid).residentMb - residentMb;
    expect(peakMb).toBeLessThan(maxMb);
    expect(growthMb).toBeLessThan(maxGrowthMb);
    const memory = `peak ${peakMb.toFixed(0)} MB (bound ${maxMb}), growth ${growthMb.toFixed(0)} MB (bound ${maxGrowthMb})`;
    return `${memory}, ${descriptors} descriptors and ${descendants} processes as before`;
  }
}

function countsOf(pid: number): object {
  const { descriptors, descendants } = footprintOf(pid);
  return { descriptors, descendants };
}
