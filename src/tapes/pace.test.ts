import { expect, onTestFinished, test } from 'vitest';
import { system } from '../base/system/system.js';
import type { RunningProgram } from '../session/terminal-session.js';
import { createTemporaryDirectory } from '../tests/support/client.js';
import { createServer } from '../tests/support/in-process.js';
import { passUntilReady } from './pace.js';

// Where the system does not tell, each of them takes the whole time.
test.runIf(system.isReadingTerminal !== undefined).each([
  ['cat', 'cat', ''],
  ['a prompt without a line feed', 'printf "Name? "; read name', 'Name?'],
  ['a program that watches the terminal', `exec ${process.execPath} -e 'process.stdin.resume()'`, ''],
])('a program that reads a line is ready, whether it has drawn or not: %s [20.2.time]', async (_, script, text) => {
  const server = createServer(createTemporaryDirectory());
  onTestFinished(async () => await server.close());
  await server.call('initialize', { name: 'reader' });
  await server.call('launch', { command: 'sh', args: ['-c', script] });
  const current = server.session?.current as RunningProgram;
  const terminal = { current, shell: undefined, isLaunched: true, signal: new AbortController().signal };
  await passUntilReady(terminal, 2 ** 30);
  expect(current.program.screen.lines[0]?.trimmed).toBe(text);
});
