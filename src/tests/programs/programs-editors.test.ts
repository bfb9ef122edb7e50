import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Terminal } from 'tuispec/vitest';
import { needing } from '../support/packages.js';
import { decodePng } from '../support/png.js';

const source = 'def hello(name):\n    # says hello\n    return "hello, " + name\n';

/** Returns every color of a picture of the screen. */
async function colorsOf(terminal: Terminal): Promise<Set<number>> {
  const { pngPath, missingGlyphs } = await terminal.snapshot('picture');
  expect(missingGlyphs).toEqual([]);
  const { width, height, rgbAt } = decodePng(readFileSync(pngPath as string));
  return new Set(Array.from({ length: width * height }, (_, at) => rgbAt(at % width, Math.floor(at / width))));
}

const vimArgs = [
  '-N',
  '-u',
  'NONE',
  '-i',
  'NONE',
  '-n',
  '--cmd',
  'set bg=dark shortmess+=I hlsearch',
  '--cmd',
  'syntax on',
];

needing('vim')('vim colors, edits, searches and saves [11.programs] (needs vim)', async ({ terminal }) => {
  const vim = await terminal.launch('vim', {
    args: [...vimArgs, '-c', 'set showmode', 'hello.py'],
    files: { 'hello.py': source },
  });
  await expect(vim.getByText('def')).toHaveStyle({ fg: 'brightYellow' });
  await expect(vim.getByText('# says hello')).toHaveStyle({ fg: 'brightCyan' });
  await expect(vim.getByText('"hello, "')).toHaveStyle({ fg: 'brightMagenta' });
  expect((await colorsOf(vim)).size).toBeGreaterThan(8);
  await vim.press('o');
  await expect(vim.getByText('-- INSERT --')).toHaveStyle({ bold: true });
  await vim.type('    # 日本語 and 👍\n');
  await expect(vim).toHaveText(/^\s+# 日本語 and 👍$/);
  await vim.press('Escape');
  await expect(vim).not.toHaveText('-- INSERT --');
  await vim.sendLine('/name');
  // All matches are highlighted, and the cursor is on the next one.
  await expect(vim.getByText('name')).toHaveStyle({ bg: 'brightYellow' });
  await expect(vim).toHaveCursor(5, 24);
  await vim.press('v');
  await expect(vim).toHaveText('-- VISUAL --');
  await vim.press('Escape');
  await expect(vim).not.toHaveText('-- VISUAL --');
  await vim.sendLine(':wq');
  await expect(vim).toHaveExited(0);
  expect(readFileSync(join(terminal.dir, 'hello.py'), 'utf8').split('\n')[1]).toBe('    # 日本語 and 👍');
  expect(existsSync(join(terminal.home, '.viminfo'))).toBe(false);
});

needing('vim')(
  'vim splits its window and scrolls a part of the screen [11.programs] (needs vim)',
  async ({ terminal }) => {
    const many = Array.from({ length: 100 }, (_, index) => `line ${index + 1}.\n`).join('');
    const vim = await terminal.launch('vim', {
      args: [...vimArgs, 'many.txt'],
      files: { 'many.txt': many },
      ready: 'line 22.',
    });
    await vim.sendLine(':split | set laststatus=2');
    // Two windows on one file, the status line of the upper one in the middle.
    const { match } = await vim.getByText(/^many\.txt/, { style: { inverse: true } }).waitFor();
    expect(match?.row).toBeGreaterThan(5);
    await vim.press('G');
    await expect(vim).toHaveText('line 100.');
    await expect(vim).toHaveText(/^line 1\.$/);
    await vim.press('C-w', 'j', 'C-e', 'C-e');
    await expect(vim).not.toHaveText(/^line 1\.$/);
    await expect(vim).toHaveText('line 100.');
    await vim.sendLine(':qa!');
    await expect(vim).toHaveExited(0);
  },
);

needing('nano')('nano cuts, pastes, searches and saves [11.programs] (needs nano)', async ({ terminal }) => {
  const nano = await terminal.launch('nano', {
    args: ['-I', 'list.txt'],
    files: { 'list.txt': 'one\ntwo\nthree 日本\n' },
  });
  await expect(nano.getByText('^X')).toHaveStyle({ inverse: true });
  await expect(nano.getByText(/GNU nano.*list\.txt/)).toHaveStyle({ inverse: true });
  await nano.press('C-k', 'Down', 'Down', 'C-u');
  await expect(nano).toHaveText(/^two\nthree 日本\none\n/m);
  await nano.press('C-w');
  await expect(nano.getByText('Search:')).toHaveStyle({ inverse: true });
  await nano.sendLine('日本');
  await expect(nano).not.toHaveText('Search:');
  await nano.press('Delete', '水');
  await expect(nano).toHaveText('three 水本');
  await nano.press('C-o');
  await expect(nano).toHaveText('File Name to Write: list.txt');
  await nano.press('Enter');
  await expect(nano).toHaveText(/Wrote 3 lines/);
  await nano.press('C-x');
  await expect(nano).toHaveExited(0);
  expect(readFileSync(join(terminal.dir, 'list.txt'), 'utf8')).toBe('two\nthree 水本\none\n');
});

needing('emacs')('emacs edits, searches, splits and saves [11.programs] (needs emacs)', async ({ terminal }) => {
  const emacs = await terminal.launch('emacs', { args: ['-nw', '-Q', 'hello.py'], files: { 'hello.py': source } });
  await expect(emacs.getByText('File Edit Options')).toHaveStyle({ inverse: true });
  await expect(emacs).toHaveText(/hello\.py .*\(Python/);
  await emacs.press('C-s', ...'name');
  await expect(emacs).toHaveText('I-search: name');
  await emacs.press('Enter', 'M-<', 'C-x', '2');
  // Two windows, two mode lines.
  await expect(emacs).toHaveText(/hello\.py .*\(Python.*hello\.py .*\(Python/s);
  await emacs.press('C-x', '1', 'M->');
  await emacs.type('# 日本 👍\n');
  await expect(emacs).toHaveText(/^# 日本 👍$/);
  await emacs.press('M-x');
  await expect(emacs).toHaveText('M-x');
  await emacs.sendLine('text-mode', { answer: '(Text' });
  await emacs.press('C-x', 'C-s');
  await expect(emacs).toHaveText(/^Wrote \//m);
  await emacs.press('C-x', 'C-c');
  await expect(emacs).toHaveExited(0);
  expect(readFileSync(join(terminal.dir, 'hello.py'), 'utf8')).toContain('# 日本 👍\n');
});
