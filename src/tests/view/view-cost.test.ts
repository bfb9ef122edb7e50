import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { hasProc } from '../support/soak.js';
import { parseViewUrl, ViewClient } from '../support/view-client.js';

/** The built files that a server has loaded, which Node reports when it ends. */
function readLoadedFiles(directory: string): readonly string[] {
  const reports = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
  const urls = reports.flatMap((report) => [...report.matchAll(/"url":"(file:[^"]+)"/g)].map(([, url = '']) => url));
  return [...new Set(urls.map((url) => url.split('/').at(-1) ?? ''))];
}

/** The ports on which a process listens. */
function listListeningPorts(pid: number): readonly number[] {
  const own = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const tables = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8'));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const listening = rows.filter(
    ([, , , state, , , , , , inode]) => state === '0A' && own.includes(`socket:[${inode}]`),
  );
  return listening.map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16));
}

async function work(server: TestServer): Promise<void> {
  await server.request('view.status');
  await server.request('view.stop');
  await server.launch('sh', ['-c', 'seq 100; cat'], {}, { terminalRows: 6 });
  await server.request('sendLine', { text: 'hello', expectAfter: 'hello' });
}

test.skipIf(!hasProc)('without a view, none of its code is loaded, and no port is open [15.cost]', async () => {
  const coverage = createTemporaryDirectory();
  const server = new TestServer({ env: { NODE_V8_COVERAGE: coverage } });
  await work(server);
  expect(listListeningPorts(server.pid)).toEqual([]);
  expect(await server.end()).toBe(0);
  const loaded = readLoadedFiles(coverage);
  expect(loaded).toContain('program.js');
  expect(loaded).not.toContain('view.js');
});

test.skipIf(!hasProc)(
  'a view is loaded when it is started, and its port is closed when it ends [15.cost]',
  async () => {
    const coverage = createTemporaryDirectory();
    const server = new TestServer({ env: { NODE_V8_COVERAGE: coverage } });
    await work(server);
    const { url, port } = await server.request('view.start');
    expect(listListeningPorts(server.pid)).toEqual([port]);
    const viewer = await ViewClient.open(parseViewUrl(url));
    const closed = viewer.waitForClose();
    await server.request('view.stop');
    await closed;
    expect(listListeningPorts(server.pid)).toEqual([]);
    expect(await server.end()).toBe(0);
    expect(readLoadedFiles(coverage)).toContain('view.js');
  },
);
