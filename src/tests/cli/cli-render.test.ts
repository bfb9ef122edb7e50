import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { decodePng } from '../support/png.js';
import { type Run, runCli } from '../support/run.js';

const plainEnvironment = { COLORFGBG: '', TUISPEC_SNAPSHOT_THEME: '', TUISPEC_FONT_PATH: '' };

/** Creates a directory with a snapshot of 12 × 3. */
function createSnapshotDirectory(): string {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'menu.ansi.txt'), '\x1b[0;31mred\x1b[0m 日本\r\nplain\r\n\x1b[?25l');
  writeFileSync(join(directory, 'menu.meta.json'), JSON.stringify({ rows: 3, cols: 12 }));
  return directory;
}
const run = async (cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  await runCli(args, { cwd, env: { ...plainEnvironment, ...env } });
const sizeOf = (cols: number, rows: number): object => ({ width: cols * 9 + 2, height: rows * 18 + 2 });

test.each([
  ['next to the input', [], 'menu.png', sizeOf(12, 3)],
  ['to the path of --out', ['--out', 'sub/other.png'], 'sub/other.png', sizeOf(12, 3)],
  ['with another size', ['--cols', '20', '--rows', '5'], 'menu.png', sizeOf(20, 5)],
  ['with another height', ['--rows=1'], 'menu.png', sizeOf(12, 1)],
])('render writes a PNG %s [10.render, 10.render-size]', async (_, args, out, size) => {
  const directory = createSnapshotDirectory();
  mkdirSync(join(directory, 'sub'));
  expect(await run(directory, ['render', 'menu.ansi.txt', ...args])).toEqual({
    exitCode: 0,
    stdout: `${out}\n`,
    stderr: '',
  });
  expect(decodePng(readFileSync(join(directory, out)))).toMatchObject(size);
  const written = readdirSync(directory, { recursive: true });
  expect(written.sort()).toEqual(['menu.ansi.txt', 'menu.meta.json', 'sub', out].sort());
});

test.each([
  ['svg', /^<svg[\s\S]*>red<[\s\S]*日本/],
  ['html', /^<!DOCTYPE html>[\s\S]*>red<[\s\S]*日本/],
])('render writes %s [10.render]', async (ending, content) => {
  const directory = createSnapshotDirectory();
  const { exitCode } = await run(directory, ['render', 'menu.ansi.txt', '--out', `x.${ending}`]);
  expect(exitCode).toBe(0);
  expect(readFileSync(join(directory, `x.${ending}`), 'utf8')).toMatch(content);
});

const mine = {
  foreground: '#ffffff',
  background: '#102030',
  palette: Array.from({ length: 16 }, () => '#ff00ff'),
};

test.each([
  ['the default', [], {}, 0x0c0c0c],
  ['a light terminal', [], { COLORFGBG: '0;15' }, 0xffffff],
  ['a name', ['--theme', 'dracula'], {}, 0x282a36],
  ['a variable', [], { TUISPEC_SNAPSHOT_THEME: 'nord' }, 0x2e3440],
  ['the flag instead of the variable', ['--theme', 'dracula'], { TUISPEC_SNAPSHOT_THEME: 'nord' }, 0x282a36],
  ['a file', ['--theme', './mine.json'], {}, 0x102030],
])(
  'render draws with the theme selected by %s [10.render-theme]',
  async (_, args, env: Record<string, string>, background) => {
    const directory = createSnapshotDirectory();
    writeFileSync(join(directory, 'mine.json'), JSON.stringify(mine));
    expect(await run(directory, ['render', 'menu.ansi.txt', ...args], env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(decodePng(readFileSync(join(directory, 'menu.png'))).rgbAt(0, 0)).toBe(background);
  },
);

test('render accepts any terminal output, and lists characters without a glyph [10.render]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'log.txt'), 'one\ntwo \u{10ffff}\n');
  const { exitCode, stdout, stderr } = await run(directory, ['render', 'log.txt', '--cols', '10']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'log.png\n' });
  expect(stderr).toMatch(/^tuispec: [^\n]*\u{10ffff}\n$/u);
  expect(decodePng(readFileSync(join(directory, 'log.png')))).toMatchObject(sizeOf(10, 2));
});

test('without a size, output is drawn as large as its text, from its first line on [10.render-whole]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'log.txt'), 'first\n\x1b[44m日本\x1b[0m\nsome more\n');
  expect(await run(directory, ['render-text', 'log.txt'])).toMatchObject({ stdout: 'first\n日本\nsome more\n' });
  expect(await run(directory, ['render', 'log.txt'])).toMatchObject({ exitCode: 0 });
  // The cursor is after the last character.
  expect(decodePng(readFileSync(join(directory, 'log.png')))).toMatchObject(sizeOf('some more'.length + 1, 3));
});

const tenLines = Array.from({ length: 10 }, (_, row) => `line ${row + 1} ${'x'.repeat(30)}`);
const textOfSvg = (directory: string, file: string): string =>
  readFileSync(join(directory, file), 'utf8').replaceAll(/<[^>]*>/g, '');

test.each([
  ['a snapshot', 'x.ansi.txt', { rows: 10, cols: 40 }],
  ['a snapshot without a meta file', 'x.ansi.txt', undefined],
])('%s is cut at the right and at the bottom [10.render-size]', async (_, name, meta) => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, name), `${tenLines.join('\r\n')}\x1b[?25l`);
  if (meta !== undefined) writeFileSync(join(directory, 'x.meta.json'), JSON.stringify(meta));
  const drawn = await run(directory, ['render', name, '--rows', '3', '--cols', '8', '--out', 'x.svg']);
  expect(drawn).toMatchObject({ exitCode: 0, stderr: '' });
  const text = textOfSvg(directory, 'x.svg');
  for (const shown of ['line 1 x', 'line 2 x', 'line 3 x']) expect(text).toContain(shown);
  for (const cut of ['xx', 'line 4', 'line 10']) expect(text).not.toContain(cut);
});

