import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerSetup, TestServer } from './client.js';
import { fixture } from './programs.js';

/** A question, and what its program must read then. */
export type Exchange = readonly [question: string, answer: string];

/** What a program in a terminal of 80 × 24 reads when it asks these questions one after another. */
export async function answersTo(
  questions: readonly string[],
  session: object = {},
  setup: ServerSetup = {},
): Promise<string[]> {
  const server = new TestServer(setup);
  const path = join(server.directory, 'questions.json');
  writeFileSync(path, JSON.stringify(questions));
  const size = { terminalCols: 80, terminalRows: 24 };
  await server.launch(process.execPath, [fixture('asker.mjs'), path], {}, { ...size, ...session });
  await server.request('waitForExit', { timeoutMs: 60_000 });
  return JSON.parse(readFileSync(`${path}.out`, 'utf8')) as string[];
}
