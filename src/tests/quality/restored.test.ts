import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

type Findings = MethodResults['expectRestored']['notes'];
interface FailureData {
  readonly kind: string;
  readonly details: string;
  readonly changes: Findings;
  readonly notes: Findings;
  readonly repair: string;
  readonly causes: object;
}

/** Runs a shell script in a new session. */
async function runScript(script: string): Promise<TestServer> {
  const server = new TestServer();
  await server.launch('sh', ['-c', script]);
  return server;
}

async function findChanges(server: TestServer, params: object = {}): Promise<FailureData> {
  const { data } = await failureOf(server.request('expectRestored', params));
  return data as unknown as FailureData;
}

// What a program writes, what it has changed by that, and how the message says it.
const rows: readonly (readonly [output: string, what: string, actual: unknown, words: string])[] = [
  ['\x1b[?1049h', 'alternateScreen', true, 'the alternate screen on (since "launch")'],
  ['\x1b[?1003;1006h', 'mouseTracking', 'any', 'mouse tracking on (any, since "launch")'],
  ['\x1b[?2004h', 'bracketedPaste', true, 'bracketed paste on (since "launch")'],
  ['\x1b[?1004h', 'focusEvents', true, 'focus events on (since "launch")'],
  [
    '\x1b[>5u',
    'kittyKeyboard',
    'flags 5, 1 pushed',
    'the kitty keyboard protocol on (flags 5, 1 pushed, since "launch")',
  ],
  ['\x1b[>4;2m', 'modifyOtherKeys', 2, 'modifyOtherKeys on (2, since "launch")'],
  ['\x1b[?1h', 'applicationCursorKeys', true, 'application cursor keys on (since "launch")'],
  ['\x1b=', 'applicationKeypad', true, 'the application keypad on (since "launch")'],
  ['\x1b[?25l', 'cursorVisible', false, 'the cursor hidden (since "launch")'],
  ['\x1b[?2026h', 'synchronizedOutput', true, 'a synchronized update on (since "launch")'],
  ['\x1b[2;5r', 'scrollRegion', 'rows 2 to 5', 'the scroll region changed (rows 2 to 5, since "launch")'],
  ['\x1b[1;31m', 'style', '1;31', 'the style changed (1;31, since "launch")'],
  ['\x1b(0', 'charset', 'G0, line drawing', 'the character set changed (G0, line drawing, since "launch")'],
  ['\x1b[?7l', 'wraparound', false, 'wraparound off (since "launch")'],
  ['\x1b[?6h', 'origin', true, 'origin mode on (since "launch")'],
  ['\x1b[4h', 'insert', true, 'insert mode on (since "launch")'],
  ['\x1b[20h', 'newline', true, 'newline mode on (since "launch")'],
  ['\x1b[?5h', 'reverseScreen', true, 'reverse video on (since "launch")'],
  ['\x1b]4;1;#102030\x1b\\', 'palette', '1 #102030', 'the palette changed (1 #102030, since "launch")'],
  ['\x1b]10;#102030\x1b\\', 'foregroundColor', '#102030', 'the foreground color changed (#102030, since "launch")'],
  ['\x1b]11;#102030\x1b\\', 'backgroundColor', '#102030', 'the background color changed (#102030, since "launch")'],
  ['\x1b]12;#102030\x1b\\', 'cursorColor', '#102030', 'the cursor color changed (#102030, since "launch")'],
  ['\x1b]8;;http://a.b\x1b\\', 'link', 'http://a.b', 'the link changed (http://a.b, since "launch")'],
  ['\x1b]9;4;1;50\x1b\\', 'progress', 'normal, 50 %', 'the progress changed (normal, 50 %, since "launch")'],
  ['\x1b[?7727h', 'modes', '7727', 'private modes on (7727, since "launch")'],
];

