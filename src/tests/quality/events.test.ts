import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { LibraryPrinter } from '../support/library-terminal.js';
import { needing } from '../support/packages.js';
import { messagesOf, readEvents, startRecording } from '../support/recordings.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const osc = (text: string): string => `\x1b]${text}\x07`;
const notify = (title: string, body: string): string => osc(`777;notify;${title};${body}`);
const run = (text: string, output: string, exitCode: number): string =>
  `${osc('133;A')}$ ${osc('133;B')}${text}\r\n${osc('133;C')}${output}\r\n${osc(`133;D;${exitCode}`)}`;
const notified = (title: string, body: string): object => ({ type: 'notification', title, body });
const now = { timeoutMs: 0 };

test('events lists what a program has sent, in order, by type and since a baseline [19.events-method]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(20, 6);
  expect(await server.request('events')).toEqual({ events: [] });
  await show(`\x07${notify('Build', 'done')}x\x1bPq~~\x1b\\`);
  const image = { type: 'image', protocol: 'sixel', row: 1, col: 2, bytes: 2 };
  expect(await server.request('events')).toEqual({ events: [{ type: 'bell' }, notified('Build', 'done'), image] });
  const { mark } = await server.request('mark');
  await show(osc('9;marked'));
  await server.request('sendText', { text: 'x', settleMs: 0 });
  await show(`${osc('9;4;1;5')}${osc('9;typed')}`);
  const progress = { type: 'progress', state: 'normal', percent: 5 };
  const list = async (params: object): Promise<unknown> => (await server.request('events', params)).events;
  expect(await list({ since: mark })).toEqual([notified('', 'marked'), progress, notified('', 'typed')]);
  expect(await list({ since: 'lastInput' })).toEqual([progress, notified('', 'typed')]);
  expect(await list({ since: 'now' })).toEqual([]);
  expect(await list({ types: ['bell', 'progress'] })).toEqual([{ type: 'bell' }, progress]);
  for (const params of [{ since: 'mark-99' }, { since: 'soon' }, { types: ['sound'] }, { types: [] }])
    expect((await failureOf(server.request('events', params))).code).toBe(-32602);
});

test('terminalState has the totals and the last event of each type [19.events-state]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(20, 6);
  await show(`\x07\x07${osc('9;one')}${osc('9;two')}${osc('9;4;3')}${run('ls', 'a', 1)}`);
  const { bells, events } = await server.request('terminalState');
  expect([bells, events]).toEqual([
    2,
    {
      totals: { bell: 2, notification: 2, progress: 1, command: 1 },
      last: [
        notified('', 'two'),
        { type: 'progress', state: 'indeterminate', percent: null },
        { type: 'command', text: 'ls', exitCode: 1, output: 'a' },
      ],
    },
  ]);
});

test('events of an earlier program are gone, and those since its marks are new [19.events-method]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(20, 6);
  await show(osc('9;old'));
  const { mark } = await server.request('mark');
  const next = await ScriptedProgram.launch(server, {}, 'raw');
  await next.show(osc('9;new'));
  expect(await server.request('events', { since: mark })).toEqual({ events: [notified('', 'new')] });
});

test('secrets are redacted in events, results and failures [19.events-secrets]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(40, 6, { secrets: ['hunter2'] });
  await show(
    `${notify('a hunter2', 'b hunter2')}${osc('2;c hunter2')}${osc(`52;c;${btoa('hunter2')}`)}${run('x hunter2', 'y hunter2', 0)}`,
  );
  const { events } = await server.request('events');
  expect(events).toEqual([
    notified('a •••••••', 'b •••••••'),
    { type: 'title', title: 'c •••••••' },
    { type: 'clipboard', selection: 'c', text: '•••••••' },
    { type: 'command', text: 'x •••••••', exitCode: 0, output: 'y •••••••' },
  ]);
  expect(JSON.stringify((await server.request('terminalState')).events)).not.toContain('hunter2');
  const met = await server.request('waitFor', { anyOf: [{ notification: 'hunter\\d' }], since: 'any' });
  expect(met.event).toEqual(events[0]);
  const { message } = await failureOf(server.request('waitFor', { anyOf: [{ notification: 'absent' }], ...now }));
  expect(message).toContain('The last such event was notification "a •••••••" "b •••••••".');
});

const waits: readonly (readonly [title: string, condition: object, output: string, event: object | undefined])[] = [
  ['a notification by its body', { notification: '^done$' }, notify('Build', 'done'), notified('Build', 'done')],
  ['a notification by its title', { notification: '^Build$' }, notify('Build', 'done'), notified('Build', 'done')],
  ['a notification over both', { notification: 'd\\nd' }, notify('Build', 'done'), notified('Build', 'done')],
  ['a notification with flags', { notification: 'DONE', flags: 'i' }, osc('9;done'), notified('', 'done')],
  [
    'a notification without regard to composition',
    { notification: 'e\u0301' },
    osc('9;\u00e9'),
    notified('', '\u00e9'),
  ],
  ['a slow pattern', { notification: '(x+)+y$' }, osc('9;xxxy'), notified('', 'xxxy')],
  ['any command', { command: {} }, run('ls', 'a', 2), { type: 'command', text: 'ls', exitCode: 2, output: 'a' }],
  ['a command by its exit code', { command: { exitCode: 2 } }, run('ls', 'a', 2), expect.anything() as object],
  ['a bell', { bell: true }, '\x07', undefined],
];

