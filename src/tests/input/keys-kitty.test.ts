import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { hexOf, KeysServer } from '../support/keys.js';
import { pathOfProgram } from '../support/programs.js';
import { waitForScreen } from '../support/wait-for-screen.js';

async function start(flags: number): Promise<TestServer> {
  const server = new TestServer();
  const readySelector = { type: 'exact', text: `flags ${flags}` };
  const size = { terminalCols: 60, terminalRows: 40, notifyExit: true };
  await server.launch(process.execPath, [pathOfProgram('kitty.mjs'), String(flags)], { readySelector }, size);
  return server;
}

/** Returns the output of the program after its first line. */
const readOutput = async (server: TestServer, last: string): Promise<string[]> =>
  (await waitForScreen(server, last)).trimEnd().split('\n').slice(1);

test('a program that enables disambiguation receives every key unambiguously [4.kitty-query, 4.kitty-flags]', async () => {
  const server = await start(1);
  await server.request('sendKey', { keys: ['Escape', 'Ctrl+i', 'Tab', 'C-S-x', 'M-X', 'Shift+Enter', 'Enter', 'Up'] });
  await server.request('sendText', { text: 'hé' });
  expect(await readOutput(server, 'text é')).toEqual([
    ...[
      'Escape',
      'Ctrl+i',
      'byte 9',
      'Shift+Ctrl+x',
      'Shift+Alt+x',
      'Shift+Enter',
      'byte 13',
      'Up',
      'text h',
      'text é',
    ],
  ]);
});

test('a program that enables event types receives releases; keys can be held [4.key-events]', async () => {
  const server = await start(3);
  await server.request('sendKey', { key: 'w', event: 'press' });
  await server.request('sendKey', { key: 'w', event: 'repeat', repeat: 2 });
  await server.request('sendKey', { key: 'w', event: 'release' });
  await server.request('sendKey', { keys: ['Ctrl+Left', 'x'] });
  const refusal = await failureOf(server.request('sendKey', { key: 'Enter', event: 'release' }));
  expect(refusal).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/key' }] } });
  expect(await readOutput(server, 'x up')).toEqual([
    ...['text w', 'text w', 'text w', 'w up', 'Ctrl+Left', 'Ctrl+Left up', 'text x', 'x up'],
  ]);
});

test('a program that enables all kitty flags receives all events and texts [4.kitty-flags, 4.kitty-text]', async () => {
  const server = await start(31);
  await server.request('sendKey', { keys: ['A', '!', 'Space', '漢'] });
  // sendLine sends text, which is not reported as keys.
  await server.request('sendLine', { text: 'ls' });
  expect(await readOutput(server, 'Enter up')).toEqual([
    ...['Shift+a (A) "A"', 'Shift+a (A) up', 'Shift+1 (!) "!"', 'Shift+1 (!) up', 'Space " "', 'Space up', ' "漢"'],
    ...['text l', 'text s', 'Enter', 'Enter up'],
  ]);
});

test('the keyboard protocol is reset when the program exits [4.kitty-stack]', async () => {
  const server = await start(1);
  expect((await server.request('terminalState')).modes).toMatchObject({ kittyKeyboard: 1 });
  await server.request('sendKey', { key: 'q' });
  await server.inbox.waitForNotification('session.exited');
  const { modes, unansweredQueries } = await server.request('terminalState');
  expect(modes).toMatchObject({ kittyKeyboard: 0, alternateScreen: false });
  expect(unansweredQueries).toEqual([]);
});

test('keys use the keyboard protocol that is enabled when they are written [4.late, 4.kitty-flags, 4.modify-other-keys]', async () => {
  const server = new KeysServer();
  await server.start();
  const keys = ['Ctrl+i', 'Up', 'Alt+x'];
  for (const mode of ['>1u', '?1049h', '?1049l', '<u', '>4;2m', '>4;1f', '>4m']) {
    await server.request('sendKey', { keys });
    await server.switch(mode);
  }
  await server.request('sendKey', { keys });
  const plain = '\t\x1b[A\x1bx';
  const kitty = '\x1b[105;5u\x1b[A\x1b[120;3u';
  const tilde = '\x1b[27;5;105~\x1b[A\x1b[27;3;120~';
  const csiU = '\x1b[105;5u\x1b[A\x1b[120;3u';
  expect(await server.readBytes()).toBe(hexOf([plain, kitty, plain, kitty, plain, tilde, csiU, plain].join('')));
});

test('if event types are off, a release is rejected and a repeat is sent as a press [4.key-events]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendKey', { key: 'a', event: 'repeat', repeat: 3 });
  await server.request('sendKey', { key: 'b', event: 'press' });
  const { code, message } = await failureOf(server.request('sendKey', { keys: ['a', 'b'], event: 'release' }));
  expect(code).toBe(-32602);
  expect(message).toContain('Cannot send the release of "a": the program has not requested this event.');
  expect(await server.readBytes()).toBe(hexOf('aaab'));
});
