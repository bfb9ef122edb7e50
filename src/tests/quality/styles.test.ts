import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { assertionFailure } from '../support/library-failure.js';
import { LibraryPrinter } from '../support/library-terminal.js';
import { findAndFormat } from '../support/matches.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { createTerminal } from '../support/terminal.js';

const link = (url: string, text: string): string => `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`;
const first = 'https://a.example/1';
const second = 'https://a.example/2';

test.each([
  ['any link', link(first, 'go'), { link: true }, true],
  ['no link', 'go', { link: true }, false],
  ['the URL', link(first, 'go'), { link: first }, true],
  ['another URL', link(first, 'go'), { link: second }, false],
  ['partly a link', `${link(first, 'g')}o`, { link: true }, false],
  ['two links', link(first, 'g') + link(second, 'o'), { link: true }, true],
  ['two links are not one', link(first, 'g') + link(second, 'o'), { link: first }, false],
  ['a link in another style', link(first, '\x1b[1mgo\x1b[0m'), { link: first, bold: true }, true],
  ['a link replaced by another one', `${link(first, 'go')}\r${link(second, 'go')}`, { link: second }, true],
  ['a link overwritten by text', `${link(first, 'go')}\rgo`, { link: true }, false],
  ['an underlined link', link(first, '\x1b[4:3mgo'), { link: true, underline: 'curly' }, true],
  ['a link is not underlined', link(first, 'go'), { underline: true }, false],
  ['underlined after a link', `${link(first, 'x')}\x1b[1;1H\x1b[4:2mgo`, { underline: 'double' }, true],
  ['any underline', '\x1b[4:3mgo', { underline: true }, true],
  ['no underline', '\x1b[4:3mgo', { underline: false }, false],
  ['single', '\x1b[4mgo', { underline: 'single' }, true],
  ['double', '\x1b[4:2mgo', { underline: 'double' }, true],
  ['curly', '\x1b[4:3mgo', { underline: 'curly' }, true],
  ['dotted', '\x1b[4:4mgo', { underline: 'dotted' }, true],
  ['dashed', '\x1b[4:5mgo', { underline: 'dashed' }, true],
  ['another kind', '\x1b[4:3mgo', { underline: 'single' }, false],
  ['its color', '\x1b[4;58;5;9mgo', { underlineColor: 'brightRed' }, true],
  ['another color', '\x1b[4;58;2;1;2;3mgo', { underlineColor: '#010204' }, false],
  ['the default color', '\x1b[4mgo', { underlineColor: 'default' }, true],
] as const)('selectors by link and underline: %s [19.style]', (_, output, style, isFound) => {
  expect(findAndFormat(createTerminal({}, output), exact('go', { style }))).toEqual(isFound ? ['1:1-1:2 go'] : []);
});

test('links are found in wide characters, in lines above the screen and after a resize [19.style]', () => {
  const emulator = createTerminal({ cols: 10, rows: 2 }, `${link(first, 'ab漢字cd')}\r\n\r\n\r\n`);
  const selector = exact('漢字', { style: { link: first } });
  expect(findAndFormat(emulator, selector, 'scrollback')).toHaveLength(1);
  // The second wide character does not fit into the first row.
  emulator.resize(5, 2);
  expect(findAndFormat(emulator, selector, 'scrollback')).toHaveLength(1);
});

test('a screen keeps the links that it was captured with [19.style]', () => {
  const emulator = createTerminal({}, link(first, 'go'));
  const screen = emulator.getScreen();
  const [line] = screen.lines;
  emulator.feed(Buffer.from(`\r${link(second, 'go')}`));
  expect([line?.linkAt(0), emulator.getScreen().lines[0]?.linkAt(0)]).toEqual([first, second]);
});

