import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import {
  framesOf,
  messagesOf,
  readEvents,
  readLastScreen,
  recordingPathOf,
  screensOf,
  startRecording,
} from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

test('a recording begins with a keyframe of the screen [9.record-first-frame]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server);
  await server.request('recording.stop');
  expect(framesOf(readEvents(path))).toMatchObject([{ direction: 'frame', line: `READY${'\n'.repeat(7)}` }]);
});

test('the first frame is the first screen of a program that is launched later [9.record-first-frame]', async () => {
  const server = new TestServer();
  const path = await startRecording(server);
  await server.request('server.ping');
  await launchEcho(server);
  await server.request('recording.stop');
  const events = readEvents(path);
  expect(framesOf(events)[0]?.direction).toBe('frame');
  expect(readLastScreen(path)).toBe(`READY${'\n'.repeat(7)}`);
  const launch = events.findIndex(({ line }) => line.includes('"method":"launch"'));
  expect(events.findIndex(({ direction }) => direction === 'frame')).toBeGreaterThan(launch);
});

test('records at most one frame per interval while the screen changes, and a keyframe about every second [9.record-keyframes, 9.record-interval]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 100 });
  const script = 'i=0; while [ $i -lt 250 ]; do i=$((i+1)); printf "\\033[1;1H%d" $i; sleep 0.01; done; echo ready';
  await server.launch('sh', ['-c', script]);
  await server.request('waitForExit', { timeoutMs: 25_000 });
  await server.request('recording.stop');
  const frames = framesOf(readEvents(path));
  const last = frames.pop();
  expect(last?.line).toContain('ready');
  const times = frames.map(({ timestampMicros }) => timestampMicros / 1000);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(99);
  const keyTimes = times.filter((_, index) => frames[index]?.direction === 'frame');
  expect(keyTimes.length).toBeGreaterThan(1);
  // The first screens, and one per second on average: a late one shortens the time to the next.
  expect(keyTimes.length).toBeLessThanOrEqual(2 + ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
  expect(frames.filter(({ direction }) => direction === 'frame-delta').length).toBeGreaterThan(keyTimes.length);
});

test('records no frame for requests that do not change the screen [9.record-interval]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 1 });
  await launchEcho(server);
  await server.request('recording.stop');
  const before = readEvents(path).length;
  await startRecording(server, { frameIntervalMs: 1 });
  await sleep(30);
  for (let time = 0; time < 3; time += 1) await server.request('sendText', { text: '\x1b[1;1HREADY' });
  await server.request('currentView');
  await server.request('recording.stop');
  const events = readEvents(path).slice(before);
  // The first frame of the recording.
  expect(framesOf(events)).toMatchObject([{ direction: 'frame', line: `READY${'\n'.repeat(7)}` }]);
  expect(messagesOf(events, 'request').length).toBeGreaterThan(3);
});

test('records a frame for a change of style only if styles are recorded [9.record-styles]', async () => {
  for (const styled of [true, false]) {
    const server = new TestServer();
    await launchEcho(server);
    const path = await startRecording(server, { styled });
    await server.request('sendText', { text: '\x1b[1;1H\x1b[7mREADY' });
    const selector = { type: 'exact', text: 'READY', style: { inverse: true } };
    await server.request('waitForText', { selector });
    await server.request('recording.stop');
    const frames = framesOf(readEvents(path));
    expect(frames.every(({ ansi }) => (ansi !== undefined) === styled)).toBe(true);
    expect(frames.length > 1).toBe(styled);
  }
});

test('records a synchronized update completely or not at all [9.record-whole-frames]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server, { frameIntervalMs: 1 });
  const steps = Array.from({ length: 30 }, (_, n) => `\x1b[?2026h\x1b[2J\x1b[1;1HA${n}\x1b[2;1HB${n}\x1b[?2026l`);
  for (const step of steps) await showEcho(server, step);
  await server.request('recording.stop');
  for (const screen of screensOf(readEvents(path), 'keyframe').slice(1)) expect(screen).toMatch(/^A(\d+)\nB\1\n/);
});

test('records a keyframe after a resize and after the launch of another program [9.record-delta]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server);
  await server.request('resize', { cols: 30, rows: 3 });
  await server.request('launch', {
    command: 'sh',
    args: ['-c', 'echo second; exec cat'],
    readySelector: { type: 'exact', text: 'second' },
  });
  await server.request('recording.stop');
  const screens = screensOf(readEvents(path), 'keyframe');
  expect(screens[0]?.split('\n').length).toBe(8);
  expect(screens.at(-1)).toBe('second\n\n');
});

test('records no frames with an interval of 0 [9.record-no-frames]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  await server.request('recording.start', { path: recordingPathOf(server), frameIntervalMs: 0 });
  await showEcho(server, 'more');
  await server.end();
  expect(framesOf(readEvents(recordingPathOf(server)))).toEqual([]);
  expect(readEvents(recordingPathOf(server)).length).toBeGreaterThan(3);
});
