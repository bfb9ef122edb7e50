import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { BenchProgram, Contender } from '../contender.js';
import { bundleHost } from './bundle.js';
import { openHosted } from './hosted.js';
import { readOutput, UnavailableContender } from './unavailable-contender.js';

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
  const modules = await installPeer(packageName, version, mayInstall);
  const argv = [process.execPath, await bundleHost(name, dirname(modules))];
  const abilities = { drawsPictures: name === 'tuistory', waitsForAny: false };
  return {
    name,
    version: `${packageName} ${version} as a library, without a runner`,
    isTerminal: false,
    open: async (program) => await openHosted(argv, program, abilities),
    ...(name === 'tui-test' && {
      openTraced: async (program: BenchProgram) => await openHosted([...argv, 'trace'], program, abilities),
    }),
  };
}

/** Installs a package of the registry, or from another source, in a folder of its own; returns its `node_modules`. */
export async function installPeer(packageName: string, version: string, mayInstall: boolean): Promise<string> {
  if (!mayInstall) throw new UnavailableContender('not installed; --peers installs it');
  // Versions of shared dependencies differ.
  const folder = join('artifacts/bench/peers', basename(packageName));
  const modules = resolve(folder, 'node_modules');
  if (existsSync(join(modules, packageName))) return modules;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${packageName}@${version}`];
  await readOutput('npm', args, `npm cannot install ${packageName}@${version}`);
  return modules;
}
