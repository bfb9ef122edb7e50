import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { hexOf, KeysServer } from '../support/keys.js';
import { exact } from '../support/selectors.js';

const maxDelayMs = 2_147_483_647;
// Timers may fire slightly early.
const timerErrorMs = 5;
const longText = 'x'.repeat(1000);

test.each(['sendText', 'sendLine'] as const)(
  '%s with delayMs writes each character separately, with a pause between two [4.text-delay]',
  async (method) => {
    const server = new KeysServer();
    await server.start();
    const characters = ['a', 'ñ', 'e\u0301', '👍🏽', '🇩🇪', '語'];
    const delayMs = 40;
    const startedAt = performance.now();
    await server.request(method, { text: characters.join(''), delayMs, settleMs: 0 });
    const typingMs = performance.now() - startedAt;
    const expected = [...characters.map(hexOf), ...(method === 'sendLine' ? ['0d'] : [])];
    // A program that is late reads several characters at once, but never a part of one.
    const rest = [...expected];
    for (const { hex } of await server.readChunks()) {
      let read = '';
      while (read.length < hex.length) read += rest.shift() ?? '?';
      expect(read).toBe(hex);
    }
    expect(rest).toEqual([]);
    expect(typingMs).toBeGreaterThanOrEqual(delayMs * (expected.length - 1) - timerErrorMs);
  },
);

test('with delayMs each character is a separate input for lastInput [4.text-delay]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  await server.request('sendText', { text: 'ab', delayMs: 20 });
  await server.request('waitForText', { selector: exact('b'), since: 'lastInput' });
  const first = server.request('waitForText', { selector: exact('a'), since: 'lastInput', timeoutMs: 0 });
  expect((await failureOf(first)).data['kind']).toBe('timeout');
});

test('sendLine with delayMs finds the output after Enter, not the echo [4.text-delay]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'printf "? "; read x; sleep 0.2; echo 42'], { readySelector: exact('? ') });
  await server.request('sendLine', { text: '42', delayMs: 10, expectAfter: exact('42') });
  expect((await server.request('currentView')).text).toMatch(/^\? 42\n42\n/);
});

test('a cancellation ends typing at once [4.text-delay-ends]', async () => {
  const server = new KeysServer();
  await server.start();
  const params = { text: longText, delayMs: maxDelayMs };
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 'typing', method: 'sendText', params }));
  await server.request('server.ping');
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"typing"}}');
  expect(await server.inbox.waitForResponse('typing')).toMatchObject({ error: { code: -32800 } });
  expect((await server.readBytes()).length / 2).toBeLessThanOrEqual(1);
});

test.each(['sendText', 'sendLine'] as const)(
  '%s with delayMs stops at once when the program exits [4.text-delay-ends]',
  async (method) => {
    const server = new TestServer();
    const script = 'stty raw -echo; echo ready; head -c 1 > /dev/null';
    await server.launch('sh', ['-c', script], { readySelector: exact('ready') });
    const failure = await failureOf(server.request(method, { text: longText, delayMs: maxDelayMs }));
    expect(failure.data).toMatchObject({ kind: 'exited', exitCode: 0 });
  },
);

test('timeoutMs limits sendLine with delayMs [4.text-delay-ends]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const params = { text: longText, delayMs: 20, expectAfter: exact('y'), timeoutMs: 300 };
  const { message, data } = await failureOf(server.request('sendLine', params));
  expect(message).toMatch(/Typed only \d+ characters in \d+ ms\. Use a smaller `delayMs` or a larger `timeoutMs`\.$/);
  expect(data['kind']).toBe('timeout');
});

test('sendText rejects delayMs together with paste [4.text-delay-paste]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const { code, data } = await failureOf(server.request('sendText', { text: 'ab', paste: true, delayMs: 1 }));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/delayMs' }] } });
  expect(await server.request('sendText', { text: 'ab', paste: true, delayMs: 0 })).toEqual({ ok: true });
});
