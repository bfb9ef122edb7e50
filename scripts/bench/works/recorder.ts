import { join } from 'node:path';
import type { Ask } from '../contender.js';

/** Starts to record beside the file of times; false in a version without a recorder. */
export async function record(ask: Ask, times: string): Promise<string | undefined> {
  const { methods } = (await ask('rpc.discover', {})) as { methods: { name: string }[] };
  if (!methods.some(({ name }) => name === 'recording.start')) return undefined;
  const path = join(times, '../recording.jsonl');
  await ask('recording.start', { path });
  return path;
}
