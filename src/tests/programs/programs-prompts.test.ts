import { readdirSync } from 'node:fs';
import { expect, type TerminalFactory } from 'tuispec/vitest';
import { needing } from '../support/packages.js';
import { test } from '../support/terminal-test.js';

/** Lists the files that programs have created. */
// The directories of XDG_* exist from the start.
const listNewFiles = ({ dir, home }: TerminalFactory): string[] =>
  [dir, home].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [entry.name],
    ),
  );

needing('bash')(
  'bash searches its history, edits lines and continues an open quote [11.programs] (needs bash)',
  async ({ terminal }) => {
    const env = {
      PS1: '\\[\\e[1;32m\\]user\\[\\e[0m\\]> ',
      HISTFILE: '/dev/null',
      INPUTRC: '/dev/null',
      PS2: 'more> ',
    };
    const bash = await terminal.launch('bash', { args: ['--norc', '--noprofile', '-i'], env });
    await expect(bash.getByText('user')).toHaveStyle({ fg: 'green', bold: true });
    await bash.sendLine('echo first-$((1+1)) 日本');
    await expect(bash).toHaveText(/^first-2 日本\nuser>\s*$/m);
    await bash.sendLine('echo second-$((2+2)) é');
    await expect(bash).toHaveText(/^second-4 é\nuser>\s*$/m);
    await bash.press('C-r', ...'first');
    await expect(bash).toHaveText("(reverse-i-search)`first': echo first-$((1+1)) 日本");
    // The cursor is in the found line, after wide characters if it moves there.
    await bash.press('C-e', 'x');
    await expect(bash).toHaveText(/^user> echo first-\$\(\(1\+1\)\) 日本x$/);
    await expect(bash).toHaveCursor(5, 32);
    await bash.press('Backspace', 'Backspace', 'Backspace', ...'水', 'Enter');
    await expect(bash).toHaveText(/^first-2 水\nuser>\s*$/m);
    // A long line wraps, and is deleted completely.
    await bash.type(`echo ${'long '.repeat(30)}end`);
    await expect(bash).toHaveText(/^user> echo (long ){30}end$/);
    await bash.press('C-u');
    await expect(bash).not.toHaveText('long');
    await bash.sendLine("echo 'open", { answer: /^more>$/ });
    await bash.sendLine("closed'");
    await expect(bash).toHaveText(/^open\nclosed$|^closed$/);
    await bash.sendLine('exit 7');
    await expect(bash).toHaveExited(7);
    expect(listNewFiles(terminal)).toEqual([]);
  },
);

needing('python3')(
  'python runs blocks, reports errors and reads input [11.programs] (needs python3)',
  async ({ terminal }) => {
    const python = await terminal.launch('python3', { args: ['-q'], ready: /^>>>$/ });
    await python.sendLine('for word in "é", "日本", "👍":', { answer: /^\.\.\.$/ });
    await python.sendLine('    print(word * 3, len(word))');
    await python.press('Enter');
    await expect(python).toHaveText(/^ééé 1\n日本日本日本 2\n👍👍👍 1\n>>>/m);
    await python.sendLine('1/0');
    await expect(python).toHaveText(/^ZeroDivisionError.*\n>>>\s*$/m);
    await python.press('C-p');
    await expect(python).toHaveText(/^>>> 1\/0$/);
    await python.press('C-a', 'C-k', ...'input("name? ")', 'Enter');
    await expect(python).toHaveText(/^name\?$/);
    await python.sendLine('日本');
    await expect(python).toHaveText(/^'日本'\n>>>\s*$/m);
    await python.press('C-d');
    await expect(python).toHaveExited(0);
  },
);

test("Node's REPL suggests, completes, colors and searches [11.programs]", async ({ terminal }) => {
  const repl = await terminal.launch(process.execPath, { env: { NODE_REPL_HISTORY: '' }, ready: '> ' });
  await repl.sendLine('[42, "日本", null]');
  await expect(repl.getByText('42', { style: { fg: 'yellow' } })).toBeVisible();
  await expect(repl.getByText("'日本'")).toHaveStyle({ fg: 'green' });
  await expect(repl.getByText('null', { style: { bold: true } })).toBeVisible();
  // A preview of the result appears below the line during typing.
  await repl.type('6 * 7');
  await expect(repl.getByText(/^42$/)).toHaveStyle({ fg: 'brightBlack' });
  await repl.press('Enter');
  await expect(repl.getByText(/^42$/)).toHaveStyle({ fg: 'yellow' });
  await repl.type('Math.cb');
  // The rest of the name is suggested until Tab completes it.
  await expect(repl.getByText('rt')).toHaveStyle({ fg: 'brightBlack' });
  await repl.press('Tab');
  await expect(repl.getByText(/^> Math\.cbrt/)).toHaveStyle({ fg: 'default' });
  await repl.type('(27) + "👍"');
  await repl.press('Enter');
  await expect(repl.getByText("'3👍'")).toHaveStyle({ fg: 'green' });
  await repl.press('C-r', ...'6 *');
  await expect(repl).toHaveText(/bck-i-search: 6 \*_$/);
  await repl.press('Enter');
  await expect(repl).not.toHaveText('bck-i-search');
  await repl.press('C-d');
  await expect(repl).toHaveExited(0);
  expect(listNewFiles(terminal)).toEqual([]);
});

const question = `
const { createInterface, cursorTo, clearScreenDown } = require('node:readline');
const ask = createInterface({ input: process.stdin, output: process.stdout, completer: (line) => [['日本酒', '日本語'].filter((it) => it.startsWith(line)), line] });
ask.question('Where to? ', (answer) => { cursorTo(process.stdout, 0, 0); clearScreenDown(process.stdout); console.log('To ' + answer); ask.close(); });
`;
// Keys, and the resulting column of the cursor.
const steps: readonly (readonly [keys: readonly string[], col: number])[] = [
  [[...'酒 now'], 21],
  [['Home'], 11],
  [['→'], 12],
  [['End'], 22],
  [['C-w'], 19],
  [[...'today👍'], 26],
  [['Left'], 24],
  [['!'], 25],
];
test("a prompt of Node's readline edits wide characters and redraws [11.programs]", async ({ terminal }) => {
  const prompt = await terminal.launch(process.execPath, { args: ['-e', question], ready: 'Where to?' });
  await prompt.press('日');
  await expect(prompt).toHaveText('to? 日');
  await prompt.press('Tab');
  await expect(prompt).toHaveText('to? 日本');
  await prompt.press('Tab');
  await expect(prompt).toHaveText(/^日本酒 +日本語$/);
  const { row } = (await prompt.view()).cursor;
  // Node 20 treats keys that arrive together as a paste, and draws it incorrectly.
  for (const [keys, col] of steps) {
    await prompt.press(...keys);
    await expect(prompt).toHaveCursor(row, col);
  }
  await expect(prompt).toHaveText('to? →日本酒 today!👍');
  await prompt.press('Enter');
  await expect(prompt).toHaveText(/^To →日本酒 today!👍\n/);
  await expect(prompt).not.toHaveText('Where to?');
  await expect(prompt).toHaveExited(0);
});
