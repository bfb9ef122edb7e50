import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { EventData } from '../../viewer/format.js';
import { hideInput, limitMessage } from '../conversation.js';
import { Segments } from './event-encoder.js';

const unpack = (segments: Segments): unknown[] =>
  segments.packed.flatMap((packed) =>
    gunzipSync(Buffer.from(packed, 'base64'))
      .toString()
      .split('\n')
      .map((line) => (JSON.parse(line) as { n: number }).n),
  );

test('the oldest segments without a failure are dropped', () => {
  const segments = new Segments({ maxTotalLength: 30, maxSegmentLength: 10 });
  for (let n = 1; n <= 9; n += 1) {
    segments.append({ n: n * 1000 }, n === 2);
    if (segments.isFull) segments.finish();
  }
  segments.finish();
  expect(unpack(segments)).toEqual([2000, 8000, 9000]);
  expect(segments.dropped).toBe(6);
});

const request = (method: string, params: object): EventData => ({
  type: 'request',
  at: 0,
  id: 1,
  method,
  params: params as Record<string, unknown>,
});

test.each([
  ['sendText', { text: 'secret', paste: true }, { text: '•••', paste: true }],
  ['sendKey', { keys: ['a', 'b'] }, { keys: ['•••', '•••'] }],
  ['sendBytes', { base64: 'YQ==' }, { base64: '•••' }],
  ['waitForText', { text: 'shown' }, { text: 'shown' }],
  [
    'batch',
    { steps: [{ method: 'sendLine', params: { text: 'secret' } }, 1] },
    { steps: [{ method: 'sendLine', params: { text: '•••' } }, 1] },
  ],
])('input of %s is hidden [14.trace-no-input]', (method, params, shown) => {
  expect(hideInput(request(method, params))).toEqual(request(method, shown));
});

test('long texts are shortened, and deep values are cut', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
  const limited = limitMessage(request('find', { text: 'x'.repeat(100_010), deep }));
  expect(JSON.stringify(limited)).toMatch(/x… \(10 more characters\)","deep":\[{63}"…"\]{63}/);
});
