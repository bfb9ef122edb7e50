import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent, writeRecording } from '../support/films.js';

function trace(...args: string[]): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, [resolve('dist/cli.js'), 'trace', ...args], { encoding: 'utf8' });
}

const failure: readonly TimedEvent[] = [
  [150, messageEvent('request', { id: 1, method: 'sendText', params: { text: 'secret word' } })],
  [160, messageEvent('response', { id: 1, result: { ok: true } })],
  [200, messageEvent('request', { id: 2, method: 'expectVisible', params: { selector: 'Saves' } })],
  [
    900,
    messageEvent('response', {
      id: 2,
      error: { code: -32004, message: 'expectVisible failed: No match.', data: { kind: 'timeout', screen: 'a & <b>' } },
    }),
  ],
];
const frames = encodeFrames(screensAfter(['one', '\r\ntwo']));

test('prints the path and the failed request; the file is private [14.trace]', () => {
  const path = writeRecording([...frames, ...failure]);
  const page = join(dirname(path), 'recording.html');
  expect(trace(path)).toMatchObject({
    stdout: `${page}\n✗ request 2: expectVisible failed: No match.\n`,
    stderr: '',
    status: 0,
  });
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(trace(writeRecording(frames)).stdout).toMatch(/recording\.html\n$/);
});

test('the printed failure is one line without control characters, whatever was recorded [14.trace-hostile]', () => {
  const printed = (message: unknown): string => {
    const error = { code: -32004, message };
    const path = writeRecording([
      [0, messageEvent('request', { id: 1, method: 'find' })],
      [1, messageEvent('response', { id: 1, error })],
    ]);
    return trace(path).stdout.split('.html\n')[1] ?? '';
  };
  expect(printed('one\r\ntwo \x1b]52;c;AA==\x07\x9b')).toBe('✗ request 1: one two \\x1b]52;c;AA==\\x07\\x9b\n');
  for (const message of [{ toString: 1 }, 7, null]) expect(printed(message)).toBe('✗ request 1: Unknown error.\n');
});

test('--out and --title choose the file and its title [14.trace]', () => {
  const out = join(createTemporaryDirectory(), 'report.html');
  expect(trace(writeRecording(frames), '--out', out, '--title', 'Login & <more>').stdout).toBe(`${out}\n`);
  expect(readFileSync(out, 'utf8')).toContain('<title>✓ Login &amp; &lt;more&gt;</title>');
  expect(trace(writeRecording(frames), '--out', 'report.png')).toMatchObject({ status: 2 });
});

test('the failure is in the page as plain text [14.trace-static]', () => {
  const path = writeRecording([...frames, ...failure]);
  trace(path);
  const page = readFileSync(path.replace('.jsonl', '.html'), 'utf8');
  const body = /<main id="static">([\s\S]*?)<\/main>/.exec(page)?.[1];
  expect(body).toContain('<h1>✗ expectVisible failed</h1>');
  expect(body).toContain('<pre tabindex="0">\na &amp; &lt;b&gt;\n</pre>');
  expect(body).toContain('<li>✓ 1 sendText &quot;secret word&quot; (10 ms)</li>');
  expect(body).toContain('<li>✗ 2 expectVisible &quot;Saves&quot; (700 ms)</li>');
});

test('the page has the last 10 requests as plain text [14.trace-static]', () => {
  const requests = Array.from({ length: 14 }, (_, id): TimedEvent[] => [
    [300 + id * 10, messageEvent('request', { id, method: 'sendText', params: { text: `text ${id}` } })],
    [303 + id * 10, messageEvent('response', { id, result: { ok: true } })],
  ]).flat();
  const path = writeRecording([...frames, ...requests]);
  trace(path);
  const [, body = ''] =
    /<main id="static">([\s\S]*?)<\/main>/.exec(readFileSync(path.replace('.jsonl', '.html'), 'utf8')) ?? [];
  expect([...body.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item)).toEqual(
    Array.from({ length: 10 }, (_, index) => `✓ ${index + 5} sendText &quot;text ${index + 4}&quot; (3 ms)`),
  );
  expect(body).toContain('<pre tabindex="0">\none\ntwo\n');
});

test('the policy allows the script and the style of the page by hash, and nothing else [14.trace-policy]', () => {
  const path = writeRecording([...frames, ...failure]);
  trace(path);
  const page = readFileSync(path.replace('.jsonl', '.html'), 'utf8');
  const hashOf = (tag: string): string => {
    const content = page.slice(page.lastIndexOf(`<${tag}>`) + tag.length + 2, page.lastIndexOf(`</${tag}>`));
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  // A policy applies to what follows it.
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.search(/<(?:script|style|link|img)/));
});

test('--theme sets the colors of the terminal [14.trace]', () => {
  const backgroundOf = (theme: string): number => {
    const path = writeRecording(frames);
    expect(trace(path, '--theme', theme).status).toBe(0);
    return Number(/"background":(\d+)/.exec(readFileSync(path.replace('.jsonl', '.html'), 'utf8'))?.[1]);
  };
  expect(backgroundOf('dracula')).toBe(0x282a36);
  expect(backgroundOf('pty-default-dark')).toBe(0x0c0c0c);
});

test('without frames, the screen of an error is shown [14.trace-opens-at-failure]', () => {
  const path = writeRecording(failure);
  trace(path);
  const [, packed = ''] = /gzip\+base64">([^<]*)</.exec(readFileSync(path.replace('.jsonl', '.html'), 'utf8')) ?? [];
  const events = gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n');
  expect(events.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ type: 'frame', rows: 1, cols: 7, add: [[['a & <b>']]] }),
  );
});

test('--no-input leaves out what was typed [14.trace-no-input]', () => {
  const path = writeRecording([...frames, ...failure]);
  trace(path, '--no-input');
  const page = readFileSync(path.replace('.jsonl', '.html'), 'utf8');
  expect(page).not.toContain('secret word');
  expect(page).toContain('✗ 2 expectVisible');
});

test.each([
  ['missing', undefined, /^tuispec: File not found: .*\n$/],
  ['empty', '', /^tuispec: .* contains no events\.\n$/],
  ['foreign', 'a,b\n1,2\n', /^tuispec: .* is not a recording.*\n$/],
  ['binary', Buffer.from([0, 255, 10, 1]), /^tuispec: .* is not a recording.*\n$/],
])('a %s recording is one line on stderr and writes no file [14.trace-rejected]', (name, content, message) => {
  const directory = createTemporaryDirectory();
  const path = join(directory, `${name}.jsonl`);
  if (content !== undefined) writeFileSync(path, content);
  const { stdout, stderr, status } = trace(path);
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(readdirSync(directory)).toEqual(content === undefined ? [] : [`${name}.jsonl`]);
});

test('a truncated recording is shown up to its last complete line', () => {
  const path = writeRecording([...frames, ...failure]);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
  expect(trace(path)).toMatchObject({ status: 0, stdout: `${path.replace('.jsonl', '.html')}\n` });
  expect(readFileSync(path.replace('.jsonl', '.html'), 'utf8')).toContain('The last line is incomplete');
  expect(existsSync(path)).toBe(true);
});

test('the viewer stays small: at most 46 KB of script', () => {
  expect(statSync('dist/viewer.js').size).toBeLessThanOrEqual(46_000);
});
