import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { runCli } from '../support/run.js';
import { parseViewUrl, startView, ViewClient } from '../support/view-client.js';

const urlLine = /^tuispec: view at (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32})\n/;

/** Reads the URL from standard error. It is there before the first response. */
async function readUrl(server: TestServer): Promise<string> {
  await server.request('server.ping');
  while (!server.stderr.includes('\n')) await new Promise((resolve) => server.process.stderr?.once('data', resolve));
  return urlLine.exec(server.stderr)?.[1] ?? server.stderr;
}

async function occupyPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

test('the view is started, described and stopped by methods, without a session [15.methods, 15.url-line]', async () => {
  const server = new TestServer();
  expect(await server.request('view.status')).toEqual({ viewers: 0, interactive: false });
  const { url, port } = await server.request('view.start', { interactive: true });
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[\\w-]{32}$`));
  expect(await readUrl(server)).toBe(url);
  const viewer = await ViewClient.open(parseViewUrl(url));
  expect(await server.request('view.status')).toEqual({ url, viewers: 1, interactive: true });
  const closed = viewer.waitForClose();
  expect(await server.request('view.stop')).toEqual({ ok: true });
  expect(await closed).toBe(1001);
  expect(await server.request('view.status')).toEqual({ viewers: 0, interactive: false });
  expect(await server.request('view.stop')).toEqual({ ok: true });
});

test('view.start replaces an active view, also on its port [15.methods]', async () => {
  const { server, host, token } = await startView();
  const viewer = await ViewClient.open({ host, token, origin: '' });
  const closed = viewer.waitForClose();
  const port = Number(host.split(':')[1]);
  const second = await server.request('view.start', { port });
  expect(second.port).toBe(port);
  expect(await closed).toBe(1001);
  const address = parseViewUrl(second.url);
  expect(address.token).not.toBe(token);
  expect((await fetch(`${address.origin}/api/state?token=${token}`)).status).toBe(401);
  expect((await fetch(`${address.origin}/api/state?token=${address.token}`)).status).toBe(200);
});

test('a port in use is kind io, and the active view remains if its port is another one [15.port]', async () => {
  const { server, origin, token } = await startView();
  const port = await occupyPort();
  const failure = await failureOf(server.request('view.start', { port }));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'io' } });
  expect(failure.message).toContain(`Port ${port} of 127.0.0.1 is in use.`);
  expect((await fetch(`${origin}/api/state?token=${token}`)).status).toBe(200);
});

test('--view starts the view with the server [15.flags, 15.url-line]', async () => {
  const args = ['--view', 'localhost:0', '--view-interactive', '--view-allow-host', 'a.example'];
  const server = new TestServer({ args: [...args, '--view-allow-host', 'b.example'] });
  await server.request('server.ping');
  const { url, interactive } = await server.request('view.status');
  expect(interactive).toBe(true);
  expect(url).toMatch(/^http:\/\/localhost:\d+\/#token=[\w-]{32}$/);
  const { host, token } = parseViewUrl(url ?? '');
  for (const name of ['a.example', 'b.example:81', host]) {
    const viewer = new ViewClient({ host, token, origin: '' });
    viewer.socket.terminate();
    const headers = { host: name, authorization: `Bearer ${token}` };
    expect(await requestStatus(`http://${host}/api/state`, headers), name).toBe(200);
  }
  expect(await requestStatus(`http://${host}/`, { host: 'c.example' })).toBe(421);
});

test('TUISPEC_VIEW starts the view, on the next free port if its own is in use [15.flags, 15.port]', async () => {
  const port = await occupyPort();
  const env = { TUISPEC_VIEW: String(port), TUISPEC_VIEW_INTERACTIVE: '1' };
  const server = new TestServer({ env });
  const { port: used, hash } = new URL(await readUrl(server));
  expect(Number(used)).toBeGreaterThan(port);
  expect(hash).toMatch(/^#token=[\w-]{32}$/);
  expect((await server.request('view.status')).interactive).toBe(true);
  expect(server.stderr).toMatch(new RegExp(`${urlLine.source}$`));
});

test('--view on a port in use is one line and exit code 2 [15.port]', async () => {
  const port = await occupyPort();
  const { exitCode, stderr, stdout } = await runCli(['server', '--view', String(port)]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(`tuispec: Cannot start the view: Port ${port} of 127.0.0.1 is in use.\n`);
});

test.each(['x', '70000', ':8080', 'a b:1', '-1', '1.5', '[::1:8'])('--view %s is invalid [15.flags]', async (value) => {
  const { exitCode, stderr } = await runCli(['server', `--view=${value}`]);
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    `tuispec: --view must be [HOST:]PORT, with a port from 0 to 65535, not ${JSON.stringify(value)}.\n`,
  );
});

test('a view that others can reach is announced with a warning [15.url-line]', async () => {
  const server = new TestServer({ args: ['--view', '0.0.0.0:0'] });
  await server.request('server.ping');
  expect((await server.request('view.status')).url).toContain('http://127.0.0.1:');
  server.process.stdin?.end();
  await server.waitForExit();
  expect(server.stderr).toContain('without encryption');
});

test('the view keeps no server alive [15.ending]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  const response = await fetch(`${address.origin}/api/events?token=${address.token}`);
  const closed = viewer.waitForClose();
  expect(await server.end()).toBe(0);
  expect(await closed).toBe(1001);
  await response.text();
});

/** Requests a URL with any Host header, and resolves with the status. */
async function requestStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { get } = await import('node:http');
  return await new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
