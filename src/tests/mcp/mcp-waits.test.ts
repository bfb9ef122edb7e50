import { expect, test } from 'vitest';
import { McpProcess } from '../support/mcp.js';
import { isInstalled } from '../support/programs.js';
import { isComplete } from '../support/tier.js';

/** Starts a script that reads lines without echo, so that tests decide when it prints. */
const start = async (server: McpProcess, script: string): Promise<string> =>
  await server.spawn('sh', { args: ['-c', `stty -echo; echo ready; ${script}`], wait_for: 'ready' });

const echoLines = 'while read line; do echo "got $line"; done';

test('wait_for_text resolves when the pattern matches the screen [16.subscribe-first, 16.json-results]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, echoLines);
  const waiting = server.json('wait_for_text', { session_id, pattern: 'got \\d+' });
  await server.json('send_input', { session_id, input: '42\n', screen: 'none' });
  expect(await waiting).toMatchObject({
    found: true,
    reason: 'matched',
    screen_text: 'ready\ngot 42',
    match: { row: 2, col: 1, text: 'got 42' },
  });
});

test('wait_for_text resolves immediately if the pattern already matches [16.tools]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'cat');
  const { found } = await server.json('wait_for_text', { session_id, pattern: '^ready$', timeout_ms: 600_000 });
  expect(found).toBe(true);
});

test('a pattern may span lines, and has flags [16.tools]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'echo One; echo Two; cat');
  for (const more of [
    { pattern: 'One\\nTwo' },
    { pattern: 'one\\stwo', flags: 'i' },
    { pattern: 'READY', flags: 'gi' },
  ])
    expect(await server.json('wait_for_text', { session_id, ...more })).toMatchObject({ found: true });
  expect(await server.json('wait_for_text', { session_id, pattern: 'one', timeout_ms: 0 })).toMatchObject({
    found: false,
  });
});

test('a wait that is interrupted again and again misses no text, even text that scrolls off [16.subscribe-first]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'while read n; do echo "needle $n"; seq 1 200; done');
  for (let round = 0; round < 10; round += 1) {
    const waiting = server.json('wait_for_text', { session_id, pattern: `needle ${round}$` });
    await server.json('get_screen', { session_id }).catch(() => {});
    const input = server.json('send_input', { session_id, input: `${round}\n`, screen: 'none' });
    await Promise.all([
      input,
      server.callTool('get_screen', { session_id }),
      server.callTool('find_text', { session_id, pattern: 'x' }),
    ]);
    expect(await waiting).toMatchObject({ found: true });
  }
});

test('several waits of one session all get their results [16.concurrency]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, echoLines);
  const waits = ['a', 'b', 'c'].map((letter) => server.json('wait_for_text', { session_id, pattern: `got ${letter}` }));
  for (const letter of ['c', 'b', 'a'])
    await server.json('send_input', { session_id, input: `${letter}\n`, screen: 'none' });
  for (const wait of waits) expect(await wait).toMatchObject({ found: true });
});

test('a timeout is a result, not an error, with the screen and the closest text [16.timeout]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'cat');
  expect(await server.json('wait_for_text', { session_id, pattern: 'reedy', timeout_ms: 100 })).toMatchObject({
    found: false,
    reason: 'timeout',
    screen_text: 'ready',
    note: 'Closest text: "ready" (row 1, column 1).',
  });
  const change = await server.json('wait_for_screen_change', { session_id, timeout_ms: 100, since: 'now' });
  expect(change).toMatchObject({ changed: false, screen_text: 'ready' });
  const exit = await server.json('wait_for_exit', { session_id, timeout_ms: 100 });
  expect(exit).toMatchObject({ exited: false, screen_text: 'ready' });
});

