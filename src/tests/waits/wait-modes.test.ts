import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectTerminal } from 'tuispec/vitest';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { requestFailure } from '../support/library-failure.js';
import { openShell, openTerminal } from '../support/library-terminal.js';
import { needing } from '../support/packages.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

// Reads single keys only some time after it has printed its first text, and prints them.
const lateKeys = `console.log('ready');
setTimeout(() => process.stdin.setRawMode(true).on('data', (data) => console.log('read ' + data.toString('hex'))), 400)`;
const anyOfModes = (modes: object, more: object = {}): object => ({ anyOf: [{ modes }], timeoutMs: 20_000, ...more });

test('terminalState reports raw and echo of the kernel [7.state-modes]', async () => {
  const cooked = await ScriptedProgram.start();
  expect((await cooked.server.request('terminalState')).modes).toMatchObject({ raw: false, echo: true });
  const raw = await ScriptedProgram.startRaw(20, 6);
  expect((await raw.server.request('terminalState')).modes).toMatchObject({ raw: true, echo: false });
  await raw.exit();
  await raw.server.request('waitForExit');
  expect((await raw.server.request('terminalState')).modes).not.toHaveProperty('raw');
});

// Each row: the output before, the expected modes, and the output that switches them.
test.each([
  ['true for a switch', '', { bracketedPaste: true }, '\x1b[?2004h'],
  ['false for a switch', '\x1b[?25l\x1b[?2004h', { bracketedPaste: false, cursorVisible: false }, '\x1b[?2004l'],
  ['a name', '\x1b[?1000h', { mouseTracking: 'any' }, '\x1b[?1003h'],
  ['true for any name but none', '', { mouseTracking: true, mouseEncoding: 'sgr' }, '\x1b[?1000;1006h'],
  ['false for none', '\x1b[?1002h', { mouseTracking: false }, '\x1b[?1002l'],
  ['a number', '\x1b[>1u', { kittyKeyboard: 3 }, '\x1b[>3u'],
  ['true for a number', '', { kittyKeyboard: true }, '\x1b[>5u'],
  ['false for 0', '\x1b[>4;2m', { modifyOtherKeys: false }, '\x1b[>4;0m'],
  [
    'several',
    '\x1b[?1h',
    { alternateScreen: true, applicationCursorKeys: true, focusEvents: true },
    '\x1b[?1004;1049h',
  ],
])('waitFor ends when the terminal has the modes: %s [5.for.modes]', async (_, before, modes, output) => {
  const { server, print, begin } = await ScriptedProgram.startWith(before);
  await begin('wait', 'waitFor', { anyOf: [{ visible: exact('never') }, { modes }], timeoutMs: 60_000 });
  expect(server.inbox.messages).not.toContainEqual(expect.objectContaining({ id: 'wait' }));
  print(output);
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 1 });
});

test('every mode that terminalState reports can be waited for [5.for.modes]', async () => {
  const { server } = await ScriptedProgram.startWith('\x1b[?1003h\x1b[?1006h\x1b[>3u');
  const { modes } = await server.request('terminalState');
  expect(await server.request('waitFor', anyOfModes(modes, { timeoutMs: 0 }))).toMatchObject({ index: 0 });
});

test('raw and echo wake a wait without any output [5.for.modes-kernel]', async () => {
  const server = new TestServer();
  const args = ['-c', 'echo ready; sleep 0.4; stty -icanon -echo; sleep 0.4; stty icanon; exec sleep 600'];
  await server.launch('sh', args, { readySelector: exact('ready') });
  await server.request('waitFor', anyOfModes({ raw: true, echo: false }));
  await server.request('waitFor', anyOfModes({ raw: false, echo: false }));
  const { modes } = await server.request('terminalState');
  expect(modes).toMatchObject({ raw: false, echo: false });
});

