import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Terminal } from 'tuispec';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell, openTerminal } from '../support/library-terminal.js';
import { pathOfProgram } from '../support/programs.js';

describe('waiting and reading', () => {
  test('`waitForText` takes a text, a regular expression, a locator or a selector [13.terminal-wait-text]', async () => {
    const { terminal } = await LibraryPrinter.showing('Save all');
    for (const query of ['all', /ALL/i, terminal.getByText(/a\w+/).last(), { type: 'at', row: 1, col: 6 } as const]) {
      const { match } = await terminal.waitForText(query);
      expect(match).toMatchObject({ row: 1, col: 6 });
    }
  });

  test('`since`, `state` and `failOn` [13.terminal-wait-text]', async () => {
    const { terminal, show } = await LibraryPrinter.showing('old');
    const since = await terminal.mark();
    expect(await requestFailure(terminal.waitForText('old', { since, timeout: 20 }))).toMatchObject({
      kind: 'timeout',
    });
    await show('\r\nold');
    expect((await terminal.waitForText('old', { since })).match?.row).toBe(2);
    await terminal.waitForText('new', { state: 'hidden' });
    const failure = requestFailure(terminal.waitForText('done', { failOn: /err\w+/ }));
    await show(' error');
    expect(await failure).toMatchObject({ kind: 'stopped' });
  });

  test('`waitForStable`, `waitForChange`, `waitForExit` and `waitFor` [13.terminal-waits]', async () => {
    const { terminal, print, end } = await LibraryPrinter.showing('first');
    await terminal.waitForStable(20, { styles: true, cursor: true, ignore: ['first', terminal.region(line(1))] });
    const since = await terminal.mark();
    expect(await terminal.waitForChange({ since, timeout: 20 })).toMatchObject({ changed: false });
    print('second');
    expect(await terminal.waitForChange({ since, stable: 0 })).toMatchObject({
      changed: true,
      text: expect.stringContaining('second'),
    });
    expect(
      await terminal.waitFor({ anyOf: [{ visible: 'third' }, { visible: { type: 'exact', text: 'second' } }] }),
    ).toMatchObject({ index: 1 });
    await terminal.waitFor({ allOf: [{ visible: 'first' }, { visible: 'second' }] });
    await end();
    expect(await terminal.waitForExit()).toMatchObject({ exitCode: 3, signal: null });
  });

  test('`text`, `view` and `state` read the screen [13.terminal-read]', async () => {
    const { terminal } = await LibraryPrinter.showing('a\x1b[1mb\x1b[m  ');
    expect(await terminal.text()).toBe('ab\n\n\n\n\n');
    expect(await terminal.view({ styles: true, rows: { start: 1, end: 1 } })).toMatchObject({
      text: 'ab',
      cursor: { row: 1, col: 5 },
      styles: [{ text: 'a' }, { row: 1, col: 2, width: 1, bold: true }],
    });
    expect(await terminal.state()).toMatchObject({ unansweredQueries: [] });
  });

  test('`find`, `at` and `region` [13.terminal-find]', async () => {
    const { terminal } = await LibraryPrinter.showing('one two\r\none');
    expect(await terminal.find('one')).toMatchObject([{ row: 1 }, { row: 2 }]);
    expect(await terminal.find('one', { limit: 1 })).toHaveLength(1);
    expect(await terminal.at(1, 5).count()).toBe(1);
    expect(await terminal.at(1, 4).count()).toBe(0);
    const region = terminal.region(line(2));
    expect(await region.text()).toBe('one');
    expect(await region.getByText('one').all()).toMatchObject([{ row: 2 }]);
  });

  test('`screenshot` saves one file at a path, in the format of its extension [13.terminal-screenshot]', async () => {
    const artifactDir = createTemporaryDirectory();
    const { terminal } = await LibraryPrinter.showing('Hello', { artifactDir });
    const directory = createTemporaryDirectory();
    const heads = { 'a.png': '\x89PNG', 'b.svg': '<svg', 'c.html': '<!', 'd.txt': '', 'e.ansi': '' };
    for (const [name, head] of Object.entries(heads)) {
      const path = join(directory, name);
      expect(await terminal.screenshot(path)).toBe(path);
      expect(readFileSync(path, 'latin1').slice(0, head.length)).toBe(head);
    }
    expect(readFileSync(join(directory, 'd.txt'), 'utf8')).toContain('Hello');
    expect(
      readdirSync(artifactDir, { recursive: true, encoding: 'utf8' }).filter(
        (name) => /\.\w+$/.test(name) && !name.endsWith('.owner'),
      ),
    ).toEqual([]);
    const large = await terminal.screenshot(join(directory, 'large.png'), { scale: 2 });
    expect(pngWidth(large)).toBe(2 * pngWidth(join(directory, 'a.png')));
    const stored = [await terminal.screenshot(), await terminal.screenshot(undefined, { format: 'svg' })];
    expect(stored.map((path) => existsSync(path) && path.startsWith(artifactDir))).toEqual([true, true]);
    expect(stored[0]).toMatch(/\.png$/);
  });

  test('`record` records until it is stopped; closing the terminal stops it, too [13.terminal-record]', async () => {
    const directory = createTemporaryDirectory();
    const [first, second] = [join(directory, 'first.jsonl'), join(directory, 'second.jsonl')];
    const { terminal, show } = await LibraryPrinter.showing('');
    {
      await using recording = await terminal.record(first);
      expect(recording.path).toBe(first);
      await show('recorded');
    }
    await show('between');
    const replaced = await terminal.record(join(directory, 'replaced.jsonl'));
    const recording = await terminal.record(second, { styled: false, frameInterval: 0 });
    await replaced.stop();
    await terminal.mark();
    await terminal.close();
    const { size } = statOf(second);
    await (await openShell('echo other; sleep 100', { ready: 'other' })).close();
    expect(statOf(second).size).toBe(size);
    expect(statOf(first).text).toContain('recorded');
    expect(statOf(first).text).not.toContain('between');
    expect(statOf(second).text).toContain('"mark\\"');
    await recording.stop();
  });
});

