import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { decodedGif, picturesOf } from '../support/gif.js';
import { runCli } from '../support/run.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

const secret = 'hunter2';
// The first is split by a soft wrap, the second by a style.
const screen = (text: string): string =>
  `\x1b[2J\x1b[H1234567890123456${text} ${text.slice(0, 3)}\x1b[31m${text.slice(3)}\x1b[0m.`;

/** Shows a text in a traced session that fails; returns the directory of its trace. */
async function traceSession(text: string, secrets: readonly string[]): Promise<string> {
  const server = new TestServer();
  await launchEcho(server, { terminalCols: 20, terminalRows: 4, trace: 'on', secrets });
  await showEcho(server, screen(text));
  await server.request('sendText', { text: `\x1b]0;at ${text}\x07`, secret: false });
  await server.request('waitFor', { anyOf: [{ title: `at ${text}` }] });
  await failureOf(server.request('waitForText', { selector: `${text} is absent`, timeoutMs: 0 }));
  await server.request('close');
  return join(server.directory, 'artifacts/sessions/session');
}

/** A text as a person sees it: without escape sequences, markup and line breaks. */
const visibleIn = (text: string): string =>
  text.replaceAll(/\x1b\[[0-9;:]*m|\\u001b\[[0-9;:]*[mGHK]|<[^>]*>|\n|\\n|","|"\],\["/g, '');

function expectHidden(name: string, text: string): void {
  expect(text.includes(secret) || visibleIn(text).includes(secret), name).toBe(false);
  expect(text, name).toContain('•••');
}

test('secrets reach neither the recording nor the page of a trace [12.secret-traces]', async () => {
  const directory = await traceSession(secret, [secret]);
  const page = readFileSync(join(directory, 'trace.html'), 'utf8');
  const [, packed = ''] = /gzip\+base64">([^<]*)</.exec(page) ?? [];
  expectHidden('page', page);
  expectHidden('events of the page', gunzipSync(Buffer.from(packed, 'base64')).toString());
  expectHidden('recording', readFileSync(join(directory, 'trace.jsonl'), 'utf8'));
  const open = await traceSession(secret, []);
  expect(visibleIn(readFileSync(join(open, 'trace.html'), 'utf8'))).toContain(secret);
});

test('secrets reach no export [12.secret-exports]', async () => {
  const [directory, plain] = [await traceSession(secret, [secret]), await traceSession('•••••••', [])];
  const readExport = async (of: string, format: string): Promise<Buffer> => {
    const out = join(of, `out.${format}`);
    const run = await runCli(['export', join(of, 'trace.jsonl'), '--out', out, '--fps', '50']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    return readFileSync(out);
  };
  const open = await traceSession(secret, []);
  for (const format of ['cast', 'svg']) {
    expectHidden(format, (await readExport(directory, format)).toString());
    expect(visibleIn((await readExport(open, format)).toString())).toContain(`${secret}.`);
  }
  const lastOf = async (of: string): Promise<unknown> =>
    [...picturesOf(decodedGif(await readExport(of, 'gif')))].at(-1);
  expect(await lastOf(directory)).toEqual(await lastOf(plain));
});
