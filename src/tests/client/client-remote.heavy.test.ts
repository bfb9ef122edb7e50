import { launch } from 'tuispec';
import { expect } from 'vitest';
import { requestFailure } from '../support/library-failure.js';
import { needing } from '../support/packages.js';
import { driveRemoteMachine } from '../support/remote-machine.js';
import { startSshServer } from '../support/ssh-server.js';

needing(
  'sshd',
  'ssh',
  'ssh-keygen',
)('a server at the other end of ssh drives a remote machine [13.remote] (needs sshd, ssh)', async () => {
  const ssh = await startSshServer();
  await driveRemoteMachine(ssh);
  const wrong = [...ssh.slice(0, -1), 'user-that-does-not-exist@127.0.0.1', 'true'];
  expect((await requestFailure(launch('cat', { server: wrong }))).message).toContain('Permission denied');
});
