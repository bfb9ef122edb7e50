import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createFrame } from '../support/hostile-view.js';
import { createUpgrade, exchange, formatRequest, openConnection, parseResponse, readAll } from '../support/raw-http.js';
import { ResourceCheck } from '../support/resource-check.js';
import { startView, ViewClient } from '../support/view-client.js';

const longTestMs = 60_000;
const kibibytes64 = 64 * 1024;

async function openView(settings: object = { interactive: true }) {
  const { server, ...address } = await startView(settings, { isNew: true });
  await server.launch('sh', ['-c', 'stty -echo; echo ready; exec cat > /dev/null'], {}, { name: 'demo' });
  await server.request('waitForText', { selector: { type: 'exact', text: 'ready' } });
  const port = Number(address.host.split(':')[1]);
  const protocols = ['tuispec.view.v1', `tuispec.token.${address.token}`];
  const upgradeBytes = formatRequest({ target: '/ws', headers: createUpgrade(protocols) });
  const post = (headers: string, body: string): string =>
    `POST /api/respond/demo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${address.token}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n\r\n${body}`;
  return { server, address, port, upgradeBytes, post };
}

/** The code in the close message that a connection received last. */
function findCloseCode(received: string): number | undefined {
  const bytes = Buffer.from(received, 'latin1');
  const at = bytes.lastIndexOf(0x88);
  return at < 0 || at + 4 > bytes.length ? undefined : bytes.readUInt16BE(at + 2);
}

const text = (payload: string | Buffer, more: object = {}): Buffer =>
  createFrame({ payload: Buffer.from(payload as string), ...more });

describe('a WebSocket that breaks the rules is closed', () => {
  const cases: readonly (readonly [what: string, bytes: Buffer, code: number])[] = [
    ['more than 64 KiB', text(Buffer.alloc(kibibytes64 + 1, 'x')), 1009],
    [
      'more than 64 KiB in fragments',
      Buffer.concat([text(Buffer.alloc(kibibytes64, 'x'), { isLast: false }), text('x', { opcode: 0 })]),
      1009,
    ],
    ['a length of 2 GiB', text('x', { length: 2 ** 31 }), 1009],
    ['a length of 2^60', text('x', { length: 2 ** 60 }), 1009],
    [
      'thousands of fragments',
      Buffer.concat([
        text('', { isLast: false }),
        ...Array.from({ length: 20_000 }, () => text('', { opcode: 0, isLast: false })),
      ]),
      1008,
    ],
    ['invalid UTF-8', text(Buffer.from([0xff, 0xfe])), 1007],
    ['a binary message', text('x', { opcode: 2 }), 1003],
    ['an unmasked message', text('{}', { isMasked: false }), 1002],
    ['a compressed message', text('{}', { reserved: 4 }), 1002],
    ['an unknown opcode', text('{}', { opcode: 3 }), 1002],
    ['a continuation of nothing', text('{}', { opcode: 0 }), 1002],
    ['a ping in fragments', text('x', { opcode: 9, isLast: false }), 1002],
    ['a ping that is too long', text(Buffer.alloc(126), { opcode: 9 }), 1002],
    ['a close message of one byte', text('x', { opcode: 8 }), 1002],
    ['a close message with a reserved code', text(Buffer.from([3, 0xed]), { opcode: 8 }), 1002],
    ['201 messages at once', Buffer.concat(Array.from({ length: 400 }, () => text('{}'))), 1008],
    ['thousands of pings', Buffer.concat(Array.from({ length: 5000 }, () => text('x', { opcode: 9 }))), 1008],
  ];
  test.each(cases)('%s [15.bounds]', async (_, bytes, code) => {
    const { server, port, address, upgradeBytes } = await openView();
    const watcher = await ViewClient.open(address);
    expect(findCloseCode(await exchange(port, upgradeBytes, bytes))).toBe(code);
    expect((await server.request('server.ping')).pong).toBe(true);
    expect(watcher.socket.readyState).toBe(watcher.socket.OPEN);
    await expect.poll(async () => (await server.request('view.status')).viewers).toBe(1);
  });
});

test('a message of 64 KiB, in fragments, with pings between them, is accepted [15.bounds]', async () => {
  const { port, upgradeBytes } = await openView();
  const message = Buffer.from(
    JSON.stringify({ type: 'text', seq: 7, text: 'x'.repeat(kibibytes64) }).slice(-kibibytes64),
  );
  message.write('{"seq":7,"type":"text","text":"');
  const socket = openConnection(port);
  socket.write(upgradeBytes);
  socket.write(text(message.subarray(0, 1000), { isLast: false }));
  socket.write(text('between', { opcode: 9 }));
  socket.write(text(message.subarray(1000), { opcode: 0 }));
  // Its close message is answered after the others.
  const [first] = (await once(socket, 'data')) as [Buffer];
  let received = first.toString('latin1');
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.includes('"type":"ack"') && !socket.writableEnded)
      socket.end(text(Buffer.from([3, 0xe8]), { opcode: 8 }));
  });
  await once(socket, 'end');
  expect(received).toContain('between');
  expect(received).toContain('{"type":"ack","seq":7,"ok":true}');
  expect(findCloseCode(received)).toBe(1000);
});