test('wrapped lines of other output are drawn completely [10.render-size, 10.render-whole]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'log.txt'), 'first one\nsecond one\n');
  expect(await run(directory, ['render', 'log.txt', '--cols', '6', '--out', 'x.svg'])).toMatchObject({ exitCode: 0 });
  expect(textOfSvg(directory, 'x.svg')).toContain('first');
  expect(await run(directory, ['render', 'log.txt', '--cols', '6'])).toMatchObject({ exitCode: 0 });
  expect(decodePng(readFileSync(join(directory, 'log.png')))).toMatchObject(sizeOf(6, 4));
});

const lines = (count: number): string => Array.from({ length: count }, (_, row) => `${row + 1}\n`).join('');

test('render-text prints a text of the maximum screen size completely [10.render-whole, 10.too-large]', async () => {
  const directory = createTemporaryDirectory();
  for (const text of [lines(1000), `${'x'.repeat(1000)}\n`]) {
    writeFileSync(join(directory, 'log.txt'), text);
    expect(await run(directory, ['render-text', 'log.txt'])).toEqual({ exitCode: 0, stdout: text, stderr: '' });
  }
});

test.each([
  ['lines', lines(1001), 'Cannot load log.txt: it has more than 1000 lines, the maximum of a screen.'],
  [
    'columns',
    `short\n${'x'.repeat(1001)}\nshort\n`,
    'Cannot load log.txt: a line has more than 1000 columns, the maximum of a screen.',
  ],
])('rejects a text with too many %s instead of cutting it [10.too-large]', async (_, text, message) => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'log.txt'), text);
  for (const command of ['render', 'render-text'])
    expect(await run(directory, [command, 'log.txt'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `tuispec: ${message}\n`,
    });
});

test.each(['render', 'render-text'])('%s names a missing file in one line [10.usage]', async (command) => {
  const stderr = 'tuispec: File not found: nowhere.ansi.txt.\n';
  const args = [command, 'nowhere.ansi.txt'];
  expect(await run(createTemporaryDirectory(), args)).toEqual({ exitCode: 1, stdout: '', stderr });
});

