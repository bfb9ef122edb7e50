import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import {
  installPackages,
  installPackageTools,
  npmSettings,
  type PackageInstallation,
} from '../support/vitest-versions.js';

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
  expect(files).toEqual(
    expect.arrayContaining(['dist/cli.js', 'dist/program.js', 'dist/THIRD-PARTY-LICENSES.txt', 'src/cli/tuispec.1']),
  );
  // What `npx skills` and the marketplaces of agents read.
  expect(files.filter((file) => file.startsWith('.'))).toEqual([
    '.agents/plugins/marketplace.json',
    '.agents/skills/tuispec/SKILL.md',
    '.claude-plugin/marketplace.json',
    '.claude-plugin/plugin.json',
    '.codex-plugin/plugin.json',
  ]);
  // The documents and their pictures, so that their links work offline: see `scripts/rules/documents.test.ts`.
  const unexpected =
    /^(?!dist\/|schemas\/|fixtures\/examples\/|\.(agents|claude-plugin|codex-plugin)\/|(package\.json|.*\.md|src\/cli\/tuispec\.1|LICENSE|.*\.(png|svg))$)/;
  expect(files.filter((file) => unexpected.test(file))).toEqual([]);
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

const needs = 'needs a clone, and the registry or its packages in the cache';
let tools: PackageInstallation | undefined;
/** The path of a file of the package tools; skips the test if they cannot be installed. */
function toolPath(path: string, skip: (reason: string) => void): string {
  tools ??= installPackageTools();
  if (tools.problem !== undefined) skip(tools.problem);
  return join(tools.modules ?? '', path);
}
afterAll(() => tools?.[Symbol.dispose]());

// CommonJS and old resolutions are left out on purpose: the package has modules only.
test.skipIf(!isClone).for<readonly [name: string, path: string, args: readonly string[]]>([
  ['publint', 'publint/src/cli.js', ['run', '--strict']],
  ['attw', '@arethetypeswrong/cli/dist/index.js', ['--profile', 'esm-only']],
])(`%s finds nothing wrong with the package (${needs}) [22.package]`, ([, path, args], { skip }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [toolPath(path, skip), ...args, tarball], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});

interface Manager {
  readonly files?: Readonly<Record<string, string>>;
  readonly install: (args: { readonly tool: (path: string) => string }) => readonly string[];
  /** What runs a program of the package. */
  readonly run: (args: { readonly tool: (path: string) => string }) => readonly string[];
}
const inModules = (): readonly string[] => [join('node_modules', '.bin', 'tuispec')];
const managers: Readonly<Record<string, Manager>> = {
  npm: {
    install: () => ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', tarball],
    run: inModules,
  },
  // Without this file pnpm installs the package, but ends with exit code 1: the README says so.
  pnpm: {
    files: { 'pnpm-workspace.yaml': 'allowBuilds:\n  node-pty: false\n' },
    install: ({ tool }) => [tool('.bin/pnpm'), 'add', tarball],
    run: inModules,
  },
  // Yarn resolves the packages of all systems, of which a registry may lack some.
  'yarn, without node_modules': {
    files: {
      'yarn.lock': '',
      'empty/package.json': '{"name":"empty","version":"1.0.0"}',
      'package.json': JSON.stringify({ private: true, name: 'project', resolutions: createResolutions() }),
    },
    install: ({ tool }) => [process.execPath, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'add', `tuispec@file:${tarball}`],
    run: ({ tool }) => [process.execPath, tool('@yarnpkg/cli-dist/bin/yarn.js'), 'tuispec'],
  },
  bun: {
    install: ({ tool }) => [
      tool(`@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}/bin/bun`),
      'add',
      tarball,
    ],
    run: inModules,
  },
};

/** Replaces the packages of other systems. */
function createResolutions(): Readonly<Record<string, string>> {
  const { optionalDependencies } = JSON.parse(readFileSync('node_modules/canvas/package.json', 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const others = Object.keys(optionalDependencies).filter((name) => !existsSync(join('node_modules', name)));
  return Object.fromEntries(others.map((name) => [name, 'file:./empty']));
}

test.skipIf(!isClone).for(Object.keys(managers))(
  `the package works if it is installed with %s (${needs}) [22.installed]`,
  (name, { skip }) => {
    const { files = {}, install, run } = managers[name] as Manager;
    const tool = (path: string): string => toolPath(path, skip);
    const directory = createTemporaryDirectory();
    for (const [file, text] of Object.entries({ 'package.json': '{"private":true}', ...files })) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
    }
    const settings = {
      YARN_ENABLE_GLOBAL_CACHE: 'false',
      YARN_ENABLE_TELEMETRY: '0',
      YARN_GLOBAL_FOLDER: join(directory, '.yarn-global'),
      YARN_NPM_MINIMAL_AGE_GATE: '0',
    };
    const perform = ([file = '', ...args]: readonly string[]): ReturnType<typeof spawnSync> =>
      spawnSync(file, args, {
        cwd: directory,
        env: { ...process.env, ...npmSettings(directory), ...settings },
        encoding: 'utf8',
      });
    const installed = perform(install({ tool }));
    expect(installed.status, `${installed.stdout}${installed.stderr}`).toBe(0);
    const { stdout } = perform([...run({ tool }), 'doctor', '--json', '--timeout', '100s']);
    const { checks } = JSON.parse(String(stdout)) as { checks: { name: string; status: string }[] };
    const needed = checks.filter(({ name: check }) =>
      ['terminal library', 'PTY', 'signals', 'pictures'].includes(check),
    );
    expect(
      needed.map(({ status }) => status),
      String(stdout),
    ).toEqual(['ok', 'ok', 'ok', 'ok']);
  },
);
