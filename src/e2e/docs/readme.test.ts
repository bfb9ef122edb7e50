import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../../testing/client.js';
import type { RpcFailure } from '../../testing/inbox.js';
import { pasteFolder } from '../../testing/paste-folder.js';
import { exact } from '../../testing/selectors.js';

const readme = readFileSync('README.md', 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((found) => found[1] ?? '');

test('the two-minute start works when pasted [10.readme]', () => {
  const script = blocks('sh').find((block) => block.includes('server --cols')) ?? '';
  const output = execFileSync('bash', ['-c', script], { cwd: pasteFolder(), encoding: 'utf8' });
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result?: { text?: string } });
  expect(answers.every(({ result }) => result !== undefined)).toBe(true);
  const shown = JSON.parse(blocks('json')[0] ?? '{}') as { result: { text: string } };
  expect(answers.find(({ id }) => id === 4)?.result?.text).toBe(shown.result.text);
});

test('a wait fails as is shown [10.readme]', async () => {
  const server = new TestServer();
  const size = { cols: 40, rows: 5 };
  await server.launch('sh', ['-c', 'echo " Open  Save  Quit"; read x'], { ...size, readySelector: exact('Quit') });
  const failed = server.request('expectVisible', { selector: exact('Saves'), timeoutMs: 100 });
  const { code, message, data } = await failed.then(
    () => expect.unreachable(),
    (error: RpcFailure) => error,
  );
  const [, shown = ''] = /"error":(.*"kind":"timeout".*)\}\n/.exec(readme) ?? [];
  const timeless = (text: string): string => text.replaceAll(/(?<=within |Ms":)\d+/g, '0');
  expect(timeless(JSON.stringify({ code, message, data }))).toBe(timeless(shown));
});

test('the recording example works when pasted, and prints the documented response [10.readme]', () => {
  const script = blocks('sh').find((block) => block.includes('recording.start')) ?? '';
  const cwd = pasteFolder();
  const output = execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' }).trim().split('\n');
  const { result } = JSON.parse(output.at(-1) ?? '') as { result: object };
  expect(readme).toContain(JSON.stringify(result).replace(/"path".*/, '…'));
  expect(readme).toContain(readFileSync('fixtures/examples/read_recording.py', 'utf8'));
});

test('commands are shown without a comment after them, which zsh would take as arguments [10.readme]', () => {
  const pasted = blocks('sh').filter((block) => !block.startsWith('#!'));
  const commented = pasted.flatMap((block) => block.split('\n')).filter((line) => /\S\s+# /.test(line));
  expect(commented).toEqual([]);
});

test('headings of the reference are unambiguous, and its own links have their targets [10.readme]', () => {
  const reference = readFileSync('schemas/README.md', 'utf8');
  const anchors = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll('.', '').replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) < index)).toEqual([]);
  const links = [...reference.matchAll(/\]\(#([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

test('the lines of a recording are shown in their order [10.readme]', () => {
  const shown = [...readme.matchAll(/^\{"timestampMicros":(\d+)/gm)].map(([, time]) => Number(time));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toEqual(shown.toSorted((left, right) => left - right));
});

test('every link to the reference has its target [10.readme]', () => {
  const reference = readFileSync('schemas/README.md', 'utf8');
  const anchors = new Set(
    [...reference.matchAll(/^#+ (.*)$/gm)].map((found) =>
      (found[1] ?? '').toLowerCase().replaceAll('.', '').replaceAll(' ', '-'),
    ),
  );
  const links = [...readme.matchAll(/schemas\/README\.md#([a-z.-]+)/g)].map((found) => found[1] ?? '');
  expect(links.filter((link) => !anchors.has(link))).toEqual([]);
});

test('every method and notification is in the table [10.readme]', () => {
  const reference = readFileSync('schemas/README.md', 'utf8');
  const [, contract = ''] = /^## Methods$(.*)^## Shapes$/ms.exec(reference) ?? [];
  const names = [...contract.matchAll(/^### (.*)$/gm)].map((found) => found[1] ?? '');
  expect(names.filter((name) => !readme.includes(`[${name}](schemas/README.md#`))).toEqual([]);
});
