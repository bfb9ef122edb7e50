import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LibraryProject } from '../support/library-project.js';
import { suite, VitestProject } from '../support/vitest-project.js';

const passing = (tests: Iterable<{ readonly fullName: string; readonly status: string }>): void =>
  expect([...tests].filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)).toEqual([]);

test('without vitest, importing `tuispec/vitest` fails with one sentence [13.vitest-install]', async () => {
  const project = new LibraryProject({ 'main.mjs': "import { test } from 'tuispec/vitest';" });
  project.copyPackage();
  const { exitCode, output } = await project.run(['main.mjs']);
  expect(exitCode).toBe(1);
  expect(output).toContain(
    'Error: Cannot find vitest, which tuispec/vitest extends: run `npm install --save-dev vitest`.\n',
  );
  expect(output).not.toContain('Cannot find package');
});

test('hooks, options, files and a hermetic environment work in tests, which leave nothing [13.vitest-install] [13.vitest-passes] [13.vitest-options] [13.vitest-files] [13.vitest-hermetic]', async () => {
  const files = {
    'tool.sh': '#!/bin/sh\necho from the project',
    'exports.test.ts': suite(`
      import * as all from 'tuispec/vitest';
      import { readFileSync } from 'node:fs';
      test('exports', async () => {
        const [, library] = /import\\("\\.\\/([^"]+)"\\)/.exec(readFileSync('node_modules/tuispec/dist/vitest.mjs', 'utf8'));
        expect(Object.keys(all).sort()).toEqual(Object.keys(await import('./node_modules/tuispec/dist/' + library)).sort());
        expect(all.it).toBe(all.test);
      });`),
    'passes.test.ts': suite(`
      let shared;
      beforeEach(async ({ terminal }) => { shared = await terminal.launch('sh', idle('from the hook')); });
      test('uses the terminal of a hook', async () => { await expect(shared).toHaveText('from the hook'); });
      test('has steps', async ({ terminal, step }) => {
        expect(await step('one', () => 1)).toBe(1);
        const other = await terminal.launch('sh', idle('second'));
        await expect(other.getByText('second')).toBeVisible();
        await expect(shared).not.toHaveText('second');
      });
      test.for([['x', 1], ['y', 2]])('parameters %s', async ([text], { terminal }) => {
        await expect(await terminal.launch('sh', idle(text))).toHaveText(text);
      });
      test('accepts everything else', async ({ task }) => {
        expect(task.name).toMatch(/accepts/);
        expect.soft({ a: 1 }).toEqual({ a: expect.any(Number) });
        await expect(Promise.resolve(1)).resolves.toBe(1);
        await expect.poll(() => 1).toBe(1);
        expect.assertions(4);
      });
      test('counts assertions about terminals', async () => {
        expect.assertions(2);
        await expect(shared).toHaveText('hook');
        await expect(shared.getByText('hook')).toBeVisible();
      });
      test('does not use a terminal', () => {});
      test.fails('is expected to fail', async () => { await expect(shared).toHaveText('x', { timeout: 1 }); });
      test('is skipped at run time', async ({ skip }) => { skip(); });`),
    // Nested suites are merged key by key.
    'options.test.ts': suite(`
      test.override({ terminalOptions: { cols: 41, env: { A: '1', B: '1' } } });
      const show = { ...sh('stty size; echo "$A$B$C."; sleep 1000') };
      test('outer', async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...show, ready: '11.' });
        expect([t.cols, t.rows]).toEqual([41, 24]);
      });
      describe('inner', () => {
        test.override({ terminalOptions: { rows: 7, env: { B: '2' } } });
        test('merges', async ({ terminal }) => {
          const t = await terminal.launch('sh', { ...show, env: { C: '3' }, ready: '123.' });
          await expect(t).toHaveText('7 41');
        });
        describe('innermost', () => {
          test.override('terminalOptions', { cols: 51 });
          test('merges again', async ({ terminal, terminalOptions }) => {
            await expect(await terminal.launch('sh', show)).toHaveText('7 51');
            expect(terminalOptions).toEqual({ rows: 7, cols: 51, env: { A: '1', B: '2' } });
          });
        });
      });
      describe('with the older name', () => {
        test.scoped({ terminalOptions: { rows: 6, env: { B: '5' } } });
        test('merges in the same way', async ({ terminal }) => {
          await expect(await terminal.launch('sh', { ...show, ready: '15.' })).toHaveText('6 41');
        });
      });
      const extended = test.extend({ mine: async ({ terminal }, use) => { await use(await terminal.launch('sh', show)); } });
      describe('an extended test', () => {
        extended.override({ terminalOptions: { rows: 9 } });
        extended('merges, too', async ({ mine }) => { await expect(mine).toHaveText('9 41'); });
      });
      test('of a sibling do not change', async ({ terminal }) => {
        await expect(await terminal.launch('sh', show)).toHaveText('24 41');
      });`),
    // Directories of their own, and a short list of variables.
    'hermetic.test.ts': suite(`
      const names = "env | cut -d= -f1 | sort | tr '\\\\n' ' '";
      const show = sh('echo "cwd=$(pwd) home=$HOME config=$XDG_CONFIG_HOME"; ' + names + '; echo .; sleep 1000');
      const shown = { ...show, cols: 900, ready: /\\.$/ };
      test('default', async ({ terminal }) => {
        const t = await terminal.launch('env', { args: ['-u', '_', 'sh', ...show.args], cols: 900, env: { MINE: 'x' }, ready: 'XDG_STATE_HOME' });
        const text = await t.text();
        const variables = text.split('\\n')[1].split(' ').filter((name) => /^[A-Z]/.test(name) && !['OLDPWD', 'PWD', 'SHLVL'].includes(name));
        expect(variables).toEqual(['COLORTERM', 'HOME', 'LANG', 'LC_CTYPE', 'MINE', 'NODE_V8_COVERAGE', 'PATH', 'SCREENDIR', 'SHELL', 'TERM', 'TMPDIR',
          'TMUX_TMPDIR', 'USER', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'XDG_STATE_HOME'].filter((name) => name !== 'LC_CTYPE' || variables.includes(name)));
        expect(text).toContain('cwd=' + terminal.dir + ' home=' + terminal.home + ' config=' + terminal.home + '/.config');
        expect(terminal.dir).not.toBe(terminal.home);
        expect(terminal.dir.startsWith(process.env.TMPDIR)).toBe(true);
      });
      let dir;
      test('of another test', async ({ terminal }) => { dir = terminal.dir; });
      test('are not shared', async ({ terminal }) => { expect(terminal.dir).not.toBe(dir); });
      test('turned off', async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...sh('echo "$(pwd)|$SECRET|$HOME|"; sleep 1000'), hermetic: false, cols: 900, ready: '|' , ambiguity: 'first' });
        await expect(t).toHaveText(process.cwd() + '|outer|' + process.env.HOME + '|');
      });
      test('env can unset', async ({ terminal }) => {
        await expect(await terminal.launch('sh', { ...sh('echo "H${'${HOME-none}'}"; sleep 1000'), env: { HOME: null, PATH: process.env.PATH } })).toHaveText('Hnone');
      });`),
    // In the working directory, and nowhere else.
    'files.test.ts': suite(`
      import { chmodSync } from 'node:fs';
      chmodSync('tool.sh', 0o755);
      const files = { 'a.txt': 'text A', 'deep/er/b.bin': new Uint8Array([66]), 'own.sh': '#!/bin/sh\\necho own' };
      test('files', async ({ terminal }) => {
        await expect(await terminal.launch('sh', { ...sh('cat a.txt deep/er/b.bin; sleep 1000'), files })).toHaveText('text AB');
      });
      test('relative commands', async ({ terminal }) => {
        await expect(await terminal.launch('./tool.sh')).toHaveText('from the project');
        await expect(terminal.launch('./own.sh', { files })).rejects.toThrow('not executable');
      });
      test('outside', async ({ terminal }) => {
        await expect(terminal.launch('sh', { files: { '../x': '' } })).rejects.toThrow('"../x" is outside of the working directory');
        await expect(terminal.launch('sh', { files: { '/tmp/x': '' } })).rejects.toThrow('is outside');
        await expect(await terminal.launch('sh', { ...sh('cat ..x; sleep 1000'), files: { '..x': 'dots' } })).toHaveText('dots');
      });
      test('XDG directories', async ({ terminal }) => {
        terminal.writeFiles({ 'folder/a.txt': 'content' });
        const script = 'for d in "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME" "$XDG_CACHE_HOME"; do cd "$d" || exit 1; done';
        const t = await terminal.launch('sh', { ...sh('cat folder/a.txt; ' + script), ready: 'content' });
        await expect(t).toHaveExited(0);
        expect(() => terminal.writeFiles({ '../b': '' })).toThrow('outside of the working directory');
      });`),
  };
  const project = new VitestProject(files);
  const env = {
    SECRET: 'outer',
    NODE_V8_COVERAGE: join(project.temporary, 'coverage'),
    SHELL: '/bin/sh',
    USER: 'me',
    LANG: 'C.UTF-8',
  };
  const { exitCode, output, tests } = await project.runTests(['--no-isolate', '--maxWorkers=1'], { env });
  expect(exitCode, output).toBe(0);
  passing([...tests.values()].filter(({ fullName }) => !fullName.startsWith('is skipped')));
  expect(tests.size).toBe(25);
  expect(readdirSync(project.directory).sort()).toEqual(
    [...Object.keys(files), 'node_modules', 'package.json', 'report.json', 'vitest.config.mjs'].sort(),
  );
  expect(existsSync(join(project.directory, 'x'))).toBe(false);
  await project.ended();
  expect(readdirSync(project.temporary).filter((name) => name.startsWith('tuispec'))).toEqual([]);
});

