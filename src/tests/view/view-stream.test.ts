import { expect, test } from 'vitest';
import { startView, ViewClient } from '../support/view-client.js';

const bash = ['--norc', '--noprofile'];
const size = { terminalCols: 40, terminalRows: 6 };
const env = { PS1: '$ ', HISTFILE: '' };

test('a viewer receives hello, the messages, and the screens that currentView reports [15.hello, 15.screens, 15.events]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  await server.launch('bash', bash, { env, readySelector: '$ ' }, { name: 'demo', ...size });
  await server.request('sendLine', { text: 'echo "4"2', expectAfter: '42' });
  await viewer.waitForText('\n42');
  const { text } = await server.request('currentView');
  expect(viewer.lines.join('\n')).toBe(text);
  expect(viewer.messages).toContainEqual(expect.objectContaining({ type: 'session', session: 'demo' }));
  const messages = viewer.events.filter(({ direction }) => ['request', 'response'].includes(direction));
  const lines = messages.map(({ direction, line }) => [direction, JSON.parse(line).method]);
  // The first is the response to `view.start`.
  expect(lines.slice(1, 5)).toEqual([
    ['request', 'initialize'],
    ['response', undefined],
    ['request', 'launch'],
    ['response', undefined],
  ]);
  const times = viewer.events.map(({ timestampMicros }) => timestampMicros);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const { version } = await server.request('server.ping');
  const theme = expect.objectContaining({ background: '#0c0c0c', foreground: '#d4d4d4' });
  expect(viewer.messages[0]).toEqual({
    type: 'hello',
    version,
    interactive: false,
    session: null,
    theme,
    startedAtMicros: expect.any(Number),
  });
});

test('a viewer that joins late sees the same screen and the last messages [15.hello, 15.screens]', async () => {
  const { server, ...address } = await startView();
  await server.launch('bash', bash, { env, readySelector: '$ ' }, size);
  await server.request('sendLine', { text: 'seq 3', expectAfter: { type: 'regex', pattern: '^3$' } });
  const [early, late] = [await ViewClient.open(address), await ViewClient.open(address)];
  await Promise.all([early, late].map((viewer) => viewer.waitForText('$ seq 3\n1\n2\n3\n$')));
  const { text } = await server.request('currentView');
  expect(late.lines.join('\n')).toBe(text);
  expect(late.events.map(({ line }) => line).join('\n')).toContain('"method":"sendLine"');
  await server.request('sendLine', { text: 'echo bye', expectAfter: { type: 'regex', pattern: '^bye$' } });
  await Promise.all([early, late].map((viewer) => viewer.waitForText('\nbye')));
  expect(early.lines).toEqual(late.lines);
});

test('screens as cells describe the same screen [15.screens]', async () => {
  const { server, ...address } = await startView();
  await server.launch('printf', ['\\033[31mred\\033[0m 漢字 \\360\\237\\220\\237'], {}, size);
  await server.request('waitForExit');
  const viewer = await ViewClient.open(address, '?screens=cells');
  const { screen } = await viewer.waitFor(({ type }) => type === 'screen');
  const { add } = screen as { readonly add: readonly (readonly [number, unknown])[] };
  expect(JSON.stringify(add)).toContain('red');
  expect(JSON.stringify(add)).toContain('漢字');
  expect(viewer.events.filter(({ direction }) => direction.startsWith('frame'))).toEqual([]);
});

test('viewers follow a relaunch, a resize, and the next session [15.relaunch]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  await server.launch('bash', bash, { env }, { name: 'one', ...size });
  await viewer.waitForText('$');
  await server.request('resize', { cols: 20, rows: 3 });
  while (viewer.lines.length !== 3) await viewer.waitForNext(({ type }) => type === 'event');
  await server.request('launch', { command: 'sh', args: ['-c', 'echo second; cat'] });
  await viewer.waitForText('second');
  await server.request('close');
  await viewer.waitFor(({ type, session }) => type === 'session' && session === null);
  expect(viewer.lines.join('\n')).toContain('second');
  await server.launch('sh', ['-c', 'echo third; cat'], {}, { name: 'two', ...size });
  await viewer.waitForText('third');
  expect(viewer.list('session').map(({ session }) => session)).toEqual(['one', null, 'two']);
});

test('secrets are hidden in messages and on screens [15.events]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  await server.launch('sh', ['-c', 'echo the tulip-7 is here; cat'], {}, { ...size, secrets: ['tulip-7'] });
  await viewer.waitForText('is here');
  const late = await ViewClient.open(address);
  await late.waitForText('is here');
  for (const { messages } of [viewer, late]) expect(JSON.stringify(messages)).not.toContain('tulip-7');
});