test('with allOf, raw and a text must hold at the same time [5.for.modes-kernel]', async () => {
  const server = new TestServer();
  const script = 'stty -icanon; echo one; read -r x; stty icanon; echo two; read -r x; stty -icanon; exec sleep 600';
  await server.launch('sh', ['-c', script], { readySelector: exact('one'), readyModes: { raw: true } });
  await server.request('sendKey', { key: 'Enter' });
  await server.request('waitForText', { selector: exact('two') });
  const params = { allOf: [{ visible: exact('two') }, { modes: { raw: true } }], timeoutMs: 300 };
  const { message } = await failureOf(server.request('waitFor', params));
  expect(message).toMatch(/unmet: allOf\[1\]\) within \d+ ms\. raw is false, expected true\.$/);
  await server.request('sendKey', { key: 'Enter' });
  await server.request('waitFor', { ...params, timeoutMs: 20_000 });
});

test('raw is recognized while the program writes without a pause [5.for.modes-kernel]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'stty -icanon; while :; do echo x; done']);
  await server.request('waitFor', anyOfModes({ raw: true }));
});

test('the failure names the modes that differ [5.for.modes-failure]', async () => {
  const { server } = await ScriptedProgram.startWith('\x1b[?1000h');
  const fail = async (params: object): Promise<string> => (await failureOf(server.request('waitFor', params))).message;
  expect(await fail(anyOfModes({ raw: true, echo: true, mouseTracking: 'any' }, { timeoutMs: 0 }))).toBe(
    'waitFor failed: The modes were not as expected. raw is false, expected true; mouseTracking is "vt200", expected "any".',
  );
  expect(await fail(anyOfModes({ kittyKeyboard: true }, { timeoutMs: 30 }))).toMatch(
    /^waitFor failed: The modes were not as expected within \d+ ms\. kittyKeyboard is 0, expected true\.$/,
  );
  const both = { anyOf: [{ bell: true }, { modes: { raw: true } }], timeoutMs: 0 };
  expect(await fail(both)).toMatch(/^waitFor failed: None of the conditions was met\. raw is false, expected true\. /);
});

test.each([
  [{ raw: 'yes' }, '`/anyOf/0/modes/raw` must be a boolean, not "yes".'],
  [{ rawe: true }, 'Did you mean `raw`?'],
  [{ mouseTracking: 'all' }, 'Expected true, false, "none", "x10", "vt200", "drag" or "any".'],
  [{}, 'must not be empty.'],
])('modes that do not exist are rejected: %j [5.for.modes]', async (modes, words) => {
  const { server } = await ScriptedProgram.start();
  const { code, message } = await failureOf(server.request('waitFor', anyOfModes(modes)));
  expect(code).toBe(-32602);
  expect(message).toContain(words.replace('/anyOf/0/modes/raw', 'anyOf[0].modes.raw'));
});

describe('stty', () => {
  /** A directory with a `stty` that notes each call. */
  function createStty(command: string): { readonly env: { readonly PATH: string }; readonly countCalls: () => number } {
    const directory = join(createTemporaryDirectory(), 'bin');
    const log = join(directory, 'log');
    mkdirSync(directory);
    writeFileSync(join(directory, 'stty'), `#!/bin/sh\necho call >> '${log}'\n${command}\n`);
    chmodSync(join(directory, 'stty'), 0o755);
    const countCalls = (): number => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0);
    return { env: { PATH: `${directory}:${process.env['PATH']}` }, countCalls };
  }

  test('only a wait for raw or echo reads the settings of the kernel, at growing intervals [5.for.modes-cost]', async () => {
    const { env, countCalls } = createStty(`exec ${['/bin/stty', '/usr/bin/stty'].find(existsSync)} "$@"`);
    const { server } = await ScriptedProgram.start({}, { env });
    await failureOf(server.request('waitFor', anyOfModes({ mouseTracking: true }, { timeoutMs: 100 })));
    await failureOf(server.request('waitForText', { selector: exact('never'), timeoutMs: 100 }));
    await server.request('sendText', { text: 'abc' });
    await server.request('sendKey', { keys: ['a', 'Enter'] });
    expect(countCalls()).toBe(0);
    await failureOf(server.request('waitFor', anyOfModes({ raw: true }, { timeoutMs: 2000 })));
    expect(countCalls()).toBeGreaterThan(1);
    // 25 + 50 + 100 + 200 + 250 ms …, and the last check.
    expect(countCalls()).toBeLessThan(16);
  });

  test('if the settings of the kernel cannot be read, they are absent, and the failure says so [5.for.modes-failure]', async () => {
    const { env } = createStty('exit 1');
    const { server } = await ScriptedProgram.start({}, { env });
    expect((await server.request('terminalState')).modes).not.toHaveProperty('raw');
    const failing = failureOf(server.request('waitFor', anyOfModes({ raw: true }, { timeoutMs: 50 })));
    expect((await failing).message).toContain('raw is unknown, expected true.');
  });
});

