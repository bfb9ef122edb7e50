import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { runToExit, stillClock, waitForExitNumber } from '../support/programs.js';
import { exact } from '../support/selectors.js';

describe('session.exited', () => {
  test('contains the members given to initialize [3.exited-members]', async () => {
    const server = new TestServer();
    const session = { name: 'mine', title: 'A title', description: 'What for', parentAgent: 'me' };
    await server.request('initialize', { ...session, notifyExit: true });
    expect(await runToExit(server, 'sh', ['-c', 'echo done; exit 2'])).toEqual({
      sessionName: 'mine',
      exitCode: 2,
      signal: null,
      lastLines: ['done'],
      title: 'A title',
      description: 'What for',
      parentAgent: 'me',
      timedOut: false,
      revision: expect.any(Number),
    });
  });

  test('is sent at the exit, not some time later [3.exit-time]', async () => {
    // With a clock that stands still, nothing happens only because time has passed.
    const server = new TestServer({ env: stillClock });
    await server.request('initialize', { notifyExit: true });
    for (let run = 0; run < 5; run += 1)
      expect(await runToExit(server, 'sh', ['-c', 'echo done; exit 2'])).toMatchObject({ exitCode: 2 });
  });

  test('contains null for members that were not given [3.exited-members]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true, title: null });
    expect(await runToExit(server, 'sh', ['-c', 'kill -TERM $$'])).toEqual({
      sessionName: 'session',
      exitCode: null,
      signal: 'SIGTERM',
      lastLines: [],
      title: null,
      description: null,
      parentAgent: null,
      timedOut: false,
      revision: expect.any(Number),
    });
  });

  test.each([
    ['the last five lines', 'seq 1 9', ['5', '6', '7', '8', '9']],
    ['fewer lines if there are fewer', "printf 'a\\n\\n  \\nb\\n\\n'", ['a', 'b']],
    ['lines far above the cursor', "printf 'a\\nb\\n'; yes '' | head -n 900", ['a', 'b']],
    [
      'escape codes',
      "printf '\\033[31mred\\033[0m plain\\n\\033[1;4mbold\\n'",
      ['\x1b[0;31mred\x1b[0m plain', '\x1b[0;1;4mbold\x1b[0m'],
    ],
    ['wide characters', "printf '日本 ü\\n'", ['日本 ü']],
    ['the alternate screen', "echo below; printf '\\033[?1049h\\033[Habove'", ['above']],
    ['the normal screen after it', "echo below; printf '\\033[?1049h\\033[Habove\\033[?1049l'", ['below']],
    ['the screen after a clear', "echo one; printf '\\033[2J\\033[Htwo'", ['two']],
  ])('lastLines contains %s [3.last-lines]', async (_, script, lastLines) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    expect(await runToExit(server, 'sh', ['-c', script])).toMatchObject({ lastLines });
  });

  test('is sent once per program, for every kind of exit [3.exited-once]', async () => {
    const server = new TestServer();
    const listCodes = (): unknown[] =>
      server.inbox.listNotifications('session.exited').map((params) => params['exitCode'] ?? params['signal']);
    await server.request('initialize', { notifyExit: true });
    await runToExit(server, 'sh', ['-c', 'exit 1']);
    await runToExit(server, 'sh', ['-c', 'exit 2']);
    await server.request('launch', { command: 'cat' });
    await server.request('launch', { command: 'sleep', args: ['1000'] });
    await server.request('signal', { name: 'KILL' });
    await waitForExitNumber(server, 4);
    await server.request('close');
    await server.request('initialize', { notifyExit: true });
    await server.request('launch', { command: 'cat' });
    await server.request('close');
    expect(listCodes()).toEqual([1, 2, 'SIGHUP', 'SIGKILL', 'SIGHUP']);
    await server.request('initialize', { notifyExit: true });
    await server.request('launch', { command: 'cat' });
    expect(await server.end()).toBe(0);
    expect(listCodes()).toEqual([1, 2, 'SIGHUP', 'SIGKILL', 'SIGHUP', 'SIGHUP']);
  });

  test('is not sent without notifyExit [3.exited-asked]', async () => {
    const server = new TestServer();
    await server.request('initialize');
    const launch = { command: 'sh', args: ['-c', 'exit 1'], readySelector: exact('never') };
    expect((await failureOf(server.request('launch', launch))).data).toMatchObject({ kind: 'exited' });
    await server.request('close');
    expect(server.inbox.listNotifications('session.exited')).toEqual([]);
  });

  test('is written before the response of the wait it ends [3.exited-first]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    await server.request('launch', { command: 'sh', args: ['-c', 'read line; exit 3'] });
    const line = { text: 'go', expectAfter: exact('never'), timeoutMs: 3_600_000 };
    const { data } = await failureOf(server.request('sendLine', line));
    expect(data).toMatchObject({ kind: 'exited', exitCode: 3, signal: null });
    expect(server.inbox.messages.slice(-2)).toMatchObject([{ method: 'session.exited' }, { id: 3 }]);
  });
});

describe('after the exit', () => {
  test.each([
    ['sendKey', { key: 'Enter' }],
    ['sendText', { text: 'x' }],
    ['sendLine', { text: 'x' }],
    ['sendBytes', { base64: 'AA==' }],
    ['signal', { name: 'INT' }],
  ] as const)('%s fails with kind exited [3.input-after-exit]', async (method, params) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    await runToExit(server, 'sh', ['-c', 'echo last words; exit 6']);
    const { code, data } = await failureOf(server.request(method, params));
    expect(code).toBe(-32004);
    expect(data).toMatchObject({ kind: 'exited', exitCode: 6, screen: expect.stringMatching(/^last words\n/) });
  });

  test('reads return the last screen [3.read-after-exit]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true, scrollback: 100, terminalRows: 5 });
    await runToExit(server, 'seq', ['1', '20']);
    const view = { text: '17\n18\n19\n20\n', exited: true, cursor: { row: 5, col: 1, visible: true } };
    expect(await server.request('currentView')).toMatchObject(view);
    expect(await server.request('currentView')).toMatchObject(view);
    expect((await server.request('currentView', { scrollback: 2 })).text).toBe('15\n16\n17\n18\n19\n20\n');
    expect((await server.request('currentView', { entireRow: 2 })).text).toBe('18');
  });
});
