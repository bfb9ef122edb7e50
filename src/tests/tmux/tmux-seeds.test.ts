import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory, type TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { installFakeTmux } from '../support/fake-tmux.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { pathOfProgram } from '../support/programs.js';
import { exact, regex } from '../support/selectors.js';
import { createTmuxClient, TmuxServer } from '../support/tmux-server.js';
import { startView } from '../support/view-client.js';

const test = needing('tmux', 'bash');
const shell = ['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile'];

async function attachShell(): Promise<{ readonly tmux: TmuxServer; readonly server: TestServer }> {
  const tmux = new TmuxServer(shell);
  await tmux.waitForText('$');
  return { tmux, server: (await tmux.attach({}, { notifyExit: true })).server };
}

/** Attaches to a prompt that notes in a file what it does. */
async function attachPrompt(options: object): Promise<{ readonly server: TestServer; readonly log: string }> {
  const log = join(createTemporaryDirectory(), 'log');
  const tmux = new TmuxServer([process.execPath, pathOfProgram('prompt.mjs'), log, JSON.stringify(options)]);
  await tmux.waitForText('>');
  return { server: (await tmux.attach()).server, log };
}

test('seed 001, reproduction: `echo READY`, then a wait for READY times out; a new READY is found at once [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachShell();
  await server.request('sendLine', { text: 'echo READY', expectAfter: regex('^READY$') });
  await server.request('waitForStable', { debounceMs: 100 });
  const wait = { selector: regex('^READY$'), since: 'now' };
  expect((await failureOf(server.request('waitForText', { ...wait, timeoutMs: 500 }))).data).toMatchObject({
    kind: 'timeout',
    errorType: 'TIMEOUT',
  });
  const { mark } = await server.request('mark');
  tmux.run('send-keys', '-t', 'main', 'echo READY', 'Enter');
  expect(await server.request('waitForText', { ...wait, since: mark })).toMatchObject({ match: { text: 'READY' } });
});

/** Attaches to a program that runs each line that it reads, and displays nothing else. */
async function attachRunner(session: object = {}): Promise<{ readonly tmux: TmuxServer; readonly server: TestServer }> {
  const script =
    'stty -echo; for i in $(seq 30); do echo above $i; done; echo READY; while read -r line; do eval "$line"; done';
  const tmux = new TmuxServer(['bash', '-c', script]);
  await tmux.waitForText('READY');
  return { tmux, server: (await tmux.attach({}, session)).server };
}

const quiet: [what: string, command: string][] = [
  ['`clear`', "printf '\\033[H\\033[2J'"],
  ['reverse index, which moves lines down', "printf '\\033[H\\033M\\033M\\033M'"],
  ['more lines than the scrollback has', 'seq 500'],
  ['a resize by a person', 'true'],
];
test.each(quiet)(
  'seed 001, edge case %s: the old READY is not found, a new one is [17.seeds] (needs tmux, bash)',
  async (what, command) => {
    const { tmux, server } = await attachRunner({ scrollback: 50 });
    const { mark } = await server.request('mark');
    if (what.includes('person')) await tmux.attachPerson();
    tmux.run('send-keys', '-t', 'main', '-l', `${command}; printf '\\033]2;done\\007'\n`);
    await server.request('waitFor', { anyOf: [{ title: '^done$' }] });
    const wait = { selector: regex('^READY$'), since: mark, timeoutMs: 300 };
    expect((await failureOf(server.request('waitForText', wait))).data).toMatchObject({ kind: 'timeout' });
    tmux.run('send-keys', '-t', 'main', '-l', 'echo READY\n');
    const found = await server.request('waitForText', { ...wait, timeoutMs: 20_000 });
    expect(found).toMatchObject({ match: { text: 'READY' } });
  },
);

test('seed 001, the row of the cursor: output that continues it is new [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachRunner();
  tmux.run('send-keys', '-t', 'main', '-l', 'printf PREFIX\n');
  await server.request('waitForText', { selector: exact('PREFIX') });
  const { mark } = await server.request('mark');
  tmux.run('send-keys', '-t', 'main', '-l', 'printf SUFFIX\n');
  const found = await server.request('waitForText', { selector: exact('SUFFIX'), since: mark });
  expect(found).toMatchObject({ match: { text: 'SUFFIX', col: 7 } });
});

