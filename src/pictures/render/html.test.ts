import { expect, test } from 'vitest';
import { runAtOnce } from '../../base/idle-queue.js';
import { textOf } from '../../screen/screen.js';
import { difficultOutputs, layOutCells, layOutOutput } from '../../tests/support/layouts.js';
import { type Element, parseElements } from '../../tests/support/markup.js';
import { renderHtml } from '../html.js';
import type { Layout } from '../layout.js';

const elements = (layout: Layout): Element[] => parseElements(runAtOnce(renderHtml(layout, 'title')));
const spans = (layout: Layout): Element[] => elements(layout).filter(({ name }) => name === 'span');

/** Returns the text as a user copies it: without the line break right after the start of <pre>. */
function copied(layout: Layout): string {
  const pre = elements(layout).find(({ name }) => name === 'pre') as Element;
  return pre.text.replace(/^\n/, '').replace(/ +$/gm, '');
}

test.each(difficultOutputs)('%s: the page is well-formed and contains the text of the screen', (_, output) => {
  const { layout, screen } = layOutOutput(output);
  expect(copied(layout)).toBe(textOf(screen).replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd'));
});

test.each(difficultOutputs)('%s: the page contains no scripts and no external references', (_, output) => {
  for (const { name, attributes } of elements(layOutOutput(output).layout)) {
    expect(['html', 'head', 'meta', 'title', 'style', 'body', 'pre', 'span', 'bdi']).toContain(name);
    expect(['charset', 'content', 'http-equiv', 'style', 'class']).toEqual(
      expect.arrayContaining(Object.keys(attributes)),
    );
    if (name !== 'meta') expect(JSON.stringify(attributes)).not.toMatch(/:\/\/|url|script|import|expression/i);
  }
});

test('the page begins with a policy that forbids scripts and external content', () => {
  const found = elements(layOutOutput('x').layout).map(({ name, attributes }) => attributes['content'] ?? name);
  expect(found[3]).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
  expect(found.slice(0, 6)).toEqual(['html', 'head', 'meta', found[3], 'title', 'style']);
});

test('shows characters that HTML forbids as U+FFFD', () => {
  const forbidden = [1, 9, 10, 13, 0x7f, 0x85, 0xdfff, 0xd800, 0xfffe, 0x10ffff];
  const { layout } = layOutCells([0x61, ...forbidden, 0x62]);
  expect(copied(layout)).toBe(`a${'\ufffd'.repeat(forbidden.length)}b`);
});

test.each(['', 'vim — a & b', '</title><script>alert(1)</script>', '\u001b]0;x\u0007\ud800'])(
  'accepts the title %j',
  (title) => {
    const found = parseElements(runAtOnce(renderHtml(layOutOutput('x').layout, title))).find(
      ({ name }) => name === 'title',
    );
    expect(found?.text).toBe(title.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd'));
  },
);

test.each([
  ['\x1b[31mred\x1b[0m plain \x1b[1mbold', ['red', ' plain ', 'bold']],
  ['\x1b[1m日本\x1b[0m語 ✔ x', ['日本', '語 ✔ x']],
  ['one\r\n\r\ntwo   ', ['one', 'two']],
  ['a\x1b[44m  \x1b[0m  ', ['a', '  ']],
  ['a\x1b[9m  \x1b[0m  ', ['a', '  ']],
  ['a\x1b[53m  \x1b[0m  ', ['a', '  ']],
  ['a\x1b[4m  \x1b[0m  ', ['a', '  ']],
  ['\x1b[?25hab\x1b[1;1H', ['a', 'b']],
])('%j: each piece is one span', (output, texts) => {
  expect(spans(layOutOutput(output).layout).map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['plain', 'width:5ch;color:#d4d4d4'],
  ['\x1b[1;3;31;42mx', 'width:1ch;color:#cd0000;background:#00cd00;font-weight:bold;font-style:italic'],
  ['\x1b[7mx', 'width:1ch;color:#0c0c0c;background:#d4d4d4'],
  ['\x1b[2mx', 'width:1ch;color:#707070'],
  ['\x1b[4mx', 'width:1ch;color:#d4d4d4;text-decoration:underline solid #d4d4d4 1px'],
  ['\x1b[4:2mx', 'width:1ch;color:#d4d4d4;text-decoration:underline double #d4d4d4 1px'],
  ['\x1b[4:3;58;2;1;2;3mx', 'width:1ch;color:#d4d4d4;text-decoration:underline wavy #010203 1px'],
  ['\x1b[4:4mx', 'width:1ch;color:#d4d4d4;text-decoration:underline dotted #d4d4d4 1px'],
  ['\x1b[4:5mx', 'width:1ch;color:#d4d4d4;text-decoration:underline dashed #d4d4d4 1px'],
  [
    '\x1b[9;53;41mx',
    'width:1ch;color:#d4d4d4;background:linear-gradient(#d4d4d4 0 0) 0 10px/100% 1px no-repeat,linear-gradient(#d4d4d4 0 0) 0 0px/100% 1px no-repeat,#cd0000',
  ],
])('%j has the CSS of its style', (output, style) => {
  expect(spans(layOutOutput(output).layout)[0]?.attributes['style']).toBe(style);
});

test.each([
  ['a日本b', [['日本', '4ch']]],
  [
    '│ ✔✔ │',
    [
      ['✔', '1ch'],
      ['✔', '1ch'],
    ],
  ],
  [
    '✔\u05e9',
    [
      ['✔', '1ch'],
      ['\u05e9', '1ch'],
    ],
  ],
  ['\u05e9\u05dc x', [['\u05e9\u05dc', '2ch']]],
  ['é ж │ █ … →', []],
])('%j: characters that other fonts may draw have a fixed width', (output, boxes) => {
  const found = elements(layOutOutput(output).layout).filter(({ name }) => name === 'bdi');
  expect(found.map(({ text, attributes }) => [text, attributes['style']?.replace('width:', '')])).toEqual(boxes);
});

test('gives the same page for equal screens with different output', () => {
  const whole = runAtOnce(renderHtml(layOutOutput('\x1b[31mred \x1b[1mbold\x1b[0m end').layout, 't'));
  const other = runAtOnce(
    renderHtml(layOutOutput('\x1b[2J\x1b[Hxxx\x1b[H\x1b[31mre\x1b[31md \x1b[1mbo\x1b[1mld\x1b[0m end').layout, 't'),
  );
  expect(other).toBe(whole);
});
