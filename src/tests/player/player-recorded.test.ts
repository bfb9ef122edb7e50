import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerServer } from '../support/player-server.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const screens = [
  '\x1b[31mred\x1b[0m on \x1b[48;5;22mgreen\x1b[0m, \x1b[1;3;4mall\x1b[0m \x1b[7mof\x1b[0m \x1b[9mthat\x1b[0m',
  '\x1b[H\x1b[2J\x1b[44m\x1b[3;5H menu \x1b[4;5H 日本語 😀 \x1b[0m\x1b[10;1Hlast line',
  '\x1b[5;1H\x1b[38;2;1;2;3;58;2;200;0;0;4:3mcurly\x1b[0m\x1b[6;1H\x1b[41m\x1b[K\x1b[0m',
  '\x1b[?1049h\x1b[H\x1b[2J\x1b[10;55Hcorner',
];

test('plays the recorded screens with the same text and styles [9.player-frames]', async () => {
  const program = await ScriptedProgram.startRaw(60, 10);
  const path = join(program.server.directory, 'recorded.jsonl');
  await program.server.request('recording.start', { path, frameIntervalMs: 1 });
  const seen: unknown[] = [];
  for (const screen of screens) {
    await program.show(screen);
    const { text, styles } = await program.view({ styles: true });
    seen.push({ text, styles });
    // A stop records the current screen, and a start records the same again.
    await program.server.request('recording.stop');
    await program.server.request('recording.start', { path, frameIntervalMs: 1 });
  }
  await program.server.request('recording.stop');

  const events = readFileSync(path, 'utf8').trim().split('\n');
  const { timestampMicros } = JSON.parse(events.at(-1) ?? '') as { timestampMicros: number };
  // The player does not reach this frame.
  const muchLater = { timestampMicros: timestampMicros + 3_600_000_000, direction: 'frame', line: '' };
  appendFileSync(path, `${JSON.stringify(muchLater)}\n`);
  const frames = events.filter((event) => event.includes('"direction":"frame')).length;

  const player = new PlayerServer();
  await player.play([path], { cols: 60, rows: 11 });
  await player.waitForText(`playing  frame ${frames}/${frames + 1}`);
  const played: unknown[] = [];
  for (let frame = frames; frame >= 1; frame -= 1) {
    if (frame < frames) await player.press('Left', `paused   frame ${frame}/`);
    const { text, styles } = await player.request('currentView', { rows: { start: 1, end: 10 }, styles: true });
    played.push({ text, styles });
  }
  for (const one of seen) expect(played).toContainEqual(one);
});

test('the recorded cursor is shown, and the status line shows the exit [9.player-cursor, 9.player-exit]', async () => {
  const server = new PlayerServer();
  const path = join(server.directory, 'recorded.jsonl');
  const cursor = { row: 2, col: 9, visible: true };
  const event = (seconds: number, members: object): string =>
    `${JSON.stringify({ timestampMicros: seconds * 1_000_000, ...members })}\n`;
  const exit = { exitCode: 3, signal: null, timedOut: false };
  const lines = [
    event(1, { direction: 'frame', line: 'first\nsecond\n', cols: 20, cursor }),
    event(3600, { direction: 'frame-delta', line: '[]', cursor: { ...cursor, row: 1 } }),
    event(7200, { direction: 'frame-delta', line: '[[2,"third"]]', cursor: { ...cursor, visible: false }, exit }),
    event(10_800, { direction: 'frame', line: 'no members' }),
  ];
  writeFileSync(path, lines.join(''));
  await server.play([path], { cols: 100, rows: 5 });
  expect((await server.view()).cursor).toEqual(cursor);
  await server.press('Right', 'frame 2/4');
  expect((await server.view()).cursor).toEqual({ ...cursor, row: 1 });
  expect((await server.press('Right', 'frame 3/4')).at(-1)).toContain('exited code 3');
  expect((await server.view()).cursor.visible).toBe(false);
  expect((await server.press('Right', 'frame 4/4')).at(-1)).not.toContain('exited');
  await server.press('Left', 'frame 3/4');
  await server.press('Left', 'frame 2/4');
  expect((await server.view()).cursor).toEqual({ ...cursor, row: 1 });
});