test.each(waits)(
  'waitFor is woken by %s, and counts only what comes after the call [19.wait-event]',
  async (...row) => {
    const [, condition, output, event] = row;
    const { server, show, begin } = await ScriptedProgram.startRaw(40, 10);
    await show(output);
    const once = { anyOf: [condition], ...now };
    expect((await failureOf(server.request('waitFor', once))).data).toMatchObject({ kind: 'timeout' });
    expect((await failureOf(server.request('waitFor', { ...once, since: 'now' }))).data).toMatchObject({
      kind: 'timeout',
    });
    expect((await server.request('waitFor', { ...once, since: 'any' })).event).toEqual(event);
    const { mark } = await server.request('mark');
    expect((await failureOf(server.request('waitFor', { ...once, since: mark }))).data).toMatchObject({
      kind: 'timeout',
    });
    await begin('wait', 'waitFor', { anyOf: [condition], timeoutMs: 60_000 });
    await show(output);
    expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 0 });
    expect(await server.request('waitFor', { ...once, since: mark })).toMatchObject({ index: 0 });
    await server.request('sendKey', { keys: ['Enter'], settleMs: 0 });
    const input = { ...once, since: 'lastInput' };
    expect((await failureOf(server.request('waitFor', input))).data).toMatchObject({ kind: 'timeout' });
  },
);

test('events combine with other conditions, and stay met [19.wait-event-all]', async () => {
  const { server, show, begin } = await ScriptedProgram.startRaw(40, 10);
  const allOf = [{ notification: 'done' }, { command: { exitCode: 0 } }, { visible: exact('READY') }];
  await begin('all', 'waitFor', { allOf, timeoutMs: 60_000 });
  await show(osc('9;done'));
  await show(run('false', '', 1));
  await show('READY');
  await show(run('true', '', 0));
  expect(await server.inbox.waitForResult('all')).not.toHaveProperty('event');
  await begin('any', 'waitFor', {
    anyOf: [{ visible: exact('absent') }, { notification: 'later' }],
    timeoutMs: 60_000,
  });
  await show(osc('9;later'));
  expect(await server.inbox.waitForResult('any')).toMatchObject({ index: 1, event: notified('', 'later') });
});

test('a failed wait names the last events [19.wait-event-failure]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(60, 10);
  const messageOf = async (conditions: object): Promise<string> =>
    (await failureOf(server.request('waitFor', { ...conditions, ...now }))).message;
  expect(await messageOf({ anyOf: [{ notification: 'done' }] })).toBe(
    'waitFor failed: No notification that matches /done/m. The program has sent no event.',
  );
  await show(`${osc('2;busy')}\x07`);
  expect(await messageOf({ anyOf: [{ command: { exitCode: 0 } }] })).toBe(
    'waitFor failed: No command has ended with exit code 0. The last events were title "busy" and bell.',
  );
  await show(
    `${osc(`9;${'x'.repeat(200)}`)}${[1, 2].map((code) => run(`exit ${code}`, '', code)).join('')}${osc('133;C')}${osc('133;D')}`,
  );
  expect(await messageOf({ anyOf: [{ command: { exitCode: 0 } }, { command: { exitCode: 7 } }] })).toBe(
    'waitFor failed: None of the conditions was met. The last such events were command "exit 1" (exit code 1), command "exit 2" (exit code 2) and command "" (exit code unknown). An event before the wait counts with `since`, such as "lastInput".',
  );
  expect(await messageOf({ allOf: [{ bell: true }, { stableMs: 0 }] })).toMatch(
    /^waitFor failed: Not all conditions were met \(unmet: allOf\[0\]\)\. The last such event was bell\. An event before/,
  );
  expect(await messageOf({ anyOf: [{ notification: 'absent' }] })).toContain(`notification "${'x'.repeat(80)}…".`);
  const advice = 'such as "lastInput"';
  expect(await messageOf({ anyOf: [{ notification: 'absent' }], since: 'lastInput' })).not.toContain(advice);
  await server.request('sendKey', { key: 'x', settleMs: 0 });
  expect(await messageOf({ anyOf: [{ notification: 'absent' }] })).not.toContain(advice);
});

