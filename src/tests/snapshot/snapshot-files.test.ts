import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../pictures/ansi.js';
import { version } from '../../protocol/generated/tables.js';
import type { MethodResults } from '../../protocol/generated/types.js';
import { textOf } from '../../screen/screen.js';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { runCli } from '../support/run.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const size = { cols: 20, rows: 4 };
const startProgram = async (): Promise<ScriptedProgram> =>
  await ScriptedProgram.startRaw(size.cols, size.rows, { name: 'files' });
const output = '\x1b]2;a title\x07\x1b[1;31mred\x1b[0m 日本\r\n\x1b[44m\x1b[K\x1b[0m\r\nend';

type Dump = MethodResults['dumpView'];
const picturePathOf = (dump: Dump): string => dump.pngPath ?? dump.svgPath ?? dump.htmlPath ?? '';
const dumpView = async ({ server }: { readonly server: TestServer }, params: object): Promise<Dump> =>
  await server.request('dumpView', { name: 'x', ...params });

test.each([
  ['ansi', undefined, undefined],
  ['png', 'pngPath', /^\x89PNG\r\n/],
  ['both', 'pngPath', /^\x89PNG\r\n/],
  ['svg', 'svgPath', /^<svg[\s\S]*日本[\s\S]*<\/svg>\n?$/],
  ['html', 'htmlPath', /^<!DOCTYPE html>[\s\S]*日本[\s\S]*<\/html>\n?$/],
] as const)('dumpView writes the files of format %s [7.dump-paths, 7.dump-private]', async (format, member, begins) => {
  const program = await startProgram();
  await program.show(output);
  const dump = await dumpView(program, { name: 'The Menu', format });
  const { snapshotPath, metaPath, artifactRoot, missingGlyphs, revision: _, ...pictures } = dump;
  const folder = join(realpathSync(program.server.directory), 'artifacts/sessions/files/snapshots');
  expect({ snapshotPath, metaPath, artifactRoot }).toEqual({
    snapshotPath: join(folder, 'the-menu.ansi.txt'),
    metaPath: join(folder, 'the-menu.meta.json'),
    artifactRoot: dirname(folder),
  });
  expect(Object.keys(pictures)).toEqual(member === undefined ? [] : [member]);
  expect(missingGlyphs).toEqual(member === undefined ? undefined : []);
  const paths = [snapshotPath, metaPath, ...Object.values(pictures)] as string[];
  expect(readdirSync(folder).sort()).toEqual(paths.map((path) => basename(path)).sort());
  for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600);
  if (begins !== undefined) {
    const encoding = member === 'pngPath' ? 'latin1' : 'utf8';
    expect(readFileSync(picturePathOf(dump), encoding)).toMatch(begins);
  }
});

test('dumpView writes the meta file, and a snapshot that reproduces the screen [7.dump-meta, 7.ansi-same]', async () => {
  const program = await startProgram();
  await program.show(output);
  const { snapshotPath, metaPath } = await dumpView(program, { theme: 'nord' });
  expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toEqual({
    name: 'x',
    ...size,
    version,
    theme: 'nord',
    cursor: { row: 3, col: 4, visible: true },
    title: 'a title',
  });
  const loaded = loadSnapshot(snapshotPath);
  expect(textOf(loaded)).toBe((await program.view()).text);
  expect(loaded.cursor).toEqual({ row: 2, col: 3, isVisible: true, isWrapPending: false });
  expect(loaded.lines[1]?.splitRuns()).toMatchObject([{ col: 0, width: 20, style: { bg: 4 } }]);
});

test('a second run writes the same bytes [7.dump-meta, 7.ansi-bytes, 7.png-bytes]', async () => {
  const run = async (): Promise<Buffer[]> => {
    const program = await startProgram();
    await program.show(output);
    const all: Buffer[] = [];
    for (const format of ['png', 'svg', 'html']) {
      const dump = await dumpView(program, { format });
      all.push(...[dump.snapshotPath, dump.metaPath, picturePathOf(dump)].map((path) => readFileSync(path)));
    }
    return all;
  };
  expect(await run()).toEqual(await run());
});

const textOfSvg = (svg: string): string =>
  svg
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

