import { expect } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { exact, regex } from '../support/selectors.js';
import { createTmuxClient, TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');
const shell = ['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile'];

/** A person's shell in tmux, with its prompt. */
async function startShell(): Promise<TmuxServer> {
  const tmux = new TmuxServer(shell);
  await tmux.waitForText('$');
  return tmux;
}

test('attach: reads, types and waits in the pane of a person [17.attach] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const { server, attached } = await tmux.attach();
  expect(attached).toMatchObject({ ok: true, pane: '%0', session: 'main', cols: 80, rows: 24 });
  expect(attached.pid).toBe(Number(tmux.read('#{pane_pid}')));
  expect(attached.unknownModes).toContain('focusEvents');
  await server.request('sendLine', { text: 'echo hello-$((1+1))', expectAfter: regex('^hello-2$') });
  const { text } = await server.request('currentView');
  expect(text.trimEnd()).toBe(tmux.capture().trimEnd());
  expect(await server.request('submit', { text: 'echo sub-$((2+2))', expectAfter: regex('^sub-4$') })).toMatchObject({
    evidence: 'line-editor',
    attempts: 1,
  });
  await tmux.run('send-keys', '-t', 'main', 'echo person', 'Enter');
  await server.request('waitForText', { selector: regex('^person$') });
});

test('a wait for text that is already in the pane times out with `since: now` [17.attach-since] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  tmux.run('send-keys', '-t', 'main', 'echo READY', 'Enter');
  await tmux.waitForText('\nREADY\n');
  const { server } = await tmux.attach();
  await server.request('waitForText', { selector: regex('^READY$') });
  for (const since of ['now', 'lastInput']) {
    const failure = await failureOf(server.request('waitForText', { selector: exact('READY'), since, timeoutMs: 300 }));
    expect(failure.data).toMatchObject({ kind: 'timeout', errorType: 'TIMEOUT' });
  }
});

test('close detaches, and the program continues to run [17.attach-close] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const { server, attached } = await tmux.attach();
  expect(await server.request('close')).toEqual({ ok: true });
  expect(tmux.run('list-clients')).toBe('');
  expect(Number(tmux.read('#{pane_pid}'))).toBe(attached.pid);
  tmux.run('send-keys', '-t', 'main', 'echo still', 'Enter');
  await tmux.waitForText('\nstill\n');
  await server.request('initialize');
  await server.request('attach', { pane: '%0', socketName: tmux.name });
  await server.request('waitForText', { selector: regex('^still$') });
});

test('attach reports what it cannot attach to [17.attach-errors] (needs tmux, bash)', async () => {
  const server = createTmuxClient();
  await server.request('initialize');
  const missing = { pane: 'main', socketName: 'tuispec-test-absent' };
  const { data: absent, message } = await failureOf(server.request('attach', missing));
  expect(absent).toMatchObject({ kind: 'no-server' });
  expect(message).toContain('Start tmux, or name the server with `socketName` or `socketPath`');
  const tmux = await startShell();
  for (const pane of ['%99', 'main:7', 'other', 'main:0.5', '']) {
    const { data } = await failureOf(server.request('attach', { pane, socketName: tmux.name }));
    const candidates = [{ pane: '%0', name: 'main:0.0', command: 'bash' }];
    expect(data).toMatchObject({ kind: 'pane-not-found', errorType: 'PANE_NOT_FOUND', candidates });
  }
  for (const pane of ['%0', 'main', 'main:0', 'main:0.0', '$0:@0.%0', '=main'])
    expect(await server.request('attach', { pane, socketName: tmux.name })).toMatchObject({ pane: '%0' });
});
