import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LibraryProject } from '../support/library-project.js';
import { installBun } from '../support/vitest-versions.js';

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
        const terminal = await launch('echo', { args: ['Hello'], ready: 'Hello' });
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

test('with faked timers and a faked clock, waits and assertions end, and so does the process [13.fake-timers]', async () => {
  const fake = `
    const never = () => ({ ref() {}, unref() {}, hasRef: () => false });
    Object.assign(globalThis, { setTimeout: never, setInterval: never, setImmediate: never, queueMicrotask: never, clearTimeout() {} });
    performance.now = Date.now = () => 0;`;
  for (const [before, after] of [
    [fake, ''],
    ['', fake],
  ]) {
    const project = new LibraryProject({
      'main.mjs': `
        import { expect, launch } from 'tuispec';
        ${before}
        const terminal = await launch('sh', { args: ['-c', 'echo Open; exec cat'], ready: 'Open' });
        ${after}
        await terminal.sendLine('again', { answer: 'again' });
        await expect(terminal).toBeStable();
        const failed = await expect(terminal.getByText('again')).toHaveCount(7, { timeout: 20 }).catch(({ message }) => message);
        console.log(failed.split('\\n')[0]);
        await terminal.close();
        console.log('closed');`,
    });
    const { output, exitCode } = await project.run(['main.mjs']);
    expect(output).toBe('expect("again").toHaveCount(7) failed\nclosed\n');
    expect(exitCode).toBe(0);
  }
});

test('the library runs in Bun, and the process ends [13.bun]', { timeout: 120_000 }, async ({ skip }) => {
  using bun = installBun();
  if (bun.modules === undefined) return skip(bun.problem);
  const command = join(bun.modules, `@oven/bun-linux-${process.arch}/bin/bun`);
  const project = new LibraryProject({
    'main.mjs': `${launched}
      await expect(terminal).toHaveText('Save');
      await terminal.close();
      const second = await launch('cat');
      await second.type('typed');
      await expect(second).toHaveText('typed');
      console.log('passed');`,
    'main.test.mjs': `
      import { test } from 'bun:test';
      ${launched}
      test('passes', async () => { await expect(terminal).toHaveText('Save'); });
      test('fails', async () => { await expect(terminal).toHaveText('Saves', { timeout: 20 }); });`,
  });
  const plain = await project.run(['main.mjs'], { command });
  expect(plain).toEqual({ exitCode: 0, signal: null, output: 'passed\n' });
  const { output, exitCode } = await project.run(['test', 'main.test.mjs'], { command });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/1 pass\n\s*1 fail\n/);
  expect(output).toContain('expect(terminal).toHaveText("Saves") failed');
});
