import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTemporaryDirectory } from './client.js';

interface SentMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A server command of its own, and the messages that were sent to it so far. */
export function loggingServer(): { readonly server: readonly string[]; readonly requests: () => SentMessage[] } {
  const path = join(createTemporaryDirectory(), 'requests.jsonl');
  const script = 'tee "$0" | "$1" "$2" server';
  return {
    server: ['sh', '-c', script, path, process.execPath, resolve('dist/cli.js')],
    requests: () => {
      const lines = readLines(path);
      return lines.map((line) => JSON.parse(line) as SentMessage);
    },
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
