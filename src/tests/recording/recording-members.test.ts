import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pollUntil } from '../support/processes.js';
import { framesOf, readEvents, startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

test('frames have the cursor, the title, the width and the screen; a move of the cursor is an empty delta [9.record-members]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await showEcho(server, '\x1b[3;7H');
  // What is shown within 1 ms would be one frame.
  await pollUntil(() => readFileSync(path, 'utf8').includes('"row":3'));
  await showEcho(server, '\x1b[?25l\x1b[?1049h\x1b[2;2H');
  await server.request('recording.stop');
  const frames = framesOf(readEvents(path));
  const [first] = frames;
  const cursor = { row: 1, col: 6, visible: true };
  expect(first).toMatchObject({ direction: 'frame', cols: 40, cursor, title: '', altScreen: false });
  const moved = frames.find((frame) => frame.cursor?.row === 3);
  expect(moved).toMatchObject({ direction: 'frame-delta', line: '[]', cursor: { row: 3, col: 7, visible: true } });
  expect(moved).not.toHaveProperty('altScreen');
  const last = frames.at(-1);
  expect(last).toMatchObject({ cursor: { row: 2, col: 2, visible: false }, altScreen: true });
  expect(last?.title).toMatch(/^echo \d+$/);
});

test('colors that the program sets are in the frames of a recording with styles [9.record-colors]', async () => {
  for (const styled of [true, false]) {
    const server = new TestServer();
    await launchEcho(server);
    const path = await startRecording(server, { frameIntervalMs: 1, styled });
    await showEcho(server, '\x1b]11;#102030\x07\x1b]4;3;rgb:00/ff/00\x07');
    await server.request('recording.stop');
    const colored = framesOf(readEvents(path)).filter(({ colors }) => colors !== undefined);
    expect(colored.length > 0).toBe(styled);
    for (const frame of colored)
      expect(frame).toMatchObject({ direction: 'frame', colors: { background: '#102030', palette: { 3: '#00ff00' } } });
  }
});

test.each([
  ['with a code', 'exit 7', {}, { exitCode: 7, signal: null, timedOut: false }],
  ['by a signal', 'kill -TERM $$', {}, { exitCode: null, signal: 'SIGTERM', timedOut: false }],
  ['at a limit', 'sleep 60', { maxRuntimeMs: 100 }, { exitCode: null, signal: 'SIGHUP', timedOut: true }],
])('the last frame of a program has its exit %s [9.record-exit]', async (_, script, limits, exit) => {
  const server = new TestServer();
  const path = await startRecording(server);
  await server.launch('sh', ['-c', script], limits);
  await server.request('waitForExit', { timeoutMs: 25_000 });
  const readySelector = { type: 'exact', text: 'next' };
  await server.request('launch', { command: 'sh', args: ['-c', 'echo next; exec cat'], readySelector });
  await server.request('recording.stop');
  const frames = framesOf(readEvents(path));
  const last = frames.findLastIndex((frame) => frame.exit !== undefined);
  expect(frames[last]?.exit).toEqual(exit);
  expect(frames[last + 1]?.direction).toBe('frame');
  expect(frames.at(-1)?.exit).toBeUndefined();
});
