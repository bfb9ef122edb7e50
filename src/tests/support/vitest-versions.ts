import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Packages that are installed for a test, or the reason why they are not. */
export interface PackageInstallation extends Disposable {
  readonly modules?: string;
  readonly problem?: string;
}

/** Installs vitest 5. It cannot be a dependency next to vitest 4, because it needs newer types of Node. */
export const installVitest5 = (): PackageInstallation =>
  installTemporarily(['vitest@5.1.0', '@types/node@22.19.3', '--force']);

/** Installs Bun: its packages contain the program. */
export const installBun = (): PackageInstallation => installTemporarily(['bun@1.4.4']);

/** Installs the package managers that users have, and checkers of packages. */
export const installPackageTools = (): PackageInstallation =>
  installTemporarily([
    'pnpm@12.21.0',
    '@yarnpkg/cli-dist@4.18.1',
    'bun@1.4.4',
    'publint@0.3.25',
    '@arethetypeswrong/cli@0.18.5',
  ]);

/** Installs packages in a temporary directory, if the registry or npm's cache provides them. */
function installTemporarily(packages: readonly string[]): PackageInstallation {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-packages-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const problem = installPackages(directory, [...options, '--loglevel=error', ...packages]);
  return problem === undefined
    ? { modules: join(directory, 'node_modules'), [Symbol.dispose]: remove }
    : { problem, [Symbol.dispose]: remove };
}

/** Runs `npm install`; returns why it failed, such as a registry that cannot be reached or refuses. */
export function installPackages(directory: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('npm', ['install', ...args], {
    cwd: directory,
    env: { ...process.env, ...npmSettings(directory) },
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return `npm cannot install the packages: ${/^npm (?:error|ERR!) .*$/m.exec(stderr)?.[0] ?? error?.message ?? stderr}`;
}

/** Variables for npm: if its cache cannot be written, it gets another one. */
export function npmSettings(directory: string): Readonly<Record<string, string>> {
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  return isWritable(existsSync(cache) ? cache : dirname(cache))
    ? {}
    : { npm_config_cache: join(directory, '.npm-cache') };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