test('the directory for sockets is short even if the temporary one is long, and is removed [13.vitest-hermetic, 22.sockets]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      import { mkdirSync, statSync } from 'node:fs';
      test('tmux', async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...sh('echo "run=$XDG_RUNTIME_DIR."; sleep 1000'), cols: 200, ready: /run=.*\\./ });
        const [, path] = /run=(.*)\\./.exec(await t.text());
        expect(path).toMatch(/^\\/tmp\\/tuispec-\\w{6}\\/tests\\/test-\\w{6}$/);
        expect(statSync(path).mode & 0o777).toBe(0o700);
        process.stdout.write('at ' + path + '\\n');
      });`),
  });
  const TMPDIR = join(project.temporary, 'x'.repeat(60));
  mkdirSync(TMPDIR);
  const { exitCode, output } = await project.runTests([], { env: { TMPDIR } });
  expect(exitCode, output).toBe(0);
  const path = /at (\/tmp\/tuispec-\w{6})\//.exec(output)?.[1] ?? '';
  await project.ended();
  expect([path !== '', existsSync(path)]).toEqual([true, false]);
});

test('concurrent tests and several workers need no configuration [13.vitest-concurrent]', async () => {
  const tests = suite(`
    describe.concurrent('parallel', () => {
      for (const n of [1, 2, 3, 4]) test('test ' + n, async ({ terminal, expect: local }) => {
        const t = await terminal.launch('sh', idle('number ' + n));
        await expect(t).toHaveText('number ' + n);
        await expect(t).toMatchScreen();
        await expect(t).toMatchScreen('named');
        local(n).toBe(n);
      });
    });
    test('fails ' + import.meta.url, async ({ terminal }) => { await expect(await terminal.launch('sh', idle('x'))).toHaveText('y', { timeout: 1 }); });`);
  const project = new VitestProject({ 'a.test.ts': tests, 'c/a.test.ts': tests });
  const { output, tests: results } = await project.runTests(['--maxWorkers=2', '--testTimeout=60000']);
  expect(
    [...results.values()]
      .map(({ status }) => status)
      .sort()
      .slice(0, 2),
    output,
  ).toEqual(['failed', 'failed']);
  expect(output).toMatch(/Tests +2 failed \| 8 passed/);
  expect(readdirSync(join(project.directory, '__screens__')).sort()).toEqual(['a.test.ts']);
  const baselines = readdirSync(join(project.directory, 'c/__screens__/a.test.ts'));
  expect(baselines.filter((name) => name.endsWith('.ansi.txt'))).toHaveLength(8);
  expect(readdirSync(join(project.directory, 'test-results'))).toHaveLength(2);
});

test('faked timers of a test or of a setup file do not affect terminals [13.fake-timers]', {
  timeout: 120_000,
}, async () => {
  const project = new VitestProject({
    'setup.mjs': "import { vi } from 'vitest';\nvi.useFakeTimers();",
    'vitest.config.mjs': `
      const faked = { name: 'faked', setupFiles: './setup.mjs' };
      export default { test: { projects: [{ test: { name: 'plain' } }, { test: faked }] } };`,
    'a.test.ts': suite(`
      import { vi } from 'vitest';
      test('before launch', async ({ terminal }) => {
        vi.useFakeTimers();
        const t = await terminal.launch('sh', idle('Open'));
        await expect(t).toHaveText('Open');
      });
      test('after launch', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('Open'));
        vi.useFakeTimers({ now: 0 });
        await expect(t).toBeStable();
        vi.setSystemTime(5e12);
        await expect(expect(t).toHaveText('never', { timeout: 20 })).rejects.toThrow('toHaveText("never") failed');
      });
      test('everything faked', async ({ terminal }) => {
        const names = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'];
        vi.useFakeTimers({ toFake: [...names, 'queueMicrotask', 'performance', 'Date'] });
        const t = await terminal.launch('sh', { args: ['-c', 'echo Open; read line; echo "answer: $line"; exec cat'], ready: 'Open' });
        await t.sendLine('6 * 7', { answer: 'answer: 6' });
        await expect(t).not.toHaveText('never');
        await t.press('Ctrl+d');
        await expect(t).toHaveExited(0);
      });`),
  });
  const { exitCode, output } = await project.runTests();
  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/Tests +6 passed/);
});
