import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';
import { decodePng } from '../../testing/png.js';

const source = 'def hello(name):\n    # says hello\n    return "hello, " + name\n';
const fileOf = (driver: Driver, name: string): string => readFileSync(join(driver.server.directory, name), 'utf8');

/** Returns every color of a picture of the screen. */
async function colorsOf({ server }: Driver): Promise<Set<number>> {
  const { pngPath, missingGlyphs } = await server.request('renderView', { name: 'picture' });
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

needing('vim')('vim colors, edits, searches and saves [11.programs] (needs vim)', async () => {
  const driver = await Driver.start('vim', [...vimArgs, '-c', 'set showmode', 'hello.py'], { 'hello.py': source });
  await driver.waitForText('def', { fg: 'brightYellow' });
  await driver.waitForText('# says hello', { fg: 'brightCyan' });
  await driver.waitForText('"hello, "', { fg: 'brightMagenta' });
  expect((await colorsOf(driver)).size).toBeGreaterThan(8);
  await driver.press(['o']);
  await driver.waitForText('-- INSERT --', { bold: true });
  await driver.type('    # 日本語 and 👍\n');
  await driver.waitForText(/^\s+# 日本語 and 👍$/);
  await driver.press(['Escape']);
  await driver.waitUntilHidden('-- INSERT --');
  await driver.typeLine('/name');
  // All matches are highlighted, and the cursor is on the next one.
  await driver.waitForText('name', { bg: 'brightYellow' });
  await driver.waitForCursor(5, 24);
  await driver.press(['v']);
  await driver.waitForText('-- VISUAL --');
  await driver.press(['Escape']);
  await driver.waitUntilHidden('-- VISUAL --');
  await driver.typeLine(':wq');
  expect(await driver.waitForExit()).toBe(0);
  expect(fileOf(driver, 'hello.py').split('\n')[1]).toBe('    # 日本語 and 👍');
  expect(existsSync(join(driver.server.directory, '.viminfo'))).toBe(false);
});

needing('vim')('vim splits its window and scrolls a part of the screen [11.programs] (needs vim)', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `line ${index + 1}.\n`).join('');
  const driver = await Driver.start('vim', [...vimArgs, 'many.txt'], { 'many.txt': many });
  await driver.waitForText('line 22.');
  await driver.typeLine(':split | set laststatus=2');
  // Two windows on one file, the status line of the upper one in the middle.
  const { row } = await driver.waitForText(/^many\.txt/, { inverse: true });
  expect(row).toBeGreaterThan(5);
  await driver.press(['G']);
  await driver.waitForText('line 100.');
  await driver.waitForText(/^line 1\.$/);
  await driver.press(['C-w', 'j', 'C-e', 'C-e']);
  await driver.waitUntilHidden(/^line 1\.$/);
  await driver.waitForText('line 100.');
  await driver.typeLine(':qa!');
  expect(await driver.waitForExit()).toBe(0);
});

needing('nano')('nano cuts, pastes, searches and saves [11.programs] (needs nano)', async () => {
  const driver = await Driver.start('nano', ['-I', 'list.txt'], { 'list.txt': 'one\ntwo\nthree 日本\n' });
  await driver.waitForText('^X', { inverse: true });
  await driver.waitForText(/GNU nano.*list\.txt/, { inverse: true });
  await driver.press(['C-k', 'Down', 'Down', 'C-u']);
  await driver.waitForScreen(/^two\nthree 日本\none\n/m);
  await driver.press(['C-w']);
  await driver.waitForText('Search:', { inverse: true });
  await driver.typeLine('日本');
  await driver.waitUntilHidden('Search:');
  await driver.press(['Delete', '水']);
  await driver.waitForText('three 水本');
  await driver.press(['C-o']);
  await driver.waitForText('File Name to Write: list.txt');
  await driver.press(['Enter']);
  await driver.waitForText(/Wrote 3 lines/);
  await driver.press(['C-x']);
  expect(await driver.waitForExit()).toBe(0);
  expect(fileOf(driver, 'list.txt')).toBe('two\nthree 水本\none\n');
});

needing('emacs')('emacs edits, searches, splits and saves [11.programs] (needs emacs)', async () => {
  const driver = await Driver.start('emacs', ['-nw', '-Q', 'hello.py'], { 'hello.py': source });
  await driver.waitForText('File Edit Options', { inverse: true });
  await driver.waitForText(/hello\.py .*\(Python/);
  await driver.press(['C-s', ...'name']);
  await driver.waitForText('I-search: name');
  await driver.press(['Enter', 'M-<', 'C-x', '2']);
  // Two windows, two mode lines.
  await driver.waitForScreen(/hello\.py .*\(Python[\s\S]*hello\.py .*\(Python/);
  await driver.press(['C-x', '1', 'M->']);
  await driver.type('# 日本 👍\n');
  await driver.waitForText(/^# 日本 👍$/);
  await driver.press(['M-x']);
  await driver.waitForText('M-x');
  await driver.typeLine('text-mode');
  await driver.waitForText('(Text');
  await driver.press(['C-x', 'C-s']);
  await driver.waitForText(/Wrote .*hello\.py/);
  await driver.press(['C-x', 'C-c']);
  expect(await driver.waitForExit()).toBe(0);
  expect(fileOf(driver, 'hello.py')).toContain('# 日本 👍\n');
});
