import { bytesOf, readMessageCases } from './corpus.js';
import type { Random } from './random.js';

const messages = [...readMessageCases('accepted'), ...readMessageCases('rejected')]
  .map(bytesOf)
  .filter((line) => line.length > 1 && line.length < 1000);

const kinds: readonly ((random: Random) => Buffer)[] = [
  (random) => Buffer.from(Array.from({ length: random.below(500) }, () => random.below(256))),
  (random) => Buffer.from('[{"'.repeat(random.below(2000))),
  (random) => truncate(random.pick(messages), random),
  (random) => Buffer.concat([truncate(random.pick(messages), random), truncate(random.pick(messages), random)]),
  (random) => Buffer.from(`{"jsonrpc":"2.0","id":${random.below(9)},"method":"${'x'.repeat(random.below(5000))}"}`),
  (random) =>
    Buffer.from(
      `{"jsonrpc":"2.0","id":1,"method":"currentView","params":{"rows":${random.below(99)}e${random.below(99)}}}`,
    ),
  () => Buffer.alloc(0),
];

// Never complete: such a request could take 2^31 ms.
const truncate = (bytes: Buffer, random: Random): Buffer => bytes.subarray(1 + random.below(bytes.length));

/** Creates a line that no client should send, including the newline. */
export const createHostileLine = (random: Random): Buffer =>
  Buffer.concat([random.pick(kinds)(random), Buffer.from('\n')]);
