import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../testing/client.js';

const cacheName = `tuispec-compile-cache-${process.getuid?.()}`;
const cachesCode = 'enableCompileCache' in nodeModule;

/** Returns the cache directory of the program, printed by a mock of Node's function. */
function findCacheDirectory(temporary: string, env: Readonly<Record<string, string>> = {}): string {
  const preload = join(createTemporaryDirectory(), 'preload.cjs');
  writeFileSync(preload, "require('node:module').enableCompileCache = (directory) => console.log(directory);");
  return runVersion({ TMPDIR: temporary, ...env }, ['--require', preload])
    .stdout.replace(/\d+\.\d+\.\d+\n$/, '')
    .trim();
}

function runVersion(env: Readonly<Record<string, string>>, nodeArgs: readonly string[] = []) {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...inherited } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, resolve('dist/cli.js'), '--version'], {
    cwd: createTemporaryDirectory(),
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/\d+\.\d+\.\d+\n$/);
  return { stdout, stderr };
}

test('compiled code is cached in a temporary directory of mode 0700, owned by the user', () => {
  const temporary = createTemporaryDirectory();
  expect(findCacheDirectory(temporary)).toBe(join(temporary, cacheName));
  expect(lstatSync(join(temporary, cacheName)).mode & 0o777).toBe(0o700);
});

test.each<readonly [string, (directory: string) => void]>([
  ['a directory that others can write to', (directory) => [mkdirSync(directory), chmodSync(directory, 0o777)]],
  ['a symbolic link', (directory) => symlinkSync(createTemporaryDirectory(), directory)],
  ['a file', (directory) => writeFileSync(directory, '')],
])('the program starts without a cache if its cache directory is %s', (_, create) => {
  const temporary = createTemporaryDirectory();
  create(join(temporary, cacheName));
  expect(findCacheDirectory(temporary)).toBe('');
});

test('the program starts without a cache if there is no temporary directory', () => {
  expect(findCacheDirectory('/proc/none')).toBe('');
});

test.each(['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE'])(
  'with %s, the setting of the user applies and no directory is created',
  (variable) => {
    const temporary = createTemporaryDirectory();
    const value = join(createTemporaryDirectory(), 'cache');
    expect(findCacheDirectory(temporary, { [variable]: value })).toBe('');
    expect(existsSync(join(temporary, cacheName))).toBe(false);
  },
);

test.skipIf(!cachesCode)('the second start uses the code that the first one cached (needs Node 22.8)', () => {
  const temporary = createTemporaryDirectory();
  const env = { TMPDIR: temporary, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  expect(runVersion(env).stderr).toMatch(/program\.js was not initialized/);
  expect(readdirSync(temporary)).toEqual([cacheName]);
  expect(runVersion(env).stderr).toMatch(/program\.js was accepted/);
});
