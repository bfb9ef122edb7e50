import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../testing/client.js';

const cacheName = `tuispec-compile-cache-${process.getuid?.()}`;

/** Returns the cache directory of the program, printed by a mock of Node's function. */
function findCacheDirectory(temporary: string, env: Readonly<Record<string, string>> = {}): string {
  const preload = join(createTemporaryDirectory(), 'preload.cjs');
  writeFileSync(preload, "require('node:module').enableCompileCache = (directory) => console.log(directory);");
  return runVersion({ TMPDIR: temporary, ...env }, ['--require', preload])
    .replace(/\d+\.\d+\.\d+\n$/, '')
    .trim();
}

function runVersion(env: Readonly<Record<string, string>>, nodeArgs: readonly string[]): string {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...inherited } = process.env;
  const { stdout } = spawnSync(process.execPath, [...nodeArgs, resolve('dist/cli.js'), '--version'], {
    cwd: createTemporaryDirectory(),
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/\d+\.\d+\.\d+\n$/);
  return stdout;
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

/** Launches a program with a server; returns the responses and the cached code of the server. */
function launchOnce(temporary: string): { readonly stdout: string; readonly file: string; readonly inode: number } {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...inherited } = process.env;
  const requests = [
    { method: 'initialize', params: { name: 'start' } },
    { method: 'launch', params: { command: 'true' } },
    { method: 'close' },
  ];
  const { stdout, status } = spawnSync(process.execPath, [resolve('dist/cli.js'), 'server'], {
    cwd: createTemporaryDirectory(),
    env: { ...inherited, TMPDIR: temporary },
    input: requests.map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`).join(''),
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout.match(/"result"/g)).toHaveLength(requests.length);
  const directory = join(temporary, cacheName);
  const [file = ''] = readdirSync(directory)
    .filter((name) => name.startsWith('program-'))
    .map((name) => join(directory, name));
  return { stdout, file, inode: statSync(file).ino };
}

test('a server uses the code that the first one cached when it launched a program', () => {
  const temporary = createTemporaryDirectory();
  const { file, inode } = launchOnce(temporary);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(file).size).toBeGreaterThan(100_000);
  expect(launchOnce(temporary)).toMatchObject({ file, inode });
});

test.each<readonly [string, (code: Buffer) => Buffer]>([
  ['damaged', (code) => Buffer.from(code).fill(0, 100_000, 200_000)],
  ['truncated', (code) => code.subarray(0, code.length / 2)],
  ['empty', () => Buffer.alloc(0)],
])('a server replaces cached code that is %s', (_, change) => {
  const temporary = createTemporaryDirectory();
  const { file } = launchOnce(temporary);
  const code = readFileSync(file);
  const { length } = code;
  writeFileSync(file, change(code));
  launchOnce(temporary);
  expect(statSync(file).size).toBeGreaterThan(length * 0.9);
  const { inode } = launchOnce(temporary);
  expect(launchOnce(temporary).inode).toBe(inode);
});
