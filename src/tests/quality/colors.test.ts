import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { assertionFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell } from '../support/library-terminal.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const now = { timeoutMs: 0 };

test.each([
  ['plain text', 'none'],
  ['\x1b[1;4;7mstyles without colors', 'none'],
  ['\x1b[31mred', '16'],
  ['\x1b[38;5;12mthe same slot', '16'],
  ['\x1b[100m background', '16'],
  ['\x1b[38;5;200mpink', '256'],
  ['\x1b[4;58;5;200munderline', '256'],
  ['\x1b[38;2;1;2;3mdark', 'truecolor'],
])('the colors of %j are %s [19.colors]', async (text, used) => {
  const { server } = await ScriptedProgram.startWith(`${text}\x1b[0m`);
  expect(await server.request('expectColors', now)).toEqual({ ok: true, used, promised: 'truecolor' });
  if (used !== 'none')
    expect((await failureOf(server.request('expectColors', { max: 'none', ...now }))).data).toMatchObject({
      kind: 'too-many-colors',
    });
});

test('colors beyond the limit are listed with their first text, also in the scrollback [19.colors-findings]', async () => {
  const { server } = await ScriptedProgram.startWith(
    `\x1b[38;5;99mold\x1b[0m${'\r\n'.repeat(8)}\x1b[?1049h\x1b[H\x1b[31mred \x1b[38;2;9;8;7mnew\x1b[0m`,
  );
  const { data, message } = await failureOf(server.request('expectColors', { max: '16', ...now }));
  expect(data).toMatchObject({
    used: 'truecolor',
    promised: 'truecolor',
    findings: [
      { text: 'old', row: -2, col: 1, color: 99 },
      { text: 'new', row: 1, col: 5, color: '#090807' },
    ],
  });
  expect(message).toContain('"old" (row -2, column 1) has the color 99, beyond the limit of 16 colors. 1 more is');
});

test('it waits until the colors are gone [19.colors-retry]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('\x1b[31mred\x1b[0m');
  await begin('wait', 'expectColors', { max: 'none', timeoutMs: 60_000 });
  print('\x1b[2J');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ used: 'none' });
});

async function startWith(launch: object): Promise<TestServer> {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 60, terminalRows: 10 });
  const script = 'echo "$TERM,$COLORTERM,$NO_COLOR,$TERM_PROGRAM,$WT_SESSION."; exec sleep 1000';
  await server.request('launch', {
    command: 'sh',
    args: ['-c', script],
    readySelector: { type: 'regex', pattern: '\\.$' },
    ...launch,
  });
  return server;
}

test.each([
  ['xterm-256color', 'xterm-256color,truecolor,,,.', 'truecolor'],
  ['xterm', 'xterm,,,,.', '16'],
  ['apple-terminal', 'xterm-256color,,,Apple_Terminal,.', '256'],
  ['windows-terminal', 'xterm-256color,,,,00000000-0000-0000-0000-000000000000.', 'truecolor'],
  ['tmux', 'tmux-256color,,,tmux,.', '256'],
  ['linux-console', 'linux,,,,.', '16'],
  ['vt100', 'vt100,,,,.', 'none'],
  ['dumb', 'dumb,,,,.', 'none'],
  ['no-color', 'xterm-256color,truecolor,1,,.', 'none'],
])('the profile %s sets variables and promises colors [19.profile]', async (profile, line, promised) => {
  const server = await startWith({ profile });
  expect((await server.request('currentView')).text.split('\n').slice(0, 2).join('')).toBe(line);
  expect(await server.request('expectColors')).toMatchObject({ promised });
});

test('env overrides the profile, and NO_COLOR promises nothing [19.profile]', async () => {
  const server = await startWith({
    profile: { name: 'xterm', env: { COLORTERM: 'a', WT_SESSION: 'b' } },
    env: { COLORTERM: 'c', NO_COLOR: '1' },
  });
  expect((await server.request('currentView')).text).toContain('xterm,c,1,,b.');
  expect(await server.request('expectColors')).toMatchObject({ promised: 'none' });
});

const hex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();
const queries: Readonly<Record<string, string>> = {
  primary: '\x1b[c',
  version: '\x1b[>q',
  mode: '\x1b[?2004$p',
  colors: `\x1bP+q${hex('Co')}\x1b\\`,
  rgb: `\x1bP+q${hex('RGB')}\x1b\\`,
  background: '\x1b]11;?\x1b\\',
  kitty: '\x1b[?u',
};
const known = (name: string, value: string): string => `\x1bP1+r${hex(name)}=${hex(value)}\x1b\\`;
const unknown = (name: string): string => `\x1bP0+r${hex(name)}\x1b\\`;
const dark = '\x1b]11;rgb:0c0c/0c0c/0c0c\x1b\\';
const light = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';

