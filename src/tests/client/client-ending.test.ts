import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LibraryProject } from '../support/library-project.js';
import { pollUntil, readProcessState } from '../support/processes.js';

const start = `
import { launch } from 'tuispec';
const terminal = await launch('sh', { args: ['-c', "trap '' HUP; echo started; sleep 1000; sleep 1000"], ready: 'started' });
await terminal.screenshot('picture.png');
`;

const kill =
  (signal: NodeJS.Signals) =>
  (child: ChildProcess, output: string): void =>
    void (output.includes('kill me') && child.kill(signal));

test.each([
  ['the script ends without `close`', '', undefined, { exitCode: 0 }],
  ['`process.exit` is called', 'process.exit(5);', undefined, { exitCode: 5 }],
  ['an exception is not caught', 'setTimeout(() => { throw new Error("mine"); });', undefined, { exitCode: 1 }],
  ['a promise is rejected', 'await terminal.waitForText("never", { timeout: 1 });', undefined, { exitCode: 1 }],
  [
    'SIGTERM',
    'console.log("kill me"); await terminal.waitForExit({ timeout: 60_000 });',
    'SIGTERM',
    { signal: 'SIGTERM' },
  ],
  [
    'SIGINT',
    'console.log("kill me"); await terminal.waitForExit({ timeout: 60_000 });',
    'SIGINT',
    { signal: 'SIGINT' },
  ],
  [
    'SIGKILL',
    'console.log("kill me"); await terminal.waitForExit({ timeout: 60_000 });',
    'SIGKILL',
    { signal: 'SIGKILL' },
  ],
  [
    'SIGKILL while it launches',
    'console.log("kill me"); await Promise.all([1, 2, 3].map(() => launch("cat")));',
    'SIGKILL',
    { signal: 'SIGKILL' },
  ],
] as const)(
  'no server, program or temporary file is left after %s [13.nothing-left]',
  async (_, script, signal, expected) => {
    const project = new LibraryProject({ 'main.mjs': start + script });
    const run = await project.run(['main.mjs'], signal && { onOutput: kill(signal) });
    expect(run, run.output).toMatchObject(expected);
    await project.ended();
    expect(readdirSync(project.temporary)).toEqual([]);
    expect(readdirSync(project.directory).sort()).toEqual(['main.mjs', 'node_modules', 'package.json', 'picture.png']);
  },
);

test('files that were requested without a path are kept [13.nothing-left]', async () => {
  const project = new LibraryProject({ 'main.mjs': `${start} console.log(await terminal.screenshot());` });
  const { output } = await project.run(['main.mjs']);
  await project.ended();
  const files = readdirSync(project.temporary, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(output).toContain(files.find(({ name }) => name === 'screenshot-2.png')?.parentPath);
  expect(files.map(({ name }) => name).filter((name) => name.endsWith('.owner'))).toEqual([]);
});

test('a server that was stopped by a signal is left neither by `close` nor at the end of the process [13.nothing-left]', async () => {
  const project = new LibraryProject({
    'main.mjs': `
      import { readFileSync } from 'node:fs';
      import { launch } from 'tuispec';
      const serverOf = ({ pid }) => Number(readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1].split(' ')[1]);
      const [first, second] = await Promise.all([launch('cat'), launch('cat')]);
      console.log('servers', serverOf(first), serverOf(second));
      for (const terminal of [first, second]) process.kill(serverOf(terminal), 'SIGSTOP');
      await first.close();
      console.log('next', serverOf(await launch('cat')));`,
  });
  const { output, exitCode } = await project.run(['main.mjs']);
  expect(exitCode, output).toBe(0);
  const [, first, second] = /servers (\d+) (\d+)/.exec(output) ?? [];
  expect([first, second]).not.toContain(/next (\d+)/.exec(output)?.[1]);
  await pollUntil(() => [first, second].every((pid) => readProcessState(Number(pid)) === undefined));
});

test('an idle server or an open terminal does not keep the process alive; a pending request and a listener do [13.process-ends]', async () => {
  const project = new LibraryProject({
    'main.mjs': `
      import { launch } from 'tuispec';
      const closed = await launch('cat');
      closed.on('change', () => {});
      await closed.close();
      const terminal = await launch('sh', { args: ['-c', 'sleep 0.2; exit 4'] });
      terminal.on('exit', ({ exitCode }) => console.log('exit', exitCode))
      process.on('beforeExit', () => console.log('would end'));
      terminal.waitForExit().then(() => terminal.close()).then(() => console.log('done'));`,
  });
  const { output, exitCode } = await project.run(['main.mjs']);
  expect({ output, exitCode }).toEqual({ output: 'exit 4\ndone\nwould end\n', exitCode: 0 });
});

test('an error in a listener is an uncaught exception [13.terminal-on]', async () => {
  const project = new LibraryProject({
    'main.mjs': `
      import { launch } from 'tuispec';
      process.on('uncaughtException', ({ message }) => console.log('uncaught', message));
      const terminal = await launch('sh', { args: ['-c', 'read -r line; exit 4'] });
      terminal.on('exit', () => { throw new Error('mine'); });
      terminal.on('exit', () => console.log('second'));
      await terminal.press('Enter');
      await terminal.waitForExit();
      await terminal.close();`,
  });
  const { output } = await project.run(['main.mjs']);
  expect(output.split('\n').sort()).toEqual(['', 'second', 'uncaught mine']);
});