test('seed 001, wait_for_content_change and search_panes: a change is awaited, and old text is found at once [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachRunner();
  expect(await server.request('find', { selector: regex('^READY$') })).toMatchObject({ matches: [{ text: 'READY' }] });
  expect(await server.request('waitForChange', { since: 'now', timeoutMs: 200 })).toMatchObject({ changed: false });
  const { mark } = await server.request('mark');
  tmux.run('send-keys', '-t', 'main', '-l', 'echo changed\n');
  expect(await server.request('waitForChange', { since: mark })).toMatchObject({ changed: true });
});

test('seed 003, send literal text to tmux pane: text and Enter are two writes [17.seeds] (needs tmux, bash)', async () => {
  const { server, log } = await attachPrompt({ burstMs: 120 });
  const result = await server.request('submit', { text: 'two words; $HOME `x`' });
  expect(result).toMatchObject({ ok: true, attempts: 1, elapsedMs: expect.any(Number) });
  expect(readFileSync(log, 'utf8')).toBe('["submitted","two words; $HOME `x`"]\n');
});

test('seed 003, post-typing ghost text dismissal [17.seeds] (needs tmux, bash)', async () => {
  const { server, log } = await attachPrompt({ ghost: 'ly yours', ghostAccepted: true });
  expect(await server.request('submit', { text: 'sincere' })).toMatchObject({ ghost: 'ly yours', attempts: 1 });
  expect(readFileSync(log, 'utf8')).toBe('["submitted","sincere"]\n');
});

test.each(['short', 'a text of more than 40 characters, which wraps nowhere'])(
  'seed 003, Enter verification: %s [17.seeds] (needs tmux, bash)',
  async (text) => {
    const { server, log } = await attachPrompt({ breaks: 1 });
    expect(await server.request('submit', { text })).toMatchObject({ ok: true, evidence: 'cleared', attempts: 2 });
    expect(readFileSync(log, 'utf8')).toBe(`["line break"]\n${JSON.stringify(['submitted', `${text}\n`])}\n`);
  },
);

test('seed 003, Enter retry with ghost text recovery [17.seeds] (needs tmux, bash)', async () => {
  const { server, log } = await attachPrompt({ ghost: 'ly yours', ghostAccepted: true, breaks: 1 });
  expect(await server.request('submit', { text: 'sincere' })).toMatchObject({ ghost: 'ly yours', attempts: 2 });
  expect(readFileSync(log, 'utf8')).toBe('["line break"]\n["submitted","sincere\\n"]\n');
});

const verified = [
  'an earlier line\nthe last line, which is long enough to be a snippet',
  `${'a paragraph that wraps in the terminal '.repeat(8)}and ends`,
  'x',
  ' short, with blanks ',
];
test.each(verified)(
  'seed 003, verification snippet of %j: accepted with one Enter [17.seeds] (needs tmux, bash)',
  async (text) => {
    const log = join(createTemporaryDirectory(), 'log');
    const script = 'stty -echo; echo READY; read -r; exec "$0" "$@"';
    const tmux = new TmuxServer(['bash', '-c', script, process.execPath, pathOfProgram('prompt.mjs'), log]);
    await tmux.waitForText('READY');
    // The program starts after we have attached, so that bracketed paste is known to be enabled.
    const { server } = await tmux.attach();
    await server.request('sendKey', { keys: ['Enter'] });
    await server.request('waitForText', { selector: exact('? for shortcuts') });
    expect(await server.request('submit', { text })).toMatchObject({ ok: true, attempts: 1 });
    expect(JSON.parse(readFileSync(log, 'utf8'))).toEqual(['submitted', text]);
  },
);

test('seed 003, all Enter retries exhausted: SEND_FAILED with the screen [17.seeds] (needs tmux, bash)', async () => {
  const { server } = await attachPrompt({ burstMs: 60_000 });
  const { data } = await failureOf(server.request('submit', { text: 'hello', retries: 1, timeoutMs: 10_000 }));
  const screen = expect.stringContaining('hello') as unknown;
  expect(data).toMatchObject({ kind: 'not-accepted', errorType: 'SEND_FAILED', attempts: 2, screen });
});

