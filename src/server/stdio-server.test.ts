import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createServer } from '../tests/support/in-process.js';
import { inject } from '../tests/support/inject.js';

test('two servers in one process share neither the queue of deferred work nor the thread for patterns', async () => {
  using first = createServer('unused');
  using second = createServer('unused');
  first.idleQueue.noteResponseSent();
  const done: string[] = [];
  first.idleQueue.defer(() => done.push('first'));
  second.idleQueue.defer(() => done.push('second'));
  await turn();
  await turn();
  expect(done).toContain('second');
  const job = { pattern: 'b', flags: 'dg', texts: ['abc'], isFirstOnly: false };
  const jobs = [first, second].map(({ patternWorker }) => patternWorker.run(job));
  expect(await Promise.all(jobs)).toEqual([Uint32Array.of(0, 1, 1), Uint32Array.of(0, 1, 1)]);
});

test('two servers in one process run their own programs and slow patterns at the same time', async () => {
  const serve = (name: string): ReturnType<typeof inject> =>
    inject([
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { name } },
      { jsonrpc: '2.0', id: 2, method: 'viewSubscribe', params: { includeText: true } },
      { jsonrpc: '2.0', id: 3, method: 'launch', params: { command: 'echo', args: [name] } },
      // Runs in the thread: the number of its steps is not known to be small.
      {
        jsonrpc: '2.0',
        id: 4,
        method: 'waitForText',
        params: { selector: { type: 'regex', pattern: '(\\w+\\s?)+\\b' }, ambiguityMode: 'first' },
      },
    ]);
  const names = ['alpha', 'bravo'] as const;
  const messages = await Promise.all(names.map(serve));
  for (const [index, name] of names.entries()) {
    const text = JSON.stringify(messages[index]);
    expect(messages[index]).toContainEqual(
      expect.objectContaining({
        id: 4,
        result: expect.objectContaining({ match: expect.objectContaining({ text: name }) }),
      }),
    );
    expect(text).not.toContain(names[1 - index]);
  }
});
