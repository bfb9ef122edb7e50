import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from './client.js';
import { findProgram } from './programs.js';

const ofRoot = '/run/sshd';

/** Starts an SSH server on the loopback interface with a key of its own; returns the command that connects to it. */
export async function startSshServer(): Promise<readonly string[]> {
  const directory = createTemporaryDirectory();
  const path = (name: string): string => join(directory, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name)], { stdio: 'ignore' });
  copyFileSync(path('user.pub'), path('authorized'));
  chmodSync(path('authorized'), 0o600);
  // As root, it needs this directory, whose path is fixed.
  if (process.getuid?.() === 0 && mkdirSync(ofRoot, { recursive: true }) !== undefined)
    onTestFinished(() => rmSync(ofRoot, { recursive: true, force: true }));
  const port = await freePort();
  const settings = {
    ListenAddress: '127.0.0.1',
    Port: port,
    HostKey: path('host'),
    AuthorizedKeysFile: path('authorized'),
    PidFile: 'none',
    StrictModes: 'no',
    UsePAM: 'no',
    PasswordAuthentication: 'no',
    PermitRootLogin: 'prohibit-password',
    // Shells of connections read no files of the user, such as .bashrc.
    SetEnv: `HOME=${directory}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(path('config'), lines.join(''));
  const server = spawn(findProgram('sshd') ?? '/usr/sbin/sshd', ['-D', '-e', '-f', path('config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => await end(server));
  let log = '';
  for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
    log += String(chunk);
    if (log.includes('Server listening')) break;
  }
  if (!log.includes('Server listening')) throw new Error(`sshd ended: ${log}`);
  server.stderr.resume();
  const options = {
    UserKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'no',
    IdentitiesOnly: 'yes',
    LogLevel: 'ERROR',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return ['ssh', '-F', 'none', '-p', String(port), '-i', path('user'), ...flags, `${userInfo().username}@127.0.0.1`];
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, 'exit');
}
