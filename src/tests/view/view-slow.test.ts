import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TestServer } from '../support/client.js';
import { pingUntil } from '../support/pings.js';
import { readPeakMebibytes } from '../support/processes.js';
import { pathOfProgram } from '../support/programs.js';
import { exact } from '../support/selectors.js';
import { hasProc } from '../support/soak.js';
import { startView, type ViewAddress, ViewClient } from '../support/view-client.js';

const longTestMs = 120_000;
const size = { terminalCols: 134, terminalRows: 40 };
const maxPingMs = 2000;
const megabyte = 1024 * 1024;
const first = { ambiguityMode: 'first' } as const;

// The socket below a WebSocket; the library has no other way to stop reading at once.
const socketOf = (viewer: ViewClient): Socket => (viewer.socket as unknown as { readonly _socket: Socket })._socket;

/** A viewer that has stopped reading. */
async function openPaused(address: ViewAddress, query = ''): Promise<ViewClient> {
  const viewer = await ViewClient.open(address, query);
  socketOf(viewer).pause();
  return viewer;
}

/** A program that draws the number of each frame on the whole screen, up to a last one. */
async function launchFrames(server: TestServer, frames: number): Promise<void> {
  const script = `let n = 0; const draw = () => {
    n += 1;
    const rows = Array.from({ length: 39 }, (_, row) => '\\x1b[38;5;' + ((n + row) % 256) + 'm' + ('frame ' + n + ' ').repeat(10));
    process.stdout.write('\\x1b[H\\x1b[2J' + rows.join('\\r\\n'), () => (n < ${frames} ? setImmediate(draw) : process.stdin.resume()));
  }; draw();`;
  await server.request('launch', { command: process.execPath, args: ['-e', script] });
}

test(
  'a viewer that reads late has skipped screens, and ends with the last one [15.no-influence]',
  async () => {
    const { server, ...address } = await startView({}, { isNew: true });
    await server.request('initialize', { ...size, scrollback: 0 });
    const slow = [await openPaused(address), await openPaused(address, '?screens=cells')];
    const quick = await ViewClient.open(address);
    const frames = 3000;
    await launchFrames(server, frames);
    await server.request('waitForText', { selector: exact(`frame ${frames} `), timeoutMs: longTestMs, ...first });
    await quick.waitForText(`frame ${frames} `);
    for (const viewer of slow) socketOf(viewer).resume();
    await slow[0]?.waitForText(`frame ${frames} `);
    expect(slow[0]?.lines).toEqual(quick.lines);
    await slow[1]?.waitFor((message) => JSON.stringify(message).includes(`frame ${frames} `));
    const { cols, rows } = await server.request('currentView');
    expect({ cols, rows }).toEqual({ cols: size.terminalCols, rows: size.terminalRows });
  },
  longTestMs,
);

test(
  'the last screen precedes pty_exited also for a viewer that reads late, for each of several programs [15.exited, 15.no-influence]',
  async () => {
    const { server, ...address } = await startView({}, { isNew: true });
    await server.request('initialize', size);
    const slow = await openPaused(address);
    // Fills the buffers of the connection: messages are not skipped.
    const text = 'x'.repeat(50_000);
    for (let count = 0; count < 130; count += 1)
      await server.request('unknown' as 'server.ping', { text }).catch(() => {});
    const programs = 8;
    for (let number = 1; number <= programs; number += 1) {
      const script = `seq 1 2000; printf 'end of %d.' ${number}; exit ${number}`;
      await server.request('launch', { command: 'sh', args: ['-c', script] });
      await server.request('waitForExit');
    }
    socketOf(slow).resume();
    const last = `end of ${programs}.`;
    await slow.waitFor(({ type, pane_id: pane }) => type === 'pty_exited' && pane === `p${programs}`);
    expect(slow.lines.join('\n')).toContain(last);
    expect(slow.list('pty_exited').map(({ exit_code: code }) => code)).toEqual(
      Array.from({ length: programs }, (_, index) => index + 1),
    );
  },
  longTestMs,
);

describe.skipIf(!hasProc)('viewers that never read (needs /proc)', () => {
  test(
    'a viewer that never reads is disconnected, with bounded memory [15.no-influence, 15.bounds]',
    async () => {
      const { server, ...address } = await startView({ interactive: true }, { isNew: true });
      await server.request('initialize', size);
      await server.request('launch', { command: 'cat' });
      const [never, reader] = [await openPaused(address), await ViewClient.open(address)];
      const pinging = await openPaused(address);
      const sockets = [never, pinging].map(socketOf);
      // A connection that is reset is closed before it reads again.
      const closed = [never, pinging].map((viewer) => once(viewer.socket, 'close'));
      // Messages are not skipped.
      const text = 'x'.repeat(50_000);
      const isGone = async (): Promise<boolean> => (await server.request('view.status')).viewers === 1;
      while (!(await isGone())) {
        await server.request('waitForText', { selector: exact(text), timeoutMs: 0 }).catch(() => {});
        pinging.socket.ping();
      }
      expect(readPeakMebibytes(server.pid)).toBeLessThan(240);
      expect(reader.socket.readyState).toBe(reader.socket.OPEN);
      for (const socket of sockets) socket.resume();
      await Promise.all(closed);
    },
    longTestMs,
  );

  test(
    'sixteen viewers, some of which never read, during a flood: waits and pings are answered [15.flood]',
    async ({ annotate }) => {
      const { server, ...address } = await startView({}, { isNew: true });
      await server.request('initialize', size);
      const viewers = await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const query = index % 2 === 0 ? '' : '?screens=cells';
          return index < 4 ? await openPaused(address, query) : await ViewClient.open(address, query);
        }),
      );
      const flood = ['', '\x1b[38;5;208m0123456789 \x1b[0m漢字 é👍🏽\r\n', 20 * megabyte].map((arg) =>
        JSON.stringify(arg),
      );
      await server.request('launch', { command: process.execPath, args: [pathOfProgram('flood.mjs'), ...flood] });
      const wait = server.request('waitForText', { selector: exact('alive'), timeoutMs: longTestMs });
      const pingMs = await pingUntil(server, wait);
      expect(pingMs).toBeLessThan(maxPingMs);
      for (const viewer of viewers.slice(0, 4)) socketOf(viewer).resume();
      const { text } = await server.request('currentView');
      for (const [index, viewer] of viewers.entries())
        if (index % 2 === 0) {
          await viewer.waitForText('alive');
          expect(viewer.lines.join('\n')).toBe(text);
        } else await viewer.waitFor((message) => JSON.stringify(message).includes('alive'));
      expect(readPeakMebibytes(server.pid)).toBeLessThan(240);
      await annotate(`nine of ten pings within ${pingMs.toFixed(1)} ms`);
    },
    longTestMs,
  );
});

test('a viewer of a log full of wide characters can join [15.hello]', async () => {
  const { server, ...address } = await startView({}, { isNew: true });
  await server.launch('cat', [], {}, size);
  const text = '漢'.repeat(60_000);
  for (let count = 0; count < 60; count += 1)
    await server.request('waitForText', { selector: exact(text), timeoutMs: 0 }).catch(() => {});
  const viewer = await ViewClient.open(address);
  await viewer.waitFor(({ type, event }) => type === 'event' && JSON.stringify(event).includes('"frame"'));
  expect(viewer.events.length).toBeGreaterThan(10);
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
});
