import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The registry cannot be reached, and npm's cache does not contain the package.
const isOffline = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/;

/** An installation of another version of vitest than that of this project. */
export interface VitestInstallation extends Disposable {
  readonly modules: string;
}

/**
 * Installs vitest 5 in a temporary directory; undefined without the registry. It cannot be a dependency of this project
 * next to vitest 4, because it needs newer types of Node.
 */
export function installVitest5(): VitestInstallation | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-vitest-5-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const packages = ['vitest@5.1.0', '@types/node@22.19.3', '--force', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (status === 0) return { modules: join(directory, 'node_modules'), [Symbol.dispose]: remove };
  remove();
  if (isOffline.test(stderr)) return undefined;
  throw new Error(`Cannot install vitest 5: ${stderr}`);
}
