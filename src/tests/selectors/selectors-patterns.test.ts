import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import type { RpcFailure } from '../support/inbox.js';
import { pingUntil } from '../support/pings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';
import { exact, regex } from '../support/selectors.js';
import { sample } from '../support/tier.js';

const hostile = `${'a'.repeat(60)}b`;
// Each would block V8 for years.
const catastrophic: readonly (readonly [pattern: string, flags: string])[] = [
  ['^(a+)+$', 'm'],
  ['^(a+)+$', 'im'],
  ['(a|a)*!', 'i'],
  ['(a+)+(?=!)', ''],
  ['^(a{1,9}){1,40}$', 'm'],
  ['(a*)*\\1!', ''],
];

async function startWithHostileText(timeoutSeconds = 20): Promise<TestServer> {
  const server = new TestServer();
  await launchEcho(server, { terminalCols: 134, timeoutSeconds });
  await showEcho(server, `\x1b[H\x1b[2J${hostile}`);
  return server;
}

type Method = 'click' | 'waitForStable' | 'waitForText' | 'waitUntil' | 'find' | 'waitFor' | 'expectVisible';
type Call = readonly [method: Method, params: object];

const createCalls = (pattern: string, flags: string): Call[] => [
  ['click', { selector: regex(pattern, flags) }],
  ['waitForStable', { debounceMs: 10, ignore: [regex(pattern, flags)] }],
  ['waitForText', { selector: regex(pattern, flags) }],
  ['waitForText', { selector: exact('never'), failOn: regex(pattern, flags) }],
  ['waitForText', { selector: regex(pattern, flags), state: 'hidden', since: 'now' }],
  ['waitUntil', { pattern, flags }],
  ['find', { selector: regex(pattern, flags) }],
  ['waitFor', { anyOf: [{ visible: regex(pattern, flags) }, { pattern, flags }] }],
  ['expectVisible', { selector: { type: 'any', selectors: [exact('never'), regex(pattern, flags)] }, forMs: 10 }],
];

test.each(sample(catastrophic))(
  'the pattern %s with flags "%s" ends on time in every method and does not delay pings [5.pattern-freeze] [5.pattern-everywhere]',
  async (pattern, flags) => {
    const server = await startWithHostileText(0.15);
    for (const [method, params] of createCalls(pattern, flags)) {
      const outcome = server.request(method, params).catch((error: RpcFailure) => error);
      // A pattern that blocks never terminates, and then no ping is answered.
      await pingUntil(server, outcome);
      expect(await outcome, method).toMatchObject({ code: -32004, data: { kind: 'timeout' } });
      expect(((await outcome) as RpcFailure).message.length).toBeGreaterThan(20);
    }
    expect(await server.request('waitForText', { selector: regex('A+B', 'iu'), timeoutMs: 60_000 })).toMatchObject({
      match: { text: hostile },
    });
    expect(await server.request('waitForText', { selector: regex('a+b'), timeoutMs: 60_000 })).toMatchObject({
      match: { text: hostile },
    });
  },
);

test('a pattern for the title cannot block the server [5.pattern-everywhere]', async () => {
  const server = await startWithHostileText();
  await server.request('sendText', { text: `\x1b]0;${hostile}\x07` });
  const outcome = server.request('waitFor', { anyOf: [{ title: '^(a+)+$' }], timeoutMs: 400 });
  await expect(outcome).rejects.toMatchObject({ data: { kind: 'timeout' } });
  expect(await server.request('waitFor', { anyOf: [{ title: '^A+B$', flags: 'iu' }] })).toMatchObject({ index: 0 });
});

test('a cancelled request stops its pattern at once [5.pattern-recovers]', async () => {
  const server = new TestServer();
  await launchEcho(server, { timeoutSeconds: 60 });
  await showEcho(server, hostile);
  for (const method of ['find', 'waitForText'] as const) {
    server.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { selector: regex('(a|a)*!', 'i') } }));
    await server.request('server.ping');
    server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: method } }));
    expect(await server.inbox.waitForResponse(method)).toMatchObject({ error: { code: -32800 } });
    expect(await server.request('find', { selector: regex('A+B', 'iu') })).toMatchObject({
      matchCount: 1,
    });
  }
});

test('conditions before a slow pattern do not wait for it, those after it do [5.pattern-freeze, 5.for.first]', async () => {
  const server = await startWithHostileText();
  const slow = { visible: regex('(a|a)*!', 'i') };
  const quick = { visible: exact(hostile) };
  const { index } = await server.request('waitFor', { timeoutMs: 600_000, anyOf: [quick, slow] });
  expect(index).toBe(0);
  // It is unknown whether the first condition is met.
  const outcome = server.request('waitFor', { anyOf: [slow, quick], timeoutMs: 400 });
  await expect(outcome).rejects.toMatchObject({
    message: expect.stringContaining('could not be matched in time'),
    data: { kind: 'timeout' },
  });
});

test('a pattern that the regex engine rejects fails with -32602 and the reason [6.invalid-regex]', async () => {
  const server = await startWithHostileText();
  const pattern = 'x'.repeat(60_000);
  for (const [method, params] of [
    ['find', { selector: regex(pattern) }],
    ['waitForText', { selector: regex(pattern) }],
    ['waitUntil', { pattern }],
  ] as const)
    await expect(server.request(method, params), method).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ reason: expect.stringContaining('too large') }] },
    });
  expect(await server.request('find', { selector: regex('a+b') })).toMatchObject({ matchCount: 1 });
});

test('a pattern with more Unicode properties than V8 compiles in time is rejected [5.pattern-freeze]', async () => {
  const server = await startWithHostileText();
  await expect(server.request('find', { selector: regex('\\p{L}'.repeat(101), 'u') })).rejects.toMatchObject({
    code: -32602,
    data: { errors: [{ pointer: '/selector/pattern', reason: expect.stringContaining('100 Unicode properties') }] },
  });
  expect(await server.request('find', { selector: regex('\\p{L}+|'.repeat(100), 'u') })).toMatchObject({
    matchCount: 1,
  });
});

test('find accepts large selectors [6.large]', async () => {
  const server = await startWithHostileText();
  const large = [
    exact('a'.repeat(1024 * 1024)),
    exact('A\u00e9'.repeat(512 * 1024), { ignoreCase: true }),
    regex(Array.from({ length: 9000 }, (_, index) => `w${index}`).join('|')),
    regex(`a{60}b|${'[b-y]'.repeat(6000)}`),
  ];
  const counts: number[] = [];
  for (const selector of large) counts.push((await server.request('find', { selector })).matchCount);
  expect(counts).toEqual([0, 0, 0, 1]);
});

test('find searches 100,000 lines [6.large] [6.find-scope]', async () => {
  const server = new TestServer();
  const script = 'seq 1 101000; printf done; exec sleep 60';
  const session = { scrollback: 100_000, timeoutSeconds: 100 };
  await server.launch('sh', ['-c', script], { readySelector: exact('done') }, session);
  const find = async (selector: object): Promise<number> =>
    (await server.request('find', { selector, scope: 'scrollback', limit: 1 })).matchCount;
  // Lines 962 and up are retained: 100,000 and the screen.
  expect(await find(exact('77777'))).toBe(1);
  expect(await find(regex('^\\d{5}$'))).toBe(90_000);
  expect(await find(regex('^\\D{5}$', 'i'))).toBe(0);
  expect(await find(regex('.'))).toBeGreaterThan(490_000);
}, 200_000);
