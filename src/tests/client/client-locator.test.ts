import { expect, test } from 'vitest';
import { requestFailure } from '../support/library-failure.js';
import { LibraryPrinter } from '../support/library-terminal.js';

test('a locator uses the screen of the moment, and never changes [13.locator]', async () => {
  const { terminal, show } = await LibraryPrinter.showing('');
  const locator = terminal.getByText('item');
  const last = locator.last();
  expect(await locator.count()).toBe(0);
  await show('item one\r\nitem two');
  expect(await locator.count()).toBe(2);
  expect(await last.all()).toMatchObject([{ row: 2, col: 1, text: 'item' }]);
  expect(await locator.first().all()).toMatchObject([{ row: 1 }]);
  expect(await locator.nth(-2).all()).toMatchObject([{ row: 1 }]);
  expect(await locator.nth(5).count()).toBe(0);
  expect(await locator.count()).toBe(2);
});

test('`getByText` takes regular expressions with their flags, styles and `ignoreCase` [13.locator]', async () => {
  const { terminal } = await LibraryPrinter.showing('Save \x1b[1msave\x1b[m SAVE');
  expect(await terminal.getByText('save').count()).toBe(1);
  expect(await terminal.getByText('save', { ignoreCase: true }).count()).toBe(3);
  expect(await terminal.getByText(/save/gi).count()).toBe(3);
  expect(await terminal.getByText(/save/i, { ignoreCase: false }).count()).toBe(1);
  expect(await terminal.getByText(/save/dy, { ignoreCase: true }).count()).toBe(3);
  expect(await terminal.getByText(/s[a-z]+/i, { style: { bold: true } }).all()).toMatchObject([{ col: 6 }]);
});

test('`within` finds only matches inside a region; regions can be nested in locators [13.locator]', async () => {
  const { terminal } = await LibraryPrinter.showing('a a\r\na a');
  const region = terminal.region({ row: 2, col: 1, width: 20, height: 1 });
  expect(await terminal.getByText('a').within(region).count()).toBe(2);
  expect(await region.getByText('a').last().all()).toMatchObject([{ row: 2, col: 3 }]);
  expect(await terminal.getByText('a').within({ row: 1, col: 2, width: 2, height: 2 }).count()).toBe(2);
  expect(await region.text()).toBe('a a');
});

test('`text` and `waitFor` wait for a match, and `waitFor` for its absence [13.locator]', async () => {
  const { terminal, print } = await LibraryPrinter.showing('');
  const text = terminal.getByText(/v\d+\.\d+/).text({ timeout: 20_000 });
  print('v1.20');
  expect(await text).toBe('v1.20');
  const hidden = terminal.getByText('v1').waitFor({ state: 'hidden', timeout: 20_000 });
  print('\r\x1b[K');
  await hidden;
  expect(await requestFailure(terminal.getByText('v1').text({ timeout: 20 }))).toMatchObject({ kind: 'timeout' });
});

test('messages describe a locator like the code that created it [13.locator]', async () => {
  const { terminal } = await LibraryPrinter.showing('');
  const rect = { row: 1, col: 2, width: 3, height: 4 };
  expect(String(terminal.getByText('a "b"').nth(2))).toBe('"a \\"b\\"".nth(2)');
  expect(String(terminal.getByText(/a+/i, { style: { bold: true } }).within(rect))).toBe(
    `/a+/i {"bold":true}.within(${JSON.stringify(rect)})`,
  );
  expect(String(terminal.at(3, 4))).toBe('cell 3:4');
});