describe('launch', () => {
  test('readyModes delays the response until the program reads single keys [3.ready-modes]', async () => {
    const server = new TestServer();
    const ready = { readySelector: exact('ready'), readyModes: { raw: true }, readyTimeoutMs: 20_000 };
    await server.launch(process.execPath, ['-e', lateKeys], ready);
    await server.request('sendKey', { keys: ['Backspace'] });
    await server.request('waitForText', { selector: exact('read 7f') });
  });

  test('a launch whose modes do not come fails with kind timeout, or exited [3.ready-modes]', async () => {
    const server = new TestServer();
    await server.request('initialize');
    const start = async (script: string, more: object): Promise<object> => {
      const params = { command: 'sh', args: ['-c', script], readyModes: { raw: true }, ...more };
      const { data, message } = await failureOf(server.request('launch', params));
      return { kind: data?.['kind'], message: message.replace(/\d+ ms/, 'N ms') };
    };
    expect(await start('exec sleep 600', { readyTimeoutMs: 50 })).toEqual({
      kind: 'timeout',
      message: 'launch failed: The modes were not as expected within N ms. raw is false, expected true.',
    });
    expect(await start('exec sleep 600', { readySelector: exact('up'), readyTimeoutMs: 50 })).toMatchObject({
      message: expect.stringContaining('No match for "up"'),
    });
    expect(await start('exit 3', {})).toMatchObject({
      kind: 'exited',
      message: expect.stringMatching(/expected, and the program has exited with code 3\. raw is \w+, expected true/),
    });
  });
});

describe('keys in line mode', () => {
  test('a failed wait names the key that was sent in line mode [4.line-mode-key]', async () => {
    const server = new TestServer();
    // Reads single keys only after its first line.
    const script = `console.log('ready'); process.stdin.once('data', () => process.stdin.setRawMode(true).on('data', (data) => console.log('read ' + data.toString('hex'))))`;
    await server.launch(process.execPath, ['-e', script], { readySelector: exact('ready') });
    await server.request('sendKey', { keys: ['Backspace', 'Enter'] });
    const failing = server.request('waitForText', { selector: exact('read 7f'), timeoutMs: 1000 });
    expect((await failureOf(failing)).message).toContain(
      'The program read keys in line mode when Backspace was sent. To send a key when the program reads single keys, wait for `"modes":{"raw":true}` first.',
    );
  });

  test.each([
    ['text and Enter in line mode', 'cooked', ['a', 'Shift+b', 'Space', 'Enter', 'Ctrl+d'], []],
    ['keys in raw mode', 'raw', ['Backspace', 'ArrowUp'], []],
    ['another key in line mode', 'cooked', ['a', 'Shift+Tab'], ['Shift+Tab']],
  ] as const)('only such keys are named: %s [4.line-mode-key]', async (_, terminal, keys, named) => {
    const server = new TestServer();
    await server.request('initialize');
    await ScriptedProgram.launch(server, {}, terminal);
    await server.request('sendKey', { keys });
    const failing = server.request('waitForText', { selector: exact('never'), timeoutMs: 0 });
    const { message } = await failureOf(failing);
    expect([...message.matchAll(/when (\S+) was sent/g)].map(([, key]) => key)).toEqual(named);
  });
});

