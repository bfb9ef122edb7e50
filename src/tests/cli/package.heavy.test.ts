import { execFileSync } from 'node:child_process';
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
import { createTemporaryDirectory } from '../support/client.js';
import { installPackages, npmSettings } from '../support/vitest-versions.js';

const isClone = existsSync('.git');

// What `.gitignore` excludes; git is not asked, because it refuses in a clone of another owner.
const unpacked = /(^|\/)(\.git|node_modules|dist|artifacts|test-results|__screens__)$|\.tgz$/;

let packed: string;
let cache: string;
let tarball: string;

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'tuispec-pack-'));
  cache = mkdtempSync(join(tmpdir(), 'tuispec-npm-'));
  if (!isClone) return;
  for (const path of readdirSync('.'))
    if (!unpacked.test(path))
      cpSync(path, join(packed, path), { recursive: true, filter: (from) => !unpacked.test(from) });
  symlinkSync(resolve('node_modules'), join(packed, 'node_modules'));
  execFileSync('npm', ['pack', '--loglevel=error'], {
    cwd: packed,
    env: { ...process.env, ...npmSettings(cache) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  tarball = join(packed, readdirSync(packed).find((file) => file.endsWith('.tgz')) ?? '');
  execFileSync('tar', ['xzf', tarball, '-C', packed]);
});
afterAll(() => [packed, cache].map((path) => rmSync(path, { recursive: true })));

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();

test.skipIf(!isClone)('npm pack in a clean clone builds the program into the package (needs a clone)', () => {
  const files = listFiles(join(packed, 'package'));
  expect(files).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/program.js', 'dist/THIRD-PARTY-LICENSES.txt']));
  // What `npx skills` and the marketplaces of agents read.
  expect(files.filter((file) => file.startsWith('.'))).toEqual([
    '.agents/plugins/marketplace.json',
    '.agents/skills/tuispec/SKILL.md',
    '.claude-plugin/marketplace.json',
    '.claude-plugin/plugin.json',
    '.codex-plugin/plugin.json',
  ]);
  // The documents and their pictures, so that the links of the README work offline.
  const unexpected =
    /^(?!dist\/|schemas\/|\.(agents|claude-plugin|codex-plugin)\/|(package\.json|(.*\/)?(README|API|KEYS|PROMISES|CHANGELOG)\.md|LICENSE|.*\.(png|svg))$)/;
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
    const problem = installPackages(directory, [...options, tarball]);
    if (problem !== undefined) skip(problem);
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
