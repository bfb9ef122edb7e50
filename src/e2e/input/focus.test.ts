import { expect, test } from 'vitest';
import { failureOf } from '../../testing/failure-of.js';
import { hexOf, KeysServer } from '../../testing/keys.js';

test('focus events are sent only to a program that has enabled them [4.focus]', async () => {
  const server = new KeysServer();
  await server.start();
  const tell = async (focused: boolean): Promise<object> => await server.request('focus', { focused });
  expect(await tell(true)).toEqual({ ok: true, sent: false });
  await server.switch('?1004h');
  expect(await tell(false)).toEqual({ ok: true, sent: true });
  expect(await tell(true)).toEqual({ ok: true, sent: true });
  await server.switch('?1004l');
  expect(await tell(false)).toEqual({ ok: true, sent: false });
  expect((await failureOf(server.request('focus', {}))).code).toBe(-32602);
  expect(await server.bytes()).toBe(hexOf('\x1b[O\x1b[I'));
});
