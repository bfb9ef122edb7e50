import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const exitsOf = (server: TestServer): ReceivedMessage[] => server.inbox.listNotifications('session.exited');
const positionOf = (server: TestServer, wants: (message: ReceivedMessage) => boolean): number =>
  server.inbox.messages.findIndex((message) => wants(message as ReceivedMessage));

test.each([
  ['waitForText', { selector: { type: 'exact', text: 'never' } }],
  ['waitForStable', { debounceMs: 600_000 }],
  ['waitForChange', {}],
  ['waitForExit', {}],
  ['waitFor', { anyOf: [{ exited: true }] }],
  ['expectVisible', { selector: { type: 'exact', text: 'bye' }, forMs: 600_000 }],
])(
  'while subscribed, session.exited is sent before the response of the %s that the exit ends [8.exited]',
  async (method, params) => {
    const { server, print, begin, exit } = await ScriptedProgram.start();
    await server.request('viewSubscribe');
    await begin('wait', method, { ...params, timeoutMs: 600_000 });
    print('bye');
    await exit();
    await server.inbox.waitForResponse('wait');
    expect(exitsOf(server)).toEqual([
      {
        sessionName: 'session',
        exitCode: 3,
        signal: null,
        lastLines: ['bye'],
        title: null,
        description: null,
        parentAgent: null,
        timedOut: false,
        revision: expect.any(Number),
      },
    ]);
    const at = positionOf(server, (message) => message['method'] === 'session.exited');
    expect(at).toBeLessThan(positionOf(server, ({ id }) => id === 'wait'));
  },
);

// Every exit is reported once; each row has the number of programs.
test.each([
  ['the program exits before close', ['exit 0'], 'close', 1],
  ['the session is closed', ['sleep 60'], 'close', 1],
  ['other programs are launched', ['sleep 60', 'sleep 60', 'exit 1'], 'close', 3],
  ['the server is shut down', ['sleep 60'], 'server.shutdown', 1],
] as const)('session.exited is sent exactly once: %s [8.exited-once]', async (_, programs, last, count) => {
  const server = new TestServer();
  await server.request('initialize');
  await server.request('viewSubscribe');
  for (const program of programs) await server.request('launch', { command: 'sh', args: ['-c', program] });
  if (programs.at(-1)?.startsWith('exit')) await server.request('waitForExit');
  await server.request(last);
  await server.end();
  expect(exitsOf(server)).toHaveLength(count);
});

test('session.exited is sent at the end of stdin [8.exited-once]', async () => {
  const { server } = await ScriptedProgram.start();
  await server.request('viewSubscribe');
  await server.end();
  expect(exitsOf(server)).toHaveLength(1);
});

test.each([
  ['not subscribed', []],
  ['no longer subscribed', ['viewSubscribe', 'viewUnsubscribe']],
] as const)('session.exited is not sent to a client that is %s [8.exited-unsubscribed]', async (_, methods) => {
  const { server, exit } = await ScriptedProgram.start();
  for (const method of methods) await server.request(method);
  await exit();
  await server.request('waitForExit');
  await server.request('close');
  expect(exitsOf(server)).toEqual([]);
});
