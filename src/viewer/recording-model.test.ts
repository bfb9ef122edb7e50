import { expect, test } from 'vitest';
import { findResultTime, findSpots } from './compared-screens.js';
import type { EventData, RowData } from './format.js';
import { describeMainParam, parseLink, toJsonLines, toLink, toMarkdown } from './messages.js';
import { cellsAt, findDifferentCells, type RecordedCall, RecordingModel, rowFrom } from './recording-model.js';
import { Search } from './search.js';

const row = (text: string): RowData => [[text]];
const response = (at: number, id: number, result: unknown): EventData => ({ type: 'response', at, id, result });
const request = (at: number, id: number, method: string, params = {}): EventData => ({
  type: 'request',
  at,
  id,
  method,
  params,
});

function recordingOf(...events: readonly EventData[]): RecordingModel {
  const recording = new RecordingModel();
  for (const event of events) recording.append(event);
  return recording;
}

const frames: readonly EventData[] = [
  { type: 'frame', at: 0, reset: true, rows: 2, cols: 10, add: [row('one'), row('')], set: [0, 0, 1, 1], title: 'a' },
  { type: 'frame', at: 100, add: [row('two')], set: [1, 2], cursor: [1, 3, 1, ' '] },
  { type: 'frame', at: 200, set: [0, 1] },
];
const textsOf = ({ frames: all }: RecordingModel): string[] =>
  all.map(({ rows }) => rows.map(({ text }) => text).join('|'));

test('objects that cannot be converted to text are shown as JSON', () => {
  const value = { toString: 1 };
  const params = { command: value, args: [value], cols: value, rows: value, text: value, title: value, steps: [value] };
  const recording = recordingOf(
    ...['launch', 'batch', 'resize', 'find'].map((method, id) => request(0, id, method, params)),
    request(0, 9, 'find', { selector: { selector: value, type: value, pattern: 'x', flags: value } }),
    { type: 'notification', at: 1, method: 'view.input', params: { ...value, key: value } },
    { type: 'notification', at: 2000, method: 'view.input', params: { type: 'mouse', action: value, row: value } },
    { type: 'response', at: 3, id: 3, error: { message: value } },
  );
  for (const call of recording.calls) expect(describeMainParam(call)).not.toContain('[object');
  expect(toMarkdown('demo', 5, recording.findCall(3), recording)).toContain('{"toString":1}');
});

test('frames refer to rows that were sent before', () => {
  const recording = recordingOf(...frames);
  expect(textsOf(recording)).toEqual(['one|', 'one|two', '|two']);
  expect(recording.frames.map(({ changedRows }) => changedRows)).toEqual([2, 1, 1]);
  expect(recording.frames[2]).toMatchObject({ title: 'a', cursor: [1, 3, 1, ' '], cols: 10 });
});

test('events can be appended at any time; a reset forgets the rows before it', () => {
  const recording = recordingOf(...frames);
  recording.append({ type: 'frame', at: 300, reset: true, rows: 1, cols: 5, add: [row('new')], set: [0, 0] });
  expect(textsOf(recording).at(-1)).toBe('new');
  expect([recording.indexAt(-1), recording.indexAt(99), recording.indexAt(100), recording.end]).toEqual([
    -1, 0, 1, 300,
  ]);
});

test('unknown rows and rows outside of the screen are ignored', () => {
  expect(textsOf(recordingOf({ type: 'frame', at: 0, rows: 1, cols: 5, set: [0, 99, 7, 0, 3] }))).toEqual(['']);
});

test('the steps of a batch have their results; its failed step has the error', () => {
  const steps = [{ method: 'sendKey', params: { key: 'a' } }, { method: 'find' }, { method: 'find' }];
  const error = { code: -32004, message: 'find failed' };
  const { calls, failures } = recordingOf(
    request(0, 1, 'batch', { steps }),
    response(9, 1, { ok: false, completed: 1, results: [{ ok: true }], errorStep: 2, error }),
  );
  expect(calls.map(({ kind, method, error: failure }) => [kind, method, failure])).toEqual([
    ['request', 'batch', error],
    ['batch-step', 'sendKey', undefined],
    ['batch-step', 'find', error],
    ['batch-step', 'find', undefined],
  ]);
  expect(failures.length).toBe(1);
});

