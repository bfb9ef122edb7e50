import { expect, test } from 'vitest';
import { TestServer } from '../testing/client.js';
import { inject } from '../testing/inject.js';

test('a line is typed and its answer awaited', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-i'], { env: { PS1: '> ' }, readySelector: { type: 'exact', text: '> ' } });
  await server.request('sendLine', { text: "echo hel''lo", expectAfter: { type: 'exact', text: 'hello' } });
  const view = await server.request('currentView');
  expect(view.text).toContain('\nhello\n');
  expect(await server.end()).toBe(0);
});

test('inject', async () => {
  expect(await inject([{ jsonrpc: '2.0', id: 0, method: 'server.ping' }])).toEqual([
    { jsonrpc: '2.0', id: 0, result: { pong: true, version: '0.1.0' } },
  ]);
});
