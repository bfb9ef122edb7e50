import { expect, type Terminal, type TerminalFactory } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

const startBash = async (terminal: TerminalFactory): Promise<Terminal> =>
  await terminal.launch('bash', {
    args: ['--norc', '--noprofile', '-i'],
    env: { PS1: '> ', INPUTRC: '/dev/null' },
    ready: '> ',
  });

// The text typed first, the keys after it, and the resulting line.
const edits: readonly (readonly [what: string, text: string, keys: readonly string[], line: string])[] = [
  ['Home and End', 'bc', ['Home', 'a', 'End', 'd'], 'abcd'],
  ['arrows', 'ad', ['Left', 'b', 'c', 'Right', 'e'], 'abcde'],
  ['Backspace and Delete', 'abxyc', ['Left', 'Backspace', 'Left', 'Delete'], 'abc'],
  ['Ctrl+arrows', 'one two three', ['Ctrl+Left', 'Ctrl+Left', 'X', 'Ctrl+Right', 'Y'], 'one XtwoY three'],
  ['C-a, C-e, C-f, C-b', 'bd', ['C-a', 'a', 'C-f', 'c', 'C-e', 'f', 'C-b', 'e'], 'abcdef'],
  ['M-b, M-f, M-d', 'one two three', ['M-b', 'M-b', 'M-d', 'M-f', 'Y'], 'one  threeY'],
  ['M-u, M-c, M-l', 'one two THREE', ['C-a', 'M-u', 'M-c', 'M-l'], 'ONE Two three'],
  [
    'Ctrl+w, Ctrl+y, Alt+Backspace',
    'one two-three',
    ['Ctrl+w', 'Ctrl+y', 'Ctrl+y', 'Alt+Backspace'],
    'one two-threetwo-',
  ],
  ['Ctrl+k, Ctrl+u', 'abcdef', ['Ctrl+b', 'Ctrl+b', 'Ctrl+k', 'Ctrl+b', 'Ctrl+u'], 'd'],
  ['Ctrl+t and M-t', 'one two ab', ['Ctrl+t', 'M-t'], 'one ba two'],
  ['Ctrl+_ (undo)', 'abc', ['Ctrl+w', 'Ctrl+_'], 'abc'],
  ['Ctrl+v, then Escape', 'a', ['Ctrl+v', 'Escape', 'b'], 'a^[b'],
  ['Escape as the Meta prefix', 'one two', ['Escape', 'b', 'X'], 'one Xtwo'],
  ['wide and accented characters', 'a', ['漢', 'é', 'Backspace', 'Backspace', 'b', '字'], 'ab字'],
];
needing('bash').for(edits)('readline interprets %s [4.in-use] (needs bash)', async (edit, { terminal }) => {
  const [, text, keys, line] = edit;
  const bash = await startBash(terminal);
  await bash.type(text);
  await bash.press(...keys);
  await expect(bash).toHaveText(`> ${line}`, { exact: true });
});

needing('bash')(
  'readline handles history, search, completion, interrupt and end of file [4.in-use] (needs bash)',
  async ({ terminal }) => {
    const bash = await startBash(terminal);
    for (const number of [1, 2, 3])
      await bash.sendLine(`echo number ${number}`, { answer: RegExp(`^number ${number}`) });
    await bash.press('Up', 'Up', 'Up', 'Down', 'Enter');
    await expect(bash).toHaveText(/(\nnumber 2.*){2}>/s);
    await bash.press('Ctrl+r', ...'ber 3');
    await expect(bash).toHaveText('(reverse-i-search)`ber 3');
    await bash.press('Ctrl+g', 'M-<');
    await expect(bash).toHaveText(/> echo number 1\s*(?!.)/s);
    await bash.press('Ctrl+c');
    await expect(bash).toHaveText('> echo number 1^C');
    await bash.sendLine('touch tab-completes-this', { answer: '> ' });
    await bash.press(...'ls tab-', 'Tab');
    await expect(bash).toHaveText('> ls tab-completes-this');
    await bash.press('Ctrl+u', 'Ctrl+d');
    await expect(bash).toHaveExited();
  },
);

needing('bash')('keys interrupt, stop and quit a running command [4.in-use] (needs bash)', async ({ terminal }) => {
  const bash = await startBash(terminal);
  for (const [key, seen] of [
    ['Ctrl+c', /\^C\n>/],
    ['^Z', 'Stopped'],
    ['C-\\', /\^\\.*>/s],
  ] as const) {
    await bash.sendLine("sh -c 'echo started; exec sleep 1000'", { answer: /^started/ });
    await bash.press(key);
    await expect(bash).toHaveText(seen);
  }
});

needing('python3')(
  'python interprets keys for history, editing and end of file [4.in-use] (needs python3)',
  async ({ terminal }) => {
    const python = await terminal.launch('python3', { args: ['-q'], env: { INPUTRC: '/dev/null' }, ready: '>>> ' });
    await python.sendLine('6 * 7', { answer: /^42$/ });
    await python.press('Up', 'Home', 'Delete', '5', 'End', '0', 'Enter');
    await expect(python).toHaveText(/^350$/);
    await python.press(...'len("é漢")', 'Enter');
    await expect(python).toHaveText(/^2$/);
    await python.press(...'input("more? ")', 'Enter');
    // The kernel discards unread input before Ctrl+C.
    await expect(python).toHaveText(/^more\?$/);
    await python.press('C-c');
    await expect(python).toHaveText('KeyboardInterrupt');
    await python.press('Ctrl+d');
    await expect(python).toHaveExited();
  },
);