test('what a person types is one call, until there is a pause or another call', () => {
  const input = (at: number, params: object): EventData => ({
    type: 'notification',
    at,
    method: 'view.input',
    params: params as Record<string, unknown>,
  });
  const recording = recordingOf(
    ...['l', 's', 'Space', 'a', 'Enter'].map((key, index) => input(index * 100, { type: 'key', key })),
    request(500, 1, 'find'),
    input(600, { type: 'text', text: '漢' }),
    input(3000, { type: 'mouse', action: 'press', row: 1, col: 2 }),
    response(3100, 1, {}),
  );
  expect(recording.calls.map((call) => [call.at, call.index, describeMainParam(call)])).toEqual([
    [0, 0, 'ls a⟨Enter⟩'],
    [500, 1, ''],
    [600, 2, '漢'],
    [3000, 3, '⟨press 1:2⟩'],
  ]);
  expect(recording.calls[1]?.response).toBeDefined();
});

test('cancelled requests are not failures', () => {
  const recording = recordingOf(request(0, 1, 'find'), { type: 'response', at: 1, id: 1, error: { code: -32800 } });
  expect(recording.failures).toEqual([]);
});

test('the screen after a wait is the one with its match', () => {
  const match = { row: 2, col: 1, endRow: 2, endCol: 3, text: 'two' };
  const recording = recordingOf(...frames.slice(0, 1), request(10, 1, 'waitForText'), response(90, 1, { match }));
  for (const frame of frames.slice(1)) recording.append(frame);
  const [call] = recording.calls as [RecordedCall];
  expect(findResultTime(call, recording)).toBe(100);
  expect(findSpots(call)).toEqual([{ row: 1, col: 0, width: 3, kind: 'match' }]);
});

test('the search finds where a match appears, not where it remains', () => {
  const recording = recordingOf(...frames);
  const hits = (query: string): number[] | undefined => Search.parse(query)?.findHits(recording);
  expect([hits('one'), hits('TWO'), hits('/^t.o$/'), hits('/T/i')]).toEqual([[0], [], [100], [100]]);
  expect([hits(''), hits('/(/'), hits('a.c')]).toEqual([undefined, undefined, []]);
});

test('columns of wide characters', () => {
  const wide = rowFrom([['a'], ['日本', 4, 384], ['b']]);
  expect(cellsAt(wide, 0, 1)).toEqual({ col: 0, width: 1 });
  expect(cellsAt(wide, 2, 4)).toEqual({ col: 3, width: 3 });
  expect(findDifferentCells(wide, rowFrom([['a'], ['日木', 4, 384], ['b', 0, 1]]), 8)).toEqual([[3, 3]]);
});

test.each([
  ['#t=12.3', { at: 12_300 }],
  ['#r=57', { id: 57 }],
  ['#t=x', undefined],
  ['', undefined],
])('the link %j [14.trace-links]', (link, place) => {
  expect(parseLink(link)).toEqual(place);
  if (place !== undefined) expect(toLink(place)).toBe(link);
});

test('requests are copied as JSON lines up to a moment, without the steps of batches', () => {
  const recording = recordingOf(
    request(0, 1, 'batch', { steps: [{ method: 'find' }] }),
    { type: 'notification', at: 1, method: 'session.exited', params: {} },
    request(5, 2, 'close'),
  );
  expect(toJsonLines(4, recording)).toBe(
    '{"jsonrpc":"2.0","id":1,"method":"batch","params":{"steps":[{"method":"find"}]}}\n',
  );
});

test('a screen with a fence is copied in a longer one', () => {
  const recording = recordingOf({ type: 'frame', at: 0, rows: 1, cols: 9, add: [row('````')], set: [0, 0] });
  expect(toMarkdown('t', 0, undefined, recording)).toContain('`````text\n````\n`````');
});
