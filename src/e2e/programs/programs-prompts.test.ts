import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

/** Lists the new files in a program's home. */
const leftovers = ({ server }: Driver): string[] =>
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
    await driver.see('user', { fg: 'green', bold: true });
    await driver.line('echo first-$((1+1)) 日本');
    await driver.screen(/^first-2 日本\nuser>\s*$/m);
    await driver.line('echo second-$((2+2)) é');
    await driver.screen(/^second-4 é\nuser>\s*$/m);
    await driver.press(['C-r', ...'first']);
    await driver.see("(reverse-i-search)`first': echo first-$((1+1)) 日本");
    // The cursor is in the found line, after wide characters if it moves there.
    await driver.press(['C-e', 'x']);
    const { row, endCol } = await driver.see(/^user> echo first-\$\(\(1\+1\)\) 日本x$/);
    await driver.cursorAt(row, endCol + 1);
    await driver.press(['Backspace', 'Backspace', 'Backspace', ...'水', 'Enter']);
    await driver.screen(/^first-2 水\nuser>\s*$/m);
    // A long line wraps, and is deleted completely.
    await driver.type(`echo ${'long '.repeat(30)}end`);
    await driver.see(/^user> echo (long ){30}end$/);
    await driver.press(['C-u']);
    await driver.gone('long');
    await driver.line("echo 'open");
    await driver.see(/^more>$/);
    await driver.line("closed'");
    await driver.see(/^open\nclosed$|^closed$/);
    await driver.line('exit 7');
    expect(await driver.ended()).toBe(7);
    expect(leftovers(driver)).toEqual([]);
  },
);

needing('python3')('python runs blocks, reports errors and reads input [11.programs] (needs python3)', async () => {
  const env = { PYTHONSTARTUP: null, PYTHON_HISTORY: '/dev/null', PYTHONHISTFILE: '/dev/null', INPUTRC: '/dev/null' };
  const driver = await Driver.start('python3', ['-q'], {}, env);
  await driver.see(/^>>>$/);
  await driver.line('for word in "é", "日本", "👍":');
  await driver.see(/^\.\.\.$/);
  await driver.line('    print(word * 3, len(word))');
  await driver.press(['Enter']);
  await driver.screen(/^ééé 1\n日本日本日本 2\n👍👍👍 1\n>>>/m);
  await driver.line('1/0');
  await driver.screen(/^ZeroDivisionError.*\n>>>\s*$/m);
  await driver.press(['C-p']);
  await driver.see(/^>>> 1\/0$/);
  await driver.press(['C-a', 'C-k', ...'input("name? ")', 'Enter']);
  await driver.see(/^name\?$/);
  await driver.line('日本');
  await driver.screen(/^'日本'\n>>>\s*$/m);
  await driver.press(['C-d']);
  expect(await driver.ended()).toBe(0);
});

test("Node's REPL suggests, completes, colors and searches [11.programs]", async () => {
  const env = { NODE_REPL_HISTORY: '', NO_COLOR: null, FORCE_COLOR: '1', NODE_DISABLE_COLORS: null };
  const driver = await Driver.start(process.execPath, [], {}, env);
  await driver.see('> ');
  await driver.line('[42, "日本", null]');
  await driver.see('42', { fg: 'yellow' });
  await driver.see("'日本'", { fg: 'green' });
  await driver.see('null', { bold: true });
  // A preview of the result appears below the line during typing.
  await driver.type('6 * 7');
  await driver.see(/^42$/, { fg: 'brightBlack' });
  await driver.press(['Enter']);
  await driver.see(/^42$/, { fg: 'yellow' });
  await driver.type('Math.cb');
  await driver.see(/^> Math\.cb/);
  await driver.press(['Tab']);
  await driver.see(/^> Math\.cbrt/);
  await driver.type('(27) + "👍"');
  await driver.press(['Enter']);
  await driver.see("'3👍'", { fg: 'green' });
  await driver.press(['C-r', ...'6 *']);
  await driver.see(/bck-i-search: 6 \*_$/);
  await driver.press(['Enter']);
  await driver.gone('bck-i-search');
  await driver.press(['C-d']);
  expect(await driver.ended()).toBe(0);
  expect(leftovers(driver)).toEqual([]);
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
  await driver.see('Where to?');
  await driver.press(['日']);
  await driver.see('to? 日');
  await driver.press(['Tab']);
  await driver.see('to? 日本');
  await driver.press(['Tab']);
  await driver.see(/^日本酒 +日本語$/);
  const { row } = (await driver.server.request('currentView')).cursor;
  // Node 20 treats keys that arrive together as a paste, and draws it incorrectly.
  for (const [keys, col] of steps) {
    await driver.press(keys);
    await driver.cursorAt(row, col);
  }
  await driver.see('to? →日本酒 today!👍');
  await driver.press(['Enter']);
  await driver.screen(/^To →日本酒 today!👍\n/);
  await driver.gone('Where to?');
  expect(await driver.ended()).toBe(0);
});
