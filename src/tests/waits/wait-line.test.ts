import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { exact } from '../support/selectors.js';

/** A shell that prints `> ` when it is ready. */
async function startShell(command: string, args: readonly string[], size: object = {}): Promise<TestServer> {
  const server = new TestServer();
  const env = { PS1: '> ', ENV: '', HISTFILE: null };
  await server.launch(command, args, { env, readySelector: exact('> '), readyTimeoutMs: 20_000 }, size);
  return server;
}

const shells = [
  ['sh', ['-i']],
  ['bash', ['--norc', '--noprofile', '-i']],
] as const;

needing('bash').each(shells)(
  'expectAfter ignores the echo of a typed line and matches its output: %s (needs bash) [5.since.echo]',
  async (command, args) => {
    const server = await startShell(command, args);
    // Only the echo could match: `read` prints nothing.
    const sending = server.request('sendLine', { text: 'read hello', expectAfter: exact('hello'), timeoutMs: 300 });
    expect((await failureOf(sending)).data['kind']).toBe('timeout');
    await server.request('sendLine', { text: '', expectAfter: exact('> ') });
    await server.request('sendLine', { text: 'echo hello', expectAfter: exact('hello') });
    expect((await server.request('currentView')).text).toContain('> echo hello\nhello\n');
  },
);

needing('bash').each(shells)(
  'expectAfter ignores the echo of a line that wraps and scrolls: %s (needs bash) [5.since.echo]',
  async (command, args) => {
    const server = await startShell(command, args, { terminalCols: 30, terminalRows: 3 });
    const text = `: ${'needle '.repeat(9)}; sleep 60`;
    const sending = server.request('sendLine', { text, expectAfter: exact('needle'), timeoutMs: 300 });
    expect((await failureOf(sending)).data['kind']).toBe('timeout');
  },
);

test('expectAfter matches the output after a line that is not echoed [5.since.echo]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'stty -echo; printf "secret: "; read x; echo "got $x"; sleep 60'], {
    readySelector: exact('secret:'),
  });
  await server.request('sendLine', { text: 'abc', expectAfter: exact('got abc') });
});

test('since lastInput includes output that was printed before the wait started [5.since.between]', async () => {
  const server = await startShell('sh', ['-i']);
  await server.request('sendLine', { text: 'echo fa""st', settleMs: 5000 });
  await server.request('waitForStable', { debounceMs: 100 });
  const answer = await server.request('waitForText', { selector: exact('fast'), since: 'lastInput', timeoutMs: 0 });
  expect(answer.match).toMatchObject({ row: 2, col: 1 });
});

test('a prompt is new after each line [5.since.last-input]', async () => {
  const server = await startShell('sh', ['-i']);
  const rows: unknown[] = [];
  for (let line = 0; line < 4; line += 1) {
    await server.request('sendLine', { text: 'true', expectAfter: exact('> ') });
    rows.push((await server.request('currentView')).cursor.row);
  }
  expect(rows).toEqual([2, 3, 4, 5]);
});
