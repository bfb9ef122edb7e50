// bash reads ~/.bashrc if its standard input is a socket, as pipes of Node are: hence --norc.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { findCodeBlocks, readDocument } from '../support/documents.js';
import type { RpcFailure } from '../support/inbox.js';
import { createPasteFolder } from '../support/paste-folder.js';
import { exact } from '../support/selectors.js';

const guide = readDocument('schemas/GUIDE.md');
const recording = readDocument('src/recordings/README.md');

test('the quick start works when pasted [10.readme]', () => {
  const script = findCodeBlocks(guide, 'sh').find((block) => block.includes('server --cols')) ?? '';
  const output = execFileSync('bash', ['--norc', '-c', script], { cwd: createPasteFolder(), encoding: 'utf8' });
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result?: { text?: string } });
  expect(answers.every(({ result }) => result !== undefined)).toBe(true);
  const shown = JSON.parse(findCodeBlocks(guide, 'json')[0] ?? '{}') as { result: { text: string } };
  expect(answers.find(({ id }) => id === 4)?.result?.text).toBe(shown.result.text);
});

test('a failed wait returns the documented error [10.readme]', async () => {
  const server = new TestServer();
  const size = { cols: 40, rows: 5 };
  await server.launch('sh', ['-c', 'echo " Open  Save  Quit"; read x'], { ...size, readySelector: exact('Quit') });
  const failed = server.request('expectVisible', { selector: exact('Saves'), timeoutMs: 100 });
  const { code, message, data } = await failed.then(
    () => expect.unreachable(),
    (error: RpcFailure) => error,
  );
  const [, shown = ''] = /"error":(.*"kind":"timeout".*)\}\n/.exec(guide) ?? [];
  const withoutTimes = (text: string): string => text.replaceAll(/(?<=within |Ms":)\d+/g, '0');
  expect(withoutTimes(JSON.stringify({ code, message, data }))).toBe(withoutTimes(shown));
});

test('the recording example works when pasted, and prints the documented response [10.readme]', () => {
  const script = findCodeBlocks(recording, 'sh').find((block) => block.includes('recording.start')) ?? '';
  const cwd = createPasteFolder();
  const output = execFileSync('bash', ['--norc', '-c', script], { cwd, encoding: 'utf8' }).trim().split('\n');
  const { result } = JSON.parse(output.at(-1) ?? '') as { result: object };
  expect(recording).toContain(JSON.stringify(result).replace(/"path".*/, '…'));
});
