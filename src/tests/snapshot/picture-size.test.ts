import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { decodePng } from '../support/png.js';
import { runCli } from '../support/run.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const startProgram = async (): Promise<ScriptedProgram> => await ScriptedProgram.startRaw(20, 4);

test.each([
  ['the defaults', {}, 182, 74],
  ['a scale', { scale: 2 }, 364, 148],
  ['a padding', { padding: 8 }, 196, 88],
  ['both', { scale: 4, padding: 0 }, 720, 288],
  ['both, and another size', { scale: 3, padding: 2, cols: 10, rows: 2 }, 282, 120],
])('pictures have the size that results from %s [7.png-scale]', async (_, params, width, height) => {
  const { server } = await startProgram();
  const { pngPath } = await server.request('renderView', { name: 'x', ...params });
  expect(decodePng(readFileSync(pngPath))).toMatchObject({ width, height });
  const { svgPath = '' } = await server.request('dumpView', { name: 'x', format: 'svg', ...params });
  const scale = 'scale' in params ? params.scale : 1;
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width / scale} ${height / scale}"`;
  expect(readFileSync(svgPath, 'utf8')).toContain(box);
});

test('an HTML page uses the scale and the padding [7.png-scale]', async () => {
  const { server } = await startProgram();
  const { htmlPath = '' } = await server.request('dumpView', { name: 'x', format: 'html', scale: 2, padding: 8 });
  const html = readFileSync(htmlPath, 'utf8');
  for (const rule of ['padding:16px', 'font:31px/36px', 'height:36px']) expect(html).toContain(rule);
});

test.each([
  ['a scale of 0', { scale: 0 }, '/scale'],
  ['a scale of 5', { scale: 5 }, '/scale'],
  ['a scale that is not whole', { scale: 1.5 }, '/scale'],
  ['a padding of 101', { padding: 101 }, '/padding'],
  ['a picture of too many pixels', { scale: 4, cols: 1000, rows: 1000 }, '/scale'],
])('rejects %s and writes no file [7.png-scale]', async (_, params, pointer) => {
  const { server } = await startProgram();
  const { code, data } = await failureOf(server.request('renderView', { name: 'x', ...params }));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer }] } });
  expect(await server.request('dumpView', { name: 'X' })).toHaveProperty('snapshotPath');
});

test('tuispec render has --scale and --padding [10.render-size]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'menu.ansi.txt'), 'menu\x1b[?25l');
  writeFileSync(join(directory, 'menu.meta.json'), JSON.stringify({ rows: 3, cols: 12 }));
  const render = async (...args: string[]): Promise<number | null> =>
    (await runCli(['render', 'menu.ansi.txt', ...args], { cwd: directory })).exitCode;
  expect(await render('--scale', '2', '--padding', '8')).toBe(0);
  const size = { width: (12 * 9 + 16) * 2, height: (3 * 18 + 16) * 2 };
  expect(decodePng(readFileSync(join(directory, 'menu.png')))).toMatchObject(size);
  expect(await render('--scale', '5')).toBe(2);
  expect(await render('--scale', '4', '--cols', '1000', '--rows', '1000')).toBe(2);
});

test.each([
  ['', 'x'],
  ['\x1b]2;a title\x07', 'a title'],
])('an HTML page always has a title: after %j it is %s [7.html-title]', async (output, title) => {
  const program = await startProgram();
  await program.show(`${output}x`);
  const { htmlPath = '' } = await program.server.request('dumpView', { name: 'x', format: 'html' });
  expect(readFileSync(htmlPath, 'utf8')).toContain(`<title>${title}</title>`);
});
