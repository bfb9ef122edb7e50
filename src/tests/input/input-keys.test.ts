import { expect, test } from 'vitest';
import { RpcFailure } from '../support/inbox.js';
import { type Chunk, hexOf, KeysServer } from '../support/keys.js';

const gapMs = 60;

test('a sequence reaches the program in order [4.key-sequence]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendKey', {
    keys: ['a', 'Ctrl+ArrowRight', 'Shift+Tab', 'Alt+x', 'Ctrl+Space', 'F13', '👍🏽', 'M-F4', '^C'],
  });
  expect(await server.readBytes()).toBe(hexOf('a\x1b[1;5C\x1b[Z\x1bx\0\x1b[1;2P👍🏽\x1b[1;3S\x03'));
});

test('repeat presses the whole sequence again [4.repeat]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendKey', { key: 'Down', repeat: 3 });
  await server.request('sendKey', { keys: ['a', 'b'], repeat: 1000 });
  expect(await server.readBytes()).toBe(hexOf('\x1b[B'.repeat(3) + 'ab'.repeat(1000)));
});

test('sendKey pauses for delayMs between keys, but not after the last one [4.delay]', async () => {
  const server = new KeysServer();
  await server.start();
  const startedAt = performance.now();
  await server.request('sendKey', { keys: ['a', 'b'], repeat: 2, delayMs: 200, settleMs: 0 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * 200);
  expect(await server.readBytes()).toBe(hexOf('abab'));
  await server.request('launch', { command: 'sleep', args: ['1000'] });
  // Longer than a test may take.
  await server.request('sendKey', { key: 'a', delayMs: 2_147_483_647, settleMs: 0 });
});

const escapes: readonly (readonly [what: string, keys: readonly string[], escape: string])[] = [
  ['Escape', ['Escape', 'x'], '1b'],
  ['Escape before an arrow', ['Esc', 'Up'], '1b'],
  ['Escape twice', ['Escape', 'Escape'], '1b'],
  ['Ctrl+[', ['Ctrl+[', '['], '1b'],
  ['Alt+Escape', ['Alt+Escape', 'x'], '1b1b'],
];
test.each(escapes)(
  'the server waits 60 ms after %s, so that it is not read as Alt [4.escape-gap]',
  async (_what, keys, escapeHex) => {
    const server = new KeysServer();
    await server.start();
    const startedAt = performance.now();
    await server.request('sendKey', { keys, repeat: 5, settleMs: 0 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(5 * gapMs);
    expectGaps(await server.readChunks(), escapeHex);
  },
);

test('the server waits 60 ms after Escape between requests of any input method [4.escape-gap]', async () => {
  const server = new KeysServer();
  await server.start();
  const request = (id: string, method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, settleMs: 0 } });
  const pressEscape = (id: string): string => request(id, 'sendKey', { key: 'Escape' });
  const startedAt = performance.now();
  server.send(
    [
      pressEscape('1'),
      request('2', 'sendText', { text: 'x' }),
      pressEscape('3'),
      request('4', 'sendBytes', { base64: Buffer.from('y').toString('base64') }),
      pressEscape('5'),
      request('6', 'sendLine', { text: 'z' }),
    ].join('\n'),
  );
  await server.inbox.waitForResult('6');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * gapMs);
  expectGaps(await server.readChunks(), '1b');
});

/** Expects that some Escape was read alone, with a pause after it; on a busy machine the program may read others late. */
function expectGaps(chunks: readonly Chunk[], escapeHex: string): void {
  const gaps = chunks.flatMap(({ at, hex }, index) =>
    hex.endsWith(escapeHex) ? [(chunks[index + 1]?.at ?? at) - at] : [],
  );
  const long = gaps.filter((gap) => gap > gapMs * 0.75);
  expect(long.length).toBeGreaterThan(0);
}

