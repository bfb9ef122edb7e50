import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { PlayerServer } from '../support/player-server.js';
import { startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

const frame = (text: string): string =>
  `${JSON.stringify({ timestampMicros: 1, direction: 'frame', line: text, cols: 20 })}\n`;

test('--follow shows new frames as they are recorded [14.follow]', async () => {
  const recorded = new TestServer();
  await launchEcho(recorded);
  const path = await startRecording(recorded, { frameIntervalMs: 10 });
  const player = new PlayerServer();
  await player.play([path, '--follow'], {});
  await player.waitForText('live     frame');
  await player.waitForText('READY');
  for (const word of ['first', 'second', 'third']) {
    await showEcho(recorded, word);
    await player.waitForText(word);
  }
  await recorded.request('close');
  await player.waitForText('exited');
  await player.press('q', 'Replayed');
  expect(await player.request('waitForExit')).toMatchObject({ exitCode: 0 });
});

test('it waits for the first frame, and for the rest of a line [14.follow]', async () => {
  const path = join(createTemporaryDirectory(), 'r.jsonl');
  writeFileSync(path, '');
  const player = new PlayerServer();
  await player.play([path, '--follow'], {});
  const line = frame('one frame');
  appendFileSync(path, line.slice(0, 30));
  appendFileSync(path, line.slice(30));
  await player.waitForText('one frame');
  appendFileSync(path, frame('another one'));
  await player.waitForText('another one');
  const lines = await player.press('Left', 'paused   frame 1');
  expect(lines[0]).toBe('one frame');
  appendFileSync(path, frame('a third one'));
  await player.press('Space', 'live     frame 3');
  await player.waitForText('a third one');
});

test('without a terminal it is rejected [14.follow]', () => {
  const path = join(createTemporaryDirectory(), 'r.jsonl');
  writeFileSync(path, frame('x'));
  const { status, stderr, stdout } = spawnSync(process.execPath, [resolve('dist/cli.js'), 'replay', '--follow', path], {
    encoding: 'utf8',
  });
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr: 'tuispec: --follow requires a terminal as standard output.\n',
    stdout: '',
  });
});
