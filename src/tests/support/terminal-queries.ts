import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerSetup, TestServer } from './client.js';
import { pathOfProgram } from './programs.js';

/** A query, and the reply that its program must read. */
export type Exchange = readonly [query: string, reply: string];

/** Returns the replies that a program in a terminal of 80 × 24 reads for these queries, one after another. */
export async function readReplies(
  queries: readonly string[],
  session: object = {},
  setup: ServerSetup = {},
): Promise<string[]> {
  const server = new TestServer(setup);
  const path = join(server.directory, 'queries.json');
  writeFileSync(path, JSON.stringify(queries));
  const size = { terminalCols: 80, terminalRows: 24 };
  await server.launch(process.execPath, [pathOfProgram('send-queries.mjs'), path], {}, { ...size, ...session });
  await server.request('waitForExit', { timeoutMs: 60_000 });
  return JSON.parse(readFileSync(`${path}.out`, 'utf8')) as string[];
}
