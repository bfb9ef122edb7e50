import { now } from '../../base/timers.js';
import { drawFrame } from '../errors.js';
import { readRevision } from '../retry-on-change.js';
import { connectionOf, type Terminal } from '../terminal.js';

const stableMs = 250;

/**
 * The text of the screen in a frame, as soon as it equals the snapshot. Without a snapshot, or to update it, the text
 * as soon as it is stable.
 */
export async function readInlineScreen(terminal: Terminal, snapshot: string | undefined): Promise<string> {
  const expected = snapshot === undefined ? undefined : stripIndentation(snapshot);
  const deadline = now() + connectionOf(terminal).limitTimeout();
  let sinceRevision = await readRevision(terminal);
  for (;;) {
    const framed = drawFrame(await terminal.text());
    if (framed === expected) return framed;
    const remainingMs = Math.max(0, Math.round(deadline - now()));
    const timeoutMs = expected === undefined ? Math.min(stableMs, remainingMs) : remainingMs;
    const change = await terminal.request('waitForChange', { sinceRevision, stableMs: 0, timeoutMs });
    if (!change.changed) return framed;
    sinceRevision = change.revision;
  }
}

// vitest writes quotes around the snapshot and indents it. The rows of a frame do not begin or end with blanks.
const stripIndentation = (snapshot: string): string =>
  snapshot
    .trim()
    .replaceAll(/^"|"$/g, '')
    .split('\n')
    .map((row) => row.trim())
    .join('\n');
