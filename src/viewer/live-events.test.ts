import { expect, test } from 'vitest';
import { toTheme } from './colors.js';
import { LiveEvents, parseServerMessage, type ServerMessage } from './live-events.js';

const start = 1_795_000_000_000_000;

function parse(message: object): ServerMessage {
  const parsed = parseServerMessage(JSON.stringify(message));
  if (parsed === undefined) throw new Error(`not parsed: ${JSON.stringify(message)}`);
  return parsed;
}
const event = (atMs: number, direction: string, message: unknown): ServerMessage =>
  parse({ type: 'event', event: { timestampMicros: start + atMs * 1000, direction, line: JSON.stringify(message) } });

function createEvents(): LiveEvents {
  const events = new LiveEvents();
  events.connect(start);
  return events;
}

test('requests, responses and notifications are those of a recording', () => {
  const events = createEvents();
  const decoded = [
    event(10, 'request', { id: 'x', method: 'find', params: { text: 'a' } }),
    event(20, 'notification', { method: 'session.exited', params: { exitCode: 0 } }),
    event(30, 'response', { id: 'x', error: { code: -32004 } }),
    event(40, 'response', { id: 'x', result: 1 }),
    event(50, 'request', [{ method: 'a' }, { id: 2, method: 'b' }]),
    event(60, 'response', [{ id: 2, result: null }]),
  ].flatMap((message) => events.decode(message));
  expect(decoded).toEqual([
    { type: 'request', at: 10, id: 1, requestId: 'x', method: 'find', params: { text: 'a' } },
    { type: 'notification', at: 20, method: 'session.exited', params: { exitCode: 0 } },
    { type: 'response', at: 30, id: 1, error: { code: -32004 } },
    { type: 'request', at: 50, id: 2, method: 'a', params: {} },
    { type: 'request', at: 50, id: 3, requestId: 2, method: 'b', params: {} },
    { type: 'response', at: 60, id: 3, result: null },
  ]);
});

test('what the server repeats after a reconnection is ignored [15.page-states]', () => {
  const events = createEvents();
  const messages = [
    event(10, 'request', { id: 1, method: 'a' }),
    event(10, 'request', { id: 2, method: 'b' }),
    event(20, 'response', { id: 1, result: 1 }),
  ];
  expect(messages.flatMap((message) => events.decode(message)).length).toBe(3);
  events.connect(start);
  const missed = event(20, 'response', { id: 2, result: 2 });
  expect([...messages, missed].flatMap((message) => events.decode(message))).toEqual([
    { type: 'response', at: 20, id: 2, result: 2 },
  ]);
});

test('times never decrease, also if the view has started again', () => {
  const events = createEvents();
  const screen = (at: number): ServerMessage => parse({ type: 'screen', screen: { at, rows: 1 } });
  expect(events.decode(screen(100))).toEqual([{ type: 'frame', at: 100, rows: 1 }]);
  expect(events.decode(event(99.996, 'request', { method: 'a' }))).toMatchObject([{ at: 100 }]);
  events.connect(start + 5_000_000);
  expect(events.decode(screen(1))).toMatchObject([{ at: 5001 }]);
  expect(events.startedAt).toBe(start / 1000);
});

test('the end of a program is reported once, and again if it has run again', () => {
  const events = createEvents();
  const exit = parse({ type: 'pty_exited', session_id: 's', pane_id: 'p1', exit_code: 0, last_lines: [] });
  const params = { session_id: 's', pane_id: 'p1', exit_code: 0, last_lines: [] };
  expect(events.decode(exit)).toEqual([{ type: 'notification', at: 0, method: 'pty_exited', params }]);
  expect(events.decode(exit)).toEqual([]);
  events.decode(parse({ type: 'screen', screen: { at: 5, exit: null } }));
  expect(events.decode(exit)).toMatchObject([{ at: 5 }]);
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"type":"event"}',
  '{"type":"event","event":{"line":1}}',
  '{"type":"screen","screen":{}}',
  '{"type":"new"}',
])('%j is ignored', (text) => {
  expect(parseServerMessage(text)).toBeUndefined();
});

test('lines that are not messages are ignored', () => {
  const events = createEvents();
  for (const message of [1, null, [1], {}, { method: 5 }, { id: 1, result: 1 }])
    for (const direction of ['request', 'response', 'notification', 'other'])
      expect(events.decode(event(1, direction, message))).toEqual([]);
});

test('a session is named by its title or its name', () => {
  const name = (session: unknown): string | undefined => {
    const message = parse({ type: 'session', session });
    return message.type === 'session' ? message.session.name : undefined;
  };
  expect([name('a'), name(null), name({ name: 'b' }), name({ name: 'b', title: 'c' }), name({})]).toEqual([
    'a',
    undefined,
    'b',
    'c',
    'session',
  ]);
});

test('missing colors of a theme are the usual ones', () => {
  const theme = toTheme({ background: '#102030', palette: ['#000001', 'red'] });
  expect([theme.background, theme.palette[0], theme.palette.length]).toEqual([0x102030, 1, 256]);
  expect([16, 21, 196, 231, 232, 255].map((slot) => theme.palette[slot]?.toString(16))).toEqual([
    '0',
    'ff',
    'ff0000',
    'ffffff',
    '80808',
    'eeeeee',
  ]);
});