describe('expectRestored', () => {
  test('names each setting that the program left changed, and undoes it [19.restored] [19.restored-repair] [19.restored-allow]', async () => {
    const server = new TestServer();
    await server.request('initialize', {});
    for (const [output, what, actual, words] of rows) {
      await server.request('launch', { command: 'printf', args: ['%s', output] });
      const { kind, details, changes, notes, repair } = await findChanges(server);
      expect([kind, details]).toEqual(['not-restored', `The program left ${words}.`]);
      expect(changes).toEqual([{ what, initial: expect.anything() as unknown, actual, setDuring: 'launch' }]);
      expect(notes).toEqual([]);
      const allowed = await server.request('expectRestored', { allow: [what as 'style'] });
      expect(allowed).toEqual({ ok: true, exitCode: 0, signal: null, notes: [] });
      await server.request('launch', { command: 'printf', args: ['%s', output + repair] });
      expect((await server.request('expectRestored', {})).notes).toEqual([]);
    }
  });

  test('names the request that caused a change, also if another one followed it [19.restored]', async () => {
    const program = await ScriptedProgram.startRaw(40, 10);
    const { server, begin, show, exit } = program;
    const act = async (id: string, method: string, params: object): Promise<void> => {
      await begin(id, method, params);
      await server.inbox.waitForResult(id);
    };
    await act('text', 'sendText', { text: 'a', settleMs: 0 });
    await show('\x1b[?2004h');
    await act('size', 'resize', { cols: 50, rows: 12 });
    await show('\x1b[?1h');
    await act('key', 'sendKey', { keys: ['Up'], settleMs: 0 });
    await show('\x1b[?1000h\x1b[?1004h\x1b[?1004l');
    await act('last', 'sendKey', { keys: ['Up'], settleMs: 0 });
    await exit();
    const { changes, details, causes } = await findChanges(server);
    expect(causes).toEqual({ mouseTracking: 'key', bracketedPaste: 'text', applicationCursorKeys: 'size' });
    expect(changes.map(({ what, setDuring }) => [what, setDuring])).toEqual([
      ['mouseTracking', 'sendKey'],
      ['bracketedPaste', 'sendText'],
      ['applicationCursorKeys', 'resize'],
      ['termios', undefined],
    ]);
    expect(details).toMatch(
      /^The program left mouse tracking on \(vt200, since "sendKey"\), bracketed paste .* and the settings -echo -icanon -icrnl -isig -opost\.$/,
    );
  });

  test('names the settings of the kernel as stty prints them [19.restored-termios]', async () => {
    const server = await runScript("stty -icanon -echo intr '^G' susp undef ixoff");
    const { changes, notes, details, repair } = await findChanges(server);
    const actual = '-echo -icanon intr = ^G susp = <undef>';
    expect(changes).toEqual([{ what: 'termios', initial: 'echo icanon intr = ^C susp = ^Z', actual }]);
    expect(notes).toEqual([{ what: 'termios', initial: '-ixoff', actual: 'ixoff' }]);
    expect([details, repair]).toEqual([`The program left the settings ${actual}.`, '']);
    await server.request('expectRestored', { allow: ['termios'] });
  });

  test('a script that ends with `stty sane` passes with a note [19.restored-termios]', async () => {
    const { notes } = await (await runScript('stty raw -echo; stty sane')).request('expectRestored', {});
    expect(notes.map(({ what }) => what)).toEqual(['termios']);
  });

  test('reports what may stay as notes [19.restored-notes]', async () => {
    const server = await runScript("printf '\\033]2;mine\\007\\033[6 q\\033[?1006hab'; trap '' HUP; sleep 1000 &");
    const { notes } = await server.request('expectRestored', {});
    expect(notes).toEqual([
      { what: 'title', initial: '', actual: 'mine', setDuring: 'launch' },
      { what: 'cursorShape', initial: 'default', actual: 'bar', setDuring: 'launch' },
      { what: 'cursorColumn', initial: 1, actual: 3, setDuring: 'launch' },
      { what: 'mouseEncoding', initial: 'default', actual: 'sgr', setDuring: 'launch' },
      { what: 'processes', initial: 'none', actual: expect.stringMatching(/^\d+ sleep 1000$/) as unknown },
    ]);
  });

  test('accepts what well-behaved programs leave [19.restored-harmless]', async () => {
    const server = await runScript("printf '\\033(B\\033)0\\033[?12l\\033[?1034h\\0337\\033[23;0t\\033[?1h\\033[?1l'");
    expect(await server.request('expectRestored')).toEqual({ ok: true, exitCode: 0, signal: null, notes: [] });
  });

  test('waits for the exit, and evaluates once [19.restored]', async () => {
    const { server, begin, show, print, exit } = await ScriptedProgram.start();
    await show('\x1b[?1h');
    expect((await failureOf(server.request('expectRestored', { timeoutMs: 0 }))).data).toMatchObject({
      kind: 'timeout',
    });
    await begin('check', 'expectRestored', { timeoutMs: 60_000 });
    print('\x1b[?1l\r');
    await exit();
    expect(await server.inbox.waitForResult('check')).toMatchObject({ ok: true, exitCode: 3, signal: null });
  });

  test('after SIGKILL and SIGHUP, changes are notes unless `strict` is set [19.restored-signals]', async () => {
    const server = new TestServer();
    await server.request('initialize', {});
    const setUp = "printf '\\033[?1049hready'";
    const start = async (script: string): Promise<unknown> =>
      await server.request('launch', { command: 'sh', args: ['-c', script], readySelector: exact('ready') });
    for (const name of ['SIGKILL', 'SIGHUP', 'SIGTERM']) {
      await start(`${setUp}; exec sleep 1000`);
      await server.request('signal', { name });
      if (name !== 'SIGTERM') {
        const { signal, notes } = await server.request('expectRestored');
        expect(signal).toBe(name);
        expect(notes.map(({ what }) => what)).toEqual(['alternateScreen', 'cursorColumn']);
      }
      const { changes } = await findChanges(server, name === 'SIGTERM' ? {} : { strict: true });
      expect(changes).toMatchObject([{ what: 'alternateScreen' }]);
    }
    // It handles the signal, and ends with code 0.
    await start(`trap 'exit 0' HUP; ${setUp}; while :; do sleep 0.01; done`);
    await server.request('signal', { name: 'SIGHUP' });
    const { exitCode, notes } = await server.request('expectRestored');
    expect([exitCode, notes[0]?.what]).toEqual([0, 'alternateScreen']);
  });

  test('with a mark, a shell is compared with its earlier prompt [19.restored-since]', async () => {
    const server = new TestServer();
    await server.launch('bash', ['--norc', '--noprofile'], {
      env: { PS1: 'prompt> ' },
      readySelector: exact('prompt>'),
    });
    await server.request('waitFor', { anyOf: [{ modes: { bracketedPaste: true } }] });
    const { mark } = await server.request('mark');
    expect(await server.request('expectRestored', { since: mark })).toEqual({
      ok: true,
      exitCode: null,
      signal: null,
      notes: [],
    });
    await server.request('sendLine', { text: "sleep 0.1; printf '\\033[?1000h'" });
    await server.request('waitFor', { anyOf: [{ modes: { bracketedPaste: true, mouseTracking: true } }] });
    const { kind, changes, repair } = await findChanges(server, { since: mark, timeoutMs: 0 });
    expect([kind, changes, repair]).toEqual([
      'not-restored',
      [{ what: 'mouseTracking', initial: 'none', actual: 'vt200', setDuring: 'sendLine' }],
      '\x1b[?9;1000;1002;1003;1005;1006;1015;1016l',
    ]);
    await server.request('sendLine', { text: "sleep 0.1; printf '\\033[?1000l'" });
    // It is retried until the prompt is back.
    await server.request('expectRestored', { since: mark });
    const unknown = await failureOf(server.request('expectRestored', { since: 'mark-77' }));
    expect([unknown.code, unknown.data]).toMatchObject([-32602, { errors: [{ pointer: '/since' }] }]);
    const wrong = await failureOf(server.request('expectRestored', { since: 'lastInput' }));
    expect(JSON.stringify(wrong.data)).toContain('Expected \\"launch\\" or a name returned by `mark`.');
  });

  test('a process that writes after the exit does not keep the terminal open [19.restored-leftovers]', async () => {
    const server = await runScript("trap '' HUP; (while echo x 2>/dev/null; do :; done; exec sleep 1000) & exit 3");
    expect((await server.request('expectRestored')).exitCode).toBe(3);
    // Its writing fails, so that its loop ends.
    await expect
      .poll(async () => (await server.request('expectRestored')).notes.map(({ actual }) => actual))
      .toContainEqual(expect.stringMatching(/^\d+ sleep 1000$/));
  });
});

