import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { exact, regex } from '../support/selectors.js';

const bashEnv = { PS1: '> ', HISTFILE: '/dev/null', INPUTRC: '/dev/null' };

needing('bash')('submit: bash [17.submit-shells] (needs bash)', async () => {
  const server = await startProgram('bash', ['--norc', '--noprofile', '-i'], {}, bashEnv);
  await server.request('waitForText', { selector: exact('> ') });
  const first = await server.request('submit', { text: 'echo first-$((1+1))', expectAfter: exact('first-2') });
  expect(first).toMatchObject({ ok: true, evidence: 'line-editor', echo: 'cursor', attempts: 1 });
  // A silent command, and a text that is typed while it runs.
  const silent = await server.request('submit', { text: 'sleep 1' });
  expect(silent).toMatchObject({ attempts: 1, evidence: 'line-editor' });
  const during = await server.request('submit', { text: 'echo during-$((2+2))', expectAfter: exact('during-4') });
  expect(during).toMatchObject({ attempts: 1 });
  // An open quote continues on the next line.
  expect(await server.request('submit', { text: "echo 'open" })).toMatchObject({ attempts: 1 });
  await server.request('submit', { text: "closed'", expectAfter: regex('^closed$') });
  const lines = await server.request('submit', { text: 'printf a-\nprintf b$((1+1))', expectAfter: exact('b2') });
  expect(lines).toMatchObject({ attempts: 1 });
  expect(await server.request('submit', { text: 'exit 3' })).toMatchObject({ ok: true });
  expect((await server.request('waitForExit')).exitCode).toBe(3);
});

needing('bash')(
  'submit: a wrapped command in bash, and one that begins with a blank [17.submit-shells] (needs bash)',
  async () => {
    const server = await startProgram('bash', ['--norc', '--noprofile', '-i'], {}, bashEnv);
    await server.request('waitForText', { selector: exact('> ') });
    for (const words of [9, 10, 40, 400]) {
      const text = ` true ${'word '.repeat(words)}; echo done-$((${words}+1))`;
      const result = await server.request('submit', { text, expectAfter: exact(`done-${words + 1}`) });
      expect(result).toMatchObject({ attempts: 1, evidence: 'line-editor' });
    }
  },
);

// A stand-in for zsh-autosuggestions, which is not in every distribution.
const suggest = `
PS1='%% '; HISTFILE=; setopt no_prompt_cr no_beep
suggest() { if [[ $BUFFER == ec* && $BUFFER != *done ]]; then POSTDISPLAY=' -rf everything'; region_highlight=("$#BUFFER $(($#BUFFER+$#POSTDISPLAY)) fg=8"); else POSTDISPLAY=''; fi }
zle -N zle-line-pre-redraw suggest
`;
needing('zsh')(
  'submit: zsh with a suggestion runs the typed text [17.submit-shells, 17.submit-ghost] (needs zsh)',
  async () => {
    const server = await startProgram('zsh', ['-d', '-i'], { '.zshrc': suggest }, {});
    await server.request('waitForText', { selector: exact('% ') });
    for (const round of [1, 2]) {
      const result = await server.request('submit', {
        text: `echo round-${round}`,
        expectAfter: regex(`^round-${round}$`),
      });
      expect(result).toMatchObject({ attempts: 1, evidence: 'line-editor', ghost: '-rf everything' });
    }
  },
);

needing('fish')(
  'submit: fish with a suggestion runs the typed text [17.submit-shells, 17.submit-ghost] (needs fish)',
  async () => {
    const server = await startProgram('fish', ['--no-config', '-C', 'function fish_prompt; echo -n "% "; end'], {}, {});
    await server.request('waitForText', { selector: exact('% ') });
    await server.request('submit', {
      text: 'echo suggestion',
      expectAfter: regex('^suggestion$'),
    });
    const result = await server.request('submit', {
      text: 'echo sugg',
      expectAfter: regex('^sugg$'),
    });
    expect(result).toMatchObject({ attempts: 1 });
  },
);

