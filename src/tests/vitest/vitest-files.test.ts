import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../support/tier.js';
import { suite, VitestProject } from '../support/vitest-project.js';

// To start a worker takes longer than these tests.
const oneWorker = ['--no-isolate', '--maxWorkers=1'];

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

test('`trace` decides which recordings and traces are kept; a snapshot that the screen comes to match passes without a stable screen [13.vitest-trace] [13.vitest-inline]', async () => {
  const kept = { 'retain-on-failure': ['fails'], on: ['fails', 'passes'], off: [] };
  const suites = Object.keys(kept).map(
    (trace) => `describe('${trace}', () => {
      test.override({ terminalOptions: { trace: '${trace}' } });
      test('passes', async ({ terminal }) => { await expect(await terminal.launch('sh', idle('x'))).toHaveText('x'); });
      test('fails', async ({ terminal }) => { await terminal.launch('sh', idle('x')); throw new Error('mine'); });
      test('fails without a terminal', async ({ terminal }) => { throw new Error('mine'); });
    });`,
  );
  const moving = `
    test('moving', async ({ terminal }) => {
      const t = await terminal.launch('sh', sh('i=0; while :; do i=$(((i+1)%20)); printf "\\\\r%s " $i; sleep 0.05; done'));
      await expect(t).toMatchInlineScreen(\`
        "┌──────────────────────┐
        │ 12                   │
        └──────────────────────┘"
      \`);
    });`;
  const project = new VitestProject({ 'a.test.ts': suite(suites.join('\n')), 'moving.test.ts': suite(moving) });
  const { tests } = await project.runTests(oneWorker);
  expect(tests.get('moving')?.failureMessages).toEqual([]);
  const files = contentOf(join(project.directory, 'test-results'));
  const expected = Object.entries(kept).flatMap(([trace, names]) => [
    `a-test-ts-${trace}-fails/sessions/1-sh/snapshots/failure-1.png`,
    ...names.flatMap((name) => ['html', 'jsonl'].map((type) => `a-test-ts-${trace}-${name}/recording-1.${type}`)),
  ]);
  expect(files.filter((path) => !/\.(ansi\.txt|meta\.json)$/.test(path))).toEqual(expected.sort());
  for (const trace of Object.keys(kept))
    expect((tests.get(`${trace} fails`)?.failureMessages[0] ?? '').includes('Recording: ')).toBe(trace !== 'off');
});

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

const inline = suite(`
  test('inline', async ({ terminal }) => {
    const text = process.env.TEXT ?? 'a \`b\` $' + '{c} \\\\';
    const t = await terminal.launch('sh', { ...sh('echo "  Menu"; sleep 0.3; cat text; sleep 1000'), files: { text }, timeout: 3000 });
    await t.waitForStable(400);
    await expect(t).toMatchInlineScreen();
    expect(t.cols).toBe(80);
  });`);

const cost = suite(`
  test('key', async ({ terminal }) => {
    const script = 'stty raw -echo; printf ready; while :; do head -c1 >/dev/null; printf "$OUT"; done';
    const t = await terminal.launch('sh', { ...sh(script), env: { OUT: process.env.TEXT ?? 'first' }, ready: 'ready' });
    const cost = await t.measure(async () => { await t.press('x'); }, { times: 2 });
    await expect(cost).toBeWithin({ bytes: 10, baseline: 'key' });
  });`);

