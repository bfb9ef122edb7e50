import { expect } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { waitForScreen } from '../../testing/wait-for-screen.js';

const bash = needing('bash');
const python = needing('python3');

async function startBash(server: TestServer): Promise<void> {
  const env = { PS1: '> ', HISTFILE: '/dev/null', INPUTRC: '/dev/null' };
  const readySelector = { type: 'exact', text: '> ' };
  await server.launch(
    'bash',
    ['--norc', '--noprofile', '-i'],
    { env, readySelector, cwd: server.directory },
    { notifyExit: true },
  );
}

// The text typed first, the keys after it, and the resulting line.
const edits: readonly (readonly [what: string, text: string, keys: readonly string[], line: string])[] = [
  ['Home and End', 'bc', ['Home', 'a', 'End', 'd'], 'abcd'],
  ['arrows', 'ad', ['Left', 'b', 'c', 'Right', 'e'], 'abcde'],
  ['Backspace and Delete', 'abxyc', ['Left', 'Backspace', 'Left', 'Delete'], 'abc'],
  ['Ctrl+arrows', 'one two three', ['Ctrl+Left', 'Ctrl+Left', 'X', 'Ctrl+Right', 'Y'], 'one XtwoY three'],
  ['C-a, C-e, C-f, C-b', 'bd', ['C-a', 'a', 'C-f', 'c', 'C-e', 'f', 'C-b', 'e'], 'abcdef'],
  ['M-b, M-f, M-d', 'one two three', ['M-b', 'M-b', 'M-d', 'M-f', 'Y'], 'one  threeY'],
  ['M-u, M-c, M-l', 'one two THREE', ['C-a', 'M-u', 'M-c', 'M-l'], 'ONE Two three'],
  [
    'Ctrl+w, Ctrl+y, Alt+Backspace',
    'one two-three',
    ['Ctrl+w', 'Ctrl+y', 'Ctrl+y', 'Alt+Backspace'],
    'one two-threetwo-',
  ],
  ['Ctrl+k, Ctrl+u', 'abcdef', ['Ctrl+b', 'Ctrl+b', 'Ctrl+k', 'Ctrl+b', 'Ctrl+u'], 'd'],
  ['Ctrl+t and M-t', 'one two ab', ['Ctrl+t', 'M-t'], 'one ba two'],
  ['Ctrl+_ (undo)', 'abc', ['Ctrl+w', 'Ctrl+_'], 'abc'],
  ['Ctrl+v, then Escape', 'a', ['Ctrl+v', 'Escape', 'b'], 'a^[b'],
  ['Escape as the Meta prefix', 'one two', ['Escape', 'b', 'X'], 'one Xtwo'],
  ['wide and accented characters', 'a', ['漢', 'é', 'Backspace', 'Backspace', 'b', '字'], 'ab字'],
];
bash.each(edits)('readline interprets %s [4.in-use] (needs bash)', async (_what, text, keys, line) => {
  const server = new TestServer();
  await startBash(server);
  await server.request('sendText', { text });
  await server.request('sendKey', { keys });
  const screen = await waitForScreen(server, `> ${line}\n`);
  expect(screen.split('\n')[0]).toBe(`> ${line}`);
});

bash('readline handles history, search, completion, interrupt and end of file [4.in-use] (needs bash)', async () => {
  const server = new TestServer();
  await startBash(server);
  for (const number of [1, 2, 3])
    await server.request('sendLine', {
      text: `echo number ${number}`,
      expectAfter: { type: 'regex', pattern: `^number ${number}` },
    });
  await server.request('sendKey', { keys: ['Up', 'Up', 'Up', 'Down', 'Enter'] });
  await waitForScreen(server, /(\nnumber 2.*){2}>/s);
  await server.request('sendKey', { keys: ['Ctrl+r', ...'ber 3'] });
  await waitForScreen(server, '(reverse-i-search)`ber 3');
  await server.request('sendKey', { keys: ['Ctrl+g', 'M-<'] });
  await waitForScreen(server, /> echo number 1\n*$/);
  await server.request('sendKey', { key: 'Ctrl+c' });
  await waitForScreen(server, '> echo number 1^C');
  await server.request('sendLine', { text: 'touch tab-completes-this', settleMs: 1000 });
  await server.request('sendKey', { keys: [...'ls tab-', 'Tab'] });
  await waitForScreen(server, '> ls tab-completes-this');
  await server.request('sendKey', { keys: ['Ctrl+u', 'Ctrl+d'] });
  expect(await server.inbox.waitForNotification('session.exited')).toMatchObject({ timedOut: false });
});

bash('keys interrupt, stop and quit a running command [4.in-use] (needs bash)', async () => {
  const server = new TestServer();
  await startBash(server);
  const started = { type: 'regex', pattern: '^started' };
  for (const [key, seen] of [
    ['Ctrl+c', /\^C\n>/],
    ['^Z', 'Stopped'],
    ['C-\\', /\^\\.*>/s],
  ] as const) {
    await server.request('sendLine', { text: `sh -c 'echo started; exec sleep 1000'`, expectAfter: started });
    await server.request('sendKey', { key });
    await waitForScreen(server, seen);
  }
  await server.request('close');
});

python('python interprets keys for history, editing and end of file [4.in-use] (needs python3)', async () => {
  const server = new TestServer();
  const env = { PYTHONSTARTUP: null, PYTHON_HISTORY: '/dev/null', INPUTRC: '/dev/null', HOME: server.directory };
  await server.launch('python3', ['-q'], { env, readySelector: { type: 'exact', text: '>>> ' } }, { notifyExit: true });
  await server.request('sendLine', { text: '6 * 7', expectAfter: { type: 'regex', pattern: '^42$' } });
  await server.request('sendKey', { keys: ['Up', 'Home', 'Delete', '5', 'End', '0', 'Enter'] });
  await waitForScreen(server, /^350$/m);
  await server.request('sendKey', { keys: [...'len("é漢")', 'Enter'] });
  await waitForScreen(server, /^2$/m);
  await server.request('sendKey', { keys: [...'input("more? ")', 'Enter'] });
  // The kernel discards unread input before Ctrl+C.
  await waitForScreen(server, /^more\?$/m);
  await server.request('sendKey', { key: 'C-c' });
  await waitForScreen(server, 'KeyboardInterrupt');
  await server.request('sendKey', { key: 'Ctrl+d' });
  expect(await server.inbox.waitForNotification('session.exited')).toMatchObject({ timedOut: false });
});