needing('python3')(
  'submit: the REPL of python, its input function and pdb [17.submit-shells] (needs python3)',
  async () => {
    const env = { PYTHONSTARTUP: null, PYTHONHISTFILE: '/dev/null', INPUTRC: '/dev/null' };
    const server = await startProgram('python3', ['-q'], {}, env);
    await server.request('waitForText', { selector: exact('>>>') });
    expect(await server.request('submit', { text: 'print(6 * 7)', expectAfter: regex('^42$') })).toMatchObject({
      attempts: 1,
    });
    expect(await server.request('submit', { text: 'import time; time.sleep(2)' })).toMatchObject({ attempts: 1 });
    await server.request('waitForText', { selector: regex('^>>>$') });
    await server.request('submit', { text: 'input("name? ")', expectAfter: regex('^name\\?') });
    expect(await server.request('submit', { text: 'Ada', expectAfter: exact("'Ada'") })).toMatchObject({ attempts: 1 });
    await server.request('submit', { text: 'import pdb; pdb.set_trace()', expectAfter: exact('(Pdb)') });
    expect(await server.request('submit', { text: 'p 40 + 3', expectAfter: regex('^43$') })).toMatchObject({
      attempts: 1,
    });
  },
);

needing('ipython3')('submit: ipython, a prompt of prompt_toolkit [17.submit-shells] (needs ipython3)', async () => {
  const server = await startProgram('ipython3', ['--no-banner', '--HistoryManager.enabled=False'], {}, {});
  await server.request('waitForText', { selector: exact('In [1]:') });
  const result = await server.request('submit', { text: '6 * 7', expectAfter: exact('Out[1]: 42') });
  expect(result).toMatchObject({ attempts: 1, evidence: 'line-editor' });
});

needing('sqlite3')('submit: sqlite3 [17.submit-shells] (needs sqlite3)', async () => {
  const server = await startProgram('sqlite3', [], {}, { INPUTRC: '/dev/null' });
  await server.request('waitForText', { selector: exact('sqlite>') });
  const result = await server.request('submit', {
    text: 'select 6 * 7;',
    expectAfter: regex('^42$'),
  });
  expect(result).toMatchObject({ attempts: 1 });
});

const nodeEnv = { NODE_REPL_HISTORY: '', NO_COLOR: null, FORCE_COLOR: '1', NODE_DISABLE_COLORS: null };
test("submit: Node's REPL, with and without a suggestion that Enter would accept [17.submit-shells, 17.submit-ghost]", async () => {
  const server = await startProgram(process.execPath, [], {}, nodeEnv);
  await server.request('waitForText', { selector: exact('> ') });
  expect(await server.request('submit', { text: '6 * 7', expectAfter: regex('^42$') })).toMatchObject({ attempts: 1 });
  expect(
    await server.request('submit', { text: 'proc', expectAfter: regex('ReferenceError: proc is not defined') }),
  ).toMatchObject({ attempts: 1, ghost: 'ess' });
});

test("submit: a question of Node's readline [17.submit-shells]", async () => {
  const question = `require('node:readline').createInterface({ input: process.stdin, output: process.stdout }).question('Where to? ', (to) => { console.log('To ' + to); process.exit(5); });`;
  const server = await startProgram(process.execPath, ['-e', question]);
  await server.request('waitForText', { selector: exact('Where to?') });
  expect(await server.request('submit', { text: 'Rome', expectAfter: exact('To Rome') })).toMatchObject({
    attempts: 1,
  });
});

