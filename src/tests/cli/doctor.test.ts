import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { McpProcess } from '../support/mcp.js';
import { fakeMusl, preload, replaceNative, withoutPackage } from '../support/preloads.js';
import { pollUntil, readProcessState } from '../support/processes.js';
import { isInstalled } from '../support/programs.js';
import { runCli } from '../support/run.js';
import { Sessions } from '../support/sessions.js';

interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly command?: string;
  readonly ms: number;
}
interface Report {
  readonly ok: boolean;
  readonly checks: readonly Finding[];
  readonly exitCode: number | null;
}

// On a busy machine, a check may take longer than usual.
const patient = ['--timeout', '100s'];

/** Runs `tuispec doctor --json`. */
async function examine(env: Readonly<Record<string, string>> = {}, timeout = patient): Promise<Report> {
  const { exitCode, stdout, stderr } = await runCli(['doctor', '--json', ...timeout], { env });
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as Report), exitCode };
}
const findingOf = ({ checks }: Report, name: string): Finding => {
  const found = checks.find((check) => check.name === name);
  expect(found, name).toBeDefined();
  return found as Finding;
};

const names = [
  'Node',
  'C library',
  'terminal library',
  'PTY',
  'signals',
  'system',
  'pictures',
  'temporary directory',
  'session directory',
  'locale',
  'tmux',
  'limits',
  'clock',
];

test('every check is one line with its status, and none fails here [22.doctor, 22.checks]', async () => {
  const { exitCode, stdout, stderr } = await runCli(['doctor', ...patient]);
  const [facts, ...lines] = stdout.trimEnd().split('\n');
  const summary = lines.pop();
  const rows = lines.filter((line) => !/^ +\$ /.test(line)).map((line) => /^(ok|warn|fail) +(.*?) {2,}\S/.exec(line));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(facts).toMatch(/^tuispec \d+\.\d+\.\d+, Node \d+\.\d+\.\d+, \w+ \w+$/);
  expect(rows.map((row) => row?.[2])).toEqual(names);
  expect(summary).toMatch(/^\d+ ok, \d+ warn, 0 fail$/);
});

test('--json prints one object, as documented [22.doctor-json]', async () => {
  const { stdout } = await runCli(['doctor', '--json', ...patient]);
  const { checks, ...facts } = JSON.parse(stdout) as Record<string, unknown> & { checks: Record<string, unknown>[] };
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  expect(facts).toEqual({
    ok: true,
    version: expect.stringMatching(/^\d/),
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
  });
  expect(checks.map(({ name }) => name)).toEqual(names);
  const documented = readFileSync('src/cli/README.md', 'utf8');
  for (const key of new Set([...Object.keys(facts), 'checks', ...checks.flatMap((check) => Object.keys(check))]))
    expect(documented, key).toContain(`\`${key}\``);
});

test('in an empty environment no check fails [22.checks]', () => {
  const args = ['-i', process.execPath, resolve('dist/cli.js'), 'doctor', '--json', ...patient];
  const { stdout, status } = spawnSync('env', args, { encoding: 'utf8' });
  const report = { ...(JSON.parse(stdout) as Report), exitCode: status };
  expect(report).toMatchObject({ ok: true, exitCode: 0 });
  expect(findingOf(report, 'locale').detail).toContain('none is set');
});

test('doctor leaves no file, opens no connection, and looks up no name [22.unchanged]', async () => {
  const root = createTemporaryDirectory();
  mkdirSync(join(root, 'tmp'));
  mkdirSync(join(root, 'work'));
  const offline = preload(`const refuse = () => { throw new Error('network'); };
    const net = require('node:net'), dns = require('node:dns');
    net.Socket.prototype.connect = refuse;
    for (const name of ['lookup', 'resolve', 'resolve4', 'reverse']) dns[name] = refuse;`);
  const directories = { TMPDIR: join(root, 'tmp'), HOME: root, XDG_RUNTIME_DIR: root };
  const env = { ...directories, TUISPEC_SESSION_DIR: join(root, 'sessions'), ...offline };
  const { exitCode, stdout } = await runCli(['doctor', ...patient], { cwd: join(root, 'work'), env });
  expect(exitCode, stdout).toBe(0);
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(['tmp', 'work']);
});

/** A directory with commands, each a script of /bin/sh. */
function createCommands(scripts: Readonly<Record<string, string>>): string {
  const directory = createTemporaryDirectory();
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return directory;
}

function createDirectory(name: string, mode = 0o700): string {
  const directory = join(createTemporaryDirectory(), name);
  mkdirSync(directory);
  chmodSync(directory, mode);
  return directory;
}

// The checks that are not named find nothing wrong.
test.each<
  readonly [
    what: string,
    env: () => Readonly<Record<string, string>>,
    findings: readonly (readonly [name: string, status: string, detail: RegExp])[],
  ]
