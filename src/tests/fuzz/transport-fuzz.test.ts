import { expect, test } from 'vitest';
import { bytesOf, readMessageCases } from '../support/corpus.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { injectBytes } from '../support/inject.js';
import { breakingTexts } from '../support/mutate-json.js';
import { Random } from '../support/random.js';

// Without a session nothing is started; methods that start or end one are excluded.
const lines = [...readMessageCases('accepted'), ...readMessageCases('rejected')]
  .map(bytesOf)
  .filter((line) => line.length < 1000 && !/initialize|shutdown/.test(line.toString()));

function mutate(line: Buffer, random: Random): Buffer {
  const at = random.below(line.length);
  const to = at + random.below(line.length - at);
  const other = random.pick(lines);
  const middle = random.pick([
    Buffer.from(random.pick(breakingTexts), 'latin1'),
    Buffer.alloc(0),
    Buffer.concat([line.subarray(at, to), line.subarray(at, to)]),
    other.subarray(random.below(other.length)),
  ]);
  return Buffer.concat([line.subarray(0, at), middle, line.subarray(to)]);
}

test.each([1, 2, 3, 4, 5])(
  'the server responds to corrupted messages or skips them, without an internal error: seed %i [1.carries-on, 2.shape]',
  async (seed) => {
    const random = new Random(seed);
    const corrupted = Array.from({ length: 1000 }, () => {
      let line = random.pick(lines);
      for (let count = random.below(3); count >= 0; count -= 1) line = mutate(line, random);
      return line;
    });
    const last = Buffer.from('\n{"jsonrpc":"2.0","id":"last","method":"server.ping"}\n');
    const inbox = await injectBytes([...corrupted, last]);
    const answers = inbox.messages.flat();
    expect(answers.filter(({ id }) => id === 'last')).toMatchObject([{ result: { pong: true } }]);
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.filter((answer) => !isAnswer(answer))).toEqual([]);
  },
);

const knownCodes = [-32700, -32600, -32601, -32602, -32001, -32020, -32800];

function isAnswer({ jsonrpc, id, result, error }: ReceivedMessage): boolean {
  const isId = id === null || ['string', 'number'].includes(typeof id);
  const isFine = error === undefined ? result !== undefined : knownCodes.includes((error as { code: number }).code);
  return jsonrpc === '2.0' && isId && isFine;
}
