import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { regex } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash', 'vim');
/** Writes numbered lines of characters that have three bytes, as fast as it can. */
const flood = ['perl', '-e', '$|=1; for ($i=1;;$i++) { print "$i 日本語日本語日本語\\n" }'];

/** Requires that the screen and its scrollback consist of whole lines with consecutive numbers. */
async function expectConsecutive(server: TestServer): Promise<number> {
  const { text } = await server.request('currentView', { scrollback: 500 });
  // The last line may be incomplete.
  const lines = text.trimEnd().split('\n').slice(0, -1);
  expect(lines.filter((line) => !/^\d+ 日本語日本語日本語$/.test(line))).toEqual([]);
  const numbers = lines.map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
  return numbers.at(-1) as number;
}

test('the screen and the output that follows join without a gap or a duplicate during a flood [17.attach-join] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  await tmux.waitForText('日本語');
  for (let round = 0; round < 6; round += 1) {
    const { server } = await tmux.attach();
    let last = 0;
    for (let read = 0; read < 10; read += 1) {
      const number = await expectConsecutive(server);
      expect(number).toBeGreaterThanOrEqual(last);
      last = number;
    }
    expect(await server.request('terminalState')).toMatchObject({ resynced: expect.any(Number) });
    await server.request('close');
  }
});

test('the screen is read again after flow control has paused the pane [17.attach-resync] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  await tmux.waitForText('日本語');
  const { server } = await tmux.attach();
  const client = tmux.run('list-clients', '-F', '#{client_name}');
  for (let round = 1; round <= 8; round += 1) {
    const { resynced = 0 } = await server.request('terminalState');
    tmux.run('refresh-client', '-t', client, '-A', '%0:pause');
    while (((await server.request('terminalState')).resynced ?? 0) <= resynced) await server.request('server.ping');
    await expectConsecutive(server);
  }
});

test.each(['READY', 'above'])(
  'text that was there before a repair is not new after it: %s [17.attach-resync] (needs tmux)',
  async (word) => {
    const script = 'echo above; seq 100; echo READY; while read line; do echo "got $line"; done';
    const tmux = new TmuxServer(['bash', '-c', script]);
    await tmux.waitForText('READY');
    const { server } = await tmux.attach();
    const { mark } = await server.request('mark');
    const client = tmux.run('list-clients', '-F', '#{client_name}');
    const wait = failureOf(
      server.request('waitForText', { selector: regex(`^${word}$`), since: mark, timeoutMs: 1500 }),
    );
    tmux.run('refresh-client', '-t', client, '-A', '%0:pause', ';', 'send-keys', '-t', 'main', 'late', 'Enter');
    expect((await wait).data).toMatchObject({ kind: 'timeout' });
    expect((await server.request('terminalState')).resynced).toBeGreaterThan(0);
    await server.request('waitForText', { selector: regex('^got late$'), since: mark });
    await server.request('sendLine', { text: 'next', expectAfter: regex('^got next$') });
  },
);

test('a full-screen program, its modes and the main screen below it are attached [17.attach-screen] (needs tmux, vim)', async () => {
  const tmux = new TmuxServer(['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile']);
  await tmux.waitForText('$');
  tmux.run(
    'send-keys',
    '-t',
    'main',
    'for i in $(seq 60); do printf "\\e[3%dmline $i\\e[m\\n" $((i%8)); done',
    'Enter',
  );
  await tmux.waitForText('line 60');
  tmux.run('send-keys', '-t', 'main', 'vim -u NONE -i NONE -n', 'Enter');
  await tmux.waitForText('VIM - Vi IMproved');
  tmux.run('send-keys', '-t', 'main', 'ihello');
  await tmux.waitForText('hello');
  const { server } = await tmux.attach();
  const view = await server.request('currentView');
  expect(view).toMatchObject({ altScreen: true, cursor: { row: 1, col: 6 } });
  expect(view.text.trimEnd()).toBe(tmux.capture().trimEnd());
  await server.request('sendKey', { keys: ['Escape', ...':q!', 'Enter'] });
  const { match } = await server.request('waitForText', { selector: regex('^line 60$') });
  expect(match?.row).toBeGreaterThan(1);
  const after = await server.request('currentView', { scrollback: 100 });
  expect(after.altScreen).toBe(false);
  for (const number of [1, 30, 60]) expect(after.text).toMatch(new RegExp(`^line ${number}$`, 'm'));
  const { styles } = await server.request('currentView', { styles: true });
  expect(styles).toEqual(expect.arrayContaining([expect.objectContaining({ text: 'line 57', fg: 'red' })]));
});

const screens: [what: string, output: string][] = [
  ['a wrapped line', `printf '%0100d\\n' 7`],
  ['a pending wrap', `printf '%080d' 7`],
  ['colors that span lines', `printf '\\033[44;1mone\\ntwo\\033[m three\\n'`],
  ['line drawing characters', `printf '\\033(0lqqk\\033(B text\\n'`],
  ['a scroll region and an insert mode', `printf '\\033[3;10r\\033[5;1Hin the region\\033[4h'`],
  ['a window title of tmux', `printf '\\033kname\\033\\\\shown\\n'`],
  ['wide and combined characters', `printf '日本 e\\xcc\\x81 👍🏽 x\\n'`],
  ['text that looks like the end of a reply', `printf '%%%%end 1 2 1\\n%%%%exit\\n%%%%error 1 2 1\\n'`],
];
test.each(screens)('attached before and after: %s [17.attach-screen] (needs tmux)', async (_what, output) => {
  const script = `read x; ${output}; printf '\\033]2;done\\007'; read x; printf 'AFTER'; printf '\\033]2;end\\007'; sleep 60`;
  const tmux = new TmuxServer(['bash', '-c', `stty -echo; ${script}`]);
  const before = await tmux.attach();
  tmux.run('send-keys', '-t', 'main', 'Enter');
  const title = (name: string): object => ({ anyOf: [{ title: `^${name}$` }] });
  await before.server.request('waitFor', title('done'));
  const after = await tmux.attach();
  const read = async ({ server }: typeof before): Promise<unknown> => {
    const { text, cursor, styles, title: name } = await server.request('currentView', { styles: true });
    return { text, cursor, styles, name };
  };
  expect(await read(after)).toEqual(await read(before));
  tmux.run('send-keys', '-t', 'main', 'Enter');
  for (const { server } of [before, after]) await server.request('waitFor', title('end'));
  expect(await read(after)).toEqual(await read(before));
  const { text } = await before.server.request('currentView');
  // Without styles, tmux captures line drawing characters as letters.
  const captured = tmux.capture().normalize('NFC').replace('lqqk', '┌──┐');
  expect(text.trimEnd()).toBe(captured.trimEnd());
});