test('wrong conditions are refused [19.wait-event]', async () => {
  const { server } = await ScriptedProgram.start();
  const rows = [
    [{ notification: '(' }, '/anyOf/0/notification'],
    [{ notification: 'x', flags: 'q' }, '/anyOf/0/flags'],
    [{ command: {}, flags: 'i' }, '/anyOf/0/flags'],
    [{ command: { exitCode: '0' } }, '/anyOf/0/command/exitCode'],
  ] as const;
  for (const [condition, pointer] of rows) {
    const { code, data } = await failureOf(server.request('waitFor', { anyOf: [condition] }));
    expect([code, data]).toMatchObject([-32602, { errors: [{ pointer }] }]);
  }
});

test('a wait for a notification during a flood of plain output and bells [19.wait-event]', async () => {
  const server = new TestServer();
  const flood = 'i=0; while [ $i -lt 3000 ]; do printf "line $i\\007\\n"; i=$((i+1)); done';
  await server.launch('sh', ['-c', `read x; ${flood}; printf '\\033]9;end\\007'; exec sleep 1000`]);
  await server.request('sendLine', { text: 'go', settleMs: 0 });
  const wait = { anyOf: [{ notification: 'end' }], since: 'lastInput', timeoutMs: 60_000 };
  expect((await server.request('waitFor', wait)).event).toEqual(notified('', 'end'));
  const { events } = await server.request('terminalState');
  expect(events.totals).toEqual({ bell: 3000, notification: 1 });
});

test('app.events of the library takes since and types [19.events-library]', async () => {
  const { terminal, show } = await LibraryPrinter.showing(osc('9;first'));
  const mark = await terminal.mark();
  await show(`\x07${osc('9;second')}`);
  const types = ['notification'] as const;
  expect(await terminal.events({ types })).toEqual([notified('', 'first'), notified('', 'second')]);
  expect(await terminal.events({ since: mark, types })).toEqual([notified('', 'second')]);
  expect((await terminal.events()).map(({ type }) => type)).toEqual([
    'notification',
    'title',
    'bell',
    'notification',
    'title',
  ]);
  const { event } = await terminal.waitFor({ anyOf: [{ notification: 'sec' }], since: mark });
  expect(event).toEqual(notified('', 'second'));
  await expect(terminal.events({ type: ['bell'] } as object)).rejects.toThrow('Did you mean `types`?');
  await expectScreen(terminal).toHaveTitle('shown 2');
});

needing('tmux')('in a tmux pane, events are available [19.events-pane] (needs tmux)', async () => {
  const tmux = new TmuxServer(['sh', '-c', "echo READY; read x; printf '\\007\\033]9;pane\\007'; exec cat"]);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  await server.request('sendKey', { keys: ['Enter'], settleMs: 0 });
  const { event } = await server.request('waitFor', { anyOf: [{ notification: 'pane' }], since: 'lastInput' });
  expect(event).toEqual(notified('', 'pane'));
  expect((await server.request('events', { types: ['bell'] })).events).toEqual([{ type: 'bell' }]);
});

needing('bash')('the marks of a real shell are commands [19.events-command] (needs bash)', async () => {
  const server = new TestServer();
  const PS1 = '\\[\\e]133;D;$?\\a\\e]133;A\\a\\]prompt> \\[\\e]133;B\\a\\]';
  const PS0 = '\\[\\e]133;C\\a\\]';
  await server.launch('bash', ['--norc', '--noprofile'], {
    env: { PS1, PS0 },
    readySelector: exact('prompt>'),
    readyModes: { bracketedPaste: true },
  });
  await server.request('sendLine', { text: 'printf "one\\ntwo\\n"; (exit 7)' });
  const wait = { anyOf: [{ command: { exitCode: 7 } }], since: 'lastInput', timeoutMs: 60_000 };
  expect((await server.request('waitFor', wait)).event).toEqual({
    type: 'command',
    text: 'printf "one\\ntwo\\n"; (exit 7)',
    exitCode: 7,
    output: 'one\ntwo',
  });
});

test('recordings contain events without secrets, titles and floods [19.events-trace]', async () => {
  const { server, show } = await ScriptedProgram.startRaw(40, 6, { secrets: ['hunter2'] });
  const path = await startRecording(server);
  await show(`${osc('9;hunter2')}${osc('2;title')}${run('ls', 'x'.repeat(3000), 0)}\x1b[3;2H\x1bPq~~\x1b\\`);
  await show('\x07'.repeat(3000));
  await server.request('recording.stop');
  await show(osc('9;after'));
  const events = messagesOf(readEvents(path), 'notification').filter(({ method }) => method === 'terminal.event');
  const bells = events.filter(({ params }) => (params as { type: string }).type === 'bell');
  expect(bells.length).toBeGreaterThan(0);
  expect(bells.length).toBeLessThan(1000);
  expect(events.slice(0, events.length - bells.length).map(({ params }) => params)).toEqual([
    notified('', '•••••••'),
    { type: 'command', text: 'ls', exitCode: 0, output: 'x'.repeat(1000) },
    { type: 'image', protocol: 'sixel', row: 3, col: 2, bytes: 2 },
  ]);
});
