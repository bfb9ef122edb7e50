import { expect, test } from 'vitest';
import { LibraryProject } from '../../testing/library-project.js';

const launched = `
import { expect, launch } from 'tuispec';
const terminal = await launch('sh', { args: ['-c', 'echo Open Save; sleep 1000'], cols: 30, rows: 4, ready: 'Save' });`;

test('in a plain script, assertions pass and fail [13.expect-runners]', async () => {
  const project = new LibraryProject({
    'main.mjs': `${launched}
      await expect(terminal).toHaveText('Save');
      await expect(terminal.getByText('Save')).toBeVisible();
      console.log('passed');
      await expect(terminal).toHaveText('Saves', { timeout: 20 });
      console.log('not reached');`,
  });
  const { output, exitCode } = await project.run(['main.mjs']);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^passed\n/);
  expect(output).toContain('expect(terminal).toHaveText("Saves") failed');
  expect(output).toMatch(/main\.mjs:7:\d+/);
  expect(output).toMatch(/│ Open Save +│/);
  expect(output).not.toMatch(/chunk-\w+\.mjs|not reached/);
});

test('in node:test, failures show the message and the line [13.expect-runners]', async () => {
  const project = new LibraryProject({
    'main.test.mjs': `
      import assert from 'node:assert';
      import { test } from 'node:test';
      ${launched.replace('const terminal', 'const shared')}
      test('passes', async () => {
        await expect(shared).toHaveText('Save');
        await expect(shared).not.toHaveText('Saves');
      });
      test('fails', async () => {
        const terminal = await launch('echo', { args: ['Hello'] });
        await expect(terminal).toHaveText('Hallo', { timeout: 20 });
      });
      test('is an AssertionError', async () => {
        await assert.rejects(expect(shared).toHaveText('Saves', { timeout: 20 }), assert.AssertionError);
      });
      test('forgets to await', async () => {
        const terminal = await launch('echo', { args: ['Hello'] });
        expect(terminal).toHaveText('Hallo');
        await terminal.close();
      });`,
  });
  const { output, exitCode } = await project.run(['--test', 'main.test.mjs']);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/pass 2\n/);
  expect(output).toMatch(/fail 2\n/);
  expect(output).toContain('expect(terminal).toHaveText("Hallo") failed');
  expect(output).toMatch(/│ Hello +│/);
  expect(output).toMatch(/main\.test\.mjs:13:\d+/);
  expect(output).toContain('expect(terminal).toHaveText("Hallo") was not awaited.');
  expect(output).toMatch(/main\.test\.mjs:20:\d+/);
});
