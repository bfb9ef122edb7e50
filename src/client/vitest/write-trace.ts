import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findInstalledServer } from '../installed-server.js';

const run = promisify(execFile);
const maxTraceMs = 30_000;

/** Writes the HTML trace of a recording next to it; returns its path, or undefined if that fails. */
export async function writeTrace(recordingPath: string, title: string): Promise<string | undefined> {
  const [node = '', cli = ''] = findInstalledServer();
  const out = recordingPath.replace(/\.jsonl$/, '.html');
  try {
    await run(node, [cli, 'trace', recordingPath, '--out', out, '--title', title], { timeout: maxTraceMs });
    return out;
  } catch {
    // The program was not started, or the disk is full: the recording says the same.
    return undefined;
  }
}
