import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { recordingPathOf } from '../support/recordings.js';
import { exact } from '../support/selectors.js';
import { parseViewUrl, startView, ViewClient } from '../support/view-client.js';

const size = { terminalCols: 100, terminalRows: 10 };

/** Every file that a server has written, as text. */
function readFiles(directory: string): readonly (readonly [name: string, text: string])[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map(({ name, parentPath }) => {
    const text = readFileSync(join(parentPath, name), 'latin1');
    // A trace contains its recording in compressed form.
    const packed = [...text.matchAll(/[A-Za-z0-9+/]{400,}=*/g)].map(([data]) => Buffer.from(data, 'base64'));
    const unpacked = packed.filter((data) => data[0] === 0x1f).map((data) => gunzipSync(data).toString('latin1'));
    return [name, [text, ...unpacked].join('\n')] as const;
  });
}

/** Fails if a file, or standard error apart from the lines of the views, contains the token or a part of it. */
function expectSecret(server: TestServer, tokens: readonly string[]): void {
  const files = readFiles(server.directory);
  const logged = server.stderr.replaceAll(/^tuispec: view at http:\S+\n/gm, '');
  for (const [name, text] of [...files, ['standard error', logged] as const])
    for (const token of tokens)
      for (const part of [token, token.slice(0, 12), token.slice(-12)]) expect(text.includes(part), name).toBe(false);
}

test('the responses that contain the token are recorded without it, in batches and arrays, too [15.token-secret]', async () => {
  const args = ['--log-level', 'debug', '--output-log', 'output.log'];
  const server = new TestServer({ args });
  const path = recordingPathOf(server);
  await server.request('recording.start', { path });
  await server.request('initialize', { ...size, trace: 'on' });
  const first = parseViewUrl((await server.request('view.start', { interactive: true })).url);
  const viewers = [await ViewClient.open(first), await ViewClient.open(first, '?screens=cells')];
  await server.request('view.status');
  await server.request('launch', { command: 'cat' });
  const { results } = await server.request('batch', { steps: [{ method: 'view.status' }, { method: 'view.status' }] });
  expect(JSON.stringify(results)).toContain(first.token);
  server.send('[{"jsonrpc":"2.0","id":"a","method":"view.status"},{"jsonrpc":"2.0","id":"b","method":"server.ping"}]');
  expect(JSON.stringify(await server.inbox.waitForBatch())).toContain(first.token);
  server.send('[{"jsonrpc":"2.0","id":"c","method":"view.start","params":{"interactive":true}}]');
  await expect.poll(() => server.stderr.split('tuispec: view at').length).toBe(3);
  const second = parseViewUrl((await server.request('view.status')).url ?? '');
  expect(second.token).not.toBe(first.token);
  viewers.push(await ViewClient.open(second));
  const response = await fetch(`${second.origin}/api/state?token=${second.token}`);
  expect(response.status).toBe(200);
  await fetch(`${second.origin}/api/state?token=${first.token}`);
  await viewers[2]?.input({ type: 'text', text: 'hello' });
  await viewers[2]?.waitForText('hello');
  const failure = await failureOf(server.request('view.start', { host: '192.0.2.1' }));
  expect(JSON.stringify([failure.message, failure.data])).not.toContain(second.token);
  await server.request('recording.stop');
  await server.request('close');
  expect(readFiles(server.directory).map(([name]) => name)).toEqual(
    expect.arrayContaining(['trace.html', 'trace.jsonl', 'recording.jsonl', 'output.log']),
  );
  for (const { messages } of viewers)
    for (const { token } of [first, second]) expect(JSON.stringify(messages)).not.toContain(token);
  expect(await server.end()).toBe(0);
  expectSecret(server, [first.token, second.token]);
  expect(server.stderr.match(/token=/g)).toHaveLength(server.stderr.match(/^tuispec: view at/gm)?.length ?? 0);
});

test('a token that the client or a viewer types is hidden where the program displays it [15.token-secret]', async () => {
  const args = ['--log-level', 'debug', '--output-log', 'output.log'];
  const { server, ...address } = await startView({ interactive: true }, { args });
  const { url = '' } = await server.request('view.status');
  await server.request('recording.start', { path: recordingPathOf(server), styled: true });
  // The URL is displayed in two rows.
  await server.request('initialize', { ...size, terminalCols: 50, trace: 'on' });
  await server.request('launch', { command: 'sh', args: ['-c', 'echo "$0"; cat', url] });
  await server.request('waitForText', { selector: exact('token=') });
  await server.request('renderView', { name: 'shot' });
  const viewer = await ViewClient.open(address);
  await server.request('sendLine', { text: `open ${url}`, expectAfter: 'open' });
  await viewer.input({ type: 'paste', text: `again ${url}\n` });
  await viewer.waitForText('again');
  const failed = await failureOf(server.request('waitForText', { selector: exact('never'), timeoutMs: 0 }));
  expect(JSON.stringify(failed.data)).not.toContain(address.token.slice(0, 12));
  await server.request('recording.stop');
  await server.request('close');
  expect(JSON.stringify(viewer.messages)).not.toContain(address.token);
  expect(await server.end()).toBe(0);
  expectSecret(server, [address.token]);
});
