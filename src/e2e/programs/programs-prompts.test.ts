import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

/** Lists the new files in a program's home. */
const listNewFiles = ({ server }: Driver): string[] =>
  readdirSync(server.directory).filter((name) => name !== 'artifacts');

needing('bash')(
  'bash searches its history, edits lines and continues an open quote [11.programs] (needs bash)',
  async () => {
    const env = {
      PS1: '\\[\\e[1;32m\\]user\\[\\e[0m\\]> ',
      HISTFILE: '/dev/null',
      INPUTRC: '/dev/null',
      PS2: 'more> ',
    };
    const driver = await Driver.start('bash', ['--norc', '--noprofile', '-i'], {}, env);
    await driver.waitForText('user', { fg: 'green', bold: true });
    await driver.typeLine('echo first-$((1+1)) 日本');
    await driver.waitForScreen(/^first-2 日本\nuser>\s*$/m);
    await driver.typeLine('echo second-$((2+2)) é');
    await driver.waitForScreen(/^second-4 é\nuser>\s*$/m);
    await driver.press(['C-r', ...'first']);
    await driver.waitForText("(reverse-i-search)`first': echo first-$((1+1)) 日本");
    // The cursor is in the found line, after wide characters if it moves there.
    await driver.press(['C-e', 'x']);
    const { row, endCol } = await driver.waitForText(/^user> echo first-\$\(\(1\+1\)\) 日本x$/);
    await driver.waitForCursor(row, endCol + 1);
    await driver.press(['Backspace', 'Backspace', 'Backspace', ...'水', 'Enter']);
    await driver.waitForScreen(/^first-2 水\nuser>\s*$/m);
    // A long line wraps, and is deleted completely.
    await driver.type(`echo ${'long '.repeat(30)}end`);
    await driver.waitForText(/^user> echo (long ){30}end$/);
    await driver.press(['C-u']);
    await driver.waitUntilHidden('long');
    await driver.typeLine("echo 'open");
    await driver.waitForText(/^more>$/);
    await driver.typeLine("closed'");
    await driver.waitForText(/^open\nclosed$|^closed$/);
    await driver.typeLine('exit 7');
    expect(await driver.waitForExit()).toBe(7);
    expect(listNewFiles(driver)).toEqual([]);
  },
);

needing('python3')('python runs blocks, reports errors and reads input [11.programs] (needs python3)', async () => {
  const env = { PYTHONSTARTUP: null, PYTHON_HISTORY: '/dev/null', PYTHONHISTFILE: '/dev/null', INPUTRC: '/dev/null' };
  const driver = await Driver.start('python3', ['-q'], {}, env);
  await driver.waitForText(/^>>>$/);
  await driver.typeLine('for word in "é", "日本", "👍":');
  await driver.waitForText(/^\.\.\.$/);
  await driver.typeLine('    print(word * 3, len(word))');
  await driver.press(['Enter']);
  await driver.waitForScreen(/^ééé 1\n日本日本日本 2\n👍👍👍 1\n>>>/m);
  await driver.typeLine('1/0');
  await driver.waitForScreen(/^ZeroDivisionError.*\n>>>\s*$/m);
  await driver.press(['C-p']);
  await driver.waitForText(/^>>> 1\/0$/);
  await driver.press(['C-a', 'C-k', ...'input("name? ")', 'Enter']);
  await driver.waitForText(/^name\?$/);
  await driver.typeLine('日本');
  await driver.waitForScreen(/^'日本'\n>>>\s*$/m);
  await driver.press(['C-d']);
  expect(await driver.waitForExit()).toBe(0);
});

test("Node's REPL suggests, completes, colors and searches [11.programs]", async () => {
  const env = { NODE_REPL_HISTORY: '', NO_COLOR: null, FORCE_COLOR: '1', NODE_DISABLE_COLORS: null };
  const driver = await Driver.start(process.execPath, [], {}, env);
  await driver.waitForText('> ');
  await driver.typeLine('[42, "日本", null]');
  await driver.waitForText('42', { fg: 'yellow' });
  await driver.waitForText("'日本'", { fg: 'green' });
  await driver.waitForText('null', { bold: true });
  // A preview of the result appears below the line during typing.
  await driver.type('6 * 7');
  await driver.waitForText(/^42$/, { fg: 'brightBlack' });
  await driver.press(['Enter']);
  await driver.waitForText(/^42$/, { fg: 'yellow' });
  await driver.type('Math.cb');
  await driver.waitForText(/^> Math\.cb/);
  await driver.press(['Tab']);
  await driver.waitForText(/^> Math\.cbrt/);
  await driver.type('(27) + "👍"');
  await driver.press(['Enter']);
  await driver.waitForText("'3👍'", { fg: 'green' });
  await driver.press(['C-r', ...'6 *']);
  await driver.waitForText(/bck-i-search: 6 \*_$/);
  await driver.press(['Enter']);
  await driver.waitUntilHidden('bck-i-search');
  await driver.press(['C-d']);
  expect(await driver.waitForExit()).toBe(0);
  expect(listNewFiles(driver)).toEqual([]);
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
test("a prompt of Node's readline edits wide characters and redraws [11.programs]", async () => {
  const driver = await Driver.start(process.execPath, ['-e', question]);
  await driver.waitForText('Where to?');
  await driver.press(['日']);
  await driver.waitForText('to? 日');
  await driver.press(['Tab']);
  await driver.waitForText('to? 日本');
  await driver.press(['Tab']);
  await driver.waitForText(/^日本酒 +日本語$/);
  const { row } = (await driver.server.request('currentView')).cursor;
  // Node 20 treats keys that arrive together as a paste, and draws it incorrectly.
  for (const [keys, col] of steps) {
    await driver.press(keys);
    await driver.waitForCursor(row, col);
  }
  await driver.waitForText('to? →日本酒 today!👍');
  await driver.press(['Enter']);
  await driver.waitForScreen(/^To →日本酒 today!👍\n/);
  await driver.waitUntilHidden('Where to?');
  expect(await driver.waitForExit()).toBe(0);
});
