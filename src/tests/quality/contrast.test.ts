import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { assertionFailure } from '../support/library-failure.js';
import { LibraryPrinter } from '../support/library-terminal.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const now = { timeoutMs: 0 };
/** Text in two colors, as 0xRRGGBB numbers in hexadecimal digits. */
const colored = (text: string, fg: string, bg: string): string => {
  const channels = (color: string): string =>
    [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(';');
  return `\x1b[38;2;${channels(fg)};48;2;${channels(bg)}m${text}\x1b[0m`;
};

// Ratios as the formula of WCAG 2 gives them.
test.each([
  ['000000', 'ffffff', 21],
  ['777777', 'ffffff', 4.48],
  ['767676', 'ffffff', 4.54],
  ['ff0000', 'ffffff', 4],
  ['0000ff', 'ffffff', 8.59],
  ['ffff00', '0000ff', 8],
  ['123456', '123456', 1],
])('the ratio of %s on %s is %d [19.contrast]', async (fg, bg, ratio) => {
  const { server } = await ScriptedProgram.startWith(colored('text', fg, bg));
  const { worst } = await server.request('expectContrast', { ratio: 1 });
  const place = { text: 'text', row: 1, col: 1, theme: 'pty-default-dark' };
  expect(worst).toEqual([{ ...place, foreground: `#${fg}`, background: `#${bg}`, ratio }]);
});

test('a finding is the first text of a color pair, the lowest ratio first [19.contrast-findings]', async () => {
  const low = colored(' low ', '808080', '909090');
  const { server } = await ScriptedProgram.startWith(`${low}\r\n${low}${colored('lower', '808080', '818181')}`);
  const { data, message } = await failureOf(server.request('expectContrast', now));
  expect(data).toMatchObject({ kind: 'low-contrast' });
  expect(data['findings']).toMatchObject([
    { text: 'lower', row: 2, col: 6 },
    { text: 'low', row: 1, col: 2 },
  ]);
  expect(message).toContain(
    '"lower" (row 2, column 6) has a contrast of 1.01:1 (#808080 on #818181 in the theme "pty-default-dark"), below 4.5:1. ' +
      '1 more color pair is below the limit.',
  );
});

// On the default dark theme (text #d4d4d4 on #0c0c0c).
test.each([
  ['text in default colors', 'plain', true],
  ['inverse text in default colors', '\x1b[7mplain', true],
  ['concealed text', '\x1b[8;38;5;16mplain', true],
  ['box drawing, blocks and braille', '\x1b[38;5;232m─│█▀⣿', true],
  ['private use characters', '\x1b[38;5;232m\ue0b0', true],
  ['blanks', '\x1b[38;5;232m   ', true],
  ['bold text, which is not brighter', '\x1b[1;30mbold', false],
  ['dim text in default colors', '\x1b[2mdim', false],
  ['dim text', '\x1b[2;34mdim', false],
  ['inverse text', '\x1b[30;7;40mtext', false],
  ['a default color that the program has set', '\x1b]10;#101010\x07text', false],
  ['a palette color that the program has set', '\x1b]4;1;#101010\x07\x1b[31mtext', false],
])('evaluated are the colors of pictures: %s [19.contrast-colors]', async (_, text, isReadable) => {
  const { server } = await ScriptedProgram.startWith(`${text}\x1b[0m`);
  const result = server.request('expectContrast', now);
  if (isReadable) await result;
  else expect((await failureOf(result)).data).toMatchObject({ kind: 'low-contrast' });
});

test('text is evaluated in each theme, with the ratio of its own text as the limit [19.contrast-themes]', async () => {
  const { server } = await ScriptedProgram.startWith('\x1b[38;2;101;123;131mtext \x1b[96mhint');
  const { data } = await failureOf(server.request('expectContrast', { themes: ['solarized-light', 'nord'], ...now }));
  const findings = data['findings'] as { theme: string; text: string }[];
  expect(findings.map(({ theme, text }) => `${theme} ${text}`)).not.toContain('solarized-light text');
  expect(findings.map(({ theme }) => theme)).toContain('solarized-light');
  expect(findings.map(({ theme, text }) => `${theme} ${text}`)).toContain('nord text');
  const { code } = await failureOf(server.request('expectContrast', { themes: ['drakula'] }));
  expect(code).toBe(-32602);
});

test('a limit has two decimals, and a ratio that is too low is not reported as its limit [19.contrast]', async () => {
  const { server } = await ScriptedProgram.startWith(`\x1b[37mtext\r\n${colored('red', 'ff0000', 'ffffff')}`);
  const { message } = await failureOf(server.request('expectContrast', { themes: ['solarized-light'], ...now }));
  // That of the theme's own text.
  expect(message).toContain('below 4.13:1.');
  const { data } = await failureOf(server.request('expectContrast', { region: 'red', ratio: 4, ...now }));
  expect(data['findings']).toMatchObject([{ text: 'red', ratio: 3.99 }]);
});

test('a region and ignored areas limit what is evaluated [19.contrast-areas]', async () => {
  const { server } = await ScriptedProgram.startWith('plain \x1b[30mdark\x1b[0m\r\nnext');
  await failureOf(server.request('expectContrast', now));
  await server.request('expectContrast', { ignore: ['dark'], ...now });
  await server.request('expectContrast', { ignore: [{ row: 1, col: 7, width: 4, height: 1 }], ...now });
  await server.request('expectContrast', { region: { row: 2, col: 1, width: 20, height: 1 }, ...now });
  await server.request('expectContrast', { region: 'plain', ...now });
  await failureOf(server.request('expectContrast', { region: 'dark', ...now }));
  expect((await failureOf(server.request('expectContrast', { region: 'none', ...now }))).data).toMatchObject({
    kind: 'timeout',
  });
});

test('it waits until the text is readable [19.contrast-retry]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('\x1b[30mdark\x1b[0m');
  await begin('wait', 'expectContrast', { timeoutMs: 60_000 });
  print('\x1b[2J');
  expect(await server.inbox.waitForResult('wait')).toEqual({ ok: true, worst: [] });
});

test('toHaveContrast of the library [19.contrast-library]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('\x1b[34mblue\x1b[0m', {});
  await expectScreen(terminal).toHaveContrast({ ratio: 3, themes: ['pty-default-dark'] });
  const failure = await assertionFailure(expectScreen(terminal).toHaveContrast({ ratio: 10, timeout: 20 }));
  expect(failure.message).toContain('"blue" (row 1, column 1) has a contrast of');
  const later = Promise.all([expectScreen(terminal).not.toHaveContrast({ ratio: 3, timeout: 60_000 })]);
  print('\x1b[30mdark');
  await later;
});
