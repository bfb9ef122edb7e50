import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import type { TestServer } from '../support/client.js';
import { startView, ViewClient, type ViewMessage } from '../support/view-client.js';

const env = { PS1: '$ ', HISTFILE: '' };
const size = { terminalCols: 60, terminalRows: 12 };
const keys = resolve('fixtures/programs/keys.mjs');

/** Starts a program that prints its input in hex, and an interactive viewer. */
async function openKeys(modes = ''): Promise<{ server: TestServer; viewer: ViewClient }> {
  const { server, ...address } = await startView({ interactive: true });
  const readySelector = { type: 'exact', text: 'ready' };
  await server.launch(process.execPath, [keys], { readySelector }, size);
  if (modes !== '') await server.request('sendLine', { text: modes, expectAfter: 'switched' });
  return { server, viewer: await ViewClient.open(address) };
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

test('keys, text and paste reach the program in order, encoded for its modes [15.input]', async () => {
  const { server, viewer } = await openKeys('!paste+');
  const inputs = [
    [{ type: 'key', key: 'Up' }, '\x1b[A'],
    [{ type: 'key', key: 'Ctrl+c' }, '\x03'],
    [{ type: 'key', key: 'a' }, 'a'],
    [{ type: 'text', text: '漢字🐟' }, '漢字🐟'],
    [{ type: 'paste', text: 'one\ntwo' }, '\x1b[200~one\ntwo\x1b[201~'],
    [{ type: 'key', key: 'Shift+Tab' }, '\x1b[Z'],
  ] as const;
  const acks = await Promise.all(inputs.map(([message]) => viewer.input(message)));
  expect(acks).toEqual(inputs.map((_, index) => ({ type: 'ack', seq: index + 1, ok: true })));
  const all = inputs.map(([, bytes]) => hexOf(bytes)).join('');
  await viewer.waitForText(hexOf('\x1b[Z'));
  const { text } = await server.request('currentView');
  // Inputs that are written together can arrive in one chunk.
  expect(text.replaceAll(/^\d+\.\d |^[^\d].*$|\s/gm, '')).toBe(all);
});

test('the mouse is encoded for the modes of the program; without them nothing is sent [15.input]', async () => {
  const { server, viewer } = await openKeys();
  const press = { type: 'mouse', action: 'press', row: 3, col: 5, button: 'left', modifiers: [] };
  expect((await viewer.input(press))['ok']).toBe(false);
  expect((await viewer.input({ type: 'mouse', action: 'move', row: 3, col: 5, modifiers: [] }))['ok']).toBe(true);
  await server.request('sendLine', { text: '!?1003h', expectAfter: 'switched' });
  await server.request('sendLine', { text: '!?1006h', expectAfter: 'switched' });
  const mouse = [
    [press, '\x1b[<0;5;3M'],
    [{ type: 'mouse', action: 'move', row: 4, col: 6, modifiers: [] }, '\x1b[<32;6;4M'],
    [{ type: 'mouse', action: 'release', row: 4, col: 6, button: 'left', modifiers: [] }, '\x1b[<0;6;4m'],
    [{ type: 'mouse', action: 'wheel', row: 1, col: 1, button: 'down', modifiers: ['Ctrl'] }, '\x1b[<81;1;1M'],
  ] as const;
  for (const [message, bytes] of mouse) {
    expect(await viewer.input(message)).toMatchObject({ ok: true });
    await viewer.waitForText(hexOf(bytes));
  }
});

test('viewers learn whether the program reads the mouse [15.page-input]', async () => {
  const { server, viewer } = await openKeys();
  await viewer.waitFor(({ type, mouse }) => type === 'modes' && mouse === false);
  await server.request('sendLine', { text: '!?1000h', expectAfter: 'switched' });
  await viewer.waitFor(({ type, mouse }) => type === 'modes' && mouse === true);
});

test('the pieces of a long paste are one paste [15.input]', async () => {
  const { server, viewer } = await openKeys('!paste+');
  const [start, end] = ['\x1b[200~', '\x1b[201~'];
  await viewer.input({ type: 'paste', text: 'a'.repeat(10), more: true });
  await viewer.input({ type: 'paste', text: 'b'.repeat(10), more: true });
  await viewer.input({ type: 'paste', text: 'c' });
  await viewer.waitForText(hexOf(`c${end}`).slice(-8));
  const { text } = await server.request('currentView');
  expect(text.replaceAll(/\s/g, '')).toContain(hexOf(`${start}${'a'.repeat(10)}${'b'.repeat(10)}c${end}`));
  const pieces = Array.from({ length: 20 }, () =>
    viewer.input({ type: 'paste', text: 'x'.repeat(60_000), more: true }),
  );
  const acks = await Promise.all(pieces);
  expect(acks.filter(({ ok }) => ok === false)).toHaveLength(1);
});

test('input reaches the program while a request waits [15.input]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('bash', ['--norc', '--noprofile'], { env }, size);
  const viewer = await ViewClient.open(address);
  await viewer.waitForText('$');
  const waited = server.request('waitForText', { selector: { type: 'exact', text: 'answer 42' } });
  await viewer.input({ type: 'text', text: 'echo answer $((6*7))' });
  await viewer.input({ type: 'key', key: 'Enter' });
  expect(await waited).toMatchObject({ match: { text: 'answer 42' } });
});