test('the newest 1,000 links of 4,096 characters are retained [19.style-limits]', () => {
  const emulator = createTerminal({ cols: 40, rows: 6 }, link(first, 'old'), '\r\n');
  const old = emulator.getScreen().lines[0];
  const long = `https://${'x'.repeat(10_000)}`;
  emulator.feed(Buffer.from(link(long, 'long')));
  const find = (text: string, url: string | true): number =>
    findAndFormat(emulator, exact(text, { style: { link: url } })).length;
  expect([find('old', true), find('long', long.slice(0, 4096))]).toEqual([1, 1]);
  const flood = Array.from({ length: 1000 }, (_, index) => `\r${link(`https://a.example/${index + 10}`, 'x')}`);
  emulator.feed(Buffer.from(`\r\n${flood.join('')}`));
  expect([find('old', true), find('long', true), find('x', 'https://a.example/1009')]).toEqual([0, 0, 1]);
  expect(old?.linkAt(0)).toBeUndefined();
});

test('the result of a view has the links, and a failure names the style that differs [19.style-failure]', async () => {
  const { server } = await ScriptedProgram.startWith(`a ${link(first, 'go')} \x1b[4:3;58;5;1mwave\x1b[0m`);
  const { styles } = await server.request('currentView', { styles: true });
  expect(styles).toEqual([
    { row: 1, col: 1, width: 2, text: 'a ' },
    { row: 1, col: 3, width: 2, text: 'go', link: first },
    { row: 1, col: 5, width: 1, text: ' ' },
    {
      row: 1,
      col: 6,
      width: 4,
      text: 'wave',
      underline: 'curly',
      underlineColor: 'red',
    },
  ]);
  const rows = [
    ['go', { link: second }, `its link is "${first}", not "${second}"`],
    ['a ', { link: true }, 'it is not a link'],
    ['wave', { underline: 'double' }, 'its underline is "curly", not "double"'],
    ['wave', { underlineColor: 'blue' }, 'its underline is red, not blue'],
    ['wave', { underline: false }, 'it is underlined'],
    ['a ', { underline: 'curly' }, 'it is not underlined'],
  ] as const;
  for (const [text, style, words] of rows) {
    const { message } = await failureOf(
      server.request('expectVisible', {
        selector: { type: 'exact', text, style },
        timeoutMs: 0,
      }),
    );
    expect(message).toContain(`"${text}" is in row 1, but ${words}.`);
  }
});

test('a style that no cell can have is refused [19.style]', async () => {
  const { server } = await ScriptedProgram.start();
  for (const style of [{ link: false }, { link: '' }, { underline: 'wavy' }, { underlineColor: 'pink' }]) {
    const { code } = await failureOf(server.request('find', { selector: { type: 'exact', text: 'x', style } }));
    expect(code).toBe(-32602);
  }
});

test('toHaveStyle of the library compares links and underlines [19.style-library]', async () => {
  const { terminal } = await LibraryPrinter.showing(`${link(first, 'go')} \x1b[4:3mwave\x1b[0m`);
  await expectScreen(terminal.getByText('go')).toHaveStyle({
    link: first,
    underline: false,
  });
  await expectScreen(terminal.getByText('go')).toHaveStyle({ link: true });
  await expectScreen(terminal.getByText('wave')).toHaveStyle({
    underline: 'curly',
    underlineColor: 'default',
  });
  const { message } = await assertionFailure(
    expectScreen(terminal.getByText('go')).toHaveStyle({ link: second }, { timeout: 0 }),
  );
  expect(message).toContain(`is "${first}", not "${second}".`);
  expect(() => terminal.getByText('go', { style: { underline: 'wavy' as 'curly' } })).toThrow('`underline` is "wavy".');
});

test.each([
  ['e\x1b[33mYes', 'Yes', { fg: 'green' }, 'The `fg` of "Yes" (row 1, column 2) is "yellow", not "green".'],
  [
    '\x1b[32mY\x1b[33mes',
    'Yes',
    { fg: 'green' },
    'The `fg` of "e" of "Yes" (row 1, column 2) is "yellow", not "green".',
  ],
  [
    '\x1b[32mY\x1b[33mes',
    'Yes',
    { fg: 'yellow' },
    'The `fg` of "Y" of "Yes" (row 1, column 1) is "green", not "yellow".',
  ],
  [
    '\x1b[32m漢\x1b[33;1m字Yes',
    '漢字Y',
    { fg: 'green', bold: false },
    'The `fg` of "字" of "漢字Y" (row 1, column 3) is "yellow", not "green"; `bold` is true, not false.',
  ],
] as const)(
  'toHaveStyle names the first cell that differs, and all that differs: %j [19.style-library]',
  async (...row) => {
    const [output, text, style, words] = row;
    const { terminal } = await LibraryPrinter.showing(output);
    const { message } = await assertionFailure(
      expectScreen(terminal.getByText(text)).toHaveStyle(style, { timeout: 0 }),
    );
    expect(message).toContain(words);
  },
);
