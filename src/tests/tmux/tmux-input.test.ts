import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { regex } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

/** Starts a program that writes its input to a file, byte for byte. */
async function startSink(modes = ''): Promise<{ readonly tmux: TmuxServer; readonly path: string }> {
  const path = join(createTemporaryDirectory(), 'input');
  const tmux = new TmuxServer(['sh', '-c', `stty raw -echo; printf '${modes}READY'; exec cat > '${path}'`]);
  await tmux.waitForText('READY');
  return { tmux, path };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('all bytes reach the program unchanged and in order, up to a MiB [17.attach-input] (needs tmux)', async () => {
  const { tmux, path } = await startSink();
  const { server } = await tmux.attach();
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const large = Buffer.alloc(1024 * 1024, all);
  const parts = [all, Buffer.from('x'), Buffer.alloc(501, 'ab'), large, Buffer.from('end')];
  for (const bytes of parts) await server.request('sendBytes', { base64: bytes.toString('base64'), settleMs: 0 });
  const expected = Buffer.concat(parts);
  await pollUntil(() => sizeOf(path) >= expected.length);
  expect(hashOf(readFileSync(path))).toBe(hashOf(expected));
  expect(tmux.run('list-buffers')).toBe('');
});

test('keys are encoded for the modes that the program has enabled before we attached [17.attach-input] (needs tmux)', async () => {
  const keys = ['ArrowUp', 'Ctrl+ArrowUp', 'Shift+Tab', 'Alt+x', 'Escape'];
  const expected = { '': '\x1b[A\x1b[1;5A\x1b[Z\x1bx\x1b', '\\033[?1h': '\x1bOA\x1b[1;5A\x1b[Z\x1bx\x1b' };
  for (const [modes, bytes] of Object.entries(expected)) {
    const { tmux, path } = await startSink(modes);
    const { server } = await tmux.attach();
    await server.request('sendKey', { keys, settleMs: 0 });
    await pollUntil(() => sizeOf(path) >= bytes.length);
    expect(readFileSync(path, 'latin1')).toBe(bytes);
  }
});

test('mouse reports reach a program that has enabled them before we attached, without the mouse option of tmux [17.attach-input] (needs tmux)', async () => {
  const { tmux, path } = await startSink('\\033[?1002h\\033[?1006h');
  expect(tmux.read('#{mouse}')).toMatch(/^(off|0)$/);
  const { server } = await tmux.attach();
  await server.request('click', { row: 3, col: 70, settleMs: 0 });
  await server.request('scroll', { row: 24, col: 80, direction: 'up', settleMs: 0 });
  const expected = '\x1b[<0;70;3M\x1b[<0;70;3m\x1b[<64;80;24M';
  await pollUntil(() => sizeOf(path) >= expected.length);
  expect(readFileSync(path, 'latin1')).toBe(expected);
});

const refusals: [what: string, command: readonly string[], data: object][] = [
  ['copy mode', ['copy-mode', '-t', 'main'], { kind: 'pane-mode', paneMode: 'copy-mode' }],
  ['input that is switched off', ['select-pane', '-d', '-t', 'main'], { kind: 'pane-input-off' }],
  ['synchronized panes', ['set-option', '-w', '-t', 'main', 'synchronize-panes', 'on'], { kind: 'pane-synchronized' }],
];
test.each(refusals)('input is refused with %s [17.attach-refused] (needs tmux)', async (_what, command, data) => {
  const { tmux, path } = await startSink();
  tmux.run('split-window', '-d', '-t', 'main', 'cat');
  const { server } = await tmux.attach({ pane: '%0' });
  tmux.run(...command.map((word) => (word === 'main' ? '%0' : word)));
  for (const text of ['short', 'long '.repeat(200)])
    expect((await failureOf(server.request('sendText', { text }))).data).toMatchObject(data);
  expect([sizeOf(path), tmux.run('list-buffers')]).toEqual([0, '']);
});

test('a pane attached with `readOnly` gets no input [17.attach-refused] (needs tmux)', async () => {
  const { tmux, path } = await startSink();
  const { server } = await tmux.attach({ readOnly: true });
  expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({ kind: 'read-only' });
  expect(sizeOf(path)).toBe(0);
});

test('input into a pane whose program has ended does no harm to the server [17.attach-refused] (needs tmux)', async () => {
  const { tmux } = await startSink();
  tmux.run('split-window', '-d', '-t', 'main', 'sleep 1000');
  tmux.run('set-option', '-p', '-t', '%0', 'remain-on-exit', 'on');
  const { server, attached } = await tmux.attach({ pane: '%0' });
  process.kill(attached.pid, 'SIGKILL');
  await pollUntil(() => tmux.read('#{pane_dead}', '%0') === '1');
  for (const text of ['short', 'long '.repeat(200)]) {
    const { data } = await failureOf(server.request('sendText', { text }));
    expect(['exited', 'pane-dead']).toContain((data as { kind: string }).kind);
  }
  expect(tmux.read('#{pane_dead}', '%0')).toBe('1');
});

test('signal reaches the foreground group, and resize is refused [17.attach-size, 17.attach-signal] (needs tmux)', async () => {
  const tmux = new TmuxServer(['bash', '-c', "trap 'echo got INT' INT; echo READY; while :; do sleep 0.05; done"]);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  await server.request('signal', { name: 'INT' });
  await server.request('waitForText', { selector: regex('^(\\^C)?got INT$') });
  const failure = await failureOf(server.request('resize', { cols: 100, rows: 30 }));
  expect(failure.data).toMatchObject({ kind: 'foreign-size' });
  expect(tmux.read('#{pane_width}x#{pane_height}')).toBe('80x24');
});

test('queries of the program get one reply, that of tmux [17.attach-queries] (needs tmux)', async () => {
  const { tmux, path } = await startSink();
  const script = `stty raw -echo; printf READY; head -c 1 > /dev/null; printf '\\033[6n'; exec cat > '${path}'`;
  tmux.run('respawn-pane', '-k', '-t', 'main', 'sh', '-c', script);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  await server.request('sendText', { text: 'x' });
  await server.request('sendText', { text: 'end', settleMs: 0 });
  await pollUntil(() => readFileSync(path, 'utf8').endsWith('end'));
  expect(readFileSync(path, 'utf8')).toBe('\x1b[1;6Rend');
});

test('health reports the command, the mode and the people [17.health] (needs tmux, bash)', async () => {
  const { tmux } = await startSink();
  const { server, attached } = await tmux.attach({}, { notifyExit: true });
  const health = { available: true, running: true, command: 'cat', pid: attached.pid, attachedClients: 0 };
  expect(await server.request('health')).toEqual(health);
  expect(await server.request('health', { expectCommand: ['claude'] })).toEqual({ ...health, running: false });
  tmux.run('copy-mode', '-t', 'main');
  await server.inbox.waitForMessage(
    ({ params }) => (params as { reason?: string } | undefined)?.reason === 'pane-mode',
  );
  expect(await server.request('health')).toEqual({ ...health, available: false, paneMode: 'copy-mode' });
});