>([
  [
    'the native packages are missing',
    () => withoutPackage(/^(node-pty|canvas)/),
    [
      ['terminal library', 'fail', /\(node-pty\) is missing/],
      ['PTY', 'fail', /\(node-pty\) is missing/],
      ['signals', 'fail', /\(node-pty\) is missing/],
      ['pictures', 'warn', /\(canvas\) is missing/],
    ],
  ],
  [
    'the terminal library cannot be loaded',
    () =>
      preload(`const dlopen = process.dlopen;
      process.dlopen = (module, file, ...rest) => {
        if (/pty.node$/.test(file)) throw new Error('damaged');
        dlopen.call(process, module, file, ...rest);
      };`),
    [
      ['terminal library', 'fail', /pty\.node cannot be loaded: damaged/],
      ['PTY', 'fail', /damaged/],
      ['signals', 'fail', /damaged/],
    ],
  ],
  [
    'on macOS, the helper of node-pty is not executable; it stays as it is',
    () =>
      preload(`const fs = require('node:fs');
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      const access = fs.accessSync;
      fs.accessSync = (path, mode) => {
        if (/spawn-helper$/.test(path)) throw new Error('EACCES');
        access(path, mode);
      };
      fs.chmodSync = () => process.abort();`),
    [
      ['terminal library', 'fail', /prebuilds\/darwin-\w+\/spawn-helper is not executable$/],
      ['PTY', 'fail', /^not started: see terminal library$/],
      ['signals', 'fail', /^not started: see terminal library$/],
      ['system', 'warn', /^posix/],
    ],
  ],
  [
    'a launch ends the server',
    () => replaceNative(`{ fork: () => process.kill(process.pid, 'SIGSEGV') }`),
    [
      ['PTY', 'fail', /^the server has ended by SIGSEGV$/],
      ['signals', 'fail', /^the server has ended by SIGSEGV$/],
    ],
  ],
  [
    'exit codes are wrong, and a signal does not reach the job',
    () =>
      replaceNative(
        `{ fork: (file, [flag, script], ...rest) => {
          const [done] = rest.splice(-1);
          const without = script.replace('; exec sleep', '; exit 3; exec sleep');
          return native.fork(file, [flag, without], ...rest, (code, signal) => done(code === 7 ? 8 : code, signal));
        } }`,
      ),
    [
      ['PTY', 'fail', /^exit code 8 instead of 7$/],
      ['signals', 'fail', /^the job in the foreground did not get the signal$/],
    ],
  ],
  [
    'output is lost, and directories cannot be used',
    () => ({
      ...replaceNative(
        "{ fork: (file, [flag, script], ...rest) => native.fork(file, [flag, script.replace('-lt 300', '-lt 299')], ...rest) }",
        'let jump = 0; const now = Date.now; Date.now = () => now() + (jump += 1000);',
      ),
      TMPDIR: '/proc',
      TUISPEC_SESSION_DIR: createDirectory('shared', 0o777),
      LC_ALL: 'C',
      PATH: `${createCommands({ tmux: 'echo tmux 3.1c' })}:${process.env['PATH']}`,
    }),
    [
      ['PTY', 'fail', /^of the output, 1 lines are missing, first "line 300"$/],
      ['temporary directory', 'fail', /^\/proc: /],
      ['session directory', 'fail', /mode 0777 instead of 0700/],
      ['locale', 'ok', /^"C" is not UTF-8: programs get LC_CTYPE=\S*UTF-8$/],
      ['tmux', 'warn', /^tmux 3\.1c; used only to attach to panes/],
      ['clock', 'warn', /wall clock jumped/],
    ],
  ],
  [
    'the size of terminals is wrong, paths are long, and commands are missing',
    () => ({
      ...replaceNative(
        '{ fork: (file, args, env, cwd, cols, ...rest) => native.fork(file, args, env, cwd, cols - 1, ...rest) }',
      ),
      TMPDIR: createDirectory('x'.repeat(60)),
      TUISPEC_SESSION_DIR: '/proc/none/sessions',
      LC_ALL: 'xx_XX.UTF-8',
      PATH: createCommands({ locale: 'echo ANSI_X3.4-1968' }),
    }),
    [
      ['PTY', 'fail', /^stty reports the size 31 100 instead of 31 101$/],
      ['temporary directory', 'ok', /: 0 of 107 bytes are left for the paths of sockets: those of tests are in \/tmp$/],
      ['session directory', 'fail', /ENOENT/],
      ['locale', 'warn', /^xx_XX\.UTF-8 is not installed/],
      ['tmux', 'warn', /^not found; used only to attach to panes/],
    ],
  ],
])('each fault is named: %s [22.checks, 22.broken]', async (_, env, findings) => {
  const report = await examine(env());
  for (const [name, status, detail] of findings)
    expect(findingOf(report, name)).toMatchObject({ status, detail: expect.stringMatching(detail) });
  const failed = report.checks.filter(({ status }) => status === 'fail').map(({ name }) => name);
  const expected = findings.filter(([, status]) => status === 'fail').map(([name]) => name);
  expect(failed).toEqual(expected);
  expect(report).toMatchObject({ ok: failed.length === 0, exitCode: failed.length === 0 ? 0 : 1 });
});

