import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchProgram, ContenderTerminal } from '../contender.js';
import { LineClient } from '../line-client.js';
import { listChildren } from '../process-cost.js';

/** Optional features of a host, besides opening, writing, waiting and reading. */
export interface HostAbilities {
  readonly drawsPictures: boolean;
  readonly waitsForAny: boolean;
  /** Whether its processes are servers of the library (default: false); otherwise they are the program. */
  readonly hasServers?: boolean;
}

/** Opens a program in a host: a process that wraps a library, or the minimal server, using the JSON protocol of the bench. */
export async function openHosted(
  argv: readonly string[],
  program: BenchProgram,
  { drawsPictures, waitsForAny, hasServers = false }: HostAbilities,
): Promise<ContenderTerminal> {
  const client = new LineClient(argv);
  await client.start(client.request('open', program));
  const processes = [client.pid, ...(hasServers ? listChildren(client.pid) : [])];
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const waitForAny = async (texts: readonly string[], timeoutMs: number): Promise<bigint> => {
    const { seenAt } = (await client.request('wait', { texts, timeoutMs })) as { seenAt?: string };
    // A library notifies its user in its own process; the response of a server must also be transferred.
    return seenAt === undefined ? process.hrtime.bigint() : BigInt(seenAt);
  };
  const renderPicture = async (): Promise<number> => {
    const path = join(directory, 'picture.png');
    await client.request('picture', { path });
    return statSync(path).size;
  };
  return {
    memoryOf: processes,
    workOf: processes,
    write: async (text) => {
      await client.request('write', { text });
    },
    waitFor: async (text, timeoutMs) => await waitForAny([text], timeoutMs),
    readScreen: async () => await client.request('look'),
    ...(waitsForAny ? { waitForAny } : {}),
    ...(drawsPictures ? { renderPicture } : {}),
    endTraced: async () => {
      const path = join(directory, 'trace');
      await client.request('endTraced', { path });
      return path;
    },
    close: async () => {
      await client.end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
