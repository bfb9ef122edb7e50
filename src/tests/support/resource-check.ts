import { expect } from 'vitest';
import type { TestServer } from './client.js';
import { type Footprint, footprintOf } from './footprint.js';
import { findProcessesIn } from './leftover-processes.js';
import { pollUntil, readPeakMebibytes } from './processes.js';

/** What a server may use at the end. */
interface ResourceBounds {
  /** The maximum memory at any time; default: 240. */
  readonly maxMb?: number;
  /** The maximum increase of memory since the start; default: 80. */
  readonly maxGrowthMb?: number;
  /** How long descriptors may take to be closed; default: 20,000. */
  readonly closeTimeoutMs?: number;
}

/** The resource use of a server at the start, to be compared with its use later. */
export class ResourceCheck {
  readonly #server: TestServer;
  readonly #before: Footprint;

  private constructor(server: TestServer, before: Footprint) {
    this.#server = server;
    this.#before = before;
  }

  /** Begins with what a server uses that has launched a program. */
  static async start(server: TestServer): Promise<ResourceCheck> {
    await waitForGuard(server);
    // What a launch opens only for a moment is not part of it, and neither is a `ps` that has just ended.
    let before = footprintOf(server.pid);
    for (let count = 0; count < 10; count += 1) {
      await server.request('server.ping');
      const now = footprintOf(server.pid);
      if (now.descriptors <= before.descriptors && now.descendants <= before.descendants) before = now;
    }
    return new ResourceCheck(server, before);
  }

  /** Begins with what a server uses that has not launched a program yet, so that it does not start its guard now. */
  static startBeforeLaunch(server: TestServer): ResourceCheck {
    return new ResourceCheck(server, footprintOf(server.pid));
  }

  /** Fails unless descriptors and processes are as at the start and memory is within its limits; returns a summary. */
  async verify(bounds: ResourceBounds = {}): Promise<string> {
    // An idle server uses about 50 MB, a flooded one 120; V8 retains some of it afterwards.
    const { maxMb = 240, maxGrowthMb = 80, closeTimeoutMs = 20_000 } = bounds;
    const { pid, directory } = this.#server;
    const { descriptors, descendants, residentMb } = this.#before;
    await expect
      .poll(() => footprintOf(pid), { timeout: closeTimeoutMs, interval: 20 })
      .toMatchObject({ descriptors, descendants });
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

/** Waits until a server that has launched a program has started its guard. */
export async function waitForGuard(server: TestServer): Promise<void> {
  await pollUntil(() => footprintOf(server.pid).guards > 0);
  // Up to four more descriptors are open while the guard starts. The server responds after that.
  await server.request('server.ping');
}
