import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runAtOnce } from '../../base/idle-queue.js';
import { difficultOutputs, layOutCells, layOutOutput } from '../../tests/support/layouts.js';
import { type Element, parseElements } from '../../tests/support/markup.js';
import { renderHtml } from '../html.js';
import { type Layout, layOut } from '../layout.js';
import { renderSvg } from '../svg.js';
import type { Theme } from '../themes.js';
import { findTheme } from '../themes.js';

const cell = { width: 9, height: 18 };
const svg = (layout: Layout): string => runAtOnce(renderSvg(layout, cell));
const named = (elements: readonly Element[], ...names: string[]): Element[] =>
  elements.filter(({ name }) => names.includes(name));

/** Returns the text of a picture line by line, without empty lines. */
function linesIn(elements: readonly Element[]): string[] {
  const lines = new Map<string, string>();
  for (const { attributes, text } of named(elements, 'text')) {
    const y = attributes['y'] as string;
    lines.set(y, (lines.get(y) ?? '') + text);
  }
  const inOrder = [...lines].sort(([one], [other]) => Number(one) - Number(other));
  return inOrder.map(([, text]) => text.replace(/ +$/, '')).filter((line) => line !== '');
}

const hasPython = spawnSync('python3', ['-c', 'import xml.etree.ElementTree']).status === 0;
const python = `
import json, sys, xml.etree.ElementTree as tree
documents = json.load(sys.stdin)
texts = [["".join(e.itertext()) for e in tree.fromstring(d).iter("{http://www.w3.org/2000/svg}text")] for d in documents]
json.dump(texts, sys.stdout)`;

test('rules of ⎯ are drawn as box drawing, which fonts of viewers have', () => {
  expect(linesIn(parseElements(svg(layOutOutput('⎯⎯ x').layout)))).toEqual(['── x']);
});

