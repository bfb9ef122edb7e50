import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TestServer } from '../support/client.js';
import { startView, type ViewAddress } from '../support/view-client.js';

const size = { name: 'my demo', terminalCols: 40, terminalRows: 8 };
const bash = ['--norc', '--noprofile'];
const env = { PS1: '$ ', HISTFILE: '' };

const read = async ({ origin, token }: ViewAddress, path: string): Promise<Response> =>
  await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });

test('the state follows the session [15.state]', async () => {
  const { server, ...address } = await startView();
  const readState = async (): Promise<object> => (await (await read(address, '/api/state')).json()) as object;
  const nothing = { session: null, agent_id: null, state: 'none', available: false, pid: null, cols: null, rows: null };
  expect(await readState()).toMatchObject({ ...nothing, viewers: 0, interactive: false });
  await server.request('initialize', size);
  expect(await readState()).toMatchObject({ session: 'my demo', agent_id: 'my-demo', state: 'none', available: false });
  const pid = (await server.request('launch', { command: 'cat' })).pid;
  const running = { available: true, commander_available: true, pid, cols: 40, rows: 8, exitCode: null, signal: null };
  expect(await readState()).toMatchObject(running);
  await server.request('signal', { name: 'SIGTERM' } as never);
  await server.request('waitForExit');
  const exited = { state: 'exited', available: false, pid: null, exitCode: null, signal: 'SIGTERM' };
  expect(await readState()).toMatchObject(exited);
  await server.request('close');
  expect(await readState()).toMatchObject({ session: null, state: 'closed', available: false });
});

test('the screen is available in each format, without secrets [15.screen]', async () => {
  const { server, ...address } = await startView();
  expect((await read(address, '/api/screen')).status).toBe(404);
  const script = 'printf "\\033[31mred\\033[0m <b> tulip-7"; cat';
  await server.launch('sh', ['-c', script], {}, { ...size, secrets: ['tulip-7'] });
  await server.request('waitForText', { selector: 'red' });
  const { text } = await server.request('currentView');
  const formats = {
    text: [/^text\/plain/, /^red <b> •••••••\n/],
    ansi: [/^text\/plain/, /\x1b\[31m?red|\x1b\[[\d;]*31m/],
    html: [/^text\/html/, /&lt;b>|&lt;b&gt;/],
    svg: [/^image\/svg\+xml/, /^<svg|^<\?xml/],
    png: [/^image\/png$/, /PNG/],
  } as const;
  for (const [format, [type, content]] of Object.entries(formats)) {
    const response = await read(address, `/api/screen?format=${format}`);
    expect(response.status, format).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
    const body = Buffer.from(await response.arrayBuffer()).toString(format === 'png' ? 'latin1' : 'utf8');
    expect(body).toMatch(content);
    expect(body).not.toContain('tulip-7');
  }
  expect(await (await read(address, '/api/screen')).text()).toBe(`${text.replace('tulip-7', '•••••••')}\n`);
  expect(await (await read(address, '/api/screen?format=gif')).json()).toMatchObject({ error_type: 'invalid_request' });
});

interface ServerEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads Server-Sent Events until the test ends. */
async function openEvents({ origin, token }: ViewAddress, lastEventId?: number) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await fetch(`${origin}/api/events?token=${token}`, { headers, signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: ServerEvent[] = [];
  let wake = (): void => {};
  let rest = '';
  const readAll = async (): Promise<void> => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
        const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
        if (data !== undefined) events.push({ id: Number(id), event: event ?? '', data: JSON.parse(data) });
      }
      wake();
    }
  };
  void readAll().catch(() => {});
  const waitFor = async (wants: (event: ServerEvent) => boolean): Promise<ServerEvent> => {
    for (;;) {
      const found = events.find(wants);
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        wake = done;
      });
    }
  };
  return { events, waitFor, close: () => abort.abort() };
}

const isState =
  (state: string) =>
  ({ event, data }: ServerEvent): boolean =>
    event === 'state_changed' && data['state'] === state;

