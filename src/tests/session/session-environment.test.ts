import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pathOfProgram, runToExit } from '../support/programs.js';

interface ReceivedContext {
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** The environment, arguments and terminal that a program receives. */
async function readContext(
  serverEnv: Readonly<Record<string, string | undefined>>,
  launch: object,
  args: readonly string[] = [],
): Promise<ReceivedContext> {
  const server = new TestServer({ env: serverEnv });
  const file = join(server.directory, 'seen.json');
  mkdirSync(join(server.directory, 'sub dir'));
  await server.request('initialize', { notifyExit: true });
  await runToExit(server, process.execPath, [pathOfProgram('surroundings.mjs'), file, ...args], launch);
  const seen = JSON.parse(readFileSync(file, 'utf8')) as ReceivedContext;
  return { ...seen, cwd: seen.cwd.replace(realpathSync(server.directory), '~') };
}

const noLocale = { LC_ALL: undefined, LC_CTYPE: undefined, LANG: undefined };

test('arguments are passed unchanged [3.args]', async () => {
  const args = ['', ' a  b ', '\'"$HOME`', '*', 'zwei\nZeilen', 'ünï 日本 🎉', '-x', '\\'];
  expect((await readContext({}, {}, args)).args).toEqual(args);
});

describe('environment', () => {
  test('env sets strings and unsets null; other variables are inherited [3.env]', async () => {
    const env = { SET: 'new value=1', EMPTY: '', GONE: null, NEVER_THERE: null };
    const seen = await readContext({ SET: 'old', GONE: 'here', KEPT: 'kept' }, { env });
    expect(seen.env).toMatchObject({ SET: 'new value=1', EMPTY: '', KEPT: 'kept' });
    expect(Object.keys(seen.env)).not.toContain('GONE');
    expect(Object.keys(seen.env)).not.toContain('NEVER_THERE');
  });

  test('inheritEnv false inherits no variables [3.inherit-env]', async () => {
    const seen = await readContext({ KEPT: 'kept', LC_ALL: 'C.UTF-8' }, { inheritEnv: false, env: { ONLY: 'this' } });
    expect(seen.env).toEqual({
      ONLY: 'this',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LC_CTYPE: 'C.UTF-8',
    });
  });

  test.each([
    [{ TERM: 'dumb', COLORTERM: '' }, {}, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
    [{ TERM: undefined, COLORTERM: undefined }, {}, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
    [{}, { TERM: 'vt100', COLUMNS: '80' }, { TERM: 'vt100', COLUMNS: '80' }],
  ])('TERM and COLORTERM are set for the emulator: server %j, env %j [3.term]', async (serverEnv, env, expected) => {
    expect((await readContext(serverEnv, { env })).env).toMatchObject(expected);
  });

  test('variables that describe the outer terminal are removed [3.outer-terminal]', async () => {
    const outer = [
      ...['TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'TERMCAP', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TERM_SESSION_ID'],
      ...['VTE_VERSION', 'KITTY_WINDOW_ID', 'KITTY_PID', 'KITTY_LISTEN_ON', 'WT_SESSION', 'WT_PROFILE_ID', 'WINDOWID'],
      ...['LINES', 'COLUMNS', 'COLORFGBG', 'ITERM_SESSION_ID', 'LC_TERMINAL', 'ALACRITTY_WINDOW_ID', 'NVIM', 'ZELLIJ'],
      ...['WEZTERM_PANE', 'KONSOLE_VERSION', 'GHOSTTY_RESOURCES_DIR', 'XTERM_VERSION', 'INSIDE_EMACS', 'VIM_TERMINAL'],
    ];
    const inner = { MY_TMUX: '1', LINES_OF_CODE: '1', STYLE: '1', TERMINAL: '1' };
    const seen = await readContext({ ...Object.fromEntries(outer.map((name) => [name, '1'])), ...inner }, {});
    expect(Object.keys(seen.env).filter((name) => outer.includes(name))).toEqual([]);
    expect(seen.env).toMatchObject(inner);
  });

  test.each([
    [{}, {}, { LC_CTYPE: 'C.UTF-8' }],
    [{ LANG: 'C' }, {}, { LANG: 'C', LC_CTYPE: 'C.UTF-8' }],
    [{ LANG: 'de_DE.utf8' }, {}, { LANG: 'de_DE.utf8' }],
    [{ LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }, {}, { LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }],
    [{ LC_CTYPE: 'POSIX', LANG: 'C.UTF-8' }, {}, { LC_CTYPE: 'C.UTF-8', LANG: 'C.UTF-8' }],
    [{ LC_ALL: 'C', LC_CTYPE: 'C.UTF-8' }, {}, { LC_CTYPE: 'C.UTF-8' }],
    [{ LC_ALL: 'C', LANG: 'en_US.ISO-8859-1' }, {}, { LC_CTYPE: 'C.UTF-8', LANG: 'en_US.ISO-8859-1' }],
    [{ LC_ALL: 'C.UTF-8', LANG: 'C' }, {}, { LC_ALL: 'C.UTF-8', LANG: 'C' }],
    [{ LC_ALL: '', LANG: 'C.UTF-8' }, {}, { LC_ALL: '', LANG: 'C.UTF-8' }],
    [{ LC_ALL: 'C.UTF-8' }, { LC_ALL: null }, { LC_CTYPE: 'C.UTF-8' }],
    [{ LANG: 'C' }, { LANG: 'de_DE.UTF-8' }, { LANG: 'de_DE.UTF-8' }],
    [{ LANG: 'C.UTF-8' }, { LC_ALL: 'C' }, { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'C.UTF-8' }],
  ])('the locale is UTF-8: server %j, env %j [3.locale]', async (serverEnv, env, expected) => {
    const { LC_ALL, LC_CTYPE, LANG } = (await readContext({ ...noLocale, ...serverEnv }, { env })).env;
    expect(JSON.parse(JSON.stringify({ LC_ALL, LC_CTYPE, LANG }))).toEqual(expected);
  });
});

describe('working directory', () => {
  test.each([
    [undefined, '~'],
    ['sub dir', '~/sub dir'],
    ['./sub dir/..', '~'],
    ['/', '/'],
  ])('cwd %j is %s, and PWD is set to it [3.cwd]', async (cwd, expected) => {
    const seen = await readContext({ PWD: '/somewhere/else' }, { cwd });
    expect(seen.cwd).toBe(expected);
    expect(seen.env['PWD']).toMatch(expected === '/' ? /^\/$/ : new RegExp(`${expected.slice(1)}$`));
  });

  test.each([
    ['a path that starts at cwd', './tool', { cwd: 'bin' }],
    ['a name in the PATH of the program', 'tool', { env: { PATH: 'bin:/bin' } }],
    ['a name after one that is not executable', 'tool', { env: { PATH: 'wrong:bin' } }],
  ])('the command can be %s [3.command]', async (_, command, launch) => {
    const server = new TestServer();
    for (const folder of ['bin', 'wrong']) {
      mkdirSync(join(server.directory, folder));
      writeFileSync(join(server.directory, folder, 'tool'), '#!/bin/sh\necho "in $0"\n');
    }
    chmodSync(join(server.directory, 'bin/tool'), 0o755);
    await server.request('initialize', { notifyExit: true });
    const { exitCode, lastLines } = await runToExit(server, command, [], launch);
    expect({ exitCode, lastLines }).toEqual({ exitCode: 0, lastLines: [expect.stringMatching(/tool$/)] });
  });
});
