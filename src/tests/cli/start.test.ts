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
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';

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

test.each([
  [{ node: '18.20.8' }, 'tuispec does not run on Node 18.20.8. Run it with Node 20.5 or later.\n'],
  [{ node: '20.4.0' }, 'tuispec does not run on Node 20.4.0. Run it with Node 20.5 or later.\n'],
  [{ node: '24.3.0', bun: '1.4.4' }, /^tuispec does not run in Bun, .*\.\n$/],
  [{ node: '24.3.0', deno: '2.9.6' }, /^tuispec does not run in Deno, .*\.\n$/],
])('another runtime is rejected with one sentence: %j [10.runtime, 22.refused]', (versions, sentence) => {
  const preload = join(createTemporaryDirectory(), 'preload.cjs');
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });`);
  const args = ['--require', preload, resolve('dist/cli.js'), 'server'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});

// `open` has a launcher path of its own.
test.each([[['server']], [['open']], [['--version']]])(
  'Windows is rejected with one sentence: %j [10.windows, 22.refused]',
  (args) => {
    const preload = join(createTemporaryDirectory(), 'preload.cjs');
    writeFileSync(preload, "Object.defineProperty(process, 'platform', { value: 'win32' });");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', preload, resolve('dist/cli.js'), ...args],
      { encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^tuispec does not run on Windows[^\n]*\.\n$/);
  },
);

test('the launcher has no syntax that Node 14 cannot parse, and checks the runtime first [10.runtime]', () => {
  const code = readFileSync(resolve('dist/cli.js'), 'utf8');
  expect(code.match(/\?\.[a-z([]|\?\?|\|\|=|\bstatic\s*\{|#[a-z]+\s*[=(;]/gi) ?? []).toEqual([]);
  expect(code.indexOf('process.versions')).toBeLessThan(code.indexOf('require('));
});

test('without the canvas package a picture is kind io [10.canvas]', async () => {
  const preload = join(createTemporaryDirectory(), 'preload.cjs');
  writeFileSync(
    preload,
    `const nodeModule = require('node:module'); const load = nodeModule._load;
    nodeModule._load = (name, ...rest) => { if (name === 'canvas') throw new Error('Cannot find module'); return load(name, ...rest); };`,
  );
  const server = new TestServer({ env: { NODE_OPTIONS: `--require ${preload}` } });
  await server.launch('printf', ['漢字 ∰ text']);
  await server.request('waitForExit');
  const { data } = await failureOf(server.request('renderView', { name: 'picture' }));
  expect(data).toMatchObject({
    kind: 'io',
    details: expect.stringContaining('(canvas) is missing or damaged. Install tuispec again'),
  });
});
