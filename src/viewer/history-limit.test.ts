import { expect, test } from 'vitest';
import { limitHistory } from './live-events.js';
import { RecordingModel } from './recording-model.js';

function createRecording(events: number, everyMs: number, length: number): RecordingModel {
  const recording = new RecordingModel(true);
  for (let index = 0; index < events; index += 1) {
    const at = index * everyMs;
    recording.append({ type: 'frame', at, rows: 1, cols: 5, add: [[[String(index)]]], set: [0, index] }, length);
    recording.append({ type: 'request', at, id: index + 1, method: 'find', params: {} }, length);
    recording.append({ type: 'response', at, id: index + 1, result: {} }, length);
  }
  return recording;
}

test('a recording within the limits is complete', () => {
  const recording = createRecording(100, 100, 1000);
  expect(limitHistory(recording)).toBe(false);
  expect([recording.start, recording.frames.length, recording.calls.length]).toEqual([0, 100, 100]);
});

test('the oldest events are forgotten when there are too many bytes [15.page-memory]', () => {
  const recording = createRecording(1000, 10, 1000);
  // The requests are too long for an exception.
  const limits = { maxAgeMs: 60_000, maxBytes: 1_000_000 };
  expect(limitHistory(recording, limits)).toBe(true);
  expect(recording.size).toBeLessThanOrEqual(1_000_000);
  expect(recording.size).toBeGreaterThan(800_000);
  const { start, frames, calls, moments, end } = recording;
  expect([start, frames[0]?.at, calls[0]?.at, moments[0]]).toEqual([start, start, start, start]);
  expect([end, calls.at(-1)?.index, recording.findCall(1), recording.findCall(1000)]).toEqual([
    9990,
    calls.length - 1,
    undefined,
    calls.at(-1),
  ]);
  // The screens that remain are the same as before.
  expect(recording.frameAt(start)?.rows[0]?.text).toBe(String(start / 10));
  expect(recording.frameAt(start - 1)).toBeUndefined();
  // The estimate is still right after more events.
  recording.forgetBefore(Number.POSITIVE_INFINITY);
  expect(recording.size).toBe(recording.frames[0]?.size);
});

test('short requests remain longer than the screens of a flood [15.page-memory]', () => {
  const recording = new RecordingModel(true);
  recording.append({ type: 'request', at: 0, id: 1, method: 'launch', params: {} }, 100);
  for (let at = 5000; at < 50_000; at += 10) recording.append({ type: 'frame', at, rows: 1, cols: 5 }, 1000);
  expect(limitHistory(recording, { maxAgeMs: 60_000, maxBytes: 1_000_000 })).toBe(true);
  const { calls, frames, start, moments, size } = recording;
  expect([calls.length, start, moments[0], moments[1] === frames[0]?.at]).toEqual([1, 0, 0, true]);
  expect(size).toBeLessThanOrEqual(1_000_000);
});

test('events that are too old are forgotten, except the last requests and the visible screen [15.page-memory]', () => {
  const recording = createRecording(500, 1000, 10);
  recording.append({ type: 'frame', at: 900_000, set: [] });
  expect(limitHistory(recording)).toBe(true);
  expect([recording.start, recording.calls.length, recording.frames[0]?.at]).toEqual([100_000, 400, 300_000]);
  expect(limitHistory(recording)).toBe(false);
});

test('a response to a request that has been forgotten is ignored', () => {
  const recording = createRecording(10, 1, 1);
  recording.append({ type: 'request', at: 10, id: 11, method: 'find', params: {} });
  recording.append({ type: 'frame', at: 20, set: [] });
  recording.forgetBefore(15);
  recording.append({ type: 'response', at: 21, id: 11, result: {} });
  expect(recording.calls).toEqual([]);
});