test('keys are encoded with the terminal modes at the time they are written [4.application-modes, 4.late]', async () => {
  const server = new KeysServer();
  await server.start();
  const keys = ['Up', 'Home', 'Ctrl+Up', 'Keypad5', 'KPEnter', 'F1'];
  for (const mode of ['cursor+', 'keypad+', 'cursor-', 'keypad-']) {
    await server.request('sendKey', { keys });
    await server.switch(mode);
  }
  await server.request('sendKey', { keys });
  const cursor = { normal: '\x1b[A\x1b[H\x1b[1;5A', application: '\x1bOA\x1bOH\x1b[1;5A' };
  const keypad = { normal: '5\r', application: '\x1bOu\x1bOM' };
  const f1 = '\x1bOP';
  expect(await server.readBytes()).toBe(
    hexOf(
      [
        cursor.normal + keypad.normal,
        cursor.application + keypad.normal,
        cursor.application + keypad.application,
        cursor.normal + keypad.application,
        cursor.normal + keypad.normal,
      ]
        .map((part) => part + f1)
        .join(''),
    ),
  );
});

test('a mode switched by one key applies to the next key of the sequence [4.late]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendKey', { keys: ['Up', 't', 'Up', 't', 'Up'], delayMs: 300 });
  expect((await server.readChunks()).map(({ hex }) => hex)).toEqual(['1b5b41', '74', '1b4f41', '74', '1b5b41']);
});

test('a sequence with a rejected key sends no input [4.modifiers-never-dropped, 4.refusal-names-nearest]', async () => {
  const server = new KeysServer();
  await server.start();
  for (const [bad, nearest] of [
    ['Ctrl+Enter', 'Enter'],
    ['Entr', 'Enter'],
  ]) {
    const failure = await server.request('sendKey', { keys: ['a', bad, 'b'] }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RpcFailure);
    const { code, data } = failure as RpcFailure;
    expect(code).toBe(-32602);
    expect(data['errors']).toMatchObject([
      { pointer: '/keys/1', reason: expect.stringContaining(`nearest valid key is "${nearest}"`) },
    ]);
  }
  expect(await server.readBytes()).toBe('');
});

const oddities: readonly (readonly [params: object, pointer: string])[] = [
  [{ key: '' }, '/key'],
  [{ key: 'x'.repeat(201) }, '/key'],
  [{ key: 'Shift+Enter' }, '/key'],
  [{ key: '\ud83d' }, '/key'],
  [{ keys: [] }, '/keys'],
  [{ keys: ['a', ''] }, '/keys/1'],
  [{}, ''],
  [{ key: 'a', keys: ['b'] }, ''],
  [{ key: 'a', repeat: 0 }, '/repeat'],
  [{ key: 'a', repeat: 1.5 }, '/repeat'],
  [{ key: 'a', delayMs: -1 }, '/delayMs'],
  [{ key: 'a', delayMs: 2 ** 31 }, '/delayMs'],
  [{ key: 'a', settleMs: 2 ** 31 }, '/settleMs'],
  [{ key: 'a', settleMS: 5 }, '/settleMS'],
];
test('sendKey rejects invalid params and names them [4.key-params]', async () => {
  const server = new KeysServer();
  await server.start();
  for (const [params, pointer] of oddities)
    await expect(server.request('sendKey', params)).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ pointer }] },
    });
  expect(await server.readBytes()).toBe('');
});

test('Enter sends CR LF while newline mode is on, otherwise CR [4.newline-mode, 4.late]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendKey', { key: 'Enter' });
  await server.switch('20h');
  expect((await server.request('terminalState')).modes).toMatchObject({ newline: true });
  await server.request('sendKey', { keys: ['a', 'Enter'] });
  await server.request('sendLine', { text: 'b' });
  await server.switch('20l');
  await server.request('sendKey', { key: 'Enter' });
  expect(await server.readBytes()).toBe(hexOf('\ra\r\nb\r\n\r'));
});