const hungUp = { exit_code: 129, signal: 'SIGHUP', timed_out: true };
const exits = [
  ['exit code 0', 'echo done', {}, { exit_code: 0, signal: null, timed_out: false, timeout_kind: null }],
  ['exit code 3', 'echo done; exit 3', {}, { exit_code: 3, signal: null, timed_out: false }],
  ['a signal', 'echo done; kill -KILL $$', {}, { exit_code: 137, signal: 'SIGKILL', timed_out: false }],
  ['silence', 'echo done; sleep 60', { idleTimeoutMs: 100 }, { ...hungUp, timeout_kind: 'idle' }],
  ['its run time', 'echo done; sleep 60', { maxRuntimeMs: 100 }, { ...hungUp, timeout_kind: 'runtime' }],
] as const;

test.each(exits)(
  'pty_exited reports an end by %s, after the last screen [15.exited]',
  async (_, script, more, facts) => {
    const { server, ...address } = await startView();
    const viewers = [await ViewClient.open(address), await ViewClient.open(address, '?screens=cells')];
    const described = { name: 'my demo!', title: 'A title', description: 'A text', parentAgent: 'planner' };
    await server.launch('sh', ['-c', script], more, { ...described, ...size });
    for (const viewer of viewers) await viewer.waitFor(({ type }) => type === 'pty_exited');
    viewers.push(await ViewClient.open(address));
    for (const viewer of viewers) {
      const exit = await viewer.waitFor(({ type }) => type === 'pty_exited');
      expect(exit).toEqual({
        type: 'pty_exited',
        timeout_kind: null,
        session_id: 'my-demo',
        pane_id: 'p1',
        last_lines: ['done'],
        session_title: 'A title',
        session_description: 'A text',
        parent_agent: 'planner',
        ...facts,
      });
      const shown = viewer.messages.findLastIndex(({ type, event }) => type === 'screen' || hasFrame(event));
      expect(shown).toBeGreaterThan(0);
      expect(shown).toBeLessThan(viewer.messages.indexOf(exit));
    }
    await server.request('close');
    for (const viewer of viewers) {
      await viewer.waitFor(({ type, session }) => type === 'session' && session === null);
      expect(viewer.list('pty_exited')).toHaveLength(1);
    }
  },
);

const hasFrame = (event: unknown): boolean =>
  String((event as { readonly direction?: string } | undefined)?.direction).startsWith('frame');

test('the last lines are complete although the program ends at once [15.exited]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  await server.launch('seq', ['20000'], {}, size);
  const { last_lines: lines, ...exit } = await viewer.waitFor(({ type }) => type === 'pty_exited');
  expect(exit).toMatchObject({ session_title: null, session_description: null, parent_agent: null });
  expect(lines).toEqual(['19996', '19997', '19998', '19999', '20000']);
  expect(viewer.lines.slice(0, 5)).toEqual(lines);
});

test('each program of a session has its report; a late viewer receives the last one only [15.exited]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address);
  await server.launch('sh', ['-c', 'exit 1'], {}, size);
  await viewer.waitFor(({ type, pane_id: pane }) => type === 'pty_exited' && pane === 'p1');
  await server.request('launch', { command: 'sh', args: ['-c', 'exit 2'] });
  await viewer.waitFor(({ type, pane_id: pane }) => type === 'pty_exited' && pane === 'p2');
  const late = await ViewClient.open(address);
  await late.waitFor(({ type }) => type === 'pty_exited');
  expect(viewer.list('pty_exited').map(({ exit_code: code }) => code)).toEqual([1, 2]);
  expect(late.list('pty_exited').map(({ exit_code: code }) => code)).toEqual([2]);
  await server.request('launch', { command: 'cat' });
  const last = await ViewClient.open(address);
  await last.waitFor(({ type, event }) => type === 'event' && hasFrame(event));
  expect(last.list('pty_exited')).toEqual([]);
});

test('with close=exit the connection ends with 1000 after the report [15.close-exit]', async () => {
  const { server, ...address } = await startView();
  const viewer = await ViewClient.open(address, '?close=exit');
  const closed = viewer.waitForClose();
  await server.launch('sh', ['-c', 'echo done'], {}, size);
  expect(await closed).toBe(1000);
  expect(viewer.messages.at(-1)?.type).toBe('pty_exited');
  expect(viewer.lines[0]).toBe('done');
  const late = new ViewClient(address, '?close=exit');
  expect(await late.waitForClose()).toBe(1000);
  expect(late.list('pty_exited')).toHaveLength(1);
});
