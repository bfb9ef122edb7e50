import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender } from '../contender.js';
import { bundleHost } from './bundle.js';
import { openHosted } from './hosted.js';
import { readOutput, UnavailableContender } from './unavailable-contender.js';

/** The folder that peers are installed in. */
export const folder = 'artifacts/bench/peers';

/** @microsoft/tui-test as a library. */
export async function createTuiTest(mayInstall: boolean): Promise<Contender> {
  return await createNpmPeer('tui-test', '@microsoft/tui-test', '0.0.2', mayInstall);
}

/** tuistory as a library. */
export async function createTuistory(mayInstall: boolean): Promise<Contender> {
  return await createNpmPeer('tuistory', 'tuistory', '0.10.1', mayInstall);
}

async function createNpmPeer(
  name: string,
  packageName: string,
  version: string,
  mayInstall: boolean,
): Promise<Contender> {
  await install(packageName, version, mayInstall);
  const argv = [process.execPath, await bundleHost(name, folder)];
  return {
    name,
    version: `${packageName} ${version} as a library, without a runner`,
    isTerminal: false,
    open: async (program) =>
      await openHosted(argv, program, { drawsPictures: name === 'tuistory', waitsForAny: false }),
  };
}

/** Installs a package of the registry in a version, or from another source. */
export async function install(packageName: string, version: string, mayInstall: boolean): Promise<void> {
  if (!mayInstall) throw new UnavailableContender('not installed; --peers installs it');
  if (existsSync(join(folder, 'node_modules', packageName))) return;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${packageName}@${version}`];
  await readOutput('npm', args, 'npm install failed');
}
