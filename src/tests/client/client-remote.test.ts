import { launch } from 'tuispec';
import { expect, test } from 'vitest';
import { requestFailure } from '../support/library-failure.js';
import { driveRemoteMachine } from '../support/remote-machine.js';

// Connects its streams to a command that a shell runs, as ssh does.
const standIn = `
  const { spawn } = require('node:child_process');
  const remote = spawn('sh', ['-c', process.argv[1]], { stdio: ['pipe', 'pipe', 'inherit'] });
  process.stdin.pipe(remote.stdin);
  remote.stdout.pipe(process.stdout);
  remote.on('exit', (code) => process.exit(code ?? 255));`;
const connect = [process.execPath, '-e', standIn];

test('a server at the other end of a connection drives a remote machine [13.remote]', async () => {
  await driveRemoteMachine(connect);
});

test('if the connection is refused, the launch fails with the reason [13.remote]', async () => {
  const server = [...connect, 'echo "Permission denied." >&2; exit 255'];
  expect((await requestFailure(launch('cat', { server }))).message).toContain('Permission denied.');
});
