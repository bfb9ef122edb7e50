import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasCodePoint, readCoverage } from '../../pictures/glyphs/cmap.js';
import { createTemporaryDirectory } from '../support/client.js';
import { parseElements } from '../support/markup.js';
import { runCli } from '../support/run.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const rulePattern =
  /@font-face\{font-family:'([^']+)';font-weight:(\d+);font-style:(\w+);src:url\(data:font\/woff2;base64,([^)]+)\)/g;

interface Face {
  readonly family: string;
  readonly style: string;
  readonly font: Buffer;
}
const findFaces = (document: string): Face[] =>
  [...document.matchAll(rulePattern)].map(([, family = '', weight, style, data = '']) => ({
    family,
    style: `${weight} ${style}`,
    font: Buffer.from(data, 'base64'),
  }));

const documentOf = async (output: string, params: object): Promise<string> => {
  const program = await ScriptedProgram.startRaw(20, 4);
  await program.show(output);
  const { svgPath, htmlPath = '' } = await program.server.request('dumpView', { name: 'x', ...params });
  return readFileSync(svgPath ?? htmlPath, 'utf8');
};

test.each(['svg', 'html'])('%s files embed fonts only on request [7.embed-font]', async (format) => {
  const document = await documentOf('plain 日', { format });
  expect(document).not.toContain('font-face');
  expect(document).not.toContain('font-src');
});

test.each(['svg', 'html'])('%s files embed the faces that they need, each once [7.embed-font]', async (format) => {
  const document = await documentOf('plain \x1b[1mbold\x1b[0m \x1b[3mit\x1b[0m 日本', { format, embedFont: true });
  const faces = findFaces(document);
  expect(faces.map(({ family, style }) => `${family} ${style}`).sort()).toEqual([
    'tuispec cascadia-mono-latin 400 italic',
    'tuispec cascadia-mono-latin 400 normal',
    'tuispec cascadia-mono-latin 700 normal',
    'tuispec noto-sans-jp-japanese 400 normal',
  ]);
  for (const { family, font } of faces) {
    expect(document).toContain(`${family}`);
    const character = family.includes('latin') ? 'i' : '日';
    expect(hasCodePoint(readCoverage(font), character.codePointAt(0) as number)).toBe(true);
  }
  // The document loads no external files and is well-formed.
  expect([...document.matchAll(/url\(([^;]+);/g)].map(([, source]) => source)).toEqual(
    faces.map(() => 'data:font/woff2'),
  );
  expect(parseElements(document).length).toBeGreaterThan(3);
  if (format === 'html')
    expect(document).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; font-src data:",
    );
});

test('wide characters use the fonts in the order of PNG files [7.embed-font]', async () => {
  const document = await documentOf('x日', { format: 'svg', embedFont: true });
  expect(document).toMatch(/\.w\{font-family:'tuispec cascadia-mono-latin','tuispec noto-sans-jp-japanese',/);
  expect(document).toMatch(/<tspan class="w" [^>]*>日</);
});

test('tuispec render --embed-font embeds fonts [7.embed-font]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'x.txt'), 'x\n');
  const { exitCode } = await runCli(['render', 'x.txt', '--out', 'x.html', '--embed-font'], { cwd: directory });
  expect(exitCode).toBe(0);
  expect(findFaces(readFileSync(join(directory, 'x.html'), 'utf8'))).toHaveLength(1);
});