test('baselines are next to the test file or in it; CI creates none, and -u updates those that differ [13.vitest-screen] [13.vitest-inline] [19.measure-baseline]', async () => {
  const project = new VitestProject({ 'deep/a.test.ts': menu, 'inline.test.ts': inline, 'cost.test.ts': cost });
  const folder = join(project.directory, 'deep/__screens__');
  const ci = await project.runTests(oneWorker, { env: { CI: 'true' } });
  expect(ci.tests.get('suite menu')?.failureMessages[0]).toMatch(
    /toMatchScreen\("main"\) failed\n\nSnapshot baseline .* is missing\.\nIn CI, no baselines are created/,
  );
  expect(contentOf(folder)).toEqual([]);
  expect(ci.tests.get('inline')?.status).toBe('failed');
  expect(project.read('inline.test.ts')).toContain('toMatchInlineScreen()');
  const first = await project.runTests(oneWorker);
  expect(first.exitCode, first.output).toBe(0);
  const names = ['sometimes-other-1', 'suite-menu-1', 'suite-menu-main'];
  const files = names.flatMap((name) => [`a.test.ts/${name}.ansi.txt`, `a.test.ts/${name}.meta.json`]);
  expect(contentOf(folder)).toEqual(files);
  expect(project.read('inline.test.ts')).toMatch(
    /toMatchInlineScreen\(`\s+"┌─+┐\s+│ {3}Menu +│\s+│ a .*│\s+└─+┘"\s+`\);/,
  );
  const costs = '__screens__/cost.test.ts/key-key.cost.json';
  expect(JSON.parse(project.read(costs))).toMatchObject({ bytes: 5 });
  const before = project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt');
  const inCi = await project.runTests(oneWorker, { env: { CI: 'true' } });
  expect(inCi.exitCode, inCi.output).toBe(0);
  const changed = await project.runTests(oneWorker, { env: { TEXT: 'changed' } });
  const [message = ''] = changed.tests.get('suite menu')?.failureMessages ?? [];
  expect(message).toMatch(/Difference: .*\.diff\.png/);
  expect(existsSync(/Difference: (.*)/.exec(message)?.[1] ?? '')).toBe(true);
  const ofCost = changed.tests.get('key')?.failureMessages.join('\n') ?? '';
  expect(ofCost).toContain('`bytes` is 7 instead of 5');
  expect(ofCost).toContain('`npx vitest run -u`');
  expect(changed.output).toMatch(/\+ .*│ changed +│/);
  expect(changed.output).toMatch(/inline\.test\.ts:\d+:\d+/);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toBe(before);
  const updated = await project.runTests([...oneWorker, '-u'], { env: { TEXT: 'changed', SKIP: '1' } });
  expect(updated.exitCode, updated.output).toBe(0);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toContain('changed');
  expect(project.read('inline.test.ts')).toMatch(/│ changed +│/);
  expect(JSON.parse(project.read(costs))).toMatchObject({ bytes: 7 });
  expect(contentOf(folder)).toEqual(files);
  const again = await project.runTests(oneWorker, { env: { TEXT: 'changed', CI: 'true' } });
  expect(again.exitCode, again.output).toBe(0);
  // What the trace of a mismatch advises.
  const variable = { TEXT: 'third', SKIP: '1', TUISPEC_UPDATE_SNAPSHOTS: '1' };
  const rewritten = await project.runTests([...oneWorker, 'deep'], { env: variable });
  expect(rewritten.exitCode, rewritten.output).toBe(0);
  expect(project.read('deep/__screens__/a.test.ts/suite-menu-main.ansi.txt')).toContain('third');
});

test.each(sample([{ TUISPEC_WATCH: '1' }, { TUISPEC_VIEW: '0' }]))(
  '%j prints the URL on which to watch each terminal [13.vitest-watch, 15.watch]',
  async (env) => {
    const project = new VitestProject({
      'a.test.ts': suite(`
      test('x', async ({ terminal }) => { await terminal.launch('sh', idle('x')); });
      test('y', async ({ terminal }) => { await terminal.launch('cat'); });`),
    });
    const { output } = await project.runTests(oneWorker, { env });
    const lines = [...output.matchAll(/Watch "(\w+)": (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32})/g)];
    expect(lines.map(([, command]) => command)).toEqual(['sh', 'cat']);
    expect(new Set(lines.map(([, , url]) => url)).size).toBe(1);
  },
);