describe('library', () => {
  test('`readyModes` and `waitForModes` wait for modes [13.launch-ready-modes]', async () => {
    const args = ['-e', lateKeys];
    const terminal = await openTerminal(process.execPath, { args, ready: 'ready', readyModes: { raw: true } });
    await terminal.press('Backspace');
    await terminal.waitForText('read 7f');
    await terminal.waitForModes({ raw: true, echo: false });
    const failure = await requestFailure(terminal.waitForModes({ mouseTracking: true }, { timeout: 20 }));
    expect(failure.message).toContain('mouseTracking is "none", expected true.');
  });

  test('`focus` waits for its mode, and rejects if nothing was sent [13.terminal-focus]', async () => {
    const script = 'stty -echo raw; echo ready; sleep 0.5; printf "\\033[?1004h"; cat -v';
    const terminal = await openShell(script, { ready: 'ready' });
    await terminal.focus(false, { timeout: 20_000 });
    await terminal.waitForText('^[[O');
    const other = await openShell('echo ready; exec sleep 600', { ready: 'ready' });
    const failure = await requestFailure(other.focus(true, { timeout: 20 }));
    expect(failure).toMatchObject({ method: 'focus', kind: 'timeout' });
    expect(failure.message).toContain('The program has not enabled focus events (mode 1004), so nothing was sent.');
  });
});

describe('programs', () => {
  const full = { raw: true, echo: false, alternateScreen: true } as const;

  needing('vim')('vim (needs vim) [5.programs]', async ({ terminal }) => {
    const args = ['-u', 'NONE', '-i', 'NONE', '-n'];
    const vim = await terminal.launch('vim', { args, readyModes: full });
    await vim.sendLine(':q');
    await expectTerminal(vim).toHaveExited(0);
  });

  needing('less')('less (needs less) [5.programs]', async ({ terminal }) => {
    const files = { lines: 'a line\n'.repeat(100) };
    const less = await terminal.launch('less', { args: ['lines'], files, ready: 'a line', readyModes: full });
    await less.press('q');
    await expectTerminal(less).toHaveExited(0);
  });

  needing('bash')('bash reads single keys at its prompt only (needs bash) [5.programs]', async ({ terminal }) => {
    const options = { args: ['--norc', '--noprofile'], env: { PS1: '$ ' }, ready: '$ ', readyModes: { raw: true } };
    const bash = await terminal.launch('bash', options);
    await bash.sendLine('cat');
    await bash.waitForModes({ raw: false, echo: true });
    await bash.press('Ctrl+d');
    await bash.waitForModes({ raw: true });
  });

  needing('python3')('the REPL of Python reads single keys (needs python3) [5.programs]', async ({ terminal }) => {
    const python = await terminal.launch('python3', { args: ['-q'], ready: '>>>', readyModes: { raw: true } });
    await python.sendLine('input()');
    await python.sendLine('exit()', { answer: "'exit()'" });
  });

  needing('tmux', 'bash')('raw and echo of an attached pane (needs tmux, bash) [17.attach]', async () => {
    const tmux = new TmuxServer(['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile']);
    await tmux.waitForText('$');
    const { server } = await tmux.attach();
    await server.request('waitFor', anyOfModes({ raw: true, echo: false }));
    await server.request('sendText', { text: 'cat\r' });
    await server.request('waitFor', anyOfModes({ raw: false, echo: true }));
    expect((await server.request('terminalState')).modes).toMatchObject({ raw: false, echo: true });
  });
});
