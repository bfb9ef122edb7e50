// Installs missing programs that tests drive, if Debian packages can be installed; never fails.
import { spawnSync } from 'node:child_process';
import { debianPackages } from '../src/testing/debian-packages.js';
import { isInstalled } from '../src/testing/programs.js';

const missing = Object.entries(debianPackages).filter(([program]) => !isInstalled(program));
const names = missing.map(([program]) => program).join(', ');
const packages = missing.map(([, name]) => name);
const install = ['install', '--yes', '--no-install-recommends', ...packages];

// A longer installation is not worth waiting for.
const maxMs = 240_000;
// Another installation may be running.
const run = (args: readonly string[]): boolean =>
  spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: maxMs,
  }).status === 0;

if (missing.length > 0) {
  const isAble = process.getuid?.() === 0 && isInstalled('apt-get');
  if (isAble) process.stdout.write(`Installing programs for the tests: ${packages.join(' ')}\n`);
  const isDone = isAble && (run(install) || (run(['update']) && run(install)));
  if (!isDone) process.stdout.write(`Not installed, so their tests are skipped: ${names}\n`);
}