describe('the program', () => {
  test('`resize` and `signal` [13.terminal-resize]', async () => {
    const terminal = await openShell(
      `trap 'stty size' WINCH; trap 'echo interrupted' INT; echo ready; while :; do sleep 0.02; done`,
      { ready: 'ready' },
    );
    await terminal.resize(41, 9);
    expect([terminal.cols, terminal.rows]).toEqual([41, 9]);
    await terminal.waitForText('9 41');
    await terminal.signal('SIGINT');
    await terminal.waitForText('interrupted', { ambiguity: 'first' });
    expect((await requestFailure(terminal.signal('INTT'))).message).toContain('INT');
  });

  test('`step` returns the result of its function, and labels recordings [13.terminal-step]', async () => {
    const path = join(createTemporaryDirectory(), 'recording.jsonl');
    const { terminal } = await LibraryPrinter.showing('');
    await terminal.record(path);
    expect(await terminal.step('sign in', async () => await terminal.text())).toBe('\n\n\n\n\n');
    await expect(
      terminal.step('fail', () => {
        throw new RangeError('mine');
      }),
    ).rejects.toThrow(RangeError);
    await terminal.close();
    expect(readFileSync(path, 'utf8')).toContain('sign in');
  });

  test('`on` reports changes and the exit until it is disposed [13.terminal-on]', async () => {
    const { terminal, show, end } = await LibraryPrinter.showing('');
    const texts: (string | undefined)[] = [];
    const seen = { second: 0 };
    const first = terminal.on('change', ({ text }) => {
      texts.push(text);
    });
    const second = terminal.on('change', () => {
      seen.second += 1;
    });
    await show('a');
    second[Symbol.dispose]();
    second[Symbol.dispose]();
    const before = seen.second;
    await show('b');
    await expect.poll(() => texts.at(-1)).toBe('ab\n\n\n\n\n');
    expect(seen.second).toBe(before);
    first[Symbol.dispose]();
    const exited = new Promise((resolve) => terminal.on('exit', resolve));
    await end();
    expect(await exited).toMatchObject({ exitCode: 3, signal: null });
  });

  test('`close` sends SIGHUP, and SIGKILL after `grace` [13.terminal-close]', async () => {
    const stubborn = await openTerminal('sh', { args: [pathOfProgram('stubborn.sh')] });
    await stubborn.waitForStable(50);
    const { path } = await stubborn.record(join(createTemporaryDirectory(), 'recording.jsonl'));
    await stubborn.close({ grace: 50 });
    expect(readFileSync(path, 'utf8')).toMatch(/\\"method\\":\\"close\\",\\"params\\":\{\\"graceMs\\":50\}/);
    expect(() => process.kill(stubborn.pid, 0)).toThrow('ESRCH');
    await stubborn.close();
    expect((await requestFailure(stubborn.text())).message).toBe('The terminal has been closed.');
  });

  test('`await using` closes the terminal [13.terminal-close]', async () => {
    let pid = 0;
    {
      await using terminal = await openTerminal('cat');
      expect(terminal).toBeInstanceOf(Terminal);
      pid = terminal.pid;
    }
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('`request` sends any request [13.terminal-request]', async () => {
    const { terminal } = await LibraryPrinter.showing('x');
    expect(await terminal.request('server.ping', {})).toMatchObject({ pong: true });
    const failure = await requestFailure(terminal.request('currentView', { trm: false } as never));
    expect(failure).toMatchObject({ code: -32602, kind: undefined, method: 'currentView' });
    expect(failure.message).toContain('trim');
  });
});

const line = (row: number) => ({ row, col: 1, width: 20, height: 1 });
const pngWidth = (path: string): number => readFileSync(path).readUInt32BE(16);
const statOf = (path: string) => {
  const text = readFileSync(path, 'utf8');
  return { text, size: text.length };
};