test.each([
  ['smaller', { rows: 2, cols: 6 }, 'red 日'],
  ['half of a wide character', { rows: 1, cols: 5 }, 'red'],
  ['larger', { rows: 6, cols: 30 }, 'red 日本 end'],
  ['only wider', { cols: 30 }, 'red 日本 end'],
])('rows and cols set the size of the picture: %s [7.dump-size]', async (_, params, text) => {
  const program = await startProgram();
  await program.show(output);
  const whole = await dumpView(program, { name: 'whole' });
  const picture = await dumpView(program, { format: 'svg', ...params });
  const svg = readFileSync(picturePathOf(picture), 'utf8');
  expect(textOfSvg(svg)).toBe(text);
  const { rows, cols } = { ...size, ...params };
  expect(svg).toContain(`width="${cols * 9 + 2}" height="${rows * 18 + 2}"`);
  expect(readFileSync(picture.snapshotPath, 'utf8')).toBe(readFileSync(whole.snapshotPath, 'utf8'));
  const factsOf = (dump: Dump): object => JSON.parse(readFileSync(dump.metaPath, 'utf8'));
  expect({ ...factsOf(picture), name: 'whole' }).toEqual(factsOf(whole));
  expect(await program.view()).toMatchObject(size);
});

test('the size of the picture changes neither the snapshot nor a pending wrap [7.dump-size, 7.ansi-same]', async () => {
  const program = await startProgram();
  await program.show(`\r\n\r\n${'x'.repeat(size.cols)}`);
  const { snapshotPath, metaPath } = await dumpView(program, { rows: 2, cols: 5 });
  expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toMatchObject({ ...size, cursor: { row: 3, col: size.cols } });
  expect(loadSnapshot(snapshotPath).cursor).toEqual({ row: 2, col: 19, isVisible: true, isWrapPending: true });
});

test('renderView writes the same files as dumpView with a PNG [7.render-view]', async () => {
  const program = await startProgram();
  await program.show(`${output}\u{10ffff}`);
  const dump = await dumpView(program, { format: 'png' });
  const png = readFileSync(picturePathOf(dump));
  expect(await program.server.request('renderView', { name: 'x' })).toEqual(dump);
  expect(dump.missingGlyphs).toEqual(['\u{10ffff}']);
  expect(readFileSync(picturePathOf(dump))).toEqual(png);
});

const palette = Array.from({ length: 16 }, (_, slot) => `#0000${slot.toString(16).padStart(2, '0')}`);
const theme = { name: 'mine', foreground: '#ffffff', background: '#123456', palette };

test('dumpView uses a theme from a JSON file [7.theme-file]', async () => {
  const program = await startProgram();
  const path = join(createTemporaryDirectory(), 'theme.json');
  writeFileSync(path, JSON.stringify(theme));
  const dump = await dumpView(program, { format: 'svg', theme: path });
  expect(JSON.parse(readFileSync(dump.metaPath, 'utf8'))).toMatchObject({ theme: 'mine' });
  expect(readFileSync(picturePathOf(dump), 'utf8')).toContain('#123456');
});

test.each([
  [undefined, 'pty-default-dark', '#0c0c0c'],
  ['15;0', 'pty-default-dark', '#0c0c0c'],
  ['0;default;15', 'pty-default-light', '#ffffff'],
])('the theme auto with COLORFGBG %s is %s [7.theme-auto]', async (value, name, background) => {
  const program = await ScriptedProgram.startRaw(size.cols, size.rows, {}, { env: { COLORFGBG: value } });
  const dump = await dumpView(program, { format: 'svg', theme: 'auto' });
  expect(JSON.parse(readFileSync(dump.metaPath, 'utf8'))).toMatchObject({ theme: name });
  expect(readFileSync(picturePathOf(dump), 'utf8')).toContain(background);
});

test('an unknown theme is rejected, and the error lists the known ones [7.theme-unknown]', async () => {
  const program = await startProgram();
  const { code, data } = await failureOf(dumpView(program, { theme: 'drakula' }));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/theme' }] } });
  expect(JSON.stringify(data)).toContain('dracula');
  const early = await failureOf(new TestServer().request('initialize', { snapshotTheme: 'drakula' }));
  expect(early).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/snapshotTheme' }] } });
});

test.each([
  ['a missing theme file', { theme: './none.json' }, 'none.json'],
  ['a theme file that is not JSON', { theme: '<no JSON>' }, 'bad.json'],
  ['a theme file with a bad color', { theme: JSON.stringify({ ...theme, background: 'blue' }) }, '"background"'],
  ['a theme file with an unknown member', { theme: JSON.stringify({ ...theme, color: 1 }) }, 'color'],
  ['a missing font', { font: './none.ttf' }, 'none.ttf'],
  ['a directory as font', { font: '/' }, 'font'],
  ['a file that is not a font', { font: '/etc/passwd', format: 'png' }, '/etc/passwd'],
])('rejects %s with one error [7.theme-bad, 7.font-bad]', async (_, params: Record<string, string>, named) => {
  const program = await startProgram();
  const path = join(createTemporaryDirectory(), 'bad.json');
  const isContent = params['theme']?.startsWith('.') === false;
  if (isContent) writeFileSync(path, params['theme'] ?? '');
  const { code, data } = await failureOf(dumpView(program, isContent ? { theme: path } : params));
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'io' });
  expect(data['details']).toContain(named);
  expect(data['details']).not.toContain('\n');
  expect(await dumpView(program, { format: 'png' })).toHaveProperty('pngPath');
});

