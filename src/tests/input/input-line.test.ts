import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { hexOf, KeysServer } from '../support/keys.js';
import { needing } from '../support/packages.js';
import { pathOfProgram } from '../support/programs.js';
import { exact } from '../support/selectors.js';
import { waitForScreen } from '../support/wait-for-screen.js';

const bash = ['--norc', '--noprofile', '-i'];
const bashLaunch = { env: { PS1: '> ', HISTFILE: '/dev/null', INPUTRC: '/dev/null' }, readySelector: exact('> ') };
// Timers may fire slightly early.
const timerErrorMs = 5;
// Longer than a test may take.
const forever = 2_147_483_647;
const timeout = { code: -32004, data: { kind: 'timeout' } };

/** Starts `line-editor.mjs`. */
async function startEditor(server: TestServer, prompt: string, echoMs: number, answer?: string): Promise<void> {
  const args = [pathOfProgram('line-editor.mjs'), prompt, `${echoMs}`, ...(answer === undefined ? [] : [answer])];
  await server.launch(process.execPath, args, { readySelector: exact(prompt) });
}

test('sendLine writes its text, then Enter [4.line]', async () => {
  const server = new KeysServer();
  await server.start();
  await server.request('sendLine', { text: 'héllo' });
  await server.request('sendLine', { text: '' });
  const chunks = (await server.readChunks()).map(({ hex }) => hex);
  expect(chunks).toEqual([hexOf('héllo'), '0d', '0d']);
});

test('Enter is written when the echo is visible, before settleMs has passed [4.line-echo]', async () => {
  const server = new TestServer();
  await startEditor(server, '> ', 0, 'said %');
  await server.request('sendLine', { text: 'hello', settleMs: forever });
  await waitForScreen(server, '> hello\nsaid hello\n>');
});

