import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTerminal } from '../support/library-terminal.js';
import { sample } from '../support/tier.js';
import { parseViewUrl, ViewClient } from '../support/view-client.js';
import { suite, VitestProject } from '../support/vitest-project.js';

const env = { TUISPEC_PAUSE: 'failure' };
const paused =
  /Paused after the failure of "(.*)": (http:\S+)( and http:\S+)? \(to continue, end its programs? or press Ctrl\+C\)\n/;
// The limits of vitest for hooks and for the test are over when the test is paused.
const config = 'export default { test: { hookTimeout: 1 } };';
const lateTest = `test('late', { timeout: 5000 }, async ({ terminal }) => {
  await terminal.launch('sh', { ...sh('echo Name?; read name; echo "Hello, $name"; read end'), ready: 'Name?', readyTimeout: 60_000 });
  await new Promise(() => {});
});`;

/** Runs the tests, and calls `use` with the addresses of the views of each test that is paused. */
async function runPaused(
  project: VitestProject,
  use: (name: string, urls: string[]) => Promise<void>,
): Promise<string> {
  const uses = new Map<string, Promise<void>>();
  const { exitCode, output } = await project.runTests([], {
    env,
    onOutput: (_, text) => {
      for (const [, name = '', ...urls] of text.matchAll(new RegExp(paused, 'g')))
        if (!uses.has(name)) {
          const found = urls.flatMap((url) => url?.match(/http:\S+/) ?? []);
          uses.set(name, use(name, found));
        }
    },
  });
  await Promise.all(uses.values());
  expect(exitCode, output).toBe(1);
  return output;
}

test('a person can use the program of a failed test until it exits, longer than every limit [13.vitest-pause]', async () => {
  const project = new VitestProject({ 'vitest.config.mjs': config, 'a.test.ts': suite(lateTest) });
  const output = await runPaused(project, async (name, [url = '']) => {
    const address = parseViewUrl(url);
    const headers = { Authorization: `Bearer ${address.token}` };
    const screen = await fetch(`${address.origin}/api/screen?format=text`, { headers });
    expect([name, await screen.text()]).toEqual(['late', expect.stringContaining('Name?')]);
    const viewer = await ViewClient.open(address);
    await viewer.input({ type: 'text', text: 'Ada' });
    await viewer.input({ type: 'key', key: 'Enter' });
    await viewer.waitForText('Hello, Ada');
    await viewer.input({ type: 'key', key: 'Enter' });
  });
  expect(output.match(new RegExp(paused, 'g'))).toHaveLength(1);
  // The failure shows the screen before the pause.
  expect(output).toMatch(/Test timed out in 5000ms[\s\S]*│ Name\? +│\n/);
  expect(output).not.toMatch(/│ Hello, Ada/);
});

test('both programs of a failed test are kept; other tests are not paused [13.vitest-pause]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      const question = { ...sh('read line'), timeout: 60_000 };
      test('passes', async ({ terminal }) => { await terminal.launch('sh', idle('x')); });
      test.fails('expected', async ({ terminal }) => { await terminal.launch('sh', idle('x')); throw new Error('mine'); });
      test('has exited', async ({ terminal }) => { await (await terminal.launch('true')).waitForExit(); throw new Error('mine'); });
      test('is closed', async ({ terminal }) => { await (await terminal.launch('sh', idle('x'))).close(); throw new Error('mine'); });
      test('two', async ({ terminal }) => {
        await terminal.launch('sh', question);
        await terminal.launch('sh', question);
        throw new Error('mine');
      });
      test('is next', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle('x'));
        console.log('next', JSON.stringify(await t.request('view.status', {})));
      });`),
  });
  const output = await runPaused(project, async (name, urls) => {
    expect([name, urls.length]).toEqual(['two', 2]);
    for (const url of urls) {
      const viewer = await ViewClient.open(parseViewUrl(url));
      await viewer.input({ type: 'key', key: 'Enter' });
    }
  });
  expect(output.match(/Not paused.*/g)).toEqual([
    'Not paused after the failure of "has exited": its program has exited (exit code 0).',
  ]);
  expect(output).toMatch(/Tests +3 failed \| 2 passed \| 1 expected fail/);
  expect(output).toMatch(/next \{"viewers":0,"interactive":false\}/);
});

test.each(sample(['--watch', 'run']))(
  'Ctrl+C ends a paused test in the mode %s, and nothing is left [13.vitest-pause]',
  async (mode) => {
    const project = new VitestProject({ 'vitest.config.mjs': config, 'a.test.ts': suite(lateTest) });
    const runner = await openTerminal(process.execPath, {
      args: ['node_modules/vitest/vitest.mjs', mode],
      cwd: project.directory,
      rows: 60,
      cols: 200,
      env: { ...project.variables, ...env },
      ready: 'Paused after the failure of "late"',
      readyTimeout: 60_000,
    });
    await runner.press('Control+C');
    await runner.waitForExit({ timeout: 60_000 });
    await project.ended();
    await expect.poll(() => readdirSync(project.temporary).filter((name) => name.startsWith('tuispec'))).toEqual([]);
  },
);

// An empty variable, last, is none.
const unpaused = [
  [{ TUISPEC_PAUSE: 'always' }, 1, 'TUISPEC_PAUSE must be "failure", not "always".'],
  [{ ...env, CI: '1' }, 1, 'TUISPEC_PAUSE is ignored: the variable CI is set.\n'],
  [{ TUISPEC_PAUSE: '' }, 1, 'mine'],
] as const;
test.each(sample(unpaused, 2))('%j does not pause [13.vitest-pause]', async (variables, code, words) => {
  const project = new VitestProject({
    'a.test.ts': suite(
      `test('fails', async ({ terminal }) => { await terminal.launch('sh', idle('x')); throw new Error('mine'); });`,
    ),
  });
  const { exitCode, output } = await project.run(['node_modules/vitest/vitest.mjs', 'run'], { env: variables });
  expect(exitCode).toBe(code);
  expect(output).toContain(words);
  expect(output).not.toMatch(/Paused|Unhandled/);
});
