import { expect } from 'vitest';
import type { SourceListener } from '../../session/program/terminal-source.js';
import { attachPane } from '../../session/tmux/attach.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'perl');
const flood = ['perl', '-e', '$|=1; for ($i=1;;$i++) { print "$i ", "x" x 40, "\\n" }'];
const mebibyte = 1024 * 1024;

/** The number of the last line that tmux displays. */
const readNumber = (tmux: TmuxServer): number =>
  Math.max(
    0,
    ...tmux
      .capture()
      .split('\n')
      .map((line) => Number.parseInt(line, 10) || 0),
  );

test('a paused session keeps up to 8 MiB of output; then tmux pauses the pane, and the program continues to run [17.attach-resync] (needs tmux, perl)', async () => {
  const tmux = new TmuxServer(flood);
  const { source } = await attachPane({
    target: '%0',
    path: undefined,
    name: tmux.name,
    scrollback: 100,
    isReadOnly: true,
    keepsLastWords: false,
    variables: process.env,
  });
  let delivered = 0;
  let isRedrawn = false;
  const listener: SourceListener = {
    onOutput: (bytes) => {
      if (!isRedrawn) delivered += bytes.length;
    },
    onRedraw: () => {
      isRedrawn = true;
    },
    onResize: () => {},
    onExit: () => {},
    onAvailability: () => {},
    readLines: () => [],
    readCursor: () => ({ row: 0, col: 0 }),
  };
  source.connect(listener).start();
  source.pause();
  delivered = 0;
  const first = readNumber(tmux);
  // More than three times of what is kept.
  await pollUntil(() => readNumber(tmux) > first + (32 * mebibyte) / 48);
  expect([delivered, isRedrawn]).toEqual([0, false]);
  source.resume();
  expect(delivered).toBeGreaterThan(8 * mebibyte);
  expect(delivered).toBeLessThan(9 * mebibyte);
  await pollUntil(() => isRedrawn);
  expect(source.resynced).toBe(1);
  await source.end();
  expect(tmux.run('list-clients')).toBe('');
});