test('there are sixteen viewers at most, and sixteen streams of events [15.bounds]', async () => {
  const { server, address } = await openView();
  const viewers = await Promise.all(Array.from({ length: 16 }, () => ViewClient.open(address)));
  const refused = new ViewClient(address);
  expect(await refused.waitForClose()).toBe(1013);
  expect(refused.messages).toEqual([]);
  expect((await server.request('view.status')).viewers).toBe(16);
  const [first] = viewers;
  first?.socket.close();
  await first?.waitForClose();
  await ViewClient.open(address);
  const abort = new AbortController();
  const openStream = async (): Promise<number> =>
    (await fetch(`${address.origin}/api/events?token=${address.token}`, { signal: abort.signal })).status;
  for (let count = 0; count < 16; count += 1) expect(await openStream()).toBe(200);
  expect(await openStream()).toBe(503);
  abort.abort();
  await expect.poll(() => openStreamOnce(address)).toBe(200);
});

async function openStreamOnce({ origin, token }: { readonly origin: string; readonly token: string }): Promise<number> {
  const { status, body } = await fetch(`${origin}/api/events?token=${token}`);
  await body?.cancel();
  return status;
}

test('bodies have up to 64 KiB, however they are sent [15.bounds]', async () => {
  const { port, post } = await openView();
  const body = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`;
  const statusOf = async (headers: string, content: string): Promise<number> =>
    parseResponse(await exchange(port, post(headers, content))).status;
  const long = body(kibibytes64 + 1);
  expect(await statusOf(`Content-Length: ${long.length}`, long)).toBe(413);
  expect(await statusOf('Transfer-Encoding: chunked', `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`)).toBe(413);
  const chunks = `1000\r\n${'x'.repeat(4096)}\r\n`.repeat(100);
  expect(await statusOf('Transfer-Encoding: chunked', `${chunks}0\r\n\r\n`)).toBe(413);
  expect(await statusOf('Content-Length: 10000000', 'x'.repeat(10_000_000))).toBe(413);
  expect(await statusOf('Content-Length: 5', '[1,2]')).toBe(400);
  expect(await statusOf('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n')).toBe(400);
  expect(await statusOf('Content-Length: 2\r\nContent-Length: 3', '{}')).toBe(400);
});

test(
  'a request that is sent slowly ends with 408 [15.bounds]',
  async () => {
    const { server, port, post } = await openView();
    const silent = exchange(port);
    const head = exchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ');
    const body = exchange(port, post('Content-Length: 100', '{"text":'));
    expect(parseResponse(await head).status).toBe(408);
    expect(parseResponse(await silent).status).toBe(408);
    // Nothing has been sent as a response yet, so it is the response to this request.
    expect(await body).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect((await server.request('server.ping')).pong).toBe(true);
  },
  longTestMs,
);

test('200 connections, pipelined requests that are never read, and aborts leave nothing behind [15.hostile]', async () => {
  const { server, address, port, upgradeBytes } = await openView();
  const watcher = await ViewClient.open(address);
  const resources = await ResourceCheck.start(server);
  const request = 'GET /live.js HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const sockets = Array.from({ length: 200 }, (_, index) => {
    const socket = openConnection(port);
    socket.pause();
    socket.write(index % 4 === 0 ? upgradeBytes : request.repeat(index % 40 === 1 ? 5000 : 5));
    if (index % 8 === 3) socket.once('connect', () => socket.destroy());
    return socket;
  });
  for (let count = 0; count < 20; count += 1) await server.request('server.ping');
  for (const socket of sockets) socket.destroy();
  await resources.verify();
  expect(watcher.socket.readyState).toBe(watcher.socket.OPEN);
  expect(server.stderr).toMatch(/^tuispec: view at \S+\n$/);
});

test('a connection that is half closed, or refused without reading, ends [15.hostile]', async () => {
  const { server, address, port, upgradeBytes } = await openView();
  const resources = await ResourceCheck.start(server);
  const half = openConnection(port);
  half.end(upgradeBytes);
  await readAll(half);
  const wrong = openConnection(port);
  wrong.write(upgradeBytes.toString().replace(address.token, 'x'.repeat(32)));
  expect(await readAll(wrong)).toMatch(/^HTTP\/1\.1 401 /);
  const closing = openConnection(port);
  // It sends a close message, but does not close its end.
  closing.write(upgradeBytes);
  closing.write(text(Buffer.from([3, 0xe8]), { opcode: 8 }));
  closing.resume();
  await once(closing, 'end');
  await resources.verify();
  expect((await server.request('view.status')).viewers).toBe(0);
});
