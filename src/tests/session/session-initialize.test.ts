import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { inject } from '../support/inject.js';

const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });

/** Returns the result of `initialize` for a command line and an environment. */
function initializeIn(
  cwd: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): ReceivedMessage {
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), 'server', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...variables },
    input: `${JSON.stringify(request(1, 'initialize'))}\n`,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { result: ReceivedMessage }).result;
}

describe('precedence: parameter, flag, variable, default', () => {
  const variables = { TUISPEC_TERMINAL_COLS: '51', TUISPEC_TERMINAL_ROWS: '21' };
  const flags = ['--cols', '52', '--rows', '22'];
  const params = { terminalCols: 53, terminalRows: 23 };
  test.each([
    ['default', [], {}, {}, 134, 40],
    ['variable', [], variables, {}, 51, 21],
    ['flag', flags, variables, {}, 52, 22],
    ['parameter', flags, variables, params, 53, 23],
    ['a parameter that is null', flags, variables, { terminalCols: null, terminalRows: null }, 52, 22],
    ['each setting separately', ['--cols', '52'], variables, { terminalRows: 23 }, 52, 23],
    ['the last of two flags', ['--cols', '80', ...flags], variables, {}, 52, 22],
    ['an empty variable', [], { TUISPEC_TERMINAL_COLS: '' }, {}, 134, 40],
  ])('size: %s [3.precedence, 10.flags, 10.variables]', async (_, args, env, session, cols, rows) => {
    const server = new TestServer({ args, env });
    expect(await server.request('initialize', session)).toMatchObject({ cols, rows });
    await server.request('launch', { command: 'cat' });
    expect((await server.request('currentView', { trim: false })).text).toHaveLength((cols + 1) * rows - 1);
  });

  // The values that must not apply would give a longer or shorter time: an hour, or the default of 5 s.
  const none = { TUISPEC_TIMEOUT_SECONDS: undefined };
  test.each([
    ['variable', [], { TUISPEC_TIMEOUT_SECONDS: '0.05' }, {}, 50],
    ['flag', ['--timeout-seconds', '0.05'], { TUISPEC_TIMEOUT_SECONDS: '3600' }, {}, 50],
    ['a parameter that is null', ['--timeout-seconds', '0.05'], none, { timeoutSeconds: null }, 50],
    ['parameter', ['--timeout-seconds', '3600'], none, { timeoutSeconds: 0.05 }, 50],
    ['parameter of 0: one check', ['--timeout-seconds', '3600'], none, { timeoutSeconds: 0 }, 0],
    ['default', [], none, {}, 5000],
  ])('timeout: %s [3.precedence, 10.flags, 10.variables]', async (_, args, env, session, leastMs) => {
    const server = new TestServer({ args, env });
    await server.request('initialize', session);
    const readySelector = { type: 'exact', text: 'never there' };
    const { data } = await failureOf(server.request('launch', { command: 'cat', readySelector }));
    expect(data['kind']).toBe('timeout');
    expect(data['elapsedMs']).toBeGreaterThanOrEqual(leastMs);
    if (leastMs < 5000) expect(data['elapsedMs']).toBeLessThan(5000);
  });

  test.each([
    ['default', [], {}, {}, 'ambiguous'],
    ['variable', [], { TUISPEC_AMBIGUITY_MODE: 'first' }, {}, undefined],
    ['flag', ['--ambiguity-mode', 'fail'], { TUISPEC_AMBIGUITY_MODE: 'first' }, {}, 'ambiguous'],
    ['parameter', ['--ambiguity-mode', 'fail'], {}, { ambiguityMode: 'last' }, undefined],
    ['an empty variable', [], { TUISPEC_AMBIGUITY_MODE: '' }, {}, 'ambiguous'],
    ['a parameter that is null', ['--ambiguity-mode', 'first'], {}, { ambiguityMode: null }, undefined],
  ])('ambiguity: %s [3.precedence, 10.flags, 10.variables]', async (_, args, env, session, kind) => {
    const server = new TestServer({ args, env });
    await server.request('initialize', session);
    const launch = { command: 'echo', args: ['twice twice'], readySelector: { type: 'exact', text: 'twice' } };
    const seen = await server.request('launch', launch).then(
      () => undefined,
      (error: { data: ReceivedMessage }) => error.data['kind'],
    );
    expect(seen).toBe(kind);
  });

  const rewriting = { TUISPEC_UPDATE_SNAPSHOTS: 'true' };
  test.each([
    ['default', [], {}, {}, 'snapshot-mismatch'],
    ['variable', [], rewriting, {}, 'updated'],
    ['flag', ['--update-snapshots'], { TUISPEC_UPDATE_SNAPSHOTS: 'false' }, {}, 'updated'],
    ['parameter', ['--update-snapshots'], rewriting, { updateSnapshots: false }, 'snapshot-mismatch'],
    ['parameter over default', [], {}, { updateSnapshots: true }, 'updated'],
  ])('updating snapshots: %s [3.precedence]', async (_, args, env, session, expected) => {
    const server = new TestServer({ args, env: { CI: '', ...env } });
    await server.request('initialize', session);
    const outcomeOf = async (text: string): Promise<unknown> => {
      await server.request('launch', { command: 'echo', args: [text] });
      await server.request('waitForExit');
      const taken = server.request('expectSnapshot', { name: 'a', timeoutMs: 0, stableMs: 0 });
      return await taken.then(
        ({ status }) => status,
        (error: { data: ReceivedMessage }) => error.data['kind'],
      );
    };
    expect(await outcomeOf('one')).toBe('created');
    expect(await outcomeOf('two')).toBe(expected);
  });

  const nord = { TUISPEC_SNAPSHOT_THEME: 'nord' };
  test.each([
    ['default', [], {}, {}, 'pty-default-dark'],
    ['variable', [], nord, {}, 'nord'],
    ['flag', ['--snapshot-theme', 'dracula'], nord, {}, 'dracula'],
    ['parameter', ['--snapshot-theme', 'dracula'], nord, { snapshotTheme: 'one-dark' }, 'one-dark'],
  ])('theme: %s [3.precedence]', async (_, args, env, session, theme) => {
    const server = new TestServer({ args, env: { COLORFGBG: '', ...env } });
    await server.request('initialize', session);
    await server.request('launch', { command: 'cat' });
    const { metaPath } = await server.request('dumpView', { name: 'a' });
    expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toMatchObject({ theme });
  });

  test.each([
    // Files that exist but are not fonts: the error names the one that was used.
    ['variable', [], {}, 'package.json'],
    ['flag', ['--font', resolve('tsconfig.json')], {}, 'tsconfig.json'],
    ['parameter', ['--font', resolve('tsconfig.json')], { font: '/no/parameter.ttf' }, '/no/parameter.ttf'],
  ])('font: %s [3.precedence]', async (_, args, picture, missing) => {
    const server = new TestServer({ args, env: { TUISPEC_FONT_PATH: resolve('package.json') } });
    await server.launch('cat');
    const { data } = await failureOf(server.request('renderView', { name: 'a', ...picture }));
    expect(data).toMatchObject({ kind: 'io', details: expect.stringContaining(missing) });
  });

  test.each([
    ['default', [], {}, 'artifacts'],
    ['variable', [], { TUISPEC_ARTIFACTS_DIR: 'by-variable' }, 'by-variable'],
    ['flag', ['--artifact-dir', 'by-flag/deep'], { TUISPEC_ARTIFACTS_DIR: 'by-variable' }, 'by-flag/deep'],
  ])('artifact directory: %s [3.precedence] [3.artifact-root]', (_, args, env, directory) => {
    const cwd = realpathSync(createTemporaryDirectory());
    const { artifactRoot } = initializeIn(cwd, args, env);
    expect(artifactRoot).toBe(join(cwd, directory, 'sessions', 'session'));
    expect(readdirSync(String(artifactRoot))).toEqual([]);
  });
});

