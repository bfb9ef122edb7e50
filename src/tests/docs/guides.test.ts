// A code block of a guide is run if its first line names a file, as in "```js counter.test.js", or if it is `sh`.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../support/documents.js';
import { needing } from '../support/packages.js';
import { createCommandFolder, createPasteFolder } from '../support/paste-folder.js';

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

/** What a guide runs with vitest, all guides at once because a start takes seconds, and what is not there to be run. */
const runsElsewhere = /^npx vitest .*\n/gm;
const findScript = (guide: string): string =>
  findBlocks(guide)
    .filter(({ language, file }) => language === 'sh' && file === undefined)
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
  // With CI set, a missing snapshot is an error; colors would separate the words.
  const settings = { NO_COLOR: '1', CI: '', TUISPEC_SESSION_DIR: join(directory, 's'), PYTHONDONTWRITEBYTECODE: '1' };
  const env = { ...process.env, ...settings, PATH: createCommandFolder().path };
  const run = (command: string, ...args: readonly string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  return { directory, run };
}

needing(
  'bash',
  'python3',
  'git',
)('the commands of each guide work when pasted, and print what it shows (needs bash, python3, git) [10.guides]', () => {
  const { run } = openGuides();
  const scripts = guides.map((guide) => [guide, findScript(guide)] as const).filter(([, script]) => script !== '');
  expect(scripts.length).toBeGreaterThan(3);
  for (const [guide, script] of scripts) {
    const { status, output } = run('bash', '--norc', '-e', '-c', script);
    expect({ guide, status, output }).toEqual({ guide, status: 0, output: expect.anything() });
    if (guide === 'failures.md') continue;
    for (const line of findOutput(guide)) expect(output, guide).toContain(line);
  }
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
