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
  await expect(expect(shell).toHaveText('a\nb', once)).rejects.toThrow('The screen does not contain "a\\nb".');
  await expect(expect(shell).not.toHaveText(/>.*/s, once)).rejects.toThrow('The screen contains />.*/s.');
  const since = expect(shell).toHaveText('a\nb', { since: 'now' });
  await expect(since).rejects.toThrow('Invalid `since`: not supported with `exact` or for text of several lines.');
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
