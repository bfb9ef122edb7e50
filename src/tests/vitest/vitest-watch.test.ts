import { expect, test } from 'vitest';
import { openTerminal } from '../support/library-terminal.js';
import { suite, VitestProject } from '../support/vitest-project.js';

test('`u` in watch mode updates the baselines, in files and in the test [13.vitest-screen, 13.vitest-inline]', async () => {
  const project = new VitestProject({
    'text.mjs': "export const text = 'first';",
    'a.test.ts': suite(`
      import { text } from './text.mjs';
      test('menu', async ({ terminal }) => {
        const t = await terminal.launch('sh', idle(text));
        await expect(t).toMatchScreen('main', { timeout: 3000 });
      });
      test('inline', async ({ terminal }) => {
        const t = await terminal.launch('sh', { ...idle(text), timeout: 3000, readyTimeout: 60_000 });
        await expect(t).toMatchInlineScreen();
      });`),
  });
  const baseline = '__screens__/a.test.ts/menu-main.ansi.txt';
  const created = await project.runTests();
  expect(created.exitCode, created.output).toBe(0);
  project.write({ 'text.mjs': "export const text = 'second';" });
  const watcher = await openTerminal(process.execPath, {
    args: ['node_modules/vitest/vitest.mjs', '--watch'],
    cwd: project.directory,
    rows: 100,
    env: { ...project.variables },
    ready: /FAIL +Tests failed\. Watching for file changes/,
    readyTimeout: 60_000,
  });
  expect(project.read(baseline)).toContain('first');
  await watcher.press('u');
  await watcher.waitForText(/PASS +Waiting for file changes/, { since: 'lastInput', timeout: 60_000 });
  expect(project.read(baseline)).toContain('second');
  expect(project.read('a.test.ts')).toMatch(/│ second +│/);
  await watcher.press('q');
  await watcher.waitForExit({ timeout: 60_000 });
});
