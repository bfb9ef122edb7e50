import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { installVitest5, type PackageInstallation } from '../support/vitest-versions.js';

const script = `
import { attach, type AttachOptions, expect, launch, type LaunchOptions, type Locator, ScreenAssertionError, type Terminal, TuispecError, type wire } from 'tuispec';
const options: LaunchOptions = { cols: 80, env: { A: null, B: 'b' }, ready: /x/, signal: undefined };
const terminal: Terminal = await launch('sh', options);
const attachOptions: AttachOptions = { socketName: 'x', keepLastWords: true, readOnly: undefined, timeout: 1 };
const attached: Terminal = await attach('%0', attachOptions);
const locator: Locator = terminal.getByText('x', { style: { fg: 'red', bold: true } }).nth(1).within({ row: 1, col: 1, width: 2, height: 3 });
await expect(terminal).not.toHaveText('x', { timeout: 1, since: 'now', forMs: 5, exact: true });
await expect(locator).toHaveCount(2);
const view: wire.CurrentViewResult = await terminal.request('currentView', { styles: true });
const exit: { exitCode: number | null } = await terminal.waitForExit();
terminal.on('exit', ({ exitCode, signal }) => [exitCode, signal, view, exit]);
try {
  await terminal.click({ row: 1, col: 1 });
} catch (error) {
  if (error instanceof TuispecError) error.kind satisfies string | undefined;
  if (error instanceof ScreenAssertionError) [error.message, error.stack, error.actual, error.closestText?.row];
}
await terminal[Symbol.asyncDispose]();
export { attached, terminal };
`;
const vitestScript = `
import { describe, expect as expectIn, test, type Terminal as Launched, type TestTerminalOptions } from 'tuispec/vitest';
const testOptions: TestTerminalOptions = { hermetic: false, trace: 'on', files: { 'a.txt': 'text' } };
test.override({ terminalOptions: testOptions });
describe('suite', () => {
  test('test', { timeout: 1000, retry: 1 }, async ({ terminal, step, task, terminalOptions }) => {
    const launched: Launched = await terminal.launch('sh', terminalOptions);
    const text: string = await step('title', async () => await launched.text());
    await expectIn(launched).toMatchInlineScreen('x');
    await expectIn.soft(launched.getByText(/x/)).not.toBeVisible({ timeout: 1 });
    expectIn(text).toBe('x');
    expectIn({ a: 1 }).toEqual({ a: expectIn.any(Number) });
    expectIn.soft(task.name).toMatch(/x/);
    await expectIn(Promise.resolve(1)).resolves.toBe(1);
  });
  test.each([1, 2])('each %i', (value: number) => expectIn(value).toBe(1));
  test.extend('mine', 3)('extended', async ({ mine, terminal }) => expectIn(terminal.dir).toBe(mine));
});
`;

let five: PackageInstallation | undefined;
beforeAll(() => {
  five = installVitest5();
});
afterAll(() => five?.[Symbol.dispose]());

/** Type-checks a file in a project with the package; returns the errors. */
function check(source: string, options: object, modules?: string): string[] {
  const directory = createTemporaryDirectory();
  const target = join(directory, 'node_modules/tuispec');
  cpSync('package.json', join(target, 'package.json'), { recursive: true });
  cpSync('dist/types', join(target, 'dist/types'), { recursive: true });
  for (const name of modules === undefined ? [] : ['vitest', '@types/node']) {
    mkdirSync(dirname(join(directory, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve(modules as string, name), join(directory, 'node_modules', name));
  }
  writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(directory, 'main.ts'), source);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2023',
    skipLibCheck: false,
    types: modules === undefined ? [] : ['node'],
    ...options,
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const errors = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  // Declarations of other packages are not ours.
  return errors.filter((line) => /^(main\.ts|node_modules\/tuispec\/|error)/.test(line));
}

const plain = { lib: ['ES2022', 'DOM'] };

describe.each([{}, { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }])('with %j', (options) => {
  test('the library compiles without the types of Node and without vitest [13.types]', () => {
    expect(check(script, { ...plain, ...options })).toEqual([]);
  });

  test('the libraries compile with vitest 4 [13.types]', () => {
    expect(check(vitestScript + script, options, 'node_modules')).toEqual([]);
  });

  test('the libraries compile with vitest 5 (needs the registry or its packages in the cache) [13.types]', ({
    skip,
  }) => {
    if (five?.modules === undefined) skip(five?.problem);
    expect(check(vitestScript + script, options, five?.modules)).toEqual([]);
  });
});

test('a typo in a request or an option does not compile [13.types-typo]', () => {
  const typos = [
    "await launch('sh', { col: 80 });",
    "await terminal.request('curentView', {});",
    "await terminal.request('currentView', { trm: false });",
    "await terminal.request('click', { row: 1, col: 1, button: 'lft' });",
    "await expect(terminal).toHaveTex('x');",
    "await expect(terminal).toHaveText('x', { timeot: 1 });",
    "terminal.getByText('x', { style: { colour: 'red' } });",
    "terminal.on('exited', () => {});",
    'await expect(terminal.pid).toBeStable();',
  ];
  const setup = "import { attach, expect, launch } from 'tuispec'; const terminal = await launch('sh');";
  const errors = check([setup, ...typos, 'export { attach, expect };'].join('\n'), plain);
  expect(errors.map((error) => Number(/^main\.ts\((\d+),/.exec(error)?.[1]))).toEqual(
    typos.map((_, index) => index + 2),
  );
});

test("vitest's own assertions get no other members [13.types-vitest]", () => {
  const typos = [
    "expectIn('text').toMatchInlineScreen('x');",
    "expectIn('text').toHaveText('x');",
    "plain('text').toMatchInlineScreen('x');",
    "plain('text').toBeVisible();",
    'test.override({ terminalOptions: { col: 80 } });',
  ];
  const setup =
    "import { expect as plain } from 'vitest'; import { expect as expectIn, test } from 'tuispec/vitest'; plain(1).toBe(1);";
  const errors = check([setup, ...typos].join('\n'), {}, 'node_modules');
  expect(errors.map((error) => Number(/^main\.ts\((\d+),/.exec(error)?.[1]))).toEqual(
    typos.map((_, index) => index + 2),
  );
});

test('the package contains only declarations that its entry points need, and they import only vitest [13.types-used]', () => {
  const files = readdirSync('dist/types', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  );
  expect(files).toContain('client/index.d.ts');
  expect(files.filter((name) => /server-process|message-streams|rpc|unicode|inline-screen/.test(name))).toEqual([]);
  const imports = files.flatMap((name) =>
    [...readFileSync(join('dist/types', name), 'utf8').matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map(
      ([, from]) => from,
    ),
  );
  expect(new Set(imports)).toEqual(new Set(['vitest']));
});