/** The replies to all queries; silence is not a member. */
async function readReplies(profile: unknown): Promise<Readonly<Record<string, string>>> {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 20, terminalRows: 6 });
  const program = await ScriptedProgram.launch(server, { profile }, 'raw');
  const replies: Record<string, string> = {};
  for (const [name, query] of Object.entries(queries)) {
    const before = program.received.length;
    program.print(`${query}\x1b]2;${name}\x07`);
    await server.request('waitFor', { anyOf: [{ title: `^${name}$` }], timeoutMs: 60_000 });
    // Replies are written in order, and this one comes after them.
    await server.request('sendText', { text: '.', settleMs: 0 });
    while (!program.received.slice(before).endsWith('.')) await server.request('server.ping');
    const reply = program.received.slice(before, -1);
    if (reply !== '') replies[name] = reply;
  }
  return replies;
}

test.each([
  [
    'xterm',
    {
      primary: '\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c',
      version: '\x1bP>|XTerm(390)\x1b\\',
      mode: '\x1b[?2004;2$y',
      colors: known('Co', '8'),
      rgb: unknown('RGB'),
      background: dark,
    },
  ],
  ['apple-terminal', { primary: '\x1b[?1;2c', background: dark }],
  [
    'windows-terminal',
    { primary: '\x1b[?61;4;6;7;14;21;22;23;24;28;32;42c', mode: '\x1b[?2004;2$y', background: dark },
  ],
  ['tmux', { primary: '\x1b[?1;2c', version: '\x1bP>|tmux 3.3a\x1b\\' }],
  ['linux-console', { primary: '\x1b[?6c' }],
  ['vt100', { primary: '\x1b[?1;2c' }],
  ['dumb', {}],
])('the profile %s answers what such a terminal answers [19.profile-replies]', async (profile, replies) => {
  expect(await readReplies(profile)).toEqual(replies);
});

test('this terminal answers everything, without colors only those questions differently [19.profile-replies]', async () => {
  const replies = await readReplies('xterm-256color');
  expect(Object.keys(replies)).toEqual(Object.keys(queries));
  expect(await readReplies(undefined)).toEqual(replies);
  const without = { colors: unknown('Co'), rgb: unknown('RGB') };
  expect(await readReplies('no-color')).toEqual({ ...replies, ...without });
});

test('a profile can have another background, silence about it, or another keyboard [19.profile-options]', async () => {
  const read = async (options: object): Promise<unknown> => await readReplies({ name: 'tmux', ...options });
  expect(await read({ background: 'light', kittyKeyboard: true })).toMatchObject({
    background: light,
    kitty: '\x1b[?0u',
  });
  expect(await read({ background: 'dark' })).toMatchObject({ background: dark });
  expect(await read({ background: 'none' })).not.toHaveProperty('background');
});

test('contrast is evaluated in the background that the program was told [19.profile-options]', async () => {
  const program = await ScriptedProgram.start();
  await program.exit();
  const launched = await ScriptedProgram.launch(program.server, { profile: { name: 'xterm', background: 'light' } });
  await launched.show('\x1b[93myellow\x1b[0m');
  const { data } = await failureOf(program.server.request('expectContrast', now));
  expect(data['findings']).toMatchObject([{ theme: 'pty-default-light' }]);
});

test('an unknown profile is refused [19.profile-options]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  for (const profile of ['xtrem', { name: 'xtrem' }, { background: 'light' }])
    expect((await failureOf(server.request('launch', { command: 'sh', profile }))).code).toBe(-32602);
});

test('toUseColors and profile of the library [19.colors-library]', async () => {
  const { terminal } = await LibraryPrinter.showing('\x1b[31mred\x1b[0m', {});
  await expectScreen(terminal).toUseColors();
  await expectScreen(terminal).toUseColors('16');
  await expectScreen(terminal).not.toUseColors('none');
  const failure = await assertionFailure(expectScreen(terminal).toUseColors('none', { timeout: 20 }));
  expect(failure.message).toContain('"red" (row 1, column 1) has the color "red", beyond the limit of no color.');
  const shell = await openShell('printf "\\033[32m$TERM"; exec sleep 1000', { profile: 'vt100', ready: 'vt100' });
  await assertionFailure(expectScreen(shell).toUseColors(undefined, { timeout: 20 }));
});
