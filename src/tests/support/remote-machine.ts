import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect as expectScreen } from 'tuispec';
import { expect } from 'vitest';
import { createTemporaryDirectory } from './client.js';
import { requestFailure } from './library-failure.js';
import { openTerminal } from './library-terminal.js';
import { pollUntil, readProcessState } from './processes.js';

/** Drives programs of a remote machine through a command that connects to it, until that command is killed. */
export async function driveRemoteMachine(connect: readonly string[]): Promise<void> {
  const directory = createTemporaryDirectory();
  const server = [...connect, `cd '${directory}' && exec '${process.execPath}' '${resolve('dist/cli.js')}' server`];
  const options = { args: ['-c', 'echo "in $(pwd)"; read -r line; echo "got $line"; sleep 1000'], cols: 100, server };
  const terminal = await openTerminal('sh', { ...options, artifactDir: undefined, timeout: 60_000 });
  await expectScreen(terminal).toHaveText(`in ${directory}`);
  await terminal.sendLine('text', { answer: 'got text' });
  const failure = await requestFailure(terminal.waitForText('never', { timeout: 20 }));
  expect(failure.screen).toContain('got text');
  expect((await terminal.screenshot()).startsWith(`${directory}/artifacts/`)).toBe(true);
  const { path } = await terminal.record('recording.jsonl');
  await terminal.close();
  expect(path).toBe(join(directory, 'recording.jsonl'));
  expect(readFileSync(path, 'utf8')).toContain('got text');
  await pollUntil(() => readProcessState(terminal.pid) === undefined);
  const other = await openTerminal('cat', { server, artifactDir: undefined });
  const parent = readProcessState(other.pid)?.parent ?? 0;
  // Its input ends with the connection.
  process.kill(findClient(connect), 'SIGKILL');
  await pollUntil(() => readProcessState(other.pid) === undefined && readProcessState(parent) === undefined);
}

/** The process id of the command that is connected. */
function findClient(connect: readonly string[]): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return Number(children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(connect.join('\0'))));
}
