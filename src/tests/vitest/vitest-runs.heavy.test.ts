import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suite, VitestProject } from '../support/vitest-project.js';
import { installVitest5, type PackageInstallation } from '../support/vitest-versions.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const hasNodeOfVitest5 = (major === 22 && minor >= 12) || major === 24 || major >= 26;

let five: PackageInstallation | undefined;
beforeAll(() => {
  if (hasNodeOfVitest5) five = installVitest5();
});
afterAll(() => five?.[Symbol.dispose]());

test.skipIf(!hasNodeOfVitest5)(
  'everything works with vitest 5 (needs Node 22.12, and the registry or its packages in the cache) [13.vitest-passes]',
  async ({ skip }) => {
    if (five?.modules === undefined) skip(five?.problem);
    const project = new VitestProject(
      {
        'a.test.ts': suite(`
          test.override({ terminalOptions: { cols: 33 } });
          describe('inner', () => {
            test.override({ terminalOptions: { rows: 9 } });
            test('passes', async ({ terminal, step }) => {
              const t = await terminal.launch('sh', sh('stty size; sleep 1000'));
              await step('one', async () => { await expect(t).toHaveText('9 33'); });
              await expect(t).toMatchScreen();
              await expect(t).toMatchInlineScreen();
            });
          });
          test('fails', async ({ terminal }) => {
            const t = await terminal.launch('sh', idle('Open Save'));
            await expect.soft(t).toHaveText('Saves', { timeout: 10 });
            expect(1).toBe(2);
          });
          test('forgets', async ({ terminal }) => { expect(await terminal.launch('sh', idle('Open Save'))).toHaveText('Save'); });
          test('times out', { timeout: 800 }, async ({ terminal }) => {
            await terminal.launch('sh', idle('Open Save'));
            await new Promise(() => {});
          });
          let attempt = 0;
          test('retries', { retry: 1 }, async ({ terminal }) => {
            await terminal.launch('sh', idle('x'));
            attempt += 1;
            expect(attempt).toBe(2);
          });`),
      },
      five?.modules,
    );
    const { output, tests } = await project.runTests();
    expect(output).toContain('v5.');
    const states = Object.fromEntries([...tests].map(([name, { status }]) => [name, status]));
    expect(states, output).toEqual({
      'inner passes': 'passed',
      fails: 'failed',
      forgets: 'failed',
      'times out': 'failed',
      retries: 'passed',
    });
    expect(tests.get('fails')?.failureMessages).toHaveLength(2);
    expect(tests.get('forgets')?.failureMessages).toHaveLength(1);
    for (const name of ['fails', 'forgets', 'times out'])
      expect(tests.get(name)?.failureMessages[0]).toMatch(/│ Open Save +│[\s\S]*Recording: /);
    expect(project.read('a.test.ts')).toMatch(/│ 9 33 +│/);
    expect(readdirSync(join(project.directory, '__screens__/a.test.ts'))).toContain('inner-passes-1.ansi.txt');
    const again = await project.runTests(['-t', 'passes'], { env: { CI: 'true' } });
    expect(again.exitCode, again.output).toBe(0);
    await project.ended();
  },
);

test('no process is left after a worker was killed in the middle of a wait [13.vitest-killed]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      test('waits', { timeout: 90_000 }, async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...sh("trap '' HUP; echo started; sleep 1000; sleep 1000"), ready: 'started' });
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
        await t.waitForText('never', { timeout: 60_000 });
      });`),
    'b.test.ts': suite(`test('passes', async ({ terminal }) => { await terminal.launch('sh', idle('x')); });`),
  });
  const { exitCode, output } = await project.run(['node_modules/vitest/vitest.mjs', 'run', '--pool=forks']);
  expect(exitCode, output).toBe(1);
  expect(output).toMatch(/1 passed/);
  await project.ended();
  await expect.poll(() => readdirSync(project.temporary).filter((name) => name.startsWith('tuispec'))).toEqual([]);
});

test.each(['threads', 'vmForks'])('pool %s works, and leaves nothing [13.vitest-killed]', async (pool) => {
  const tests = suite(`
    for (const n of [1, 2]) test('test ' + n, async ({ terminal }) => {
      await expect(await terminal.launch('sh', idle('number ' + n))).toHaveText('number ' + n);
    });
    test('does not close', async ({ terminal }) => { await terminal.launch('sh', idle('x')); process.env.X = '1'; });`);
  const project = new VitestProject({ 'a.test.ts': tests, 'b.test.ts': tests });
  const { exitCode, output } = await project.run(['node_modules/vitest/vitest.mjs', 'run', `--pool=${pool}`]);
  expect(exitCode, output).toBe(0);
  await project.ended();
  await expect.poll(() => readdirSync(project.temporary).filter((name) => name.startsWith('tuispec'))).toEqual([]);
});

test('shards with a blob report are merged into one report with each test once [13.vitest-shard]', async () => {
  const tests = suite(`
    for (const n of [1, 2]) test('test ' + n, async ({ terminal }) => {
      await expect(await terminal.launch('sh', idle('number ' + n))).toHaveText('number ' + n);
    });
    test('fails', async ({ terminal }) => { await terminal.launch('sh', idle('the screen')); throw new Error('mine'); });`);
  const project = new VitestProject(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.test.ts`, tests])));
  const blobs = join(project.directory, 'blobs');
  mkdirSync(blobs);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
  for (const shard of [1, 2, 3, 4])
    await project.run([...vitest, `--shard=${shard}/4`, '--reporter=blob', `--outputFile=blobs/${shard}.json`]);
  expect(readdirSync(blobs)).toHaveLength(4);
  const { output } = await project.run([...vitest, '--merge-reports=blobs', '--reporter=default']);
  expect(output).toMatch(/Tests +4 failed \| 8 passed \(12\)/);
  expect(output.match(/│ the screen +│/g)).toHaveLength(4);
  expect(readdirSync(join(project.directory, 'test-results'))).toHaveLength(4);
});

test('a test on a warm server takes little more than its program [13.vitest-cost]', async ({ annotate }) => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      for (let n = 0; n < 50; n += 1) test('test ' + n, async ({ terminal }) => {
        const t = await terminal.launch('echo', { args: ['hello'] });
        await expect(t).toHaveText('hello');
        await expect(t).toHaveExited(0);
      });`),
  });
  const { exitCode, output, tests } = await project.runTests();
  expect(exitCode, output).toBe(0);
  const durations = [...tests.values()]
    .slice(1)
    .map(({ duration }) => duration)
    .sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)] ?? 0;
  await annotate(`first ${tests.get('test 0')?.duration.toFixed(0)} ms, median ${median.toFixed(1)} ms`);
  // The first one starts the server.
  expect(median).toBeLessThan(tests.get('test 0')?.duration ?? 0);
  expect(readFileSync(join(project.directory, 'report.json'), 'utf8')).not.toContain('"failed"');
});
