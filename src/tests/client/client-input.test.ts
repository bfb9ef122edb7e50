import { describe, expect, test } from 'vitest';
import { requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell, openTerminal } from '../support/library-terminal.js';

const mouseOn = '\x1b[?1000h\x1b[?1006h';
/** A shell that shows the bytes that it receives. */
const showBytes = (modes = ''): string => `stty raw -echo; printf '${modes}ready'; od -An -v -tx1 -w1`;

describe('input', () => {
  test('`press` presses keys one after another; without keys it does nothing [13.terminal-press]', async () => {
    const terminal = await openShell(showBytes(), { ready: 'ready' });
    await terminal.press();
    await terminal.press('a', 'Ctrl+c', 'ArrowUp');
    await terminal.waitForText('41');
    const bytes = (await terminal.text()).replace('ready', '').split(/\s+/).filter(Boolean);
    expect(bytes).toEqual(['61', '03', '1b', '5b', '41']);
    expect((await requestFailure(terminal.press('Entr'))).message).toContain('Entr');
    // It was not pressed, so no later failure says so.
    expect((await requestFailure(terminal.waitForText('x', { timeout: 0 }))).message).not.toContain('Entr');
  });

  test('`type` types text, with a delay or as a paste [13.terminal-type]', async () => {
    const terminal = await openTerminal('cat', { rows: 6 });
    await terminal.type('plain ');
    const startedAt = performance.now();
    await terminal.type('abc', { delay: 30 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    await terminal.waitForText('plain abc');
    const pasting = await openShell(showBytes('\\033[?2004h'), { ready: 'ready' });
    await pasting.type('x', { paste: true });
    await pasting.waitForText('7e', { ambiguity: 'last' });
    expect((await pasting.text()).replace('ready', '').split(/\s+/).filter(Boolean).slice(0, 7)).toEqual(
      '1b 5b 32 30 30 7e 78'.split(' '),
    );
  });

  test('`sendLine` waits for an answer that is new since Enter, not for the echo [13.terminal-line]', async () => {
    const terminal = await openShell('while read -r line; do sleep 0.1; echo "got $line"; done', { timeout: 10_000 });
    await terminal.sendLine('one');
    await terminal.sendLine('got two', { answer: /got.*two/ });
    await terminal.waitForText('got got two');
    const failure = await requestFailure(terminal.sendLine('three', { answer: 'four', timeout: 50 }));
    expect(failure).toMatchObject({ kind: 'timeout', method: 'sendLine' });
  });

  test('`sendLine` compares the expected answer with the new text, not with the echo [13.terminal-line, 2.data-nearest]', async () => {
    const terminal = await openShell('read -r line; echo hello', { timeout: 10_000 });
    const failure = await requestFailure(terminal.sendLine('print("hello")', { answer: 'hallo' }));
    expect(failure.message).toContain(' Closest text: "hello" (row 2, column 1).');
    const short = await openShell('echo "> "; read -r line; echo 42', { timeout: 10_000, ready: '>' });
    const other = await requestFailure(short.sendLine('6 * 7', { answer: '43' }));
    expect(other.message).toContain(' New text: "42".');
  });

  test('`sendBytes` and `focus` write bytes [13.terminal-bytes]', async () => {
    const terminal = await openShell(showBytes('\\033[?1004h'), { ready: 'ready' });
    await terminal.sendBytes(new Uint8Array([0, 255, 10]));
    await terminal.focus();
    await terminal.focus(false);
    await terminal.waitForText('4f');
    expect((await terminal.text()).replace('ready', '').split(/\s+/).filter(Boolean)).toEqual(
      '00 ff 0a 1b 5b 49 1b 5b 4f'.split(' '),
    );
  });

  test('`click`, `hover`, `drag` and `scroll` send mouse events to texts and cells [13.terminal-mouse]', async () => {
    const script = `stty raw -echo; printf '\\033[?1003h\\033[?1006hOpen Save'; cat -v`;
    const terminal = await openShell(script, { ready: 'Save', cols: 200 });
    const received = async (text: string): Promise<unknown> => await terminal.waitForText(text);
    await terminal.click('Save', { button: 'right', modifiers: ['Ctrl'] });
    await received('^[[<18;6;1M^[[<18;6;1m');
    await terminal.click({ row: 3, col: 4 }, { count: 2 });
    await received('^[[<0;4;3M^[[<0;4;3m^[[<0;4;3M^[[<0;4;3m');
    await terminal.getByText('Open').hover();
    await received('^[[<35;1;1M');
    await terminal.getByText('Save').click({ button: 'middle' });
    await received('^[[<1;6;1M^[[<1;6;1m');
    await terminal.drag('Open', { row: 1, col: 3 }, { button: 'middle' });
    await received('^[[<1;1;1M^[[<33;2;1M^[[<33;3;1M^[[<1;3;1m');
    await terminal.scroll('down', { amount: 2, target: { row: 2, col: 2 } });
    await received('^[[<65;2;2M^[[<65;2;2M');
    await terminal.scroll('up', { target: terminal.getByText('Save') });
    await received('^[[<64;6;1M');
    await terminal.click(terminal.at(1, 2), { event: 'press' });
    await terminal.click({ row: 1, col: 2 }, { event: 'release' });
    await received('^[[<0;2;1M^[[<0;2;1m');
  });

  test('a click waits for its target and for the mouse; without them it fails [13.terminal-mouse-waits]', async () => {
    const { terminal, show } = await LibraryPrinter.showing('');
    const click = terminal.click('Save', { timeout: 20_000 });
    await show(`Save${mouseOn}`);
    await click;
    expect(await requestFailure(terminal.click('Quit', { timeout: 30 }))).toMatchObject({ kind: 'not-found' });
    await show('\x1b[?1000l');
    expect(await requestFailure(terminal.click('Save', { timeout: 30 }))).toMatchObject({ kind: 'mouse-off' });
    await terminal.click('Save', { force: true });
  });
});