test.each(['render', 'render-text'])(
  '%s reads pipes, and rejects endless input [10.render-bounded]',
  async (command) => {
    const directory = createTemporaryDirectory();
    const refused = await run(directory, [command, '/dev/zero', '--out', 'x.svg']);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^tuispec: Cannot read \/dev\/zero: the file exceeds the maximum of \d+ bytes\.\n$/);
    const piped = `printf 'from a pipe' | "$0" "$1" ${command} /dev/stdin --out x.svg`;
    const { status } = spawnSync('sh', ['-c', piped, process.execPath, resolve('dist/cli.js')], { cwd: directory });
    expect(status).toBe(0);
    expect(readFileSync(join(directory, 'x.svg'), 'utf8')).toContain('from a pipe');
  },
);

test('ignores a newline that an editor adds at the end of a snapshot [10.render-whole]', async () => {
  const directory = createSnapshotDirectory();
  appendFileSync(join(directory, 'menu.ansi.txt'), '\n');
  expect(await run(directory, ['render-text', 'menu.ansi.txt'])).toMatchObject({ stdout: 'red 日本\nplain\n\n' });
});

test('render-text prints the text [10.render-text]', async () => {
  const directory = createSnapshotDirectory();
  const text = 'red 日本\nplain\n\n';
  for (const args of [[], ['--out=-']])
    expect(await run(directory, ['render-text', 'menu.ansi.txt', ...args])).toEqual({
      exitCode: 0,
      stdout: text,
      stderr: '',
    });
  const written = await run(directory, ['render-text', 'menu.ansi.txt', '--out', 'menu.txt']);
  expect(written).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(readFileSync(join(directory, 'menu.txt'), 'utf8')).toBe(text);
});

test.each(['one\ntwo', 'one\ntwo\n', 'one\r\ntwo\r\n'])(
  'render-text prints every line of %j [10.render-text]',
  async (output) => {
    const directory = createTemporaryDirectory();
    writeFileSync(join(directory, 'log.txt'), output);
    expect(await run(directory, ['render-text', 'log.txt'])).toMatchObject({ exitCode: 0, stdout: 'one\ntwo\n' });
  },
);

test.each([
  ['a missing file', ['render', 'none.ansi.txt'], 'none.ansi.txt'],
  ['a missing file as text', ['render-text', 'none.ansi.txt'], 'none.ansi.txt'],
  ['a directory', ['render', '.'], 'read'],
  ['a missing output directory', ['render', 'menu.ansi.txt', '--out', 'none/x.png'], 'none/x.png'],
  ['a missing output directory for text', ['render-text', 'menu.ansi.txt', '--out', 'none/x.txt'], 'none/x.txt'],
  ['a missing theme file', ['render', 'menu.ansi.txt', '--theme', './none.json'], 'none.json'],
  ['a missing font', ['render', 'menu.ansi.txt', '--font', 'none.ttf'], 'none.ttf'],
  ['a file that is not a font', ['render', 'menu.ansi.txt', '--font', 'menu.ansi.txt'], 'menu.ansi.txt'],
])('fails for %s with one line and exit code 1 [10.render-failed]', async (_, args, named) => {
  const directory = createSnapshotDirectory();
  const before = readdirSync(directory);
  const { exitCode, stdout, stderr } = await run(directory, args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
  expect(stderr).toContain(named);
  expect(readdirSync(directory)).toEqual(before);
});

test.each([
  ['no file', ['render']],
  ['two files', ['render', 'menu.ansi.txt', 'menu.ansi.txt']],
  ['an unknown flag', ['render', 'menu.ansi.txt', '--nonsense']],
  ['zero columns', ['render', 'menu.ansi.txt', '--cols', '0']],
  ['columns that are not a number', ['render', 'menu.ansi.txt', '--cols', 'ten']],
  ['too many rows', ['render', 'menu.ansi.txt', '--rows', '1001']],
  ['an empty output path', ['render', 'menu.ansi.txt', '--out', '']],
  ['an extension that is not a picture format', ['render', 'menu.ansi.txt', '--out', 'x.jpg']],
  ['an unknown theme', ['render', 'menu.ansi.txt', '--theme', 'drakula']],
  ['no file for text', ['render-text']],
  ['a flag of another command', ['render-text', 'menu.ansi.txt', '--theme', 'nord']],
])('rejects %s with one line and exit code 2 [10.usage]', async (_, args) => {
  const directory = createSnapshotDirectory();
  const { exitCode, stdout, stderr } = await run(directory, args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^tuispec[^\n]+\n$/);
  expect(existsSync(join(directory, 'menu.png'))).toBe(false);
});