test('events report states, availability and the exit, in order and with ids [15.sse]', async () => {
  const { server, ...address } = await startView();
  const { events, waitFor } = await openEvents(address);
  await waitFor(isState('none'));
  await server.launch('bash', bash, { env }, size);
  const available = await waitFor(
    ({ event, data }) => event === 'commander_availability' && data['available'] === true,
  );
  const always = { agent_id: 'my-demo', timestamp: expect.any(String) };
  expect(available.data).toEqual({ ...always, available: true });
  const state = { ...always, state: 'awaiting_input', previous: 'processing' };
  expect((await waitFor(isState('awaiting_input'))).data).toEqual(state);
  await server.request('sendLine', { text: 'exit 3' });
  await server.request('waitForExit');
  const exit = await waitFor(({ event }) => event === 'pty_exited');
  expect(exit.data).toMatchObject({ type: 'pty_exited', session_id: 'my-demo', exit_code: 3 });
  await waitFor(({ event, data }) => event === 'commander_availability' && data['available'] === false);
  await waitFor(isState('exited'));
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { data } of events.filter(({ event }) => event !== 'pty_exited'))
    expect(data['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('events resume after Last-Event-ID, or begin with the state [15.sse]', async () => {
  const { server, ...address } = await startView();
  const first = await openEvents(address);
  const { id } = await first.waitFor(isState('none'));
  first.close();
  await server.launch('sh', ['-c', 'exit 5'], {}, size);
  await server.request('waitForExit');
  const second = await openEvents(address, id);
  const exit = await second.waitFor(({ event }) => event === 'pty_exited');
  expect(second.events[0]?.id).toBe(id + 1);
  expect(second.events.filter(({ event }) => event === 'pty_exited')).toHaveLength(1);
  for (const unknown of [0, exit.id + 1e6]) {
    const other = await openEvents(address, unknown);
    expect((await other.waitFor(isState('exited'))).id).toBeGreaterThan(exit.id);
    expect(other.events[0]?.event).toBe('state_changed');
  }
});

/** Posts to the route, and returns the status and the body of the response. */
async function respond({ origin, token }: ViewAddress, id: string, body: unknown, type = 'application/json') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${origin}/api/respond/${id}`, { method: 'POST', headers, body: text });
  return [response.status, (await response.json()) as Readonly<Record<string, unknown>>] as const;
}

async function startInteractive(
  command: string,
  args: readonly string[],
): Promise<ViewAddress & { readonly server: TestServer }> {
  const started = await startView({ interactive: true });
  await started.server.launch(command, args, { env }, size);
  return started;
}

test('respond submits a text and reports it [15.respond]', async () => {
  const { server, ...address } = await startInteractive('bash', bash);
  await server.request('waitForText', { selector: '$ ' });
  const [status, body] = await respond(address, 'my%20demo', { text: 'echo $((6*7))' });
  expect([status, body]).toEqual([
    200,
    { status: 'ok', agent_id: 'my-demo', new_state: 'processing', latency_ms: expect.any(Number) },
  ]);
  await server.request('waitForText', { selector: { type: 'regex', pattern: '^42$' } });
});

const menu = `
options = ["Yes", "No", "Other"]
import sys, tty, os, time
tty.setcbreak(0)
chosen = 0
while True:
    sys.stdout.write("\\x1b[2J\\x1b[HWhich?\\r\\n")
    # The menu is cleared before it is drawn again.
    sys.stdout.flush()
    time.sleep(0.05)
    for number, option in enumerate(options):
        sys.stdout.write(f"{'❯' if number == chosen else ' '} {number + 1}. {option}\\r\\n")
    sys.stdout.flush()
    keys = os.read(0, 100)
    if keys == b"\\x1b[B": chosen = min(2, chosen + 1)
    elif keys == b"\\x1b[A": chosen = max(0, chosen - 1)
    elif keys in b"\\r\\n": break
os.system("stty sane")
print("chosen " + options[chosen])
print("answer: " + input("> ").upper(), flush=True)
input()
`;

test('with mode other, respond selects the option Other first [15.respond-other]', async () => {
  const { server, ...address } = await startInteractive('python3', ['-c', menu]);
  await server.request('waitForText', { selector: '3. Other' });
  const [status, body] = await respond(address, 'my-demo', { text: 'something else', mode: 'other' });
  expect([status, body['status']], JSON.stringify(body)).toEqual([200, 'ok']);
  await server.request('waitForText', { selector: 'answer: SOMETHING ELSE' });
  await server.request('expectVisible', { selector: 'chosen Other' });
});

const other = { text: 'something else', mode: 'other' };

/** Starts a menu in a box whose first option is Other and whose last one is selected. */
async function startOtherMenu(onKey: string): Promise<ViewAddress & { readonly server: TestServer }> {
  const script = `
import sys, tty, os
tty.setraw(0)
chosen = 2
def draw():
    for number, option in enumerate(["[ ] Other", "[x] Yes", "[ ] No"]):
        sys.stdout.write(f"\\x1b[{number + 1};1H│ {'>' if number == chosen else ' '} {option} │")
    sys.stdout.flush()
draw()
while True:
    keys = os.read(0, 100)
    ${onKey}
    draw()
os.system("stty sane; clear")
print("answer: " + input("> ").upper(), flush=True)
input()
`;
  const started = await startInteractive('python3', ['-c', script]);
  await started.server.request('waitForText', { selector: '> [ ] No' });
  return started;
}

test('with mode other, respond moves up to Other, too [15.respond-other]', async () => {
  const onKey = 'if keys == b"\\x1b[A": chosen -= 1\n    elif keys == b"\\r": break';
  const { server, ...address } = await startOtherMenu(onKey);
  const [status, body] = await respond(address, 'my-demo', other);
  expect([status, body['status']], JSON.stringify(body)).toEqual([200, 'ok']);
  await server.request('waitForText', { selector: 'answer: SOMETHING ELSE' });
});

test.each([
  ['while Other is being selected', 'sys.exit(3)'],
  ['when Other is chosen', 'if keys == b"\\r": sys.exit(3)\n    chosen = max(0, chosen - 1)'],
])('a program that exits %s is no_pane_id [15.respond-errors]', async (_, onKey) => {
  const { server: _server, ...address } = await startOtherMenu(onKey);
  const [status, body] = await respond(address, 'my-demo', other);
  expect([status, body['error_type']], JSON.stringify(body)).toEqual([400, 'no_pane_id']);
});

test('closing the session ends a response to a menu that does not react, as no_pane_id [15.respond-errors]', async () => {
  const { server, ...address } = await startOtherMenu('sys.stdout.write("\\x1b[8;1Hpressed")');
  const response = respond(address, 'my-demo', other);
  await server.request('waitForText', { selector: 'pressed' });
  await server.request('close');
  const [status, body] = await response;
  expect([status, body['error_type']], JSON.stringify(body)).toEqual([400, 'no_pane_id']);
});

test('respond fails with the reason as status and error_type [15.respond-errors]', async () => {
  const { server: readOnly, ...closed } = await startView();
  await readOnly.launch('cat', [], {}, size);
  const expectError = async (
    address: ViewAddress,
    request: readonly [id: string, body: unknown, type?: string],
    status: number,
    type: string,
  ): Promise<void> => {
    const [actual, body] = await respond(address, ...request);
    expect([actual, body['status'], body['error_type']], JSON.stringify(request)).toEqual([status, 'error', type]);
    expect(body['message']).toMatch(/^[A-Z`].*\.$/);
  };
  await expectError(closed, ['my-demo', { text: 'a' }], 403, 'read_only');
  expect((await respond(closed, 'my-demo', { text: 'a' }))[1]['message']).toContain('--interactive (tuispec view)');
  const { server, ...address } = await startView({ interactive: true });
  await expectError(address, ['my-demo', { text: 'yes' }], 404, 'pane_not_found');
  await server.request('initialize', size);
  await expectError(address, ['my-demo', { text: 'yes' }], 400, 'no_pane_id');
  await server.request('launch', { command: 'cat' });
  for (const id of ['other', 'my%', 'my-demo/', ''])
    await expectError(address, [id, { text: 'yes' }], 404, 'pane_not_found');
  const invalid = [
    {},
    { text: 7 },
    { text: '' },
    { text: ' \n' },
    { text: 'a', mode: 'loud' },
    [],
    'nonsense',
    '',
    '{"text":',
  ];
  for (const body of invalid) await expectError(address, ['my-demo', body], 400, 'invalid_request');
  await expectError(address, ['my-demo', '{"text":"a"}', 'text/plain'], 415, 'unsupported_media_type');
  await expectError(address, ['my-demo', { text: 'a'.repeat(70_000) }], 413, 'too_large');
  await expectError(address, ['my-demo', { text: 'yes', mode: 'other' }], 409, 'send_failed');
  await server.request('launch', { command: 'sh', args: ['-c', 'stty raw -echo; echo ready; sleep 60'] });
  await server.request('waitForText', { selector: 'ready' });
  await expectError(address, ['my-demo', { text: 'yes' }], 409, 'send_failed');
  await server.request('launch', { command: 'true' });
  await server.request('waitForExit');
  await expectError(address, ['my-demo', { text: 'yes' }], 400, 'no_pane_id');
});

test('responses are recorded as input of viewers [15.input-recorded]', async () => {
  const { server, ...address } = await startInteractive('bash', bash);
  await server.request('waitForText', { selector: '$ ' });
  const path = resolve(server.directory, 'demo.jsonl');
  await server.request('recording.start', { path });
  expect((await respond(address, 'my-demo', { text: 'echo hello there' }))[0]).toBe(200);
  await server.request('waitForText', { selector: { type: 'regex', pattern: '^hello there$' } });
  await server.request('recording.stop');
  expect(readFileSync(path, 'utf8')).toContain(
    String.raw`\"method\":\"view.input\",\"params\":{\"type\":\"submit\",\"text\":\"echo hello there\"}`,
  );
});
