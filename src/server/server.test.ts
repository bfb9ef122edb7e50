import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../tests/support/client.js';
import { createServer } from '../tests/support/in-process.js';
import type { Server } from './server.js';

/** A server without a client, with the lines that it would have sent and the messages that it publishes. */
function start(): { readonly server: Server; readonly written: string[]; readonly published: string[] } {
  const [written, published]: string[][] = [[], []];
  const server = createServer(createTemporaryDirectory(), (line) => (written as string[]).push(line));
  server.messages.on((direction, line) => (published as string[]).push(`${direction} ${line}`));
  onTestFinished(() => server.close());
  return { server, written: written as string[], published: published as string[] };
}

test('calls of this process drive a program, in order; what they say is published, not sent', async () => {
  const { server, written, published } = start();
  const calls = [
    server.call('initialize', { terminalCols: 40, terminalRows: 5 }),
    server.call('launch', { command: 'cat' }),
    server.call('sendLine', { text: 'hello', expectAfter: 'hello' }),
    server.call('currentView', {}),
  ] as const;
  expect((await calls[3]).text).toMatch(/^hello\nhello\n/);
  expect(await calls[0]).toMatchObject({ rows: 5, cols: 40 });
  expect(written).toEqual([]);
  expect(published.map((line) => line.split(' ')[0])).toEqual(Array(4).fill(['request', 'response']).flat());
  expect(published[0]).toBe(
    'request {"jsonrpc":"2.0","id":"call 1","method":"initialize","params":{"terminalCols":40,"terminalRows":5}}',
  );
});

test('a failed call rejects with the error that a client would receive, and the next one runs', async () => {
  const { server } = start();
  await expect(server.call('launch', { command: 'cat' })).rejects.toMatchObject({ code: -32001 });
  await expect(server.call('initialize', { terminalCols: 1 })).rejects.toMatchObject({ code: -32602 });
  expect(await server.call('server.ping', {})).toMatchObject({ pong: true });
});

test('the params of the caller stay as they are', async () => {
  const { server } = start();
  const params = { name: 'mine' };
  await server.call('initialize', params);
  expect(params).toEqual({ name: 'mine' });
});

test('a signal ends a pending call and a queued one; the others run', async () => {
  const { server } = start();
  await server.call('initialize', {});
  await server.call('launch', { command: 'cat' });
  const [pending, queued] = [new AbortController(), new AbortController()];
  const waiting = server.call('waitForText', { selector: 'never', timeoutMs: 60_000 }, pending.signal);
  const typing = server.call('sendText', { text: 'unwanted' }, queued.signal);
  const last = server.call('currentView', {});
  queued.abort();
  await expect(typing).rejects.toMatchObject({ code: -32800 });
  pending.abort();
  await expect(waiting).rejects.toMatchObject({ code: -32800 });
  expect((await last).text.trim()).toBe('');
  await expect(server.call('server.ping', {}, AbortSignal.abort())).rejects.toMatchObject({ code: -32800 });
});

test('close ends the program and rejects what is pending', async () => {
  const { server } = start();
  await server.call('initialize', {});
  const { pid } = await server.call('launch', { command: 'cat' });
  const waiting = server.call('waitForExit', { timeoutMs: 60_000 });
  await Promise.all([server.close(), expect(waiting).rejects.toMatchObject({ code: -32800 })]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
