import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect as expectScreen, launch } from 'tuispec';
import { expect } from 'vitest';
import { createTemporaryDirectory } from '../../testing/client.js';
import { requestFailure } from '../../testing/library-failure.js';
import { openTerminal } from '../../testing/library-terminal.js';
import { needing } from '../../testing/packages.js';
import { pollUntil, readProcessState } from '../../testing/processes.js';
import { startSshServer } from '../../testing/ssh-server.js';

needing('sshd')('a server at the other end of ssh drives a remote machine [13.remote]', async () => {
  const ssh = await startSshServer();
  const directory = createTemporaryDirectory();
  const remote = `cd ${directory} && exec ${process.execPath} ${resolve('dist/cli.js')} server`;
  const server = [...ssh, remote];
  const options = { args: ['-c', 'echo "in $(pwd)"; read -r line; echo "got $line"; sleep 1000'], cols: 100, server };
  const terminal = await openTerminal('sh', { ...options, artifactDir: undefined, timeout: 20_000 });
  await expectScreen(terminal).toHaveText(`in ${directory}`);
  await terminal.sendLine('text', { answer: 'got text' });
  const failure = await requestFailure(terminal.waitForText('never', { timeout: 20 }));
  expect(failure.screen).toContain('got text');
  expect(await terminal.screenshot()).toMatch(new RegExp(`^${directory}/artifacts/`));
  const { path } = await terminal.record('recording.jsonl');
  await terminal.close();
  expect(path).toBe(join(directory, 'recording.jsonl'));
  expect(readFileSync(path, 'utf8')).toContain('got text');
  await pollUntil(() => readProcessState(terminal.pid) === undefined);
  const other = await openTerminal('cat', { server, artifactDir: undefined });
  const parent = readProcessState(other.pid)?.parent ?? 0;
  // Its input ends with the connection.
  process.kill(processOf(ssh), 'SIGKILL');
  await pollUntil(() => readProcessState(other.pid) === undefined && readProcessState(parent) === undefined);
  const wrong = [...ssh.slice(0, -1), 'user-that-does-not-exist@127.0.0.1', remote];
  expect((await requestFailure(launch('cat', { server: wrong }))).message).toContain('Permission denied');
});

/** The process id of the client of ssh. */
function processOf(ssh: readonly string[]): number {
  const port = ssh[ssh.indexOf('-p') + 1];
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`ssh\0-F\0none\0-p\0${port}\0`),
  );
  return Number(found);
}
