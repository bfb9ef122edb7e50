import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

// Each row: the text before an x, and the column of the x.
const rows: readonly (readonly [text: string, col: number])[] = [
  ['a😀', 4],
  ['👩🏽\u200d🚀👍🏿', 5],
  ['❤\ufe0f1\ufe0f\u20e3', 5],
  ['⌚\ufe0e', 2],
  ['🇩🇪🇫🇷', 5],
  ['日e\u0301本', 6],
  ['क्षि', 2],
  ['\u1112\u1161\u11ab', 3],
  ['\u0301abc\x1b[1;2H\u0301\x1b[1;4H', 4],
  ['\x1b[?7l\x1b[1;40H日\x1b[?7h\x1b[1;3H', 3],
];
test.each(rows)('text after %j is in column %i for selectors, cursor and snapshot [11.widths]', async (text, col) => {
  const server = new TestServer();
  await launchEcho(server);
  await showEcho(server, `\x1b[2J\x1b[H${text}x`);
  const { matches } = await server.request('find', { selector: { type: 'exact', text: 'x' } });
  expect(matches).toMatchObject([{ row: 1, col, endCol: col }]);
  const view = await server.request('currentView');
  expect(view.cursor).toMatchObject({ row: 1, col: col + 1 });
  const { snapshotPath } = await server.request('dumpView', { name: 'before' });
  await showEcho(server, `\x1b[2J\x1b[H${readFileSync(snapshotPath, 'utf8')}`);
  expect((await server.request('currentView')).text).toBe(view.text);
  const again = await server.request('dumpView', { name: 'after' });
  expect(readFileSync(again.snapshotPath, 'utf8')).toBe(readFileSync(snapshotPath, 'utf8'));
});

test('an emoji of several code points is found as a whole by text, pattern and each of its cells [11.widths]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  await showEcho(server, '\x1b[2J\x1b[H>👩🏽\u200d🚀<');
  const find = async (selector: object) => (await server.request('find', { selector })).matches;
  expect(await find({ type: 'exact', text: '👩🏽\u200d🚀' })).toMatchObject([{ col: 2, endCol: 3 }]);
  expect(await find({ type: 'regex', pattern: '>.+<' })).toMatchObject([{ col: 1, endCol: 4 }]);
  for (const col of [2, 3])
    expect(await find({ type: 'at', row: 1, col })).toMatchObject([{ text: '👩🏽\u200d🚀', col: 2, endCol: 3 }]);
});
