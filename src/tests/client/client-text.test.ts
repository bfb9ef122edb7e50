import { expect, type Terminal, type TerminalFactory, test } from 'tuispec/vitest';

const startShell = async (terminal: TerminalFactory): Promise<Terminal> =>
  await terminal.launch('sh', { env: { PS1: '> ' }, ready: '> ' });

test('toHaveText finds text of several lines [13.expect-text]', async ({ terminal }) => {
  const shell = await startShell(terminal);
  await shell.sendLine('echo first; echo "second  "');
  await expect(shell).toHaveText('first\nsecond\n>');
  await expect(shell).toHaveText('first  \nsecond');
  await expect(shell).toHaveText(/^fir.*\nsecond$/);
  await expect(shell).toHaveText(/^first.SECOND.>$/is);
  await expect(shell).not.toHaveText('second\nfirst', { timeout: 0 });
  await expect(shell).not.toHaveText(/^second$.*^first$/s, { timeout: 0 });
  await shell.sendLine('clear');
  await expect(shell).not.toHaveText('first\nsecond', { forMs: 1 });
});

test('toHaveText reports that text of several lines is missing [13.expect-text]', async ({ terminal }) => {
  const shell = await startShell(terminal);
  const once = { timeout: 0 };
  await expect(expect(shell).toHaveText('a\nb', once)).rejects.toThrow('No match for "a\\nb".');
  await expect(expect(shell).not.toHaveText(/>.*/s, once)).rejects.toThrow('/>.*/s is still visible.');
  const since = expect(shell).toHaveText('a\nb', { exact: true, since: 'now' });
  await expect(since).rejects.toThrow('Invalid `since`: not supported with `exact`.');
});

test('text of several lines is found by every wait and assertion [6.lines, 13.expect-text]', async ({ terminal }) => {
  const shell = await terminal.launch('sh', { args: ['-c', 'printf "a\\nb\\n"; cat'], ready: 'a\nb' });
  const once = { timeout: 0 };
  for (const text of ['a\nb', /a\nb/, /^a[\s\S]*b$/]) {
    const locator = shell.getByText(text);
    await expect(locator).toBeVisible();
    await expect(locator).toHaveCount(1);
    await expect(expect(locator).toBeHidden(once)).rejects.toThrow('is still visible');
    await expect(expect(locator).toHaveCount(0, once)).rejects.toThrow('There is 1 match');
    await expect(expect(shell).not.toHaveText(text, once)).rejects.toThrow('is still visible');
    await expect(shell.waitForText(text, { state: 'hidden', ...once })).rejects.toThrow('is still visible');
    await expect(shell.waitForText('c', { failOn: text })).rejects.toMatchObject({ kind: 'stopped' });
    await shell.waitFor({ allOf: [{ visible: text }] });
    expect(await shell.find(text)).toMatchObject([{ row: 1, col: 1, endRow: 2, endCol: 1, text: 'a\nb' }]);
    await expect(locator).toHaveStyle({ fg: 'default' });
    await shell.hover(text, { force: true });
  }
  await expect(shell.getByText('b\na')).toBeHidden();
});

test('only a new text of several lines counts with since [6.lines, 13.expect-since]', async ({ terminal }) => {
  const shell = await terminal.launch('sh', { args: ['-c', 'printf "a\\nb\\n"; cat'], ready: 'a\nb' });
  await expect(shell).not.toHaveText('a\nb', { since: 'now' });
  await shell.sendLine('a');
  const since = await shell.mark();
  await shell.sendLine('b', { answer: /a\nb\nb/ });
  await expect(shell).toHaveText('a\nb', { since });
  await expect(shell).toHaveText(/b\nb$/, { since: 'lastInput' });
  await expect(expect(shell).toHaveText('b\na', { since, timeout: 0 })).rejects.toThrow('No new match');
});

test('soft-wrapped rows are one line of a text of several lines [6.lines, 13.expect-text]', async ({ terminal }) => {
  const long = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
  const args = ['-c', `echo ${long}; echo next; cat`];
  const shell = await terminal.launch('sh', { args, cols: 40, ready: 'next' });
  await expect(shell).toHaveText(`${long}\nnext`);
  await expect(shell).toHaveText(/w29\nnext/);
  await expect(expect(shell).not.toHaveText(`${long}\nnext`, { timeout: 0 })).rejects.toThrow('is still visible');
});

