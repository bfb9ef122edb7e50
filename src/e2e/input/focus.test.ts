import { expect, test } from 'vitest';
import { failureOf } from '../../testing/failure-of.js';
import { hexOf, KeysServer } from '../../testing/keys.js';

test('focus events are sent only to a program that has enabled them [4.focus]', async () => {
  const server = new KeysServer();
  await server.start();
  const sendFocus = async (focused: boolean): Promise<object> => await server.request('focus', { focused });
  expect(await sendFocus(true)).toEqual({ ok: true, sent: false });
  await server.switch('?1004h');
  expect(await sendFocus(false)).toEqual({ ok: true, sent: true });
  expect(await sendFocus(true)).toEqual({ ok: true, sent: true });
  await server.switch('?1004l');
  expect(await sendFocus(false)).toEqual({ ok: true, sent: false });
  expect((await failureOf(server.request('focus', {}))).code).toBe(-32602);
  expect(await server.readBytes()).toBe(hexOf('\x1b[O\x1b[I'));
});
