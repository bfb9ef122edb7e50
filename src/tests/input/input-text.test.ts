import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { hexOf, KeysServer } from '../support/keys.js';
import { pathOfProgram } from '../support/programs.js';
import { waitForScreen } from '../support/wait-for-screen.js';

const ready = { type: 'exact', text: 'ready' };
const raw = 'stty raw -echo; echo ready; exec';
const mebibyte = 1024 * 1024;

/** Returns text of that length without repeated sections. */
const textOf = (length: number): string => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += `${index.toString(36)} `;
  return text.slice(0, length);
};
const shaOf = (text: string): string => `sha ${createHash('sha256').update(text).digest('hex')}`;

test('sendText writes its text unchanged [4.text-as-is]', async () => {
  const server = new KeysServer();
  await server.start();
  const text = 'a\tb\r\nc\x1b[A\0\x7f\u009bé e\u0301 漢 👩‍👩‍👧 \u{10ffff} \u2028 {"x":"\\n"}';
  await server.request('sendText', { text });
  await server.request('sendText', { text: '' });
  expect(await server.readBytes()).toBe(hexOf(text));
});

test('sendBytes writes bytes of every value unchanged [4.bytes]', async () => {
  const server = new KeysServer();
  await server.start();
  // Without the byte that begins a command of keys.mjs.
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value).filter((value) => value !== 0x21));
  await server.request('sendBytes', { base64: bytes.toString('base64') });
  await server.request('sendBytes', { base64: '' });
  expect(await server.readBytes()).toBe(bytes.toString('hex'));
});

test.each(['A', 'AA', 'AAA', '====', 'A===', 'AA==A', 'AA-_', ' QQ==', 'QQ==\n', 'é'])(
  'sendBytes rejects invalid base64 %j [4.bytes]',
  async (base64) => {
    const server = new TestServer();
    await server.launch('cat');
    await expect(server.request('sendBytes', { base64 })).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ pointer: '/base64', reason: expect.stringContaining('base64') }] },
    });
  },
);

test('sendBytes accepts megabytes of base64 [4.bytes]', async () => {
  const server = new TestServer();
  const bytes = Buffer.alloc(11 * mebibyte, 'x');
  await server.launch(process.execPath, [pathOfProgram('slow-reader.mjs'), `${bytes.length}`, '65536', '0'], {
    readySelector: ready,
  });
  await server.request('sendBytes', { base64: bytes.toString('base64') });
  await waitForScreen(server, shaOf(bytes.toString()));
});

test.each(['sendText', 'sendLine'] as const)('%s rejects a lone surrogate [4.text-as-is]', async (method) => {
  const server = new KeysServer();
  await server.start();
  for (const text of ['\ud83d', 'a\udc00b', '\udc00\ud83d'])
    await expect(server.request(method, { text })).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ pointer: '/text' }] },
    });
  expect(await server.readBytes()).toBe('');
});

test('a paste is wrapped only while the program has bracketed paste enabled [4.paste]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendText', { text: 'one\n', paste: true });
  await server.switch('paste+');
  await server.request('sendText', { text: 'two\n', paste: true });
  await server.request('sendText', { text: '', paste: true });
  await server.request('sendText', { text: 'typed', paste: false });
  await server.switch('paste-');
  await server.request('sendText', { text: 'three', paste: true });
  expect(await server.readBytes()).toBe(hexOf('one\n\x1b[200~two\n\x1b[201~\x1b[200~\x1b[201~typedthree'));
});

test('end-of-paste sequences are removed from a bracketed paste only [4.paste-stripped]', async () => {
  const server = new KeysServer();
  await server.start();
  const text = 'a\x1b[20\x1b[201~1~b';
  await server.request('sendText', { text, paste: true });
  await server.switch('paste+');
  await server.request('sendText', { text, paste: true });
  await server.request('sendText', { text });
  expect(await server.readBytes()).toBe(hexOf(`${text}\x1b[200~ab\x1b[201~${text}`));
});

const readers: [how: string, size: number, pauseMs: number][] = [
  ['at once', 65_536, 0],
  ['4 KB every 2 ms', 4096, 2],
  ['1,000 bytes every ms', 1000, 1],
];
test.each(readers)(
  'sendText delivers 1 MiB complete and in order to a program that reads %s [4.mebibyte]',
  async (_how, size, pauseMs) => {
    const server = new TestServer();
    const text = textOf(mebibyte);
    await server.launch(process.execPath, [pathOfProgram('slow-reader.mjs'), `${mebibyte}`, `${size}`, `${pauseMs}`], {
      readySelector: ready,
    });
    await server.request('sendText', { text });
    await waitForScreen(server, shaOf(text));
  },
);

test('1 MiB sent with several methods arrives in order [4.mebibyte, 4.order]', async () => {
  const server = new TestServer();
  const pieces = Array.from({ length: 16 }, (_, index) =>
    textOf(65_535).replaceAll(' ', `-${index} `).slice(0, 65_535),
  );
  const text = pieces.map((piece) => `${piece}\r`).join('');
  await server.launch(process.execPath, [pathOfProgram('slow-reader.mjs'), `${mebibyte}`, '8192', '1'], {
    readySelector: ready,
  });
  pieces.forEach((piece, index) => {
    const [method, params] = index % 2 === 0 ? ['sendText', { text: piece }] : ['sendBytes', { base64: btoa(piece) }];
    server.send(JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, settleMs: 0 } }));
    server.send(JSON.stringify({ jsonrpc: '2.0', method: 'sendKey', params: { key: 'Enter', settleMs: 0 } }));
  });
  await waitForScreen(server, shaOf(text));
});

test('1 MiB of lines arrives at a program that reads line by line [4.mebibyte]', async () => {
  const server = new TestServer();
  const text = `${textOf(63)}\n`.repeat(mebibyte / 64);
  const script = `echo ready; head -c ${mebibyte} | sha256sum | sed 's/^/sha /'; exec sleep 1000`;
  await server.launch('sh', ['-c', script], { readySelector: ready });
  await server.request('sendText', { text });
  await waitForScreen(server, shaOf(text));
});

test('a program that never reads does not block the server; more than 64 MiB of input fails with kind io [4.never-reads, 4.most-waiting]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', `${raw} sleep 1000`], { readySelector: ready });
  const text = 'x'.repeat(15 * mebibyte);
  for (let count = 0; count < 4; count += 1) {
    expect(await server.request('sendText', { text, settleMs: 0 })).toEqual({ ok: true });
    expect(await server.request('server.ping')).toMatchObject({ pong: true });
  }
  for (const method of ['sendText', 'sendLine'] as const)
    await expect(server.request(method, { text, settleMs: 0 })).rejects.toMatchObject({
      code: -32004,
      data: { kind: 'io', screen: expect.stringContaining('ready') },
    });
  expect(await server.request('sendKey', { key: 'Enter', settleMs: 0 })).toEqual({ ok: true });
  expect((await server.request('currentView')).text).toContain('ready');
  expect(await server.request('close')).toMatchObject({ ok: true });
  expect(await server.end()).toBe(0);
});

test('input that a program did not read is not sent to the next program [4.never-reads]', async () => {
  const server = new KeysServer();
  await server.launch('sh', ['-c', `${raw} sleep 1000`], { readySelector: ready });
  await server.request('sendText', { text: 'x'.repeat(mebibyte), settleMs: 0 });
  await server.request('close');
  await server.start();
  await server.request('sendText', { text: 'y' });
  expect(await server.readBytes()).toBe('79');
});
