import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { runToExit, waitForExitNumber } from '../support/programs.js';
import { exact } from '../support/selectors.js';
import { isComplete } from '../support/tier.js';

describe('all output and the exit are reported for a program that exits', () => {
  const twoThousand = 'seq 1 2000';
  test.each([
    ['silently', 'exit 0', 0, null, []],
    ['with code 1', 'echo one; exit 1', 1, null, ['one']],
    ['with code 255', 'echo one; exit 255', 255, null, ['one']],
    ['by SIGKILL', `${twoThousand}; kill -KILL $$`, null, 'SIGKILL', ['1996', '1997', '1998', '1999', '2000']],
    ['by SIGSEGV', `${twoThousand}; kill -SEGV $$`, null, 'SIGSEGV', ['1996', '1997', '1998', '1999', '2000']],
    ['by SIGTERM', 'echo one; kill -TERM $$', null, 'SIGTERM', ['one']],
    ['by a real-time signal', 'echo one; kill -40 $$', null, 'SIG40', ['one']],
    ['inside a character', "printf 'one \\342\\202'", 0, null, ['one']],
    ['inside an escape sequence', "printf 'one\\033[3'", 0, null, ['one']],
    ['inside a title', "printf 'one\\033]0;two'", 0, null, ['one']],
    ['inside a synchronized update', "printf 'one\\033[?2026h two'", 0, null, ['one two']],
    [
      'after capital letters',
      'printf "one\\nABCDEFGHIJKLMNOPQRSTUVWXYZ"',
      0,
      null,
      ['one', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    ],
    ['after closing its terminal', 'echo one; exec <&- >&- 2>&-; sleep 0.1; exit 6', 6, null, ['one']],
    ['with upper-case output (olcuc)', 'stty olcuc; echo one', 0, null, ['ONE']],
    ['without output processing', "stty -opost; printf 'one\\r\\ntwo'", 0, null, ['one', 'two']],
    ['in raw mode without echo', 'stty raw -echo; echo one', 0, null, ['one']],
  ])('%s [3.all-output] [3.exit-signal]', async (_, script, exitCode, signal, lastLines) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    expect(await runToExit(server, 'sh', ['-c', script])).toMatchObject({ exitCode, signal, lastLines });
    // The exit does not affect the next program.
    expect(await runToExit(server, 'printf', ['next'])).toMatchObject({ exitCode: 0, lastLines: ['next'] });
  });
});

describe('other processes on the terminal do not delay exit detection', () => {
  test.each([
    ['keeps it open', 'sleep 1000'],
    ['writes forever', 'while :; do echo child; done'],
    ['writes forever without newlines', 'while :; do printf child; done'],
    ['writes repeatedly with pauses', 'while :; do echo child; sleep 0.001; done'],
  ])('a child that %s [3.exit-others]', async (_, child) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true, scrollback: 100_000 });
    for (let run = 1; run <= (isComplete ? 3 : 1); run += 1) {
      const script = `echo FIRST; (trap "" HUP; ${child}) & seq 1 100; echo LAST; exit 5`;
      await server.request('launch', { command: 'sh', args: ['-c', script] });
      expect(await waitForExitNumber(server, run)).toMatchObject({ exitCode: 5, signal: null });
      const { text } = await server.request('currentView', { scrollback: 100_000 });
      // Text without a preceding newline may be wrapped anywhere.
      expect(text.replaceAll('\n', '')).toMatch(/^FIRST.*LAST/);
    }
  });
});

test('a stopped terminal (Ctrl+S) does not prevent exit detection [3.exit-stopped]', async () => {
  const server = new TestServer();
  const script = 'seq 1 100; echo before; read line; while :; do echo after; done';
  const launch = { readySelector: exact('before') };
  await server.launch('sh', ['-c', script], launch, { notifyExit: true });
  await server.request('sendBytes', { base64: Buffer.from('\r\x13').toString('base64') });
  await server.request('signal', { name: 'KILL' });
  expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect((await server.request('currentView', { scrollback: 1000 })).text).toContain('\nbefore\n');
});

test('a terminal stopped before the first output does not delay exit detection [3.exit-stopped]', async () => {
  const server = new TestServer();
  const pid = await server.launch('sh', ['-c', 'exec sleep 1000'], {}, { notifyExit: true });
  await server.request('sendBytes', { base64: Buffer.from('\x13').toString('base64') });
  process.kill(pid, 'SIGTERM');
  expect(await waitForExitNumber(server, 1)).toMatchObject({ signal: 'SIGTERM', lastLines: [] });
});

const hasHangup = spawnSync('python3', ['-c', 'import ctypes, os; assert os.getuid() == 0']).status === 0;

test.skipIf(!hasHangup)(
  'a hang-up of the terminal is not treated as an exit (needs root and python3) [3.exit-hangup]',
  async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const script = `
import ctypes, os, signal, sys, time, tty
signal.signal(signal.SIGHUP, signal.SIG_IGN)
name = os.ttyname(1)
tty.setraw(0)
os.write(1, b'before\\r\\n\\033[6n')
# The reply arrives when all output has been read; a hang-up discards unread output.
while os.read(0, 1) != b'R': pass
ctypes.CDLL(None).vhangup()
for fd in (0, 1, 2): os.close(fd)
time.sleep(0.1)
os.open(name, os.O_RDWR)
os.write(0, b'after')
sys.exit(8)`;
    expect(await runToExit(server, 'python3', ['-c', script])).toMatchObject({
      exitCode: 8,
      lastLines: ['before', 'after'],
    });
  },
);
