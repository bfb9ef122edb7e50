import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { methodsOf, readEvents, startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

const missing = { selector: { type: 'exact', text: 'nowhere' }, timeoutMs: 0 };

async function rootOf(server: TestServer, session: object): Promise<string> {
  await launchEcho(server, session);
  return join(server.directory, 'artifacts/sessions/session');
}

test('trace: "on" writes trace.html next to trace.jsonl when the session ends [14.trace-session]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on' });
  const { data } = await failureOf(server.request('expectVisible', missing));
  expect(data).toMatchObject({ kind: 'timeout', tracePath: join(root, 'trace.html') });
  expect(existsSync(join(root, 'trace.html'))).toBe(false);
  await server.request('close');
  expect(statSync(join(root, 'trace.html')).mode & 0o777).toBe(0o600);
  expect(methodsOf(readEvents(join(root, 'trace.jsonl')))).toEqual(['initialize', 'launch', 'expectVisible', 'close']);
});

test('trace: "on-failure" writes trace.html only if a response was -32004 [14.trace-on-failure]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on-failure' });
  await server.request('close');
  expect(existsSync(join(root, 'trace.html'))).toBe(false);
  await launchEcho(server, { trace: 'on-failure' });
  const { data } = await failureOf(server.request('expectVisible', missing));
  expect(data).toMatchObject({ kind: 'timeout', tracePath: join(root, 'trace.html') });
  await server.request('close');
  expect(readFileSync(join(root, 'trace.html'), 'utf8')).toContain('expectVisible failed');
});

test('a failed step of a batch counts as a failure [14.trace-on-failure]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on-failure' });
  const result = await server.request('batch', { steps: [{ method: 'expectVisible', params: missing }] });
  expect(result).toMatchObject({ ok: false, error: { data: { tracePath: join(root, 'trace.html') } } });
  await server.request('close');
  expect(existsSync(join(root, 'trace.html'))).toBe(true);
});

test('without a trace nothing is recorded, and errors name none [14.trace-session]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, {});
  expect((await failureOf(server.request('expectVisible', missing))).data).not.toHaveProperty('tracePath');
  await server.request('close');
  expect(existsSync(join(root, 'trace.jsonl'))).toBe(false);
});

test('TUISPEC_TRACE sets the default; the parameter takes precedence [14.trace-variable]', async () => {
  const server = new TestServer({ env: { TUISPEC_TRACE: 'on' } });
  const root = await rootOf(server, {});
  await server.request('close');
  expect(existsSync(join(root, 'trace.html'))).toBe(true);
  await launchEcho(server, { trace: 'off' });
  await server.request('close');
  expect(existsSync(join(root, 'trace.html'))).toBe(false);
  expect(server.stderr).toBe('');
});

test('a recording of the client works at the same time [14.trace-and-recording]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on' });
  const path = await startRecording(server);
  await showEcho(server, 'both');
  await server.request('recording.stop');
  await server.request('close');
  expect(methodsOf(readEvents(path))).toContain('sendText');
  const traced = methodsOf(readEvents(join(root, 'trace.jsonl')));
  expect(traced).toEqual(expect.arrayContaining(['recording.start', 'sendText', 'recording.stop', 'close']));
});

test.each([
  ['the end of input', (server: TestServer) => server.end()],
  [
    'a signal',
    (server: TestServer) => {
      server.process.kill('SIGTERM');
      return server.waitForExit();
    },
  ],
])('the trace is complete after %s too [14.trace-session]', async (_, end) => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on' });
  expect(await end(server)).toBe(0);
  expect(readFileSync(join(root, 'trace.html'), 'utf8')).toMatch(/READY[\s\S]*<\/html>\n$/);
});

test('a trace that cannot be written is reported on stderr; the session ends normally [14.trace-session]', async () => {
  const server = new TestServer();
  const root = await rootOf(server, { trace: 'on' });
  mkdirSync(join(root, 'trace.html'));
  expect(await server.request('close')).toMatchObject({ ok: true });
  expect(server.stderr).toMatch(/^tuispec error: Cannot write the trace .*trace\.html: .*\n$/);
});
