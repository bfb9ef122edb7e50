import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerServer, pathOfRecording } from '../support/player-server.js';

const counting = pathOfRecording('counting.jsonl');
const ruler = '1234567890'.repeat(6);
const createFrame = (number: number): string[] => [
  `Frame ${number}`,
  ruler,
  '日本語 wide, é composed',
  ...Array.from({ length: 6 }, () => ''),
  `bottom ${number}`,
];

test('plays frames in color on the alternate screen [9.player-frames, 9.player-status]', async () => {
  const server = new PlayerServer();
  await server.play([counting], { cols: 100, rows: 14 });
  const lines = await server.press('Down', 'frame 6/12');
  expect(lines.slice(0, -1)).toEqual([...createFrame(6), '', '', '']);
  expect(lines.at(-1)).toMatch(
    /^ playing {2}frame 6\/12 {2}5:00:\d\d\.\d \/ 11:00:00\.0 {3}45% {2}█+░+ {2}Space pauses .* q quits$/,
  );
  expect(await server.view()).toMatchObject({ altScreen: true, cursor: { visible: false } });
  for (const [text, style] of [
    ['Frame 6', { fg: '#ff6406', bold: true }],
    [ruler, { inverse: true }],
    ['日本語', { fg: 'green' }],
    ['é', { underline: true }],
    ['wide', { fg: 'default', underline: false }],
    ['     ', { bg: 'blue' }],
    ['bottom', { fg: 'yellow' }],
    ['6/12', { inverse: true }],
  ] as const)
    expect((await server.request('find', { selector: { type: 'exact', text, style } })).matches, text).not.toEqual([]);
});

test('cuts frames to the terminal after each resize [9.player-fits]', async () => {
  const server = new PlayerServer();
  await server.play([counting], { cols: 100, rows: 14 });
  const status = (await server.press('Right', 'paused   frame 2/12')).at(-1) ?? '';
  for (const [cols, rows] of [
    [60, 11],
    [59, 10],
    [5, 3],
    [2, 1],
    [7, 4],
    [200, 50],
    [100, 14],
  ] as const) {
    await server.request('resize', { cols, rows });
    const expected = [...createFrame(2), ...Array.from({ length: 50 }, () => '')].slice(0, rows - 1);
    // Half of a wide character is not drawn.
    const cut = expected.map((line) =>
      line.startsWith('日') && cols < 22 ? '日本語 wide'.slice(0, cols >> 1) : line.slice(0, cols),
    );
    const last = status.slice(0, Math.min(cols, 40));
    await server.request('waitUntil', {
      pattern: `^${escapePattern([...cut, last].join('\n'))}.*$`,
      flags: '',
      timeoutMs: 25_000,
    });
  }
});

const escapePattern = (text: string): string => text.replaceAll(/[/.\\+*?()[\]{}|^$]/g, '\\$&');

test('plays a plain recording with its original timing, and exits at its end [9.player-frames, 9.player-timing, 9.player-end]', async () => {
  const server = new PlayerServer();
  await server.request('initialize', { terminalCols: 80 });
  await server.request('viewSubscribe', { debounceMs: 0, includeText: true });
  const start = performance.now();
  await server.request('launch', {
    command: process.execPath,
    args: [resolve('dist/cli.js'), 'replay', pathOfRecording('short.jsonl')],
  });
  expect(await server.request('waitForExit', { timeoutMs: 25_000 })).toMatchObject({ exitCode: 0 });
  // Two gaps of 400 ms, and the last frame remains for a second.
  expect(performance.now() - start).toBeGreaterThan(1800);
  const texts = server.inbox.listNotifications('view.changed').map(({ text }) => text as string);
  const places = [
    /^plain 1\n\nlast line\n/,
    /^plain 2\n\nlast line\n/,
    /^plain 3\n[\s\S]* end /,
    /^Replayed 3 frames\n/,
  ].map((pattern) => texts.findIndex((text) => pattern.test(text)));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('plays a recording of hours immediately as fast as possible [9.player-timing]', async () => {
  const server = new PlayerServer();
  await server.playInShell('PLAY', ['--speed', 'as-fast-as-possible', counting]);
  await server.waitForText('Replayed 12 frames');
  await server.waitForText('exit 0');
});
