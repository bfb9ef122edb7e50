import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The registry cannot be reached, and npm's cache does not contain the package.
const isOffline = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/;

/** Packages that are installed for a test. */
export interface PackageInstallation extends Disposable {
  readonly modules: string;
}

/** Installs vitest 5. It cannot be a dependency next to vitest 4, because it needs newer types of Node. */
export const installVitest5 = (): PackageInstallation | undefined =>
  installPackages(['vitest@5.1.0', '@types/node@22.19.3', '--force']);

/** Installs Bun: its packages contain the program. */
export const installBun = (): PackageInstallation | undefined => installPackages(['bun@1.4.4']);

/** Installs packages in a temporary directory; undefined without the registry. */
function installPackages(packages: readonly string[]): PackageInstallation | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-packages-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, '--loglevel=error', ...packages], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (status === 0) return { modules: join(directory, 'node_modules'), [Symbol.dispose]: remove };
  remove();
  if (isOffline.test(stderr)) return undefined;
  throw new Error(`Cannot install ${packages.join(' ')}: ${stderr}`);
}