test.each(['wait_for_text', 'find_text', 'send_input', 'spawn_tui'])(
  'an invalid regex is an error at once in %s [16.invalid-regex]',
  async (tool) => {
    const server = new McpProcess();
    const session_id = await start(server, 'cat');
    const args = {
      wait_for_text: { session_id, pattern: '(' },
      find_text: { session_id, pattern: '(' },
      send_input: { session_id, input: 'x', expect: '(' },
      spawn_tui: { command: 'cat', wait_for: '(' },
    }[tool];
    expect(await server.failure(tool, args)).toMatch(/^Error: Invalid regular expression "\(": .*Unterminated group\./);
    expect(await server.json('get_screen', { session_id })).toMatchObject({ content: { text: 'ready' } });
  },
);

test('wait_for_screen_change resolves when the text was unchanged for stable_ms [16.stable]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'read x; for i in 1 2 3 4 5; do echo $i; sleep 0.1; done; cat');
  await server.json('send_input', { session_id, key: 'enter', screen: 'none' });
  const { changed, screen_text } = await server.json('wait_for_screen_change', {
    session_id,
    stable_ms: 1500,
    timeout_ms: 20_000,
  });
  expect({ changed, screen_text }).toEqual({ changed: true, screen_text: 'ready\n1\n2\n3\n4\n5' });
});

test('a change before the call counts from the last input; with since now it does not [16.change-baseline]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, echoLines);
  await server.json('send_input', { session_id, input: 'x\n', expect: 'got x' });
  const fromInput = await server.json('wait_for_screen_change', { session_id, stable_ms: 50 });
  expect(fromInput).toMatchObject({ changed: true, screen_text: 'ready\ngot x' });
  const fromCall = { session_id, stable_ms: 50, since: 'now', timeout_ms: 200 };
  expect(await server.json('wait_for_screen_change', fromCall)).toMatchObject({ changed: false });
});

test('both waits end at once when the program exits [16.exit-ends-waits, 16.exit-facts]', async () => {
  const server = new McpProcess();
  for (const [tool, more, outcome] of [
    ['wait_for_text', { pattern: 'never' }, { found: false, reason: 'exited' }],
    ['wait_for_screen_change', {}, { changed: true }],
    ['wait_for_exit', {}, {}],
  ] as const) {
    const session_id = await start(server, 'read x; echo bye; exit 3');
    const waiting = server.json(tool, { session_id, timeout_ms: 45_000, ...more });
    await server.json('send_input', { session_id, key: 'enter', screen: 'none' });
    expect(await waiting).toMatchObject({ ...outcome, exited: true, exit_code: 3, screen_text: 'ready\nbye' });
  }
});

test('both waits return at once if the program has already exited [16.exit-ends-waits, 16.last-screen]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('sh -c "echo done; exit 4"', { wait_for: 'never' });
  const ended = { exited: true, exit_code: 4, screen_text: 'done' };
  const wait = (args: object) => server.json('wait_for_text', { session_id, timeout_ms: 45_000, ...args });
  expect(await wait({ pattern: 'never' })).toMatchObject({ found: false, reason: 'exited', ...ended });
  expect(await wait({ pattern: 'done' })).toMatchObject({ found: true, ...ended });
  expect(await server.json('wait_for_screen_change', { session_id, timeout_ms: 45_000 })).toMatchObject(ended);
  expect(await server.json('wait_for_exit', { session_id })).toMatchObject(ended);
});

test('a program that a signal has ended has the exit code 128 + n, and the name of the signal [16.exit-facts]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'exec cat');
  expect(await server.json('send_signal', { session_id, signal: 'TERM' })).toEqual({ success: true });
  expect(await server.json('wait_for_exit', { session_id })).toMatchObject({ exit_code: 143, signal: 'SIGTERM' });
});

test('closing a session ends its waits with a result without exit code [16.close-ends-waits, 16.manual-close]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'cat');
  const waits = [
    server.json('wait_for_text', { session_id, pattern: 'never' }),
    server.json('wait_for_text', { session_id, pattern: 'also never' }),
    server.json('wait_for_screen_change', { session_id, since: 'now' }),
    server.json('wait_for_exit', { session_id }),
  ];
  expect(await server.json('close_session', { session_id })).toMatchObject({ success: true });
  for (const wait of waits) {
    const result = await wait;
    expect(result).toMatchObject({ exited: true, screen_text: 'ready' });
    expect(result).not.toHaveProperty('exit_code');
  }
  expect(await waits[0]).toMatchObject({ found: false, reason: 'closed' });
});

