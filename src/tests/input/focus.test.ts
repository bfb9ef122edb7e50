import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { hexOf, KeysServer } from '../support/keys.js';
import { ScriptedProgram } from '../support/scripted-program.js';

test('focus events are sent only to a program that has enabled them [4.focus]', async () => {
  const server = new KeysServer();
  await server.start();
  const sendFocus = async (focused: boolean): Promise<object> =>
    await server.request('focus', { focused, timeoutMs: 0 });
  expect(await sendFocus(true)).toEqual({ ok: true, sent: false });
  await server.switch('?1004h');
  expect(await sendFocus(false)).toEqual({ ok: true, sent: true });
  expect(await sendFocus(true)).toEqual({ ok: true, sent: true });
  await server.switch('?1004l');
  expect(await sendFocus(false)).toEqual({ ok: true, sent: false });
  expect((await failureOf(server.request('focus', {}))).code).toBe(-32602);
  expect(await server.readBytes()).toBe(hexOf('\x1b[O\x1b[I'));
});

test('focus waits until the program has enabled focus events [4.focus-waits]', async () => {
  const { server, print, begin } = await ScriptedProgram.startRaw(20, 6);
  await server.request('viewSubscribe', { includeText: true });
  await begin('focus', 'focus', { focused: true, timeoutMs: 60_000 });
  print('other');
  await server.inbox.waitForNotification('view.changed', ({ text }) => String(text).includes('other'));
  expect(server.inbox.messages).not.toContainEqual(expect.objectContaining({ id: 'focus' }));
  print('\x1b[?1004h');
  expect(await server.inbox.waitForResult('focus')).toEqual({ ok: true, sent: true });
  expect(await server.request('focus', { focused: false })).toEqual({ ok: true, sent: true });
});