test('a pattern matches a prompt with its blank, in every wait [6.cursor-blanks]', async ({ terminal }) => {
  const shell = await terminal.launch('sh', { env: { PS1: '$ ' }, ready: /^\$ $/ });
  await expect(shell).toHaveText(/^\$ $/);
  await expect(shell).toHaveText(/^\$$/);
  await shell.waitFor({ anyOf: [{ pattern: '^\\$ $' }] });
  await shell.sendLine('true', { answer: /^\$ $/ });
  await expect(expect(shell).not.toHaveText(/^\$ $/, { timeout: 0 })).rejects.toThrow('is still visible');
  await expect(expect(shell).toHaveText(/^> $/, { timeout: 0 })).rejects.toThrow(/\n│ \$· +│\n/);
});

test('rows and columns can be counted from the end [6.from-end, 13.terminal-find]', async ({ terminal }) => {
  const shell = await terminal.launch('sh', {
    args: ['-c', 'stty -echo; printf "top\\033[9;1Hlow\\033[10;18Hend"; cat'],
    cols: 20,
    rows: 10,
  });
  await expect(shell.line(-1).getByText('end')).toBeVisible();
  expect(await shell.line(-2).text()).toBe('low');
  expect(await shell.line(1).text()).toBe('top');
  await expect(shell.line(-1).getByText('low')).toBeHidden();
  await expect(shell.at({ fromEnd: 1 }, { fromEnd: 1 })).toBeVisible();
  await expect(shell.at({ fromEnd: 1 }, { fromEnd: 4 })).toBeHidden();
  await expect(shell.at({ fromEnd: 11 }, 1)).toBeHidden();
  const corner = { row: { fromEnd: 2 }, col: { fromEnd: 3 }, width: 3, height: 2 };
  expect(await shell.region(corner).text()).toBe('\nend');
  await shell.waitForStable(0, { ignore: [corner] });
  await shell.hover({ row: { fromEnd: 1 }, col: 1 }, { force: true });
  expect((await shell.view({ rows: { start: { fromEnd: 2 }, end: 0 } })).text).toBe('low\n                 end');
  await shell.resize(20, 12);
  await expect(shell.line(-3).getByText('end')).toBeVisible();
  expect(() => shell.line(0)).toThrow('Invalid `row`: 0. Expected an integer from 1, or from -1 for the last row.');
  await expect(shell.hover({ row: { fromEnd: 13 }, col: 1 })).rejects.toThrow(
    '`row.fromEnd` must be at most 12 on this screen',
  );
  await expect(expect(shell.at({ fromEnd: 1 }, 20)).toBeVisible({ timeout: 0 })).rejects.toThrow(
    'No match for a character in row 1 from the end, column 20.',
  );
});

test('the conditions of waitFor accept regular expressions and locators [13.terminal-waits]', async ({ terminal }) => {
  const shell = await startShell(terminal);
  const prompt = shell.getByText('> ');
  expect(await shell.waitFor({ anyOf: [{ hidden: prompt }, { visible: /^>/ }] })).toMatchObject({ index: 1 });
  await shell.waitFor({ allOf: [{ visible: prompt.last() }, { hidden: /^OUT/ }, { cursor: { row: 1, col: 3 } }] });
});

test('not.toHaveText and toBeHidden with since ignore old text [13.expect-since, 13.expect-visible]', async ({
  terminal,
}) => {
  const shell = await startShell(terminal);
  await shell.sendLine('echo failed', { answer: /^failed/ });
  const since = await shell.mark();
  await expect(shell).not.toHaveText(/^failed/, { since });
  await expect(shell).not.toHaveText(/^failed/, { since: 'now', forMs: 50 });
  await expect(shell.getByText(/^failed/)).toBeHidden({ since });
  await shell.sendLine('echo failed again', { answer: /^failed again/ });
  const failure = expect(shell).not.toHaveText(/^failed/, { since, timeout: 0 });
  await expect(failure).rejects.toThrow('There is a new match of /^failed/.');
  await expect(shell).not.toHaveText('failed once more', { since });
});