test('a read-only view rejects input [15.read-only]', async () => {
  const { server, ...address } = await startView();
  await server.launch('cat', [], {}, size);
  const viewer = await ViewClient.open(address);
  const inputs = [
    { type: 'key', key: 'a' },
    { type: 'text', text: 'a' },
    { type: 'paste', text: 'a' },
    { type: 'mouse', action: 'press', row: 1, col: 1, button: 'left', modifiers: [] },
  ];
  for (const input of inputs)
    expect(await viewer.input(input)).toEqual({
      type: 'ack',
      seq: expect.any(Number),
      ok: false,
      error: { code: -32004, message: expect.stringContaining('read-only'), data: { kind: 'read-only' } },
    });
  expect((await server.request('currentView')).text.trim()).toBe('');
});

const invalid = [
  [{ type: 'key' }, '`key` must be'],
  [{ type: 'key', key: 'Nope' }, 'Nope'],
  [{ type: 'key', key: 7 }, '`key` must be'],
  [{ type: 'text', text: '' }, '`text` must be'],
  [{ type: 'text', text: '\ud800' }, 'half of a character'],
  [{ type: 'resize', cols: 10 }, '`type` must be'],
  [{}, '`type` must be'],
  [{ type: 'mouse', action: 'drag', row: 1, col: 1 }, '`action` must be'],
  [{ type: 'mouse', action: 'press', row: 0, col: 1, button: 'left' }, '`row` must be'],
  [{ type: 'mouse', action: 'press', row: 999, col: 1, button: 'left' }, 'The screen has 12 rows'],
  [{ type: 'mouse', action: 'press', row: 1, col: 1, button: 'up' }, '`button` must be'],
  [{ type: 'mouse', action: 'press', row: 1, col: 1, button: 'left', modifiers: 'Ctrl' }, '`modifiers` must be'],
] as const;

test('invalid input is rejected with a reason, and the connection continues [15.input-invalid]', async () => {
  const { viewer } = await openKeys();
  for (const [message, reason] of invalid) {
    const { ok, error } = await viewer.input(message);
    expect(ok).toBe(false);
    expect((error as { message: string }).message).toContain(reason);
  }
  for (const text of ['nonsense', '[]', 'null', '7', '{']) {
    const answered = viewer.waitForNext(({ type, seq }) => type === 'ack' && seq === null);
    viewer.socket.send(text);
    expect(await answered).toMatchObject({ ok: false, error: { code: -32700 } });
  }
  expect((await viewer.input({ type: 'key', key: 'a' }))['ok']).toBe(true);
});

test('input without a running program is rejected [15.input-invalid]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  const viewer = await ViewClient.open(address);
  const key = { type: 'key', key: 'a' };
  const kindOf = ({ error }: ViewMessage): unknown => (error as { data: { kind: string } } | undefined)?.data.kind;
  expect(kindOf(await viewer.input(key))).toBe('no-program');
  await server.request('initialize', size);
  expect(kindOf(await viewer.input(key))).toBe('no-program');
  await server.request('launch', { command: 'true' });
  await server.request('waitForExit');
  expect(kindOf(await viewer.input(key))).toBe('exited');
});

/** The recorded inputs of viewers. */
function readInputs(path: string): object[] {
  const events = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return events
    .filter(({ direction }) => direction === 'notification')
    .map(({ line }) => JSON.parse(line))
    .filter(({ method }) => method === 'view.input')
    .map(({ params }) => params);
}