const vim = ['-u', 'NONE', '-i', 'NONE', '-n', '-c', 'set mouse=a'];
const programs: readonly (readonly [
  name: 'vim' | 'less' | 'htop' | 'nano',
  args: readonly string[],
  keys: readonly string[],
  start: string,
])[] = [
  ['vim', vim, ['Escape', ':', 'q', '!', 'Enter'], 'VIM - Vi IMproved'],
  ['less', [resolve('LICENSE')], ['q'], 'MIT License'],
  ['htop', [], ['q'], 'Load average'],
  ['nano', [], ['Ctrl+x'], 'GNU nano'],
];

for (const [name, args, keys, start] of programs)
  needing(name)(`${name} restores the terminal after its own quit key [19.restored-programs]`, async () => {
    const server = new TestServer();
    await server.launch(name, args, { readySelector: exact(start), readyModes: { raw: true } });
    await server.request('sendKey', { keys: [...keys] });
    expect((await server.request('expectRestored')).ok).toBe(true);
  });

needing('vim')('what vim leaves after SIGTERM and after SIGKILL is found [19.restored-programs]', async () => {
  const server = new TestServer();
  await server.request('initialize', {});
  const start = async (): Promise<unknown> =>
    await server.request('launch', {
      command: 'vim',
      args: vim,
      readySelector: exact('VIM - Vi IMproved'),
      readyModes: { raw: true, mouseTracking: true },
    });
  await start();
  await server.request('signal', { name: 'TERM' });
  expect((await findChanges(server)).changes.map(({ what }) => what)).toEqual(['mouseTracking', 'termios']);
  await start();
  await server.request('signal', { name: 'KILL' });
  const { signal, notes } = await server.request('expectRestored');
  expect(signal).toBe('SIGKILL');
  expect(notes.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['alternateScreen', 'mouseTracking', 'termios']),
  );
});

needing('htop')('htop restores the terminal after SIGTERM [19.restored-programs]', async () => {
  const server = new TestServer();
  await server.launch('htop', [], { readySelector: exact('Load average'), readyModes: { mouseTracking: true } });
  await server.request('signal', { name: 'TERM' });
  expect(await server.request('expectRestored')).toMatchObject({ ok: true });
});

needing('tmux')('in a pane of tmux, the kind is foreign-terminal [19.restored-foreign]', async () => {
  const { server } = await new TmuxServer(['cat']).attach();
  expect((await failureOf(server.request('expectRestored'))).data).toMatchObject({ kind: 'foreign-terminal' });
});