test('wait_for_text has since, gone and fail_on [16.wait-options]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'while read l; do clear; echo "got $l"; done');
  const wait = (args: object) => server.json('wait_for_text', { session_id, timeout_ms: 200, ...args });
  await server.json('send_input', { session_id, input: 'one\n', expect: 'got one' });
  expect(await wait({ pattern: 'got one', since: 'last_input', timeout_ms: 20_000 })).toMatchObject({ found: true });
  expect(await wait({ pattern: 'got one', since: 'now' })).toMatchObject({ found: false });
  // The pattern of this wait needs a thread, which takes a while to start.
  const gone = await wait({ pattern: 'ready', gone: true, timeout_ms: 20_000 });
  expect(gone).toMatchObject({ found: true, reason: 'matched' });
  expect(gone).not.toHaveProperty('match');
  expect(await wait({ pattern: '^got', gone: true })).toMatchObject({ found: false });
  expect(await wait({ pattern: 'never', fail_on: 'got (one|two)', timeout_ms: 20_000 })).toMatchObject({
    found: false,
    reason: 'failed_on',
    match: { text: 'got one' },
  });
  expect(await server.failure('wait_for_text', { session_id, pattern: 'x', gone: true, since: 'now' })).toContain(
    'gone',
  );
});

test('a wait lasts at most --max-wait-ms, and its result says so [16.max-wait]', async () => {
  const server = new McpProcess({ args: ['--max-wait-ms', '300'] });
  const session_id = await start(server, 'cat');
  const result = await server.json('wait_for_text', { session_id, pattern: 'never', timeout_ms: 3_600_000 });
  expect(result).toMatchObject({ found: false, note: expect.stringContaining('limited to 300') });
  const waits = [1, 2, 3].map(() => server.json('wait_for_exit', { session_id, timeout_ms: 3_600_000 }));
  for (const wait of waits) expect((await wait)['elapsed_ms']).toBeGreaterThanOrEqual(299);
});

test('hundreds of waits leave nothing behind in the session [16.no-leak]', async () => {
  const server = new McpProcess();
  const session_id = await start(server, 'cat');
  for (let round = 0; round < (isComplete ? 10 : 2); round += 1) {
    const waits = Array.from({ length: 100 }, () =>
      server.json('wait_for_text', { session_id, pattern: 'never', timeout_ms: 1 }),
    );
    for (const wait of waits) expect(await wait).toMatchObject({ found: false });
  }
  expect(server.stderr).not.toContain('MaxListeners');
  expect(await server.json('get_screen', { session_id })).toMatchObject({ content: { text: 'ready' } });
});

test.skipIf(!isInstalled('htop') || !isInstalled('bash'))(
  'the verification of the original plan passes (needs htop and bash) [16.tools, 16.change-baseline]',
  async () => {
    const server = new McpProcess();
    const htop = await server.spawn('htop', { use_script: true });
    const cpu = await server.json('wait_for_text', { session_id: htop, pattern: 'CPU', timeout_ms: 5000 });
    expect(cpu).toMatchObject({ found: true });
    const session_id = await server.spawn('bash');
    await server.json('send_input', { session_id, input: 'echo hello\n' });
    const change = await server.json('wait_for_screen_change', { session_id, stable_ms: 300 });
    expect(change).toMatchObject({ changed: true, screen_text: expect.stringMatching(/^hello$/m) });
    const startedAt = Date.now();
    const missing = await server.json('wait_for_text', { session_id, pattern: 'NONEXISTENT', timeout_ms: 1000 });
    expect(missing).toMatchObject({ found: false });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
  },
);
