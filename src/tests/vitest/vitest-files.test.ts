import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suite, VitestProject } from '../support/vitest-project.js';

/** The files below a directory, and its empty directories. */
function contentOf(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || readdirSync(join(entry.parentPath, entry.name)).length === 0)
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .map((path) => path.replace(/-[0-9a-f]{8}/, ''))
    .sort();
}

test.each([
  ['retain-on-failure', ['fails']],
  ['on', ['fails', 'passes']],
  ['off', []],
])(
  'trace: %j decides which recordings and traces are kept, and no empty directory is left [13.vitest-trace]',
  async (trace, kept) => {
    const project = new VitestProject({
      'a.test.ts': suite(`
      test.override({ terminalOptions: { trace: '${trace}' } });
      test('passes', async ({ terminal }) => { await expect(await terminal.launch('sh', idle('x'))).toHaveText('x'); });
      test('fails', async ({ terminal }) => { await terminal.launch('sh', idle('x')); throw new Error('mine'); });
      test('fails without a terminal', async ({ terminal }) => { throw new Error('mine'); });`),
    });
    const { tests } = await project.runTests();
    const pictures = ['a-test-ts-fails/sessions/1-sh/snapshots/failure-1.png'];
    const files = contentOf(join(project.directory, 'test-results')).filter(
      (path) => !/\.(ansi\.txt|meta\.json)$/.test(path),
    );
    const names = ['html', 'jsonl'].map((extension) => `recording-1.${extension}`);
    const recordings = kept.flatMap((test) => names.map((name) => `a-test-ts-${test}/${name}`));
    expect(files).toEqual([...recordings, ...pictures].sort());
    expect((tests.get('fails')?.failureMessages[0] ?? '').includes('Recording: ')).toBe(trace !== 'off');
  },
);

const menu = suite(`
  describe('suite', () => {
    test('menu', async ({ terminal }) => {
      const t = await terminal.launch('sh', idle(process.env.TEXT ?? 'first'));
      await expect(t).toMatchScreen('main', { timeout: 3000 });
      await expect(t).toMatchScreen(undefined, { timeout: 3000 });
    });
  });
  describe.skipIf(process.env.SKIP === '1')('sometimes', () => {
    test('other', async ({ terminal }) => { await expect(await terminal.launch('sh', idle('other'))).toMatchScreen(); });
  });`);

test('baselines are next to the test file; CI creates none, and -u updates those that differ [13.vitest-screen]', async () => {
  const project = new VitestProject({ 'deep/a.test.ts': menu });
  const folder = join(project.directory, 'deep/__screens__');
  const ci = await project.runTests([], { env: { CI: 'true' } });
  expect(ci.tests.get('suite menu')?.failureMessages[0]).toMatch(
    /toMatchScreen\("main"\) failed\n\nSnapshot baseline .* is missing\.\nIn CI, no baselines are created/,
  );
  expect(contentOf(folder)).toEqual([]);
  const first = await project.runTests();
  expect(first.exitCode, first.output).toBe(0);
  const names = ['sometimes-other-1', 'suite-menu-1', 'suite-menu-main'];
  const files = names.flatMap((name) => [`a.test.ts/${name}.ansi.txt`, `a.test.ts/${name}.meta.json`]);
  expect(contentOf(folder)).toEqual(files);
  const before = project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt');
  const inCi = await project.runTests([], { env: { CI: 'true' } });
  expect(inCi.exitCode, inCi.output).toBe(0);
  const changed = await project.runTests([], { env: { TEXT: 'second' } });
  const [message = ''] = changed.tests.get('suite menu')?.failureMessages ?? [];
  expect(message).toMatch(/Difference: .*\.diff\.png/);
  expect(existsSync(/Difference: (.*)/.exec(message)?.[1] ?? '')).toBe(true);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toBe(before);
  const updated = await project.runTests(['-u'], { env: { TEXT: 'second', SKIP: '1' } });
  expect(updated.exitCode, updated.output).toBe(0);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toContain('second');
  expect(contentOf(folder)).toEqual(files);
  const again = await project.runTests([], { env: { TEXT: 'second', CI: 'true' } });
  expect(again.exitCode, again.output).toBe(0);
  // What the trace of a mismatch advises.
  const variable = { TEXT: 'third', SKIP: '1', TUISPEC_UPDATE_SNAPSHOTS: '1' };
  const rewritten = await project.runTests([], { env: variable });
  expect(rewritten.exitCode, rewritten.output).toBe(0);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toContain('third');
});

test('`toMatchInlineScreen` writes, compares and updates a snapshot in the test [13.vitest-inline]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      test('inline', async ({ terminal }) => {
        const text = process.env.TEXT ?? 'a \`b\` $' + '{c} \\\\';
        const t = await terminal.launch('sh', { ...sh('echo "  Menu"; sleep 0.3; cat text; sleep 1000'), files: { text }, timeout: 3000 });
        await t.waitForStable(400);
        await expect(t).toMatchInlineScreen();
        expect(t.cols).toBe(80);
      });`),
  });
  const ci = await project.runTests([], { env: { CI: 'true' } });
  expect(ci.exitCode, ci.output).toBe(1);
  expect(project.read('a.test.ts')).toContain('toMatchInlineScreen()');
  const first = await project.runTests();
  expect(first.exitCode, first.output).toBe(0);
  expect(project.read('a.test.ts')).toMatch(/toMatchInlineScreen\(`\s+"┌─+┐\s+│ {3}Menu +│\s+│ a .*│\s+└─+┘"\s+`\);/);
  const second = await project.runTests([], { env: { CI: 'true' } });
  expect(second.exitCode, second.output).toBe(0);
  const changed = await project.runTests([], { env: { TEXT: 'changed' } });
  expect(changed.exitCode).toBe(1);
  expect(changed.output).toMatch(/\+ .*│ changed +│/);
  expect(changed.output).toMatch(/a\.test\.ts:\d+:\d+/);
  const updated = await project.runTests(['-u'], { env: { TEXT: 'changed' } });
  expect(updated.exitCode, updated.output).toBe(0);
  expect(project.read('a.test.ts')).toMatch(/│ changed +│/);
});

test('a snapshot that the screen comes to match passes without waiting for a stable screen [13.vitest-inline]', async () => {
  const project = new VitestProject({
    'a.test.ts': suite(`
      test('inline', async ({ terminal }) => {
        const t = await terminal.launch('sh', sh('i=0; while :; do i=$(((i+1)%20)); printf "\\\\r%s " $i; sleep 0.05; done'));
        await expect(t).toMatchInlineScreen(\`
          "┌──────────────────────┐
          │ 12                   │
          └──────────────────────┘"
        \`);
      });`),
  });
  const { tests } = await project.runTests();
  expect(tests.get('inline')?.failureMessages).toEqual([]);
});

test.each([{ TUISPEC_WATCH: '1' }, { TUISPEC_VIEW: '0' }])(
  '%j prints the URL on which to watch each terminal [13.vitest-watch, 15.watch]',
  async (env) => {
    const project = new VitestProject({
      'a.test.ts': suite(`
      test('x', async ({ terminal }) => { await terminal.launch('sh', idle('x')); });
      test('y', async ({ terminal }) => { await terminal.launch('cat'); });`),
    });
    const { output } = await project.runTests([], { env });
    const lines = [...output.matchAll(/Watch "(\w+)": (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32})/g)];
    expect(lines.map(([, command]) => command)).toEqual(['sh', 'cat']);
    expect(new Set(lines.map(([, , url]) => url)).size).toBe(1);
  },
);