// A TrueType font with one table: a character map whose content is missing.
const cutFont = '000100000001000000000000636d617000000000000003e800000064';

test.each([
  ['a directory', '/', ': not a regular file (a directory, pipe or device).'],
  ['a device', '/dev/zero', ': not a regular file (a directory, pipe or device).'],
  ['a missing file', '/none.ttf', 'Font file not found: /none.ttf.'],
  ['a part of a WOFF2 font', 1000, 'the file is corrupted or truncated.'],
  ['the beginning of a TrueType font', Buffer.from(cutFont, 'hex'), 'corrupted or truncated.'],
])('rejects an unusable font: %s [7.font-bad]', async (_, given, reason) => {
  const program = await startProgram();
  const font = typeof given === 'string' ? given : join(createTemporaryDirectory(), 'cut');
  const whole = readFileSync('node_modules/@fontsource/unifont/files/unifont-latin-400-normal.woff2');
  if (font !== given) writeFileSync(font, typeof given === 'number' ? whole.subarray(0, given) : given);
  const { data } = await failureOf(dumpView(program, { font, format: 'png' }));
  expect(data).toMatchObject({ kind: 'io', details: expect.stringContaining(reason) });
  expect(data['details']).toContain(font);
});

test.each([
  ['missing', undefined, 'File not found: '],
  ['not JSON', '<no JSON>', 'Cannot use theme'],
  ['with an invalid color', JSON.stringify({ ...theme, background: 'blue' }), '"background"'],
])('initialize and the server at startup reject a theme file: %s [7.theme-early]', async (_, content, reason) => {
  const path = join(createTemporaryDirectory(), 'theme.json');
  if (content !== undefined) writeFileSync(path, content);
  const server = new TestServer();
  const { code, data } = await failureOf(server.request('initialize', { snapshotTheme: path }));
  expect({ code, data }).toMatchObject({
    code: -32004,
    data: { kind: 'io', details: expect.stringContaining(reason) },
  });
  expect(await server.request('initialize', {})).toHaveProperty('sessionName');
  const { exitCode, stdout, stderr } = await runCli(['server', '--snapshot-theme', path]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
  expect(stderr).toContain(reason);
});

// Root can write anywhere.
const isRoot = process.getuid?.() === 0;
const obstacles: readonly (readonly [string, (folder: string) => void])[] = [
  ['a directory in place of the file', (folder) => mkdirSync(join(folder, 'x.ansi.txt'))],
  [
    'a file in place of the directory',
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    },
  ],
];

test.each(obstacles)('%s causes one error and leaves no temporary files [7.dump-whole]', async (_, block) => {
  const program = await startProgram();
  const { artifactRoot } = await dumpView(program, { name: 'first' });
  const folder = join(artifactRoot, 'snapshots');
  block(folder);
  const { code, data } = await failureOf(dumpView(program, {}));
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'io' });
  const left = statSync(folder).isDirectory() ? readdirSync(folder) : [];
  expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
});

test.skipIf(isRoot)('a directory that may not be written to (not as root) [7.dump-whole]', async () => {
  const program = await startProgram();
  const { artifactRoot, snapshotPath } = await dumpView(program, {});
  const before = readFileSync(snapshotPath, 'utf8');
  await program.show('other');
  chmodSync(join(artifactRoot, 'snapshots'), 0o500);
  const { data } = await failureOf(dumpView(program, {}));
  chmodSync(join(artifactRoot, 'snapshots'), 0o700);
  expect(data['kind']).toBe('io');
  expect(readFileSync(snapshotPath, 'utf8')).toBe(before);
  expect(readdirSync(join(artifactRoot, 'snapshots')).sort()).toEqual(['x.ansi.txt', 'x.meta.json']);
});

test('dumpView fails before the first launch [7.dump-paths]', async () => {
  const server = new TestServer();
  expect(await failureOf(dumpView({ server }, {}))).toMatchObject({ code: -32001 });
  await server.request('initialize');
  expect(await failureOf(dumpView({ server }, {}))).toMatchObject({ code: -32004, data: { kind: 'no-program' } });
});
