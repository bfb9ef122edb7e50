import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../testing/client.js';

const isClone = existsSync('.git');
// The registry cannot be reached, and npm's cache does not contain the dependencies.
const isOffline = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH/;

let packed: string;
let tarball: string;

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'tuispec-pack-'));
  if (!isClone) return;
  for (const file of listCloneFiles()) cpSync(file, join(packed, file));
  symlinkSync(resolve('node_modules'), join(packed, 'node_modules'));
  execFileSync('npm', ['pack', '--loglevel=error'], { cwd: packed, stdio: ['ignore', 'ignore', 'inherit'] });
  tarball = join(packed, readdirSync(packed).find((file) => file.endsWith('.tgz')) ?? '');
  execFileSync('tar', ['xzf', tarball, '-C', packed]);
}, 120_000);
afterAll(() => rmSync(packed, { recursive: true }));

/** The files of a clone, including new files that are not committed yet. */
function listCloneFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(file));
}

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();

test.skipIf(!isClone)('npm pack in a clean clone builds the program into the package (needs a clone)', () => {
  const files = listFiles(join(packed, 'package'));
  expect(files).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/program.js', 'dist/THIRD-PARTY-LICENSES.txt']));
  // The documents, so that the links of the README work offline.
  const unexpected = /^(?!dist\/|schemas\/|(package\.json|(.*\/)?(README|API|KEYS|PROMISES|CHANGELOG)\.md|LICENSE)$)/;
  expect(files.filter((file) => unexpected.test(file))).toEqual([]);
  const readme = readFileSync(join(packed, 'package/README.md'), 'utf8');
  const documents = [...readme.matchAll(/\]\(([^):#]+\.md)/g)].map(([, path = '']) => path);
  expect(documents.filter((path) => !path.startsWith('.github/') && !files.includes(path))).toEqual([]);
});

test.skipIf(!isClone)(
  'the package is the same wherever it is built, and contains no path of the machine (needs a clone)',
  () => {
    const built = join(packed, 'package/dist');
    expect(listFiles(built)).toEqual(listFiles('dist'));
    const differing = listFiles(built).filter(
      (file) => !readFileSync(join(built, file)).equals(readFileSync(join('dist', file))),
    );
    expect(differing).toEqual([]);
    const local = [packed, process.cwd(), ...(homedir() === '/' ? [] : [homedir()])];
    const leaking = listFiles(join(packed, 'package')).filter((file) => {
      const content = readFileSync(join(packed, 'package', file));
      return local.some((path) => content.includes(`${path}/`));
    });
    expect(leaking).toEqual([]);
  },
);

test.skipIf(!isClone)(
  'the package installs into an empty directory and runs there (needs a clone, and the registry or its packages in the cache)',
  { timeout: 120_000 },
  ({ skip }) => {
    const directory = createTemporaryDirectory();
    writeFileSync(join(directory, 'package.json'), '{"private":true}');
    const options = [
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=0',
      '--loglevel=error',
    ];
    const install = spawnSync('npm', ['install', ...options, tarball], { cwd: directory, encoding: 'utf8' });
    if (install.status !== 0 && isOffline.test(install.stderr)) skip('the registry is unreachable');
    expect(install.status, install.stderr).toBe(0);
    const run = (args: string[], input = ''): string =>
      execFileSync(join(directory, 'node_modules/.bin/tuispec'), args, { cwd: directory, encoding: 'utf8', input });
    expect(run(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    const requests = [
      { id: 1, method: 'server.ping' },
      { id: 2, method: 'initialize', params: {} },
      {
        id: 3,
        method: 'launch',
        params: { command: 'echo', args: ['packed'], readySelector: { type: 'exact', text: 'packed' } },
      },
      { id: 4, method: 'renderView', params: { name: 'packed' } },
    ];
    const lines = requests.map((request) => JSON.stringify({ jsonrpc: '2.0', ...request }));
    const responses = run(['server'], `${lines.join('\n')}\n`)
      .trim()
      .split('\n');
    expect(responses.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
      requests.map(() => ['jsonrpc', 'id', 'result']),
    );
  },
);
