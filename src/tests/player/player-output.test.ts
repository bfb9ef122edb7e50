import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';

/** The terminals that a process has opened for writing only, without blocking; those of Node are open for reading, too. */
const listNonBlocking = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const path = readlinkSync(`/proc/${pid}/fd/${fd}`);
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    const writingOrNonBlocking = 0o4003;
    const isOwn = (Number.parseInt(flags, 8) & writingOrNonBlocking) === 0o4001;
    return path.startsWith('/dev/pts/') && isOwn ? [path] : [];
  });

// A stopped terminal would otherwise block the player. `posix` finds the terminal by its device.
test.each(['linux', 'posix'])('replay writes to its terminal without blocking: %s [22.display]', async (system) => {
  const server = new TestServer();
  const file = join(server.directory, 'demo.jsonl');
  writeFileSync(file, `${JSON.stringify({ timestampMicros: 1, direction: 'frame', line: 'File  Edit' })}\n`);
  const pid = await server.launch(process.execPath, [resolve('dist/cli.js'), 'replay', file], {
    env: { TUISPEC_SYSTEM: system },
    readySelector: { type: 'exact', text: 'File' },
  });
  // For the player and for standard error.
  expect(listNonBlocking(Number(pid))).toHaveLength(2);
});
