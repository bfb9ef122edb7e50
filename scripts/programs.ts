// Installs the Debian packages of programs that tests drive and that are missing; fails if one cannot be installed.
import { spawnSync } from 'node:child_process';
import { debianPackages } from '../src/tests/support/debian-packages.js';
import { findProgram } from '../src/tests/support/programs.js';

const packages = new Set(
  Object.entries(debianPackages)
    .filter(([program]) => findProgram(program) === undefined)
    .map(([, name]) => name),
);
const install = ['install', '--yes', '--no-install-recommends', ...packages];

// Another installation may be running.
const run = (args: readonly string[]): boolean =>
  spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status === 0;

if (packages.size > 0) {
  process.stdout.write(`Installing Debian packages for the tests: ${[...packages].join(' ')}\n`);
  if (!run(install) && !(run(['update']) && run(install))) {
    process.stderr.write('scripts/test --install: apt-get failed; it needs Debian and root.\n');
    process.exitCode = 1;
  }
}