test('input is recorded as view.input, and hidden where the terminal does not display it [15.input-recorded, 15.input-hidden]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  const path = join(server.directory, 'demo.jsonl');
  await server.request('initialize', size);
  await server.request('recording.start', { path });
  const script =
    'printf "name: "; read -r name; printf "password: "; stty -echo; read -r word; stty echo; echo thanks; cat';
  await server.request('launch', { command: 'sh', args: ['-c', script] });
  const viewer = await ViewClient.open(address);
  await viewer.waitForText('name:');
  await viewer.input({ type: 'text', text: 'Ada' });
  await viewer.input({ type: 'key', key: 'Enter' });
  await viewer.waitForText('password:');
  for (const key of 'tulip') await viewer.input({ type: 'key', key });
  await viewer.input({ type: 'paste', text: 'flower' });
  await viewer.input({ type: 'key', key: 'Enter' });
  await viewer.waitForText('thanks');
  await viewer.input({ type: 'text', text: 'shown again' });
  await viewer.waitForText('shown again');
  await viewer.waitFor(({ event }) =>
    /view\.input.*shown again/.test(String((event as RecordingEvent | undefined)?.line)),
  );
  await server.request('recording.stop');
  expect(readInputs(path)).toEqual([
    { type: 'text', text: 'Ada' },
    { type: 'key', key: 'Enter' },
    ...[...'tulip'].map(() => ({ type: 'key', key: '•' })),
    { type: 'paste', text: '•' },
    { type: 'key', key: 'Enter' },
    { type: 'text', text: 'shown again' },
  ]);
  expect(readFileSync(path, 'utf8')).not.toMatch(/flower/);
  // Only `launch` is replayed.
  expect(await server.request('replay', { path })).toMatchObject({ ok: true, replayedRequests: 1 });
});

test('keys that are typed quickly are recorded one by one [15.input-recorded]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('bash', ['--norc', '--noprofile'], { env, readySelector: '$ ' }, size);
  const viewer = await ViewClient.open(address);
  const keys = [...'abc-def-ghi'];
  await Promise.all(keys.map(async (key) => await viewer.input({ type: 'key', key })));
  const inputs = (): unknown[] =>
    viewer.events
      .filter(({ line }) => line.includes('"view.input"'))
      .map(({ line }) => (JSON.parse(line) as { params: { key: string } }).params.key);
  while (inputs().length < keys.length) await viewer.waitForNext(({ type }) => type === 'event');
  expect(inputs()).toEqual(keys);
});

test('input moves no lastInput baseline [15.input-baseline]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('bash', ['--norc', '--noprofile'], { env }, size);
  const viewer = await ViewClient.open(address);
  await viewer.waitForText('$');
  await server.request('sendLine', { text: 'echo one', expectAfter: { type: 'regex', pattern: '^one$' } });
  await viewer.input({ type: 'text', text: 'echo two' });
  await viewer.input({ type: 'key', key: 'Enter' });
  await viewer.waitForText('\ntwo');
  const found = await server.request('waitForText', {
    selector: { type: 'regex', pattern: '^one$' },
    since: 'lastInput',
    timeoutMs: 0,
  });
  expect(found).toMatchObject({ match: { text: 'one' } });
});

test('output after the input of a viewer ends no settle time [15.input-baseline]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  // Displays what it reads, but not the letter x.
  await server.launch('sh', ['-c', 'stty -icanon -echo; echo ready; tr -d x'], { readySelector: 'ready' }, size);
  const viewer = await ViewClient.open(address);
  server.send('{"jsonrpc":"2.0","id":"settle","method":"sendKey","params":{"key":"x","settleMs":60000}}');
  await viewer.waitFor(({ event }) => String((event as RecordingEvent | undefined)?.line).includes('"sendKey"'));
  await viewer.input({ type: 'text', text: 'typed\n'.repeat(2000) });
  await viewer.waitForText('typed');
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"settle"}}');
  expect(await server.inbox.waitForResponse('settle')).toMatchObject({ error: { code: -32800 } });
});

test('viewers leave the size of the terminal alone [15.no-influence]', async () => {
  const { server, ...address } = await startView({ interactive: true });
  await server.launch('cat', [], {}, size);
  const viewer = await ViewClient.open(address, '?cols=200&rows=50');
  expect((await viewer.input({ type: 'resize', cols: 10, rows: 3 }))['ok']).toBe(false);
  expect(await server.request('currentView')).toMatchObject({ cols: 60, rows: 12 });
});
