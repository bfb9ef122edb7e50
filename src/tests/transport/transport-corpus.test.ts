import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { bytesOf, errorTextsOf, type MessageCase, normalizeResponse, readMessageCases } from '../support/corpus.js';
import { injectBytes } from '../support/inject.js';
import { findProcessesIn } from '../support/leftover-processes.js';

const accepted = readMessageCases('accepted');
const rejected = readMessageCases('rejected');
const toRows = (cases: readonly MessageCase[]): [string, MessageCase][] =>
  cases.map((one) => [`${one.name}: ${one.about} [${one.proves.join(', ')}]`, one]);

test.each(toRows(accepted))('accepted %s', async (_, one) => await expectAnswer(one));
test.each(toRows(rejected))('rejected %s', async (_, one) => await expectAnswer(one));

async function expectAnswer(one: MessageCase): Promise<void> {
  const inbox = await injectBytes([bytesOf(one)], one.flags);
  expect(inbox.messages.map(normalizeResponse)).toEqual(one.answer === null ? [] : [one.answer]);
  if (one.contains !== undefined) expect(inbox.lines[0]).toContain(one.contains);
  if (one.says !== undefined) expect(errorTextsOf(inbox)).toContain(one.says);
}

test('every error has one sentence, and its data is an object or absent [2.shape]', async () => {
  for (const one of rejected) {
    const { messages } = await injectBytes([bytesOf(one)], one.flags);
    for (const { error } of messages.flat().filter((message) => 'error' in message)) {
      const { code, message, data, ...others } = error as Record<string, unknown>;
      expect(others).toEqual({});
      expect(code).toBeTypeOf('number');
      expect(message, one.name).toMatch(/^\S[^\n]{4,}\S$/);
      if (data !== undefined) expect(data).toBeTypeOf('object');
    }
  }
});

const flagsOf = ({ flags = [] }: MessageCase): string => flags.join(' ');
const flagSets = [...new Set(rejected.map(flagsOf))];

test.each(flagSets)(
  'the server continues after every rejected line (flags: "%s") [1.carries-on, 1.stdout-only, 2.no-stack]',
  async (flags) => {
    const cases = rejected.filter((one) => flagsOf(one) === flags);
    const server = new TestServer({ args: flags.split(' ').filter((flag) => flag !== '') });
    for (const [index, one] of cases.entries()) {
      server.process.stdin?.write(bytesOf(one));
      server.send(`{"jsonrpc":"2.0","id":"p${index}","method":"server.ping"}`);
    }
    for (const index of cases.keys())
      expect(await server.inbox.waitForResult(`p${index}`)).toMatchObject({ pong: true });
    expect(await server.end()).toBe(0);
    const answers = server.inbox.messages.filter(
      (message) => Array.isArray(message) || !/^p\d+$/.test(String(message['id'])),
    );
    // Control requests are handled out of order.
    const sortJson = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
    expect(sortJson(answers.map(normalizeResponse))).toEqual(sortJson(cases.map(({ answer }) => answer)));
    expect(server.stderr).toBe('');
    expect(findProcessesIn(server.directory)).toEqual([]);
  },
);
