import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { exact } from '../../testing/selectors.js';

const size = { terminalCols: 60, terminalRows: 12, timeoutSeconds: 20 };

needing('less')('waits follow paging, searching and quitting in less (needs less) [5.programs]', async () => {
  const server = new TestServer();
  const file = join(server.directory, 'lines.txt');
  writeFileSync(file, Array.from({ length: 300 }, (_, index) => `line ${index + 1}.\n`).join(''));
  await server.launch('less', [file], { env: { LESS: null }, readySelector: exact('line 11.') }, size);
  await server.request('sendKey', { key: 'Space' });
  await server.request('waitForText', { selector: exact('line 22.'), since: 'lastInput' });
  await server.request('waitForText', { selector: exact('line 11.'), state: 'hidden' });
  await server.request('sendLine', { text: '/line 200', expectAfter: exact('line 200.') });
  const { match } = await server.request('expectVisible', { selector: exact('line 200.'), forMs: 50 });
  expect(match).toMatchObject({ row: 1, col: 1 });
  await server.request('sendKey', { key: 'q' });
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: 0 });
});

needing('vim')('waits follow the modes of vim until the file is written (needs vim) [5.programs]', async () => {
  const server = new TestServer();
  const cwd = server.directory;
  await server.launch('vim', ['-u', 'NONE', '-i', 'NONE', '-n', '-c', 'set showmode', 'text.txt'], { cwd }, size);
  await server.request('waitForText', { selector: exact('[New') });
  await server.request('sendKey', { key: 'i' });
  await server.request('waitForText', { selector: exact('-- INSERT --'), since: 'lastInput' });
  await server.request('sendText', { text: 'hello\nworld' });
  await server.request('waitUntil', { pattern: '^hello\\nworld$' });
  await server.request('sendKey', { key: 'Escape' });
  await server.request('expectNotVisible', { selector: exact('-- INSERT --'), forMs: 50 });
  await server.request('waitForStable', { debounceMs: 50, styles: true, cursor: true });
  await server.request('sendLine', { text: ':wq' });
  expect(await server.request('waitFor', { anyOf: [{ visible: exact('E32:') }, { exited: true }] })).toMatchObject({
    index: 1,
    exitCode: 0,
  });
  expect(readFileSync(join(cwd, 'text.txt'), 'utf8')).toBe('hello\nworld\n');
});

needing('bash')(
  'sendLine finds the output of each of 20 lines in bash (needs bash) [5.programs] [5.since.echo]',
  async () => {
    const server = new TestServer();
    const env = { PS1: '$ ', HISTFILE: null };
    await server.launch('bash', ['--norc', '--noprofile', '-i'], { env, readySelector: exact('$ ') }, size);
    for (let number = 1; number <= 20; number += 1)
      await server.request('sendLine', {
        text: `echo answer $((${number}*2))`,
        expectAfter: exact(`answer ${number * 2}`),
      });
    // The same output as before is new.
    await server.request('sendLine', { text: 'echo answer 40', expectAfter: { type: 'regex', pattern: '^answer 40' } });
    await server.request('sendLine', { text: 'clear', expectAfter: exact('$ ') });
    await server.request('sendLine', { text: 'exit 5' });
    expect(await server.request('waitForExit')).toMatchObject({ exitCode: 5 });
  },
);