test('seed 003, send special keys to tmux pane [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachShell();
  await server.request('sendText', { text: 'echo discarded' });
  await server.request('sendKey', { keys: ['Ctrl+u'] });
  await server.request('sendLine', { text: 'echo first', expectAfter: regex('^first$') });
  await server.request('sendKey', { keys: ['ArrowUp', 'Ctrl+a', 'Ctrl+k'] });
  await server.request('sendLine', { text: 'sleep 100' });
  // Before that, the shell itself would receive the signal.
  await pollUntil(() => tmux.read('#{pane_current_command}') === 'sleep');
  await server.request('sendKey', { keys: ['Ctrl+c'] });
  await server.request('sendLine', { text: 'echo last', expectAfter: regex('^last$') });
  expect((await server.request('currentView')).text).not.toMatch(/^discarded$/m);
});

test('seed 003, error types: no pane, no tmux, a timeout, and no pane id [17.seeds] (needs tmux, bash)', async () => {
  const tmux = new TmuxServer(shell);
  const attempts: [env: Record<string, string>, pane: string, errorType: string][] = [
    [{}, '%99', 'PANE_NOT_FOUND'],
    [{ PATH: createTemporaryDirectory() }, 'main', 'TMUX_NOT_INSTALLED'],
    [installFakeTmux({ version: '3.3a', hangs: true }), 'main', 'TIMEOUT'],
    [installFakeTmux({ version: '3.3a', fails: 'unexpected' }), 'main', 'SUBPROCESS_FAILED'],
  ];
  for (const [env, pane, errorType] of attempts) {
    const server = createTmuxClient(env);
    await server.request('initialize');
    expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({
      errorType: 'NO_PANE_ID',
    });
    const failure = await failureOf(server.request('attach', { pane, socketName: tmux.name }));
    expect(failure.data).toMatchObject({ errorType });
  }
});

test('seed 003, pane exists check, Claude Code running check and availability events [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachShell();
  expect(await server.request('health', { expectCommand: ['claude', 'node'] })).toMatchObject({
    available: true,
    running: false,
    command: 'bash',
  });
  await server.request('sendLine', { text: `exec '${process.execPath}' -i`, expectAfter: exact('> ') });
  await pollUntil(() => tmux.read('#{pane_current_command}') === 'node');
  expect(await server.request('health', { expectCommand: ['claude', 'node'] })).toMatchObject({ running: true });
  tmux.run('kill-pane', '-t', 'main');
  await server.inbox.waitForMessage(
    ({ method, params }) =>
      method === 'session.availability' && (params as { available?: boolean }).available === false,
  );
});

test('seed 003, session end preserves pane ID: the same pane is attached again [17.seeds] (needs tmux, bash)', async () => {
  const { tmux, server } = await attachShell();
  await server.request('close');
  await server.request('initialize');
  expect(await server.request('attach', { pane: '%0', socketName: tmux.name })).toMatchObject({ pane: '%0' });
});

test('seed 003, respond via tmux bridge: the text is submitted, and a pane without a program is no_pane_id [17.seeds] (needs tmux, bash)', async () => {
  const tmux = new TmuxServer(shell);
  await tmux.waitForText('$');
  const { server, origin, token } = await startView({ interactive: true });
  const respond = async (text: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ text });
    const response = await fetch(`${origin}/api/respond/pane`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  await server.request('initialize', { name: 'pane' });
  expect(await respond('yes')).toMatchObject([400, { status: 'error', error_type: 'no_pane_id' }]);
  await server.request('attach', { pane: 'main', socketPath: tmux.read('#{socket_path}') });
  const accepted = { status: 'ok', agent_id: 'pane', new_state: 'processing', latency_ms: expect.any(Number) };
  expect(await respond('echo a-$((1+1))')).toEqual([200, accepted]);
  await server.request('waitForText', { selector: regex('^a-2$') });
  tmux.run('copy-mode', '-t', 'main');
  expect(await respond('echo more')).toMatchObject([409, { status: 'error' }]);
});