test.each(difficultOutputs)('%s: the SVG is well-formed and contains the text of the screen', (_, output) => {
  const { layout, shown } = layOutOutput(output);
  const elements = parseElements(svg(layout));
  expect(linesIn(elements)).toEqual(shown.map((line) => line.replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')));
});

test.each(difficultOutputs)('%s: the SVG contains no scripts and no external references', (_, output) => {
  for (const { name, attributes } of parseElements(svg(layOutOutput(output).layout))) {
    expect(['svg', 'rect', 'g', 'text', 'tspan', 'path']).toContain(name);
    for (const [key, value] of Object.entries(attributes)) {
      expect(key).not.toMatch(/^on|href|^src/);
      if (key !== 'xmlns') expect(value).not.toMatch(/:\/\/|url|script/i);
    }
  }
});

test.each(difficultOutputs)('%s: every piece of text begins in its column', (_, output) => {
  const { layout } = layOutOutput(output);
  const ends = new Map<string, number>();
  let y = '';
  for (const { attributes } of named(parseElements(svg(layout)), 'text', 'tspan')) {
    y = attributes['y'] ?? y;
    if (attributes['x'] === undefined) continue;
    expect(Number(attributes['x'])).toBe(ends.get(y) ?? 1);
    ends.set(y, Number(attributes['x']) + Number(attributes['textLength']));
  }
  for (const end of ends.values()) expect(end).toBeLessThanOrEqual(1 + 40 * cell.width);
});

test.skipIf(!hasPython)('the XML parser of Python reads the same text (needs python3)', () => {
  const documents = difficultOutputs.map(([, output]) => svg(layOutOutput(output).layout));
  const { stdout } = spawnSync('python3', ['-c', python], { input: JSON.stringify(documents), encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(
    documents.map((document) => named(parseElements(document), 'text').map(({ text }) => text)),
  );
});

test('shows characters that XML forbids as U+FFFD', () => {
  const forbidden = [1, 8, 9, 10, 13, 0x1b, 0x7f, 0x85, 0xdfff, 0xd800, 0xfffe, 0xffff, 0x1fffe, 0x10ffff];
  const { layout } = layOutCells([0x61, ...forbidden, 0x62, 0xfffd, 0x1f600]);
  expect(linesIn(parseElements(svg(layout)))).toEqual([`a${'\ufffd'.repeat(forbidden.length)}b\ufffd😀`]);
});

test('gives a well-formed SVG for halves of wide characters and random bytes', () => {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed >>> 8;
  };
  const parts = [
    '\x1b[',
    ';',
    'm',
    '4:3',
    '38;5;',
    '48;2;1;2;3',
    'H',
    '\x1b[K',
    '日',
    '<&>',
    '\ufffe',
    'a ',
    '\x9b',
    '\r\n',
  ];
  for (let round = 0; round < 100; round += 1) {
    const bytes = Array.from({ length: 200 }, () =>
      random() % 3 === 0 ? Buffer.from([random() & 0xff]) : Buffer.from(parts[random() % parts.length] as string),
    );
    expect(() => parseElements(svg(layOutOutput(Buffer.concat(bytes), 20, 5).layout))).not.toThrow();
  }
});

test.each([
  ['\x1b[31mred\x1b[0m plain \x1b[1mbold', ['red', ' plain ', 'bold']],
  ['\x1b[1m日本\x1b[0m語 ✔ x', ['日本', '語 ✔ x']],
  ['one\r\n\r\ntwo   ', ['one', 'two']],
  ['\x1b[31mred   \x1b[0m   ', ['red']],
  ['a\x1b[44m  \x1b[0m  ', ['a', '  ']],
  ['\x1b[?25hab\x1b[1;1H', ['a', 'b']],
])('%j: each piece is one text element', (output, texts) => {
  expect(named(parseElements(svg(layOutOutput(output).layout)), 'text').map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['\x1b[41mab\x1b[1mcd\x1b[0m ef \x1b[41mg', ['1 1 36 18 #cd0000', '73 1 9 18 #cd0000']],
  ['\x1b[41ma\x1b[42mb', ['1 1 9 18 #cd0000', '10 1 9 18 #00cd00']],
  ['\r\n\x1b[44m\x1b[K', ['1 19 360 18 #2a6fd6']],
  ['\x1b[7m日', ['1 1 18 18 #d4d4d4']],
  ['plain', []],
])('%j: backgrounds are joined along a row', (output, rects) => {
  const found = named(parseElements(svg(layOutOutput(output).layout)), 'rect').slice(1);
  expect(found.map(({ attributes: { x, y, width, height, fill } }) => `${x} ${y} ${width} ${height} ${fill}`)).toEqual(
    rects,
  );
});

test.each([
  ['4', ['M1 16.5h18 #d4d4d4']],
  ['4;31', ['M1 16.5h18 #cd0000']],
  ['4:2;58;2;1;2;3', ['M1 16.5h18 #010203', 'M1 18.5h18 #010203']],
  ['4:3', ['M1 16.5q2.25 3 4.5 0t4.5 0t4.5 0t4.5 0 #d4d4d4']],
  ['4:4', ['M1 16.5h18 #d4d4d4 1 2']],
  ['4:5', ['M1 16.5h18 #d4d4d4 4.5 4.5']],
  ['9', ['M1 10.5h18 #d4d4d4']],
  ['53', ['M1 1.5h18 #d4d4d4']],
  ['9;53;4;58;5;196', ['M1 16.5h18 #ff0000', 'M1 10.5h18 #d4d4d4', 'M1 1.5h18 #d4d4d4']],
  ['1', []],
])('draws the lines of SGR %s', (codes, strokes) => {
  const found = named(parseElements(svg(layOutOutput(`\x1b[${codes}mab`).layout)), 'path').map(({ attributes }) =>
    [attributes['d'], attributes['stroke'], attributes['stroke-dasharray']]
      .filter((value) => value !== undefined)
      .join(' '),
  );
  expect(found).toEqual(strokes);
});

test.each([
  ['\x1b[1mx', { 'font-weight': 'bold', fill: '#d4d4d4' }],
  ['\x1b[3;38;2;1;2;3mx', { 'font-style': 'italic', fill: '#010203' }],
  ['\x1b[2mx', { fill: '#707070' }],
  ['\x1b[8mx', { fill: '#0c0c0c' }],
  ['\x1b[7;32mx', { fill: '#0c0c0c' }],
  ['\u05e9', { direction: 'ltr', 'unicode-bidi': 'bidi-override' }],
])('%j has the attributes of its style', (output, attributes) => {
  expect(named(parseElements(svg(layOutOutput(output).layout)), 'text')[0]?.attributes).toMatchObject(attributes);
});

test.each([
  [80, 24, 9, 18, '722', '434'],
  [2, 1, 7.2, 14.5, '16.4', '16.5'],
])('%i × %i cells of %d × %d pixels have a padding of one pixel', (cols, rows, width, height, right, bottom) => {
  const [root, ground] = parseElements(runAtOnce(renderSvg(layOutOutput('x', cols, rows).layout, { width, height })));
  expect(root?.attributes).toMatchObject({ width: right, height: bottom, viewBox: `0 0 ${right} ${bottom}` });
  expect(ground?.attributes).toEqual({ width: right, height: bottom, fill: '#0c0c0c' });
});

test('gives the same SVG for equal screens with different output', () => {
  const whole = svg(layOutOutput('\x1b[31mred \x1b[1mbold\x1b[0m end').layout);
  const other = svg(layOutOutput('\x1b[2J\x1b[Hxxx\x1b[H\x1b[31mre\x1b[31md \x1b[1mbo\x1b[1mld\x1b[0m end').layout);
  expect(other).toBe(whole);
});

test('creates a large picture in steps, at least one for each row [7.png-responsive]', () => {
  const { screen, layout } = layOutOutput('x', 10, 300);
  const work = [
    layOut(screen, findTheme('pty-default-dark', undefined) as Theme),
    renderSvg(layout, cell),
    renderHtml(layout, ''),
  ];
  for (const steps of work) expect([...steps].length).toBeGreaterThanOrEqual(300);
});
