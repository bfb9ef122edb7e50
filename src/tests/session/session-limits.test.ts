import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';

test.each([
  ['an argument', { args: ['x'.repeat(131_072)] }],
  ['a variable', { env: { LONG: 'x'.repeat(131_072) } }],
  ['all arguments together', { args: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) }],
])(
  '%s longer than the system limit fails with kind spawn, and the running program continues [3.spawn-kind, 3.spawn-before-end]',
  async (_, more) => {
    const server = new TestServer();
    await server.launch('cat');
    const { data } = await failureOf(server.request('launch', { command: 'true', ...more }));
    expect(data['kind']).toBe('spawn');
    await server.request('sendLine', { text: 'still here' });
    await server.request('waitForText', { selector: { type: 'exact', text: 'still here' }, ambiguityMode: 'first' });
  },
);
