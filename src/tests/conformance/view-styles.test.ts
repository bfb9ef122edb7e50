import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const sgr = (codes: string, text: string): string => `\x1b[${codes}m${text}\x1b[0m`;

test.each([
  ['bold', '1', { bold: true }],
  ['dim', '2', { dim: true }],
  ['italic', '3', { italic: true }],
  ['underline', '4', { underline: 'single' }],
  ['double underline', '21', { underline: 'double' }],
  ['curly underline in color', '4:3;58;5;208', { underline: 'curly', underlineColor: 208 }],
  ['dotted underline', '4:4', { underline: 'dotted' }],
  ['dashed underline', '4:5', { underline: 'dashed' }],
  ['blink', '5', { blink: true }],
  ['inverse', '7', { inverse: true }],
  ['hidden', '8', { hidden: true }],
  ['strikethrough', '9', { strikethrough: true }],
  ['overline', '53', { overline: true }],
  ['a color', '31', { fg: 'red' }],
  ['a bright color on another', '92;104', { fg: 'brightGreen', bg: 'brightBlue' }],
  ['palette colors', '38;5;208;48;5;16', { fg: 208, bg: 16 }],
  ['palette colors that have names', '38;5;1;48;5;15', { fg: 'red', bg: 'brightWhite' }],
  ['true color', '38;2;1;2;255;48:2::0:0:0', { fg: '#0102ff', bg: '#000000' }],
  ['true color without a color space', '38:2:1:2:255;48:2:0:0:1', { fg: '#0102ff', bg: '#000001' }],
  [
    'several attributes at once',
    '1;3;4;7;9;35',
    { bold: true, italic: true, underline: 'single', inverse: true, strikethrough: true, fg: 'magenta' },
  ],
])('currentView returns %s as a style run [7.styles]', async (_, codes, style) => {
  const program = await ScriptedProgram.startRaw(20, 2);
  await program.show(`ab${sgr(codes, 'cd')}ef`);
  expect((await program.server.request('currentView', { styles: true })).styles).toEqual([
    { row: 1, col: 1, width: 2, text: 'ab' },
    { row: 1, col: 3, width: 2, text: 'cd', ...style },
    { row: 1, col: 5, width: 2, text: 'ef' },
  ]);
});

test('currentView rejects more style runs than a response can contain without creating them [7.styles-bounded]', async () => {
  const server = new TestServer();
  const line = 'x\\033[31mx\\033[0m'.repeat(500);
  const script = `yes "$(printf '${line}')" | head -n 1010; echo READY; cat`;
  const session = { terminalCols: 1000, terminalRows: 10, scrollback: 2000, timeoutSeconds: 25 };
  await server.launch('sh', ['-c', script], { readySelector: { type: 'exact', text: 'READY' } }, session);
  const { data } = await failureOf(server.request('currentView', { scrollback: 2000, styles: true }));
  const reason = 'The lines have more than the maximum of 1000000 style runs. Request fewer lines.';
  expect(data).toEqual({ errors: [{ pointer: '/scrollback', reason }] });
  expect((await server.request('currentView', { scrollback: 2000 })).rows).toBeGreaterThan(1000);
});

test('currentView returns style runs only on request, and joins cells that look the same [7.styles]', async () => {
  const program = await ScriptedProgram.startRaw(20, 4);
  const readStyles = async (params: object = {}): Promise<unknown> =>
    (await program.server.request('currentView', { styles: true, ...params })).styles;
  expect(await readStyles()).toEqual([]);
  await program.show(`${sgr('31', 'a')}${sgr('31', 'b')}\x1b[41m\x1b[K\x1b[0m\r\n\r\n  ${sgr('32', '日本')}  x `);
  expect(await readStyles()).toEqual([
    { row: 1, col: 1, width: 2, text: 'ab', fg: 'red' },
    { row: 1, col: 3, width: 18, text: ' '.repeat(18), bg: 'red' },
    { row: 3, col: 1, width: 2, text: '  ' },
    { row: 3, col: 3, width: 4, text: '日本', fg: 'green' },
    { row: 3, col: 7, width: 3, text: '  x' },
  ]);
  expect(Object.keys(await program.view())).not.toContain('styles');
  expect(await readStyles({ entireRow: 3 })).toMatchObject([
    { row: 1, col: 1 },
    { row: 1, col: 3 },
    { row: 1, col: 7 },
  ]);
  expect(await readStyles({ region: { col: 4, row: 3, width: 4, height: 1 } })).toEqual([
    { row: 1, col: 1, width: 3, text: ' 本', fg: 'green' },
  ]);
});
