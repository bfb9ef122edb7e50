import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

// The checks that read the whole tree run beside the tests: on two cores they would take half a minute before them.
test.concurrent.each([
  ['generated files are up to date', 'generate', '--check'],
  ['types', 'types'],
  ['lint', 'lint:code'],
  ['no code is dead', 'dead'],
])('%s', async (_what, ...script) => {
  const [name = '', ...args] = script;
  const output = await new Promise<{ readonly failed: boolean; readonly text: string }>((resolve) => {
    execFile('npm', ['run', '--silent', name, '--', ...args], { maxBuffer: Infinity }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, text: stdout + stderr }),
    );
  });
  expect(output.failed, output.text).toBe(false);
});