needing('fzf')('submit: fzf chooses what was typed [17.submit-shells] (needs fzf)', async () => {
  const server = new TestServer();
  const script = "printf 'apple\\nbanana\\ncherry\\n' | fzf > choice; echo ended";
  await server.launch('sh', ['-c', script], { cwd: server.directory, readySelector: exact('3/3') });
  const result = await server.request('submit', { text: 'banana', expectAfter: exact('ended') });
  expect(result).toMatchObject({ attempts: 1, evidence: 'screen-switch' });
  expect(readFileSync(join(server.directory, 'choice'), 'utf8')).toBe('banana\n');
});

const kernel: [what: string, script: string, text: string, echo: string, after: string][] = [
  ['cat', 'cat', 'hello', 'cursor', '^hello$'],
  ['read', 'printf "Name? "; read name; echo "Hi $name"; sleep 60', 'Ada', 'cursor', 'Hi Ada'],
  [
    'a password',
    'printf "Password: "; stty -echo; read word; echo "[$word]" | tr a-z A-Z; sleep 60',
    'secret',
    'none',
    '\\[SECRET\\]$',
  ],
];
test.each(kernel)('submit: %s, a line of the kernel [17.submit-kernel]', async (_what, script, text, echo, after) => {
  const server = new TestServer();
  await server.launch('sh', ['-c', script]);
  await server.request('waitForStable', { debounceMs: 100 });
  const result = await server.request('submit', { text, expectAfter: regex(after) });
  expect(result).toMatchObject({ evidence: 'kernel', echo, attempts: 1 });
});

test('submit leaves no write that could block the server: a program ends while its output is stopped [17.submit-nonblocking]', async () => {
  const server = new TestServer();
  const script = 'printf "> "; read text; echo "got $text"; until test -e go; do sleep 0.01; done; exit 3';
  await server.launch('sh', ['-c', script], { cwd: server.directory, readySelector: exact('> ') });
  await server.request('submit', { text: 'hello', expectAfter: exact('got hello') });
  await server.request('sendKey', { key: 'Ctrl+s' });
  writeFileSync(join(server.directory, 'go'), '');
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: 3 });
  expect(await server.request('server.ping')).toMatchObject({ pong: true });
});

test('submit refuses a raw terminal without an echo [17.submit-refused]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'stty raw -echo; printf ready; exec cat > /dev/null'], {
    readySelector: exact('ready'),
  });
  expect((await failureOf(server.request('submit', { text: 'hello' }))).data).toMatchObject({
    kind: 'no-echo',
    errorType: 'SEND_FAILED',
    attempts: 0,
  });
});

test('submit refuses line breaks without bracketed paste, and types nothing [17.submit-lines]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  expect((await failureOf(server.request('submit', { text: 'a\nb' }))).data).toMatchObject({
    kind: 'not-accepted',
    why: 'line-breaks',
    attempts: 0,
  });
  expect((await server.request('currentView')).text.trim()).toBe('');
  expect(await server.request('submit', { text: 'a\r\n' })).toMatchObject({ evidence: 'kernel' });
});

test.each(['', '  ', '\n', '──'])('submit rejects %j, which cannot be recognized [17.submit-lines]', async (text) => {
  const server = new TestServer();
  await server.launch('cat');
  expect(await failureOf(server.request('submit', { text }))).toMatchObject({ code: -32602 });
});

test('submit hides a secret [17.submit-secret]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  await server.request('submit', { text: 'correct horse', secret: true });
  const failure = await failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 0 }));
  expect(JSON.stringify(failure.data)).not.toContain('correct horse');
});

/** Starts a program, with files in its temporary home. */
async function startProgram(
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string | null>> = {},
): Promise<TestServer> {
  const server = new TestServer();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(server.directory, name), text);
  const session = { terminalCols: 80, terminalRows: 24, timeoutSeconds: 25, ambiguityMode: 'first' };
  // These would make it read the files and settings of the current user.
  const home = { HOME: server.directory, XDG_CONFIG_HOME: null, XDG_DATA_HOME: null, XDG_CACHE_HOME: null };
  await server.launch(command, args, { cwd: server.directory, env: { ...home, ...env } }, session);
  return server;
}
