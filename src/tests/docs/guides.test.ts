// A code block of a guide is run if its first line names a file, as in "```js counter.test.js", or if it is `sh`.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../support/documents.js';
import { createCommandFolder, createPasteFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';

const folder = 'fixtures/examples';
const guides = readdirSync(folder).filter((file) => file.endsWith('.md'));

interface Block {
  readonly language: string;
  /** The file that contains the block. */
  readonly file: string | undefined;
  readonly text: string;
}
const findBlocks = (guide: string): Block[] =>
  [...readDocument(join(folder, guide)).matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', file, text = '']) => ({ language, file, text }),
  );

/** What runs with vitest: all guides at once, because a start takes a second. */
const runsElsewhere = /^npx vitest .*\n/gm;
/** The commands of a guide, without complete scripts, which are examples of their own. */
const findScript = (guide: string): string =>
  findBlocks(guide)
    .filter(({ language, file, text }) => language === 'sh' && file === undefined && !text.startsWith('#!'))
    .map(({ text }) => text.replaceAll(runsElsewhere, ''))
    .join('');
/** The lines that a guide shows as output. */
const findOutput = (guide: string): string[] =>
  findBlocks(guide)
    .filter(({ language, file }) => language === 'text' && file === undefined)
    .flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''));
const withoutTimes = (text: string): string => text.replaceAll(/\d+(?= ms)/g, '0');

/** Creates a folder with the files of all guides, and a function that runs a command in it. */
function openGuides(): {
  readonly directory: string;
  run(command: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string };
} {
  const directory = createPasteFolder();
  cpSync(join(folder, 'tuispec.py'), join(directory, 'tuispec.py'));
  const files = guides.flatMap(findBlocks).flatMap(({ file, text }) => (file === undefined ? [] : [{ file, text }]));
  expect(new Set(files.map(({ file }) => file)).size).toBe(files.length);
  for (const { file, text } of files) writeFileSync(join(directory, file), text);
  // Colors would separate the words. With CI set, the configuration of ci.md gives waits 30 s.
  const settings = { NO_COLOR: '1', CI: '1', TUISPEC_TIMEOUT_SECONDS: '30', PYTHONDONTWRITEBYTECODE: '1' };
  const sessions = { TUISPEC_SESSION_DIR: join(directory, 's') };
  const env = { ...process.env, ...settings, ...sessions, PATH: createCommandFolder().path };
  const run = (command: string, ...args: readonly string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  return { directory, run };
}

const hasPytest = isInstalled('python3') && spawnSync('python3', ['-c', 'import curses, pytest']).status === 0;
/** What the commands of a guide need besides bash, and whether it is there. */
const needs: Readonly<Record<string, readonly [what: string, isThere: boolean]>> = {
  'agents.md': ['bash and python3', isInstalled('python3')],
  'demo.md': ['bash and git', isInstalled('git')],
  'python.md': ['bash and pytest', hasPytest],
};

const withCommands = guides.filter((guide) => findScript(guide) !== '');
for (const guide of withCommands) {
  const [what, isThere] = needs[guide] ?? ['bash', true];
  test.skipIf(!isThere || !isInstalled('bash'))(
    `the commands of ${guide} work when pasted, and print what it shows (needs ${what}) [10.guides]`,
    () => {
      const { status, output } = openGuides().run('bash', '--norc', '-e', '-c', findScript(guide));
      expect({ status, output }).toEqual({ status: 0, output: expect.anything() });
      for (const line of findOutput(guide)) expect(output).toContain(line);
    },
  );
}

test('guides have commands [10.guides]', () => {
  expect(withCommands).toEqual(expect.arrayContaining(['agents.md', 'demo.md', 'prompts.md', 'python.md']));
});

test('the tests of the guides pass, and the one that must fail says why [10.guides]', () => {
  const { directory, run } = openGuides();
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json'];
  const { output } = run('npx', 'vitest', 'run', '--no-isolate', '--max-workers=2', ...reports);
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly { title: string; status: string }[] }[];
  };
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.length, output).toBeGreaterThan(10);
  expect(
    results.filter(({ status }) => status !== 'passed').map(({ title }) => title),
    output,
  ).toEqual(['saves the file']);
  for (const line of findOutput('failures.md')) expect(withoutTimes(output)).toContain(withoutTimes(line));
});

test('the guides contain each example unchanged [10.examples]', () => {
  const pages = guides.map((guide) => readDocument(join(folder, guide)));
  const files = readdirSync(folder).filter((file) => !file.endsWith('.md'));
  expect(files.length).toBeGreaterThan(3);
  const hidden = files.filter((file) => {
    const text = `\n${readFileSync(join(folder, file), 'utf8')}\`\`\`\n`;
    return !pages.some((page) => page.includes(text));
  });
  expect(hidden).toEqual([]);
});

test('every guide is in the index [10.guides]', () => {
  const index = readDocument(join(folder, 'README.md'));
  expect(guides.filter((guide) => guide !== 'README.md' && !index.includes(`](${guide}) |`))).toEqual([]);
});