test('a check that does not end has failed after 5 s, and what it has started is ended [22.limit]', async () => {
  const pidFile = join(createTemporaryDirectory(), 'pid');
  const folder = createCommands({ tmux: `echo $$ > '${pidFile}'; exec sleep 1000` });
  const report = await examine({ PATH: `${folder}:${process.env['PATH']}` }, []);
  expect(findingOf(report, 'tmux')).toMatchObject({ status: 'fail', detail: 'no result within 5 s' });
  await pollUntil(() => readProcessState(Number(readFileSync(pidFile, 'utf8'))) === undefined);
  expect(report.exitCode).toBe(1);
});

test.skipIf(!isInstalled('prlimit'))('few descriptors are a warning (needs prlimit) [22.checks]', () => {
  const { stdout, status } = spawnSync(
    'prlimit',
    ['--nofile=64', process.execPath, 'dist/cli.js', 'doctor', ...patient],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toMatch(/^warn {2}limits +64 descriptors, .*fewer than 256 descriptors\n +\$ ulimit -n 1024$/m);
  expect(status).toBe(0);
});

test('with ps instead of /proc, doctor says which promises are weaker [22.weaker]', async () => {
  const report = await examine({ TUISPEC_SYSTEM: 'posix' });
  expect(findingOf(report, 'system')).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(/^posix \(ps\): .*200 ms.*the oracle hang/),
  });
  expect(findingOf(report, 'signals')).toMatchObject({ status: 'ok' });
});

test('on musl, doctor names the C library, and nothing crashes [22.refused, 22.broken]', async () => {
  const report = await examine(fakeMusl());
  expect(findingOf(report, 'C library')).toMatchObject({
    status: 'fail',
    command: expect.stringContaining('npm rebuild'),
  });
  for (const name of ['PTY', 'signals']) expect(findingOf(report, name).detail).toContain('requires glibc');
});

const sentence = /Cannot start .*: tuispec requires glibc, and this is musl\. [^\n]*node-pty\./;

test.each<readonly [name: string, exitCode: number, args: readonly string[], input: string]>([
  [
    'server',
    1,
    ['server', '--fail-fast'],
    [{ method: 'initialize' }, { method: 'launch', params: { command: 'date' } }]
      .map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`)
      .join(''),
  ],
  ['view', 1, ['view', '--', 'date'], ''],
  ['check', 5, ['check', '--', 'date'], ''],
])(
  'on musl, %s refuses with a sentence, and does not die of SIGSEGV [22.refused]',
  async (_, exitCode, args, input) => {
    const artifacts = { TUISPEC_ARTIFACTS_DIR: createTemporaryDirectory() };
    const run = await runCli(args, { input, env: { ...fakeMusl(), ...artifacts }, cwd: createTemporaryDirectory() });
    expect(run.stdout + run.stderr).toMatch(sentence);
    expect(run.exitCode).toBe(exitCode);
  },
);

test('on musl, open starts no session [22.refused]', async () => {
  const sessions = new Sessions();
  const { exitCode, stderr } = await sessions.run(['open', '--', 'date'], { env: fakeMusl() });
  expect(stderr).toMatch(/^tuispec: Cannot start programs: tuispec requires glibc, and this is musl\. [^\n]*\.\n$/);
  expect(exitCode).toBe(5);
  expect(JSON.parse(await sessions.print('ls', '--json'))).toEqual([]);
});

test('on musl, a tool of tuispec mcp that starts a program returns the sentence [22.refused]', async () => {
  const mcp = new McpProcess({ env: fakeMusl() });
  expect(JSON.stringify(await mcp.callTool('spawn_tui', { command: 'date' }))).toMatch(/requires glibc/);
});

test('a signal ends it, and no file is left [22.unchanged]', async () => {
  const TMPDIR = createTemporaryDirectory();
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'doctor'], {
    env: { ...process.env, TMPDIR },
    stdio: 'ignore',
  });
  const list = (): string[] => readdirSync(TMPDIR).filter((name) => name.startsWith('tuispec-doctor'));
  await pollUntil(() => list().length > 0);
  child.kill();
  expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
  expect(list()).toEqual([]);
});
