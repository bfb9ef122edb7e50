import { expect } from 'vitest';
import type { TestServer } from './client.js';
import { footprintOf } from './footprint.js';
import { survivorsIn } from './leftover-processes.js';
import { peakMebibytes } from './processes.js';

/** How much memory a server may hold. */
interface MemoryBounds {
  /** At any time. */
  readonly mostMb: number;
  /** More than at the beginning. */
  readonly mostGrowthMb: number;
}

// An idle server takes about 50 MB, one that is flooded 120; V8 keeps some of it, whatever was done.
const usualBounds: MemoryBounds = { mostMb: 240, mostGrowthMb: 80 };
// What is being closed takes its time on a busy machine.
const patienceMs = 20_000;

/** What a server held before something was done to it, for comparison with what it holds after. */
export class Balance {
  readonly #server: TestServer;
  readonly #before: ReturnType<typeof footprintOf>;

  constructor(server: TestServer) {
    this.#server = server;
    this.#before = footprintOf(server.pid);
  }

  /** Fails unless descriptors and processes are what they were and memory is bounded; says how much it is, and the bounds. */
  async settle({ mostMb, mostGrowthMb }: MemoryBounds = usualBounds): Promise<string> {
    const { pid, directory } = this.#server;
    const { descriptors, descendants, residentMb } = this.#before;
    await expect.poll(() => countsOf(pid), { timeout: patienceMs, interval: 20 }).toEqual({ descriptors, descendants });
    // Who has left the tree of processes still works where it was started: nobody but the server and its program.
    if (descendants === 0) expect(survivorsIn(directory)).toEqual([String(pid)]);
    const peakMb = peakMebibytes(pid);
    const growthMb = footprintOf(pid).residentMb - residentMb;
    expect(peakMb).toBeLessThan(mostMb);
    expect(growthMb).toBeLessThan(mostGrowthMb);
    const memory = `peak ${peakMb.toFixed(0)} MB (bound ${mostMb}), growth ${growthMb.toFixed(0)} MB (bound ${mostGrowthMb})`;
    return `${memory}, ${descriptors} descriptors and ${descendants} processes as before`;
  }
}

function countsOf(pid: number): object {
  const { descriptors, descendants } = footprintOf(pid);
  return { descriptors, descendants };
}