describe('artifactRoot', () => {
  const names: [string, string][] = [
    ['session', 'session'],
    ['Hello World', 'hello-world'],
    ['a  --  b', 'a-b'],
    ['--a--', 'a'],
    ['../../etc/passwd', 'etc-passwd#'],
    ['..', 'session#'],
    ['.', 'session#'],
    ['///', 'session#'],
    ['🎉', 'session#'],
    ['.hidden', 'hidden#'],
    ['two\nlines\tand\x1b[31m', 'two-lines-and-31m#'],
    ['C:\\temp\\x', 'c-temp-x#'],
    ['Ärger 日本 ٣', 'ärger-日本-٣'],
    ['cafe\u0301', 'café'],
    ['v1.2_3', 'v1-2-3#'],
    ['v1-2_3', 'v1-2-3'],
    ['x'.repeat(200), `${'x'.repeat(100)}#`],
    [`${'x'.repeat(99)} y`, `${'x'.repeat(99)}#`],
    [`${'-'.repeat(150)}x`, 'x'],
    // A file name has at most 255 bytes, including its extension.
    ['日'.repeat(200), `${'日'.repeat(66)}#`],
  ];
  test('is named after a slug that cannot leave its directory [3.slug, 3.version, 7.slugs, 22.protocol]', async () => {
    const lines = names.flatMap(([name], index) => [
      request(index * 2, 'initialize', { name }),
      request(index * 2 + 1, 'close'),
    ]);
    const answers = (await inject(lines)) as ReceivedMessage[];
    const results = answers.filter((_, index) => index % 2 === 0).map((answer) => answer['result'] as ReceivedMessage);
    const slugs = results.map(({ artifactRoot }) => String(artifactRoot).split('/sessions/')[1] ?? '');
    expect(slugs.map((slug) => slug.replace(/-[0-9a-f]{8}$/, '#'))).toEqual(names.map(([, slug]) => slug));
    expect(new Set(slugs).size).toBe(names.length);
    expect(results.map(({ sessionName }) => sessionName)).toEqual(names.map(([name]) => name));
    expect(results[0]).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), protocol: 1 });
  });

  test('is created and cleared, and nothing else is changed [3.emptied]', async () => {
    const server = new TestServer();
    const { artifactRoot } = await server.request('initialize', { name: 'mine' });
    expect(readdirSync(artifactRoot)).toEqual([]);
    mkdirSync(join(artifactRoot, 'deep/er'), { recursive: true });
    writeFileSync(join(artifactRoot, 'deep/er/file'), 'old');
    const sibling = join(artifactRoot, '../other');
    mkdirSync(sibling);
    writeFileSync(join(sibling, 'file'), 'kept');
    await server.request('close');
    await server.request('initialize', { name: 'mine' });
    expect(readdirSync(artifactRoot)).toEqual([]);
    expect(existsSync(join(sibling, 'file'))).toBe(true);
  });

  test('is cleared even while another process writes into it [3.emptied]', async () => {
    const server = new TestServer();
    const place = join(server.directory, 'artifacts/sessions/session/snapshots');
    const script =
      'echo; while :; do mkdir -p "$0"; for n in 1 2 3 4 5 6 7 8 9; do echo > "$0/$n"; done; done 2> /dev/null';
    const other = spawn('sh', ['-c', script, place], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(async () => {
      other.kill('SIGKILL');
      if (other.exitCode === null && other.signalCode === null) await once(other, 'exit');
    });
    await once(other.stdout, 'data');
    for (let times = 0; times < 100; times += 1) {
      await server.request('initialize');
      await server.request('close');
    }
  });

  test('is replaced if it is a symbolic link, and the target is not changed [3.emptied]', async () => {
    const server = new TestServer();
    const { artifactRoot } = await server.request('initialize');
    await server.request('close');
    const elsewhere = createTemporaryDirectory();
    writeFileSync(join(elsewhere, 'file'), 'kept');
    rmSync(artifactRoot, { recursive: true });
    symlinkSync(elsewhere, artifactRoot);
    expect(await server.request('initialize')).toMatchObject({ artifactRoot });
    expect(readdirSync(elsewhere)).toEqual(['file']);
  });

  test.each(['/proc/nowhere', '/dev/null/below'])(
    'fails with kind io if it cannot be created: %s [3.artifact-root]',
    async (dir) => {
      const server = new TestServer({ args: ['--artifact-dir', dir] });
      expect((await failureOf(server.request('initialize'))).data).toMatchObject({ kind: 'io' });
      expect((await failureOf(server.request('close'))).code).toBe(-32001);
    },
  );
});

test('a second initialize is rejected without side effects [3.already]', async () => {
  const server = new TestServer();
  const pid = await server.launch('cat', [], {}, { name: 'first', terminalCols: 50 });
  const artifactRoot = join(server.directory, 'artifacts/sessions/first');
  writeFileSync(join(artifactRoot, 'kept'), '');
  const { code, message } = await failureOf(server.request('initialize', { name: 'first' }));
  expect(code).toBe(-32002);
  expect(message).toContain('first');
  expect(readdirSync(artifactRoot)).toEqual(['kept']);
  expect(await server.request('currentView')).toMatchObject({ cols: 50, exited: false });
  expect(process.kill(pid, 0)).toBe(true);
});
