import { expect, test } from 'vitest';
import { listFindings, listMarks } from './findings.js';
import { RecordingModel } from './recording-model.js';

type Step = readonly [method: string, outcome: object, params?: object];

/** A recording in which each request takes from n to n + 0.5 seconds. */
function recordingOf(...steps: readonly Step[]): RecordingModel {
  const recording = new RecordingModel();
  for (const [index, [method, outcome, params]] of steps.entries()) {
    const [at, id] = [index * 1000, index + 1];
    // The ids of clients are others than the numbers of requests.
    recording.append({ type: 'request', at, id, requestId: `r${id}`, method, params: { ...params } });
    recording.append({ type: 'response', at: at + 500, id, ...outcome });
  }
  return recording;
}
const ok = { result: { ok: true } };
const failure = (data: object): object => ({ error: { code: -32004, message: 'x', data } });

test('the marks of a measurement are at their times in the recording [19.measure-trace]', () => {
  const idle = { startMs: 0, marks: [{ what: 'frame', atMs: 10 }] };
  const reactions = [
    { startMs: 100, marks: [{ what: 'fullClear', atMs: 1 }] },
    {
      startMs: 300,
      marks: [
        { what: 'blankFlash', atMs: 20 },
        { what: 'unknown', atMs: 30 },
      ],
    },
  ];
  const recording = recordingOf(
    ['measure.stop', { result: { idle, reactions } }],
    ['measure.start', ok],
    ['sendKey', ok],
    ['measure.stop', { result: { idle, reactions } }],
  );
  expect(listMarks(recording)).toEqual([
    { what: 'frame', at: 1510 },
    { what: 'fullClear', at: 1601 },
    { what: 'blankFlash', at: 1820 },
  ]);
  expect(listMarks(recordingOf(['measure.start', ok], ['measure.stop', { result: null }]))).toEqual([]);
});

test('each finding names the request that caused it [19.trace-findings]', () => {
  const change = { what: 'mouseTracking', initial: 'none', actual: 'any', setDuring: 'sendKey' };
  const recording = recordingOf(
    ['launch', ok],
    ['sendKey', ok],
    ['sendText', ok],
    ['expectRestored', failure({ changes: [change, { what: 'termios', initial: 'echo', actual: '-echo' }] })],
    ['expectLines', failure({ missing: ['a'], repeated: [{ line: 'b', count: 2, rows: [-1, 3] }], outOfOrder: ['c'] })],
    ['expectContrast', failure({ findings: [{ text: 'dim', row: 2, col: 3, ratio: 1.5 }] })],
    ['expectSurvivesResize', failure({ findings: [{ what: 'stale', size: [60, 24], lines: ['x'] }] })],
    ['expectVisible', failure({ kind: 'timeout' })],
  );
  const found = recording.calls.map((call) =>
    listFindings(call, recording).map(({ text, cause }) => [text, cause?.method]),
  );
  expect(found).toEqual([
    [],
    [],
    [],
    [
      ['mouseTracking: none → any, since sendKey', 'sendKey'],
      ['termios: echo → -echo', undefined],
    ],
    [
      ['missing: "a"', 'sendText'],
      ['2 times: "b" (rows -1, 3)', 'sendText'],
      ['out of order: "c"', 'sendText'],
    ],
    [['"dim" in row 2, column 3: ratio 1.5', 'sendText']],
    [['stale after 60 × 24: "x"', undefined]],
    [],
  ]);
});

test('a change names its own request among those of the same method, also in a batch and if it failed [19.trace-findings]', () => {
  const lost = (setDuring: string, id?: unknown): object =>
    failure({ changes: [{ what: 'modes', initial: 'none', actual: '7', setDuring }], causes: { modes: id } });
  const batch = (...methods: string[]): object => ({ steps: methods.map((method) => ({ method })) });
  const key = ['sendKey', ok] as const;
  const causeIn = (end: object, ...steps: readonly Step[]): unknown => {
    const recording = recordingOf(...steps, ['expectRestored', end]);
    const last = recording.calls.at(-1);
    const cause = last && listFindings(last, recording)[0]?.cause;
    return cause && [cause.id, cause.kind, cause.method];
  };
  expect(causeIn(lost('sendKey', 'r2'), key, key, key)).toEqual([2, 'request', 'sendKey']);
  expect(causeIn(lost('sendKey', 'r1'), ['sendKey', failure({})], key)).toEqual([1, 'request', 'sendKey']);
  // Who began it is not always called what it did.
  expect(causeIn(lost('resize', 'r1'), ['expectSurvivesResize', ok], ['resize', ok])).toEqual([
    1,
    'request',
    'expectSurvivesResize',
  ]);
  const one: Step = ['batch', ok, batch('sendKey', 'sendText')];
  expect(causeIn(lost('sendKey', 'r1'), one, key)).toEqual([1, 'batch-step', 'sendKey']);
  expect(causeIn(lost('sendKey', 'r1'), ['batch', ok, batch('sendKey', 'sendKey')], key)).toEqual([
    1,
    'request',
    'batch',
  ]);
  // A client may give all requests the same id, and earlier recordings name none.
  expect(causeIn(lost('sendKey', 'unknown'), key, key)).toEqual([2, 'request', 'sendKey']);
  expect(causeIn(lost('sendKey'), key, key)).toEqual([2, 'request', 'sendKey']);
});
