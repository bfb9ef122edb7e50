import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { framesOf, readEvents, screensOf, startRecording } from '../support/recordings.js';
import { runCli } from '../support/run.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

const secret = 'hunter2';
const session = { terminalCols: 20, terminalRows: 8, secrets: [secret, 'Pass"word\\1', '日本語秘密'] };
// The first is split by a soft wrap, the second by a style.
const screen = `\x1b[2J\x1b[H1234567890123456hunter2 hun\x1b[31mter2\x1b[0m Pass"word\\1\r\n日本語秘密`;
const hidden = ['1234567890123456••••', '••• ••••••• ••••••••', '•••', '• • • • •', '', '', '', ''];

/** Shows all secrets on the screen and one in the title. */
async function show(server: TestServer): Promise<void> {
  await showEcho(server, screen);
  await server.request('sendText', { text: '\x1b]0;at hunter2\x07' });
  await server.request('waitFor', { anyOf: [{ title: 'at hunter2' }] });
}

/** The contents of all files in a directory, by path. */
const filesIn = (directory: string): Map<string, string> =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );

/** Fails if a file contains a secret, also in pieces between escape sequences and line breaks. */
function expectNoSecret(texts: Iterable<readonly [path: string, text: string]>): void {
  for (const [path, text] of texts) {
    const joined = text.replaceAll(/\x1b\[[0-9;:]*m|\\u001b\[[0-9;:]*m|\n|\\n/g, '');
    for (const one of [secret, 'Pass"word', 'Pass\\"word', '日本語秘密'])
      expect(text.includes(one) || joined.includes(one), path).toBe(false);
  }
}

test('secrets reach no snapshot, picture or meta file; live reads are unchanged [12.secret-snapshots, 12.secret-live]', async () => {
  // With CI set, a missing baseline is an error.
  const server = new TestServer({ env: { CI: '' } });
  await launchEcho(server, session);
  await show(server);
  const view = await server.request('currentView', { styles: true });
  expect(view.text).toContain('hunt\ner2');
  expect(view.title).toBe('at hunter2');
  expect((await server.request('find', { selector: secret })).matchCount).toBe(2);
  for (const format of ['both', 'svg', 'html']) await server.request('dumpView', { name: `a ${format}`, format });
  await server.request('renderView', { name: 'hunter2' });
  await server.request('expectSnapshot', { name: 'first' });
  const files = filesIn(join(server.directory, 'artifacts'));
  expectNoSecret(files);
  const [snapshot] = [...files].filter(([path]) => path.endsWith('first.ansi.txt'));
  const text = await runCli(['render-text', snapshot?.[0] ?? '']);
  expect(text.stdout.split('\n').slice(0, hidden.length)).toEqual(hidden.map((line) => line.trimEnd()));
});

test('a picture shows the hidden characters in the same cells and styles [12.secret-snapshots]', async () => {
  const pictures: Buffer[] = [];
  for (const [secrets, text] of [
    [[secret], 'hun\x1b[7mter2'],
    [[], '•••\x1b[7m••••'],
  ] as const) {
    const server = new TestServer();
    await launchEcho(server, { ...session, secrets });
    await showEcho(server, `\x1b[2J\x1b[H${text}`);
    const { pngPath } = await server.request('renderView', { name: 'picture' });
    pictures.push(readFileSync(pngPath));
  }
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
});

test('a mismatch names no secret, also if the baseline is older than the secret [12.secret-snapshots, 12.secret-errors]', async () => {
  const env = { CI: undefined };
  const server = new TestServer({ env });
  await launchEcho(server, { ...session, secrets: [] });
  await showEcho(server, `\x1b[2J\x1b[H${secret} old`);
  await server.request('expectSnapshot', { name: 'one' });
  await server.request('close');
  await launchEcho(server, session);
  await showEcho(server, `\x1b[2J\x1b[H${secret} new`);
  const { message, data } = await failureOf(server.request('expectSnapshot', { name: 'one', timeoutMs: 0 }));
  expectNoSecret([['error', JSON.stringify({ message, data })]]);
  expect(data?.['diff']).toContain('-••••••• old\n+••••••• new');
  await showEcho(server, `\x1b[2J\x1b[H${secret} old`);
  await server.request('expectSnapshot', { name: 'one', timeoutMs: 0 });
  expectNoSecret(filesIn(join(server.directory, 'artifacts', 'sessions')));
});

test('secrets reach no recording: requests, responses, notifications and frames [12.secret-recordings]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await launchEcho(server, { ...session, notifyExit: true });
  await server.request('viewSubscribe', { includeText: true, debounceMs: 0 });
  await show(server);
  await server.request('currentView', { styles: true });
  await server.request('find', { selector: { type: 'regex', pattern: 'hunter2' } });
  await server.request('waitForChange', { since: 'now', timeoutMs: 1 });
  await server.request('terminalState');
  const steps = [{ method: 'currentView' }, { method: 'waitForText', params: { selector: 'hunter3', timeoutMs: 0 } }];
  await server.request('batch', { steps });
  await server.request('sendKey', { keys: [...secret] });
  await server.request('sendBytes', { base64: Buffer.from(`\r\n${secret}`).toString('base64') });
  await server.request('launch', {
    command: 'sh',
    args: ['-c', 'printf "%s %s" "$0" "$PW"', secret],
    env: { PW: 'Pass"word\\1' },
  });
  await server.request('waitForExit');
  const id = 'last';
  const array = [{ method: 'currentView' }, { method: 'close' }].map((call) => ({ jsonrpc: '2.0', id, ...call }));
  server.send(JSON.stringify(array));
  await server.request('recording.stop');
  const events = readEvents(path);
  expect(events.some(({ line }) => line.includes('session.exited'))).toBe(true);
  expect(events.at(-2)?.line).toContain('••••••• ');
  expectNoSecret([
    ['recording', readFileSync(path, 'utf8')],
    ...screensOf(events, 'keyframe', 'ansi').map((text) => ['frame', text] as const),
  ]);
  expect(screensOf(events, 'keyframe')).toContain(hidden.join('\n'));
  expect(framesOf(events).map(({ title }) => title)).toContain('at •••••••');
});

test('secrets reach neither the output log nor standard error [12.secret-output-log, 12.secret-stderr]', async () => {
  const server = new TestServer({ args: ['--log-level', 'debug', '--output-log', 'output.log'] });
  await launchEcho(server, session);
  await show(server);
  for (const character of 'key by key: hunter2.') await showEcho(server, character);
  await server.request('sendText', { text: 'typed by hand', secret: true });
  await failureOf(server.request('waitForText', { selector: `${'x'.repeat(55)}${secret}`, timeoutMs: 0 }));
  await failureOf(server.request('sendText', { text: secret, secret: 1 }));
  await failureOf(server.request('initialize', { secrets: secret }));
  await server.end();
  const log = readFileSync(join(server.directory, 'output.log'), 'utf8');
  expect(log).toContain('••••');
  expect(log.replaceAll(/\x1b\]0;echo \d+\x07/g, '')).toContain('key by key: •••••••.•••••••••••••');
  expectNoSecret([
    ['output log', log],
    ['standard error', server.stderr],
  ]);
  expect(server.stderr).toContain('{"text":"•••••••••••••","secret":true}');
  expect(server.stderr).not.toContain('typed by hand');
  expect(server.stderr).not.toMatch(/x{30}h/);
});
