import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SourceListener } from '../../session/program/terminal-source.js';
import { attachPane } from '../../session/tmux/attach.js';
import { createTemporaryDirectory } from '../support/client.js';
import { needing } from '../support/packages.js';
import { pathOfProgram } from '../support/programs.js';
import { Random } from '../support/random.js';
import { soakTimeoutMs, times } from '../support/soak.js';
import { createTerminal } from '../support/terminal.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'perl');
const attachments = times(100, 1000);
const scrollback = 400;

/** The screen of a snapshot with its scrollback, and the output that followed until the next snapshot. */
interface Segment {
  readonly lines: readonly string[];
  readonly output: Buffer;
}

/** Attaches once, pauses the pane so many times, and returns what arrived. */
async function collectSegments(tmux: TmuxServer, random: Random, pauses: number): Promise<Segment[]> {
  const { source } = await attachPane({
    target: '%0',
    path: undefined,
    name: tmux.name,
    scrollback,
    isReadOnly: true,
    keepsLastWords: false,
    variables: process.env,
  });
  const terminal = createTerminal({ cols: 80, rows: 24, scrollback });
  const segments: { lines: readonly string[]; output: Buffer[]; bytes: number }[] = [];
  let wake = (): void => {};
  const begin = (bytes: Uint8Array): void => {
    terminal.feed(bytes);
    const all = [...terminal.getLinesAbove(scrollback), ...terminal.getScreen().lines];
    segments.push({ lines: all.map(({ trimmed }) => trimmed), output: [], bytes: 0 });
    wake();
  };
  const listener: SourceListener = {
    onOutput: (bytes) => {
      const segment = segments.at(-1);
      if (segment === undefined) {
        begin(bytes);
        return;
      }
      terminal.feed(bytes);
      segment.output.push(Buffer.from(bytes));
      segment.bytes += bytes.length;
      wake();
    },
    onRedraw: begin,
    onResize: () => {},
    onExit: () => {},
    onAvailability: () => {},
    readLines: () => terminal.getScreen().lines.map(({ trimmed }) => trimmed),
    readCursor: () => terminal.getScreen().cursor,
  };
  source.connect(listener).start();
  const waitUntil = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const client = tmux.run('list-clients', '-F', '#{client_name}').split('\n').at(-1) ?? '';
  for (let pause = 0; pause <= pauses; pause += 1) {
    const bytes = 200 + random.below(30_000);
    await waitUntil(() => (segments.at(-1)?.bytes ?? 0) >= bytes);
    if (pause === pauses) break;
    const before = segments.length;
    tmux.run('refresh-client', '-t', client, '-A', '%0:pause');
    await waitUntil(() => segments.length > before);
  }
  await source.end();
  return segments.map(({ lines, output }) => ({ lines, output: Buffer.concat(output) }));
}

/** The places in the log at which numbered lines begin. */
function findLineStarts(log: Buffer): number[] {
  const starts = [0];
  for (let at = log.indexOf('\r\n'); at !== -1; at = log.indexOf('\r\n', at + 2)) starts.push(at + 2);
  return starts;
}

// The snapshot can be taken inside a sequence or a line end.
const cutSequence = /(?:\x1b(?:\[[0-9;]*)?|\r)$/g;
const stripStyles = (text: string): string => text.replaceAll(/\x1b\[[0-9;]*m/g, '');

/**
 * Requires that a segment is a part of the log, and that its screen is the part of the log before it. Returns whether the
 * segment is long enough to be found in the log.
 */
function checkSegment({ lines, output }: Segment, log: Buffer, starts: readonly number[]): boolean {
  const found = /\r\n(\d+) /.exec(output.toString('latin1'));
  // A screen that was read inside a character is read again at once.
  if (found === null) return false;
  const lineEnd = found.index + 2;
  const number = Number(found[1]);
  const position = (starts[number - 1] as number) - lineEnd;
  expect(log.subarray(position, position + output.length).equals(output)).toBe(true);
  const first = Math.max(0, number - 1 - lines.length);
  const before = log.toString('utf8', starts[first] ?? 0, position).split('\r\n');
  const expected = before.map((line) => stripStyles(line).replaceAll(cutSequence, '').normalize('NFC').trimEnd());
  const displayed = lines.map((line) => line.normalize('NFC'));
  while (displayed.length > 1 && displayed.at(-1) === '' && expected.at(-1) !== '') displayed.pop();
  const count = Math.min(displayed.length, expected.length, scrollback);
  expect(displayed.slice(-count)).toEqual(expected.slice(-count));
  return true;
}

test(`${attachments} attachments and ${attachments / 2} pauses during a flood: every byte is in the log of the program once, and every screen is the log before it [17.attach-join, 17.attach-resync] (needs tmux, perl)`, {
  timeout: soakTimeoutMs,
}, async ({ annotate }) => {
  const random = new Random(17);
  const path = join(createTemporaryDirectory(), 'log');
  const command = `stty raw -echo; exec perl '${pathOfProgram('logged-flood.pl')}' '${path}' 17`;
  const tmux = new TmuxServer(['sh', '-c', command]);
  await tmux.waitForText('plain');
  const segments: Segment[] = [];
  for (let count = 0; count < attachments; count += 1)
    segments.push(...(await collectSegments(tmux, random, count % 2)));
  tmux.run('kill-server');
  const log = readFileSync(path);
  const starts = findLineStarts(log);
  const checked = segments.filter((segment) => checkSegment(segment, log, starts));
  expect(segments.length).toBeGreaterThanOrEqual(attachments * 1.5);
  expect(checked.length).toBeGreaterThan(attachments);
  const bytes = segments.reduce((sum, { output }) => sum + output.length, 0);
  const cut = segments.filter(({ output }) => ((output[0] ?? 0) & 0x80) !== 0).length;
  await annotate(
    `${checked.length} of ${segments.length} screens, ${bytes} bytes, ${cut} of them end before a character of several bytes; log of ${log.length} bytes`,
  );
});
