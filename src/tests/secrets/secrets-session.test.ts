import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { framesOf, messagesOf, readEvents, startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

const secret = 'correct horse';

test.each<[what: string, params: object, reason: RegExp]>([
  ['too short', { secrets: ['abc'] }, /`secrets\[0\]` must have at least 4 characters/],
  ['too short without blanks', { secrets: ['long enough', '   a\n'] }, /`secrets\[1\]` is too short/],
  ['too long', { secrets: ['a'.repeat(1001)] }, /`secrets\[0\]` has 1001 characters/],
  ['too many', { secrets: Array.from({ length: 101 }, () => 'abcd') }, /101/],
  ['not a list', { secrets: 'private text' }, /`secrets` must be/],
  ['not texts', { secrets: [123456] }, /`secrets\[0\]` must be a string, not •{6}/],
])(
  'secrets that cannot be hidden are rejected, without naming them: %s [12.secret-limits]',
  async (_, params, reason) => {
    const server = new TestServer();
    const { code, message } = await failureOf(server.request('initialize', params));
    expect(code).toBe(-32602);
    expect(message).toMatch(reason);
    expect(message).not.toContain('private');
    await server.request('initialize', { secrets: ['abcd', 'a'.repeat(1000)] });
    for (const [method, text] of [
      ['sendText', 'abc'],
      ['sendLine', 'a'.repeat(1001)],
    ] as const) {
      const failure = await failureOf(server.request(method, { text, secret: true }));
      expect(failure.code).toBe(-32602);
      expect(failure.message).toContain('`text`');
    }
  },
);

test('errors contain no secret: message, screen, closest text, matches [12.secret-errors]', async () => {
  const server = new TestServer();
  await launchEcho(server, { secrets: [secret] });
  await showEcho(server, `\x1b[2J\x1b[Hhere: ${secret}\r\nhere too: ${secret}\x1b]0;${secret}\x07`);
  const failures = [
    await failureOf(server.request('waitForText', { selector: 'here: corrct horse', timeoutMs: 0 })),
    await failureOf(server.request('waitForText', { selector: 'absent', timeoutMs: 0 })),
    await failureOf(server.request('waitForText', { selector: { type: 'regex', pattern: 'here.*' }, timeoutMs: 0 })),
    await failureOf(server.request('waitForText', { selector: { type: 'regex', pattern: 'r.ct ho' }, timeoutMs: 0 })),
    await failureOf(server.request('waitForText', { selector: 'absent', failOn: secret, ambiguityMode: 'first' })),
    await failureOf(
      server.request('waitForText', {
        selector: { type: 'regex', pattern: '[a-z]+ horse', style: { bold: true } },
        timeoutMs: 0,
      }),
    ),
    await failureOf(server.request('click', { selector: `${secret} battery`, timeoutMs: 0 })),
    await failureOf(server.request('launch', { command: secret })),
    await failureOf(server.request('sendKey', { key: secret })),
  ];
  for (const { message, data } of failures) {
    const text = JSON.stringify({ message, data });
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain('rect ho');
  }
  const [missed, , ambiguous, partly] = failures;
  expect(missed?.data?.['screen']).toMatch(/^here: •{13}\nhere too: •{13}\n/);
  expect(ambiguous?.data?.['matches']).toMatchObject([{ text: `here: ${'•'.repeat(13)}` }, {}]);
  expect(partly?.data?.['matches']).toMatchObject([{ text: '•••••••' }, {}]);
});

test('the text of an input with `secret` is a secret from then on, for this session only [12.secret-input]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await launchEcho(server);
  await server.request('sendText', { text: secret, secret: true });
  await server.request('waitForText', { selector: secret });
  expect((await server.request('currentView')).text).toContain(secret);
  await server.request('sendLine', { text: 'another one', secret: true });
  const { data } = await failureOf(server.request('waitForText', { selector: 'absent', timeoutMs: 0 }));
  expect(data?.['screen']).toMatch(/^READY•{24}\n/);
  await server.request('close');
  await launchEcho(server);
  await showEcho(server, secret);
  const next = await failureOf(server.request('waitForText', { selector: 'absent', timeoutMs: 0 }));
  expect(next.data?.['screen']).toContain(secret);
  await server.request('recording.stop');
  const recorded = readFileSync(path, 'utf8');
  expect(recorded.slice(0, recorded.indexOf('close'))).not.toContain(secret);
});

test('while a secret is typed, no frame contains its beginning [12.secret-typed]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await launchEcho(server, { terminalCols: 12 });
  await server.request('sendText', { text: secret, secret: true, delayMs: 15 });
  await server.request('waitForText', { selector: secret });
  await server.request('recording.stop');
  const frames = framesOf(readEvents(path)).map(({ line }) => line);
  expect(frames.length).toBeGreaterThan(5);
  for (const frame of frames) expect(frame).not.toMatch(/READYc|•[ceht]/);
});

test('a recording with hidden secrets is replayed: `•` is typed instead of a secret [12.secret-replay]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await launchEcho(server, { secrets: [secret] });
  await server.request('sendText', { text: `say ${secret}` });
  await server.request('sendText', { text: ' typed', secret: true });
  await server.request('waitForText', { selector: secret });
  await server.request('recording.stop');
  const requests = messagesOf(readEvents(path), 'request').length;
  const replaying = new TestServer();
  const result = await replaying.request('replay', { path });
  expect(result).toMatchObject({ replayedRequests: requests - 1, skippedLines: 0 });
  expect((await replaying.request('currentView')).text).toContain('READYsay •••••••••••••••••••');
});