test('without an echo Enter is written after settleMs [4.line-echo]', async () => {
  const server = new TestServer();
  await startEditor(server, '> ', -1, 'said %');
  const startedAt = performance.now();
  await server.request('sendLine', { text: 'hello', settleMs: 300 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300 - timerErrorMs);
  await waitForScreen(server, '>\nsaid hello\n>');
});

const echoes: [what: string, prompt: string, echoMs: number, text: string, params: object][] = [
  ['an immediate echo', '> ', 0, 'hello', {}],
  ['an echo that is slower than settleMs', '> ', 120, 'hello', {}],
  [
    'an echo that is slower than settleMs, matched by a regular expression',
    '> ',
    120,
    'hello',
    { expectAfter: { type: 'regex', pattern: 'hel+o' } },
  ],
  ['an echo that comes after Enter', '> ', 700, 'hello', { timeoutMs: 2000 }],
  ['an echo with settleMs 0', '> ', 50, 'hello', { settleMs: 0 }],
  ['an echo at a prompt that ends like the text', 'say hello', 120, 'hello', { expectAfter: exact('hellohello') }],
  ['an echo together with its prompt', '> ', 100, 'hello', { expectAfter: exact('> hello') }],
  ['an echo in other case', '> ', 100, 'HELLO', { expectAfter: { type: 'exact', text: 'hello', ignoreCase: true } }],
  ['an echo of wide characters', '> ', 100, '漢字😀e\u0301', { expectAfter: exact('漢字') }],
];
test.each(echoes)('%s does not match expectAfter [4.line-answer]', async (_what, prompt, echoMs, text, params) => {
  const server = new TestServer();
  await startEditor(server, prompt, echoMs);
  const line = { text, expectAfter: exact('hello'), timeoutMs: 900, ...params };
  await expect(server.request('sendLine', line)).rejects.toMatchObject(timeout);
  await waitForScreen(server, text.normalize('NFC'));
});

test.each([0, 50])(
  'expectAfter matches the output, not an identical echo, with settleMs %d [4.line-answer]',
  async (settleMs) => {
    const server = new TestServer();
    await server.launch('cat');
    for (let round = 1; round <= 10; round += 1) {
      await server.request('sendLine', { text: 'same', expectAfter: exact('same'), settleMs });
      const { text } = await server.request('currentView');
      expect(text.match(/same/g)).toHaveLength(2 * round);
    }
  },
);

test('expectAfter waits for new output if the same text is already on the screen [4.line-answer]', async () => {
  const server = new TestServer();
  await startEditor(server, '> ', 20, 'ok');
  for (let round = 1; round <= 60; round += 1)
    await server.request('sendLine', { text: `go ${round}`, expectAfter: exact('ok') });
  const { text } = await server.request('currentView');
  expect(text).toMatch(/> go 60\nok\n/);
});

test('a line sent right after the previous output is typed after the next prompt [4.line-prompt]', async () => {
  const server = new TestServer();
  const script = "printf '> '; while read -r x; do echo ok; sleep 0.02; printf '> '; done";
  await server.launch('sh', ['-c', script], { readySelector: exact('> ') });
  // A pattern may match echoed text.
  const expectAfter = { type: 'regex', pattern: 'ok' };
  for (let round = 0; round < 10; round += 1) await server.request('sendLine', { text: 'go', expectAfter });
  const { text } = await server.request('currentView');
  // On a busy machine the prompt may appear too late in some rounds.
  expect(text.match(/^> go$/gm)?.length).toBeGreaterThan(1);
});

test('expectAfter finds output that is visible for one synchronized update [4.line-answer]', async () => {
  const server = new TestServer();
  const frames = ['done', 'gone'].map((text) => `\\033[?2026h\\r${text}\\033[?2026l`).join('');
  const script = `stty -echo; printf 'ready '; while read -r line; do printf '${frames}'; done`;
  await server.launch('sh', ['-c', script], { readySelector: exact('ready ') });
  for (let round = 0; round < 5; round += 1)
    await server.request('sendLine', { text: 'go', expectAfter: exact('done') });
  await waitForScreen(server, 'gone');
});

needing('bash')('expectAfter matches bash output, not the command itself [4.line-answer] (needs bash)', async () => {
  const server = new TestServer();
  await server.launch('bash', bash, bashLaunch);
  for (const settleMs of [50, 0, 50, 0]) {
    await server.request('sendLine', { text: 'sleep 0.1; echo done', expectAfter: exact('done'), settleMs });
    await waitForScreen(server, /\ndone\n>$/m);
  }
  const { text } = await server.request('currentView');
  expect(text.match(/^done$/gm)).toHaveLength(4);
  await server.request('sendLine', { text: 'exec sleep 1000' });
  const never = { text: 'echo never', expectAfter: exact('never'), timeoutMs: 700 };
  await expect(server.request('sendLine', never)).rejects.toMatchObject(timeout);
});

const longTexts: [what: string, cols: number, rows: number, length: number][] = [
  ['that fills the line exactly', 40, 10, 33],
  ['that wraps', 40, 10, 200],
  ['longer than the screen', 40, 5, 800],
];
needing('bash').each(longTexts)(
  'sendLine recognizes the echo of a bash line %s and finds its output [4.line-wraps] (needs bash)',
  async (_what, cols, rows, length) => {
    const server = new TestServer();
    await server.launch('bash', bash, { ...bashLaunch, cols, rows });
    const text = `: ${'x'.repeat(length)}; echo do''ne`;
    for (let round = 0; round < 2; round += 1) {
      await server.request('sendLine', { text, expectAfter: exact('done'), settleMs: forever, timeoutMs: forever });
      await waitForScreen(server, /done\n>/);
    }
  },
);

const secrets: [what: string, expectAfter: object][] = [
  ['a text', exact('welcome')],
  ['a regular expression', { type: 'regex', pattern: '^welcome$' }],
  ['the password itself', exact('secret')],
];
test.each(secrets)(
  'sendLine works at a prompt that does not echo; expectAfter is %s [4.line-silent]',
  async (_what, expectAfter) => {
    const server = new TestServer();
    const script =
      'stty -echo; printf "Password: "; read -r word; stty echo; echo; [ "$word" = secret ] && echo "welcome, secret"; echo welcome; exec sleep 1000';
    await server.launch('sh', ['-c', script], { readySelector: exact('Password: ') });
    await server.request('sendLine', { text: 'secret', expectAfter, ambiguityMode: 'first' });
    const text = await waitForScreen(server, 'welcome, secret\nwelcome');
    expect(text).toContain('Password:\n');
  },
);

test('the typed text is an answer where the echo would be if the kernel does not echo [4.line-silent]', async () => {
  const server = new TestServer();
  const script = 'stty -echo; printf "Name: "; read -r word; printf %s "$word"; exec sleep 1000';
  await server.launch('sh', ['-c', script], { readySelector: exact('Name: ') });
  await server.request('sendLine', { text: 'hello', expectAfter: exact('hello') });
});

test('timeoutMs limits the whole call, including the wait for the echo [4.line-timeout]', async () => {
  const server = new KeysServer();
  await server.start();
  const line = { text: 'hello', expectAfter: exact('never'), timeoutMs: 200, settleMs: forever };
  await expect(server.request('sendLine', line)).rejects.toMatchObject(timeout);
  expect(await server.readBytes()).toBe(hexOf('hello\r'));
});

test('sendLine matches the final output or fails with kind exited if the program exits [4.line-ended]', async () => {
  const server = new TestServer();
  const launch = { command: 'sh', readySelector: exact('ready') };
  await server.request('initialize');
  await server.request('launch', { ...launch, args: ['-c', 'echo ready; read x; echo "bye $x"'] });
  await server.request('sendLine', { text: 'all', expectAfter: exact('bye all') });
  await server.request('launch', { ...launch, args: ['-c', 'echo ready; read x; exit 3'] });
  await expect(server.request('sendLine', { text: 'all', expectAfter: exact('bye') })).rejects.toMatchObject({
    code: -32004,
    data: { kind: 'exited', exitCode: 3 },
  });
  await server.request('launch', {
    ...launch,
    args: ['-c', 'stty raw -echo; echo ready; head -c 1 >/dev/null; exit 4'],
  });
  await expect(server.request('sendLine', { text: 'all', settleMs: 20_000 })).rejects.toMatchObject({
    code: -32004,
    data: { kind: 'exited', exitCode: 4 },
  });
});
