import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReceivedMessage } from '../support/inbox.js';
import { McpProcess } from '../support/mcp.js';
import { mcpSchema } from '../support/mcp-schemas.js';

interface ToolDefinition {
  readonly name: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    readonly required?: readonly string[];
  };
}

test('spawn_tui returns the first settled screen; names, defaults and result keys are those of tuivision [16.tools, 16.spawn]', async () => {
  const server = new McpProcess();
  const result = await server.json('spawn_tui', {
    command: 'printf "a b"; sleep 100',
    use_script: true,
    answer_queries: false,
  });
  expect(result).toMatchObject({ pid: expect.any(Number), cols: 80, rows: 24, screen_text: 'a b' });
  const session_id = String(result['session_id']);
  expect(session_id).toMatch(/^sh-[a-z0-9]{4}$/);
  const { sessions } = await server.json('list_sessions');
  expect(sessions).toMatchObject([{ id: session_id, pid: result['pid'], age_seconds: expect.any(Number) }]);
  expect(new Date(String((sessions as ReceivedMessage[])[0]?.['created_at'])).getTime()).toBeGreaterThan(
    Date.now() - 60_000,
  );
  expect(await server.json('resize_session', { session_id, cols: 100, rows: 30 })).toMatchObject({
    success: true,
    cols: 100,
    rows: 30,
  });
  expect(await server.json('close_session', { session_id })).toEqual({
    success: true,
    message: `Session ${session_id} closed.`,
  });
  expect(await server.json('close_session', { session_id: 'nope' })).toMatchObject({ success: false });
});

/** The parameters of tuivision 0.2: true if required, else the default that agents can see. */
const tuivision: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  spawn_tui: {
    command: true,
    args: undefined,
    cols: undefined,
    rows: undefined,
    env: undefined,
    cwd: undefined,
    use_script: undefined,
    answer_queries: undefined,
  },
  send_input: { session_id: true, input: undefined, key: undefined, keys: undefined },
  get_screen: { session_id: true, format: 'compact', include_roles: undefined },
  get_screenshot: { session_id: true, format: 'png', font_size: 14, show_cursor: undefined, svg_mode: undefined },
  wait_for_text: { session_id: true, pattern: true, flags: undefined, timeout_ms: 10_000 },
  wait_for_screen_change: { session_id: true, timeout_ms: 5000, stable_ms: 300 },
  resize_session: { session_id: true, cols: true, rows: true },
  list_sessions: {},
  close_session: { session_id: true },
};

test('the parameters of tuivision are accepted, with its defaults, and no other one is required [16.tools]', async () => {
  const { tools } = await new McpProcess().request('tools/list');
  for (const [name, params] of Object.entries(tuivision)) {
    const { inputSchema } = (tools as ToolDefinition[]).find((tool) => tool.name === name) as ToolDefinition;
    const { properties, required = [] } = inputSchema;
    expect([name, ...required].sort()).toEqual(
      [name, ...Object.keys(params).filter((key) => params[key] === true)].sort(),
    );
    for (const [param, value] of Object.entries(params)) {
      expect(properties, name).toHaveProperty(param);
      if (value !== undefined && value !== true)
        expect([name, param, properties[param]?.default]).toEqual([name, param, value]);
    }
  }
});

test('without timeout_ms, a wait for a change lasts 5 s [16.tools]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('cat');
  const { changed, elapsed_ms } = await server.json('wait_for_screen_change', { session_id, since: 'now' });
  expect(changed).toBe(false);
  expect(elapsed_ms).toBeGreaterThanOrEqual(5000);
});

test('--cols and --rows set the default size; name, args, env and cwd are used [16.command, 16.spawn]', async () => {
  const server = new McpProcess({ args: ['--cols', '60', '--rows', '10'] });
  writeFileSync(join(server.directory, 'here'), '');
  const args = ['-c', 'stty size; echo $COLOR; pwd; ls here'];
  const spawned = {
    command: 'sh',
    args,
    env: { COLOR: 'blue' },
    cwd: server.directory,
    name: 'my.shell',
    wait_for: '^here',
  };
  const result = await server.json('spawn_tui', spawned);
  expect(result).toMatchObject({ session_id: 'my.shell', cols: 60, rows: 10, found: true });
  expect(result['screen_text']).toMatch(/^10 60\nblue\n.*\nhere$/s);
  expect(await server.failure('spawn_tui', { command: 'cat', name: 'my.shell' })).toContain('already open');
});

test('wait_for that times out still returns the session and its screen [16.spawn]', async () => {
  const server = new McpProcess();
  const result = await server.json('spawn_tui', { command: 'echo hello; cat', wait_for: 'never', timeout_ms: 300 });
  expect(result).toMatchObject({ found: false, screen_text: 'hello', session_id: expect.any(String) });
});

test('programs do not get the variables of agents [16.agent-variables]', async () => {
  const server = new McpProcess({
    env: { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_USE_BEDROCK: '1' },
  });
  const { screen_text } = await server.json('spawn_tui', { command: 'env | grep CLAUDE | sort', wait_for: 'BEDROCK' });
  expect(screen_text).toBe('CLAUDE_CODE_USE_BEDROCK=1');
});

test('send_input writes input, then key, then keys [16.input-order]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('stty raw -echo; echo ready; od -An -c -w1 -v', { wait_for: 'ready' });
  const keys = ['z', 'text ', 'up', 'ctrl+c'];
  const result = await server.json('send_input', { session_id, input: 'ab', key: 'x', keys, expect: '003' });
  expect(result).toMatchObject({ success: true, sent: 'ab{x}{z}text {up}{ctrl+c}', found: true });
  const { content } = await server.json('get_screen', { session_id });
  const shown = String((content as ReceivedMessage)['text']).replace(/\s+/g, ' ');
  expect(shown).toBe('ready a b x z t e x t 033 [ A 003');
});

test('send_input acts and waits in one call; only new text counts, never the echo [16.act-and-wait]', async () => {
  const server = new McpProcess();
  const session_id = await server.shell();
  const send = (args: object) => server.json('send_input', { session_id, timeout_ms: 20_000, ...args });
  expect(await send({ input: 'echo a-$((1+1))', submit: true, expect: '^a-2' })).toMatchObject({ found: true });
  expect(await send({ input: 'true a-2', submit: true, expect: 'a-2', timeout_ms: 500 })).toMatchObject({
    found: false,
  });
  expect(await send({ input: 'echo a-2', key: 'enter', expect: '^a-2' })).toMatchObject({ found: true });
  expect(await send({ input: 'echo a-2\n', expect: '^a-2' })).toMatchObject({ found: true });
  expect(await send({ input: 'true a-2\n', expect: 'a-2', timeout_ms: 500 })).toMatchObject({ found: false });
  expect(await send({ input: 'printf "x\\\\ny\\\\n"', submit: true, expect: 'x\\ny' })).toMatchObject({ found: true });
  expect(await send({ input: 'read -s p\n', paste: false })).toMatchObject({ success: true });
  expect(await send({ input: 'pasted', paste: true, submit: true })).toMatchObject({ sent: 'pasted{enter}' });
  expect(await send({ input: 'echo $p', submit: true, expect: '^pasted' })).toMatchObject({ found: true });
  expect(await send({ input: 'exit 7', submit: true, expect: 'never', timeout_ms: 20_000 })).toMatchObject({
    found: false,
    exited: true,
    exit_code: 7,
  });
  // Nothing is sent to a program that has ended before.
  for (const args of [{ input: 'x' }, { input: 'x', expect: 'y' }, { input: 'x', submit: true, expect: 'y' }])
    expect(await server.failure('send_input', { session_id, ...args })).toContain('The program has ended with code 7.');
  expect(await server.failure('send_input', { session_id })).toContain('Nothing to send.');
});

test('send_input returns changed rows, the screen, or nothing [16.screen-report]', async () => {
  const server = new McpProcess();
  const session_id = await server.shell();
  await server.json('send_input', { session_id, input: 'seq 1 50', submit: true, expect: '^50' });
  const changes = await server.json('send_input', { session_id, input: 'echo new', submit: true, expect: '^new' });
  expect(changes).toMatchObject({ screen_changes: 'scrolled up 2\n22| $ echo new\n23| new\n24| $' });
  expect(changes).not.toHaveProperty('screen_text');
  const whole = await server.json('send_input', { session_id, input: 'x', screen: 'text' });
  expect(String(whole['screen_text'])).toMatch(/\$ x$/);
  const none = await server.json('send_input', { session_id, key: 'backspace', screen: 'none' });
  expect(Object.keys(none)).toEqual(['success', 'sent']);
});

test('get_screen has four formats; the cursor counts from 0 [16.formats, 16.text-results]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('printf "\\033[31;1mred\\033[0m [x] plain text"; cat', { wait_for: 'text' });
  const read = async (format?: string): Promise<string> => {
    const { content, structuredContent } = await server.callTool('get_screen', {
      session_id,
      ...(format && { format }),
    });
    expect(structuredContent).toBeUndefined();
    return content[0]?.text ?? '';
  };
  expect(JSON.parse(await read())).toMatchObject({
    format: 'compact',
    schema: 1,
    content: { width: 80, height: 24, cursor: { x: 18, y: 0, visible: true }, text: 'red [x] plain text' },
  });
  expect(await read('text')).toBe('red [x] plain text');
  expect((await read('annotated')).trimEnd()).toBe('[screen 80x24 cursor=18,0]\n[+]red[/] [[x] plain text');
  const { content } = JSON.parse(await read('full')) as { content: { lines: { text: string; cells: object[] }[] } };
  expect(content.lines[0]?.cells[0]).toEqual({ char: 'r', fg: 'red', bold: true });
});

test('get_screen returns only what has changed since a revision, and earlier lines on request [16.since]', async () => {
  const server = new McpProcess();
  const session_id = await server.shell();
  const { revision } = await server.json('send_input', { session_id, input: 'seq 1 40', submit: true, expect: '^40' });
  const read = (args: object) =>
    server.json('get_screen', { session_id, ...args }) as Promise<{ content: ReceivedMessage; revision: number }>;
  expect((await read({ since: revision })).content).toMatchObject({ since: revision, changes: '' });
  await server.json('send_input', { session_id, input: 'echo 41', submit: true, expect: '^41', screen: 'none' });
  const { content } = await read({ since: revision });
  expect(content).toMatchObject({ scrolled_up: 2, changes: '22| $ echo 41\n23| 41\n24| $' });
  expect((await read({ since: 999_999 })).content).toHaveProperty('text');
  const { content: earlier } = await read({ scrollback: 5 });
  expect(String(earlier['text']).split('\n')[0]).toMatch(/^1[0-9]$/);
  expect(await server.failure('get_screen', { session_id, since: 1, scrollback: 5 })).toContain('cannot be combined');
});

test('get_screenshot returns a PNG of at most 1,568 pixels, or an SVG, and no other content [16.text-results, 16.lazy-files]', async () => {
  const server = new McpProcess();
  const session_id = await server.shell();
  const shoot = (args: object = {}) => server.callTool('get_screenshot', { session_id, ...args });
  const sizeOf = (data = ''): number[] => [16, 20].map((offset) => Buffer.from(data, 'base64').readUInt32BE(offset));
  const { content, structuredContent } = await shoot();
  expect([content.length, content[0]?.type, structuredContent]).toEqual([1, 'image', undefined]);
  expect(sizeOf(content[0]?.data)).toEqual([722, 434]);
  expect(sizeOf((await shoot({ font_size: 28 })).content[0]?.data)).toEqual([1444, 868]);
  expect(sizeOf((await shoot({ font_size: 56 })).content[0]?.data)).toEqual([1444, 868]);
  expect((await shoot({ show_cursor: false })).content[0]?.data).not.toBe(content[0]?.data);
  expect((await shoot({ format: 'svg' })).content[0]?.text).toMatch(/^<svg /);
  await server.json('resize_session', { session_id, cols: 300, rows: 10 });
  expect(await server.failure('get_screenshot', { session_id })).toContain('the maximum is 2000');
  const files = readdirSync(server.directory, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.(png|svg|txt|json)$/.test(file))).toEqual([]);
});

test('mouse clicks a text or a cell, scrolls and drags; find_text finds [16.new-tools]', async () => {
  const server = new McpProcess();
  const script = 'stty raw -echo; printf "\\033[?1002h\\033[?1006hOK button"; od -An -c -w100 -v';
  const session_id = await server.spawn(script, { wait_for: 'button' });
  const use = (args: object) => server.json('mouse', { session_id, ...args });
  expect(await use({ action: 'click', text: 'button' })).toMatchObject({ success: true });
  for (const args of [
    { action: 'double_click', row: 2, col: 3 },
    { action: 'scroll_up' },
    { action: 'scroll_down', amount: 3 },
    { action: 'drag', row: 1, col: 1, to_row: 2, to_col: 2 },
  ])
    expect(await use(args)).toMatchObject({ success: true });
  expect(await server.failure('mouse', { session_id, action: 'click' })).toContain('Missing target');
  expect(await server.failure('mouse', { session_id, action: 'drag', row: 1, col: 1 })).toContain('`to_row`');
  expect(await server.failure('mouse', { session_id, action: 'click', row: 1 })).toContain('together');
  expect(await server.failure('mouse', { session_id, action: 'click', text: 'Cancel' })).toContain('find_text');
  expect(await server.json('find_text', { session_id, pattern: 'b\\w+' })).toMatchObject({
    matches: [{ row: 1, col: 4, text: 'button' }],
    total: 1,
  });
});

test('mouse counts rows and columns from the end [16.mouse-from-end]', async () => {
  const server = new McpProcess({ args: ['--cols', '40', '--rows', '10'] });
  const script = 'stty raw -echo; printf "\\033[?1002h\\033[?1006hready"; exec cat -v';
  const session_id = await server.spawn(script, { wait_for: 'ready' });
  const click = { action: 'click', row: 1, col: 3 };
  for (const [args, reports] of [
    [click, ['0;3;1M']],
    [{ ...click, from_end: 'row' }, ['0;3;10M']],
    [{ ...click, from_end: 'col' }, ['0;38;1M']],
    [{ ...click, action: 'drag', to_row: 2, to_col: 1, from_end: 'both' }, ['0;38;10M', '0;40;9m']],
  ] as const) {
    await server.json('mouse', { session_id, ...args });
    for (const pattern of reports)
      expect(await server.json('wait_for_text', { session_id, pattern })).toMatchObject({ found: true });
  }
  expect(await server.failure('mouse', { session_id, action: 'click', text: 'ready', from_end: 'row' })).toContain(
    'Pass either `text`, or `row` and `col`.',
  );
});

test('optional tools need their flag: snapshots and recordings [16.caps]', async () => {
  const server = new McpProcess({ args: ['--caps', 'testing,recording', '--artifact-dir', 'shots'], env: { CI: '' } });
  const session_id = await server.spawn('echo "at 12:30"; cat', { name: 'demo', wait_for: 'at' });
  const path = join(server.directory, 'run.jsonl');
  expect(await server.json('start_recording', { session_id, path })).toEqual({ success: true, path });
  const compare = { session_id, name: 'first', mask: ['\\d+:\\d+'], timeout_ms: 3000 };
  expect(await server.json('expect_snapshot', compare)).toMatchObject({ status: 'created' });
  expect(await server.json('expect_snapshot', compare)).toMatchObject({ status: 'matched' });
  await server.json('send_input', { session_id, input: 'more\n', expect: 'more' });
  const failure = await server.callTool('expect_snapshot', { ...compare, timeout_ms: 100 });
  expect(failure).toMatchObject({ isError: true, _meta: { 'tuispec/error': { kind: 'snapshot-mismatch' } } });
  expect(failure.content[0]?.text).toMatch(/Difference:\n[\s\S]*\+more[\s\S]*Picture of the difference: .*\.png/);
  expect(await server.json('stop_recording', { session_id })).toEqual({ success: true, path });
  expect(readFileSync(path, 'utf8')).toContain('"frame"');
  await server.callTool('get_screenshot', { session_id });
  const kept = readdirSync(join(server.directory, 'shots'), { recursive: true, encoding: 'utf8' });
  expect(kept.filter((file) => file.endsWith('.png')).length).toBeGreaterThan(0);
});

test('JSON results have an identical structuredContent that is valid by the schema of the tool [16.json-results]', async () => {
  const server = new McpProcess();
  const session_id = await server.shell();
  const check = async (tool: string, args: object): Promise<void> => {
    const { content, structuredContent } = await server.callTool(tool, { session_id, ...args });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    mcpSchema(tool).checkResult(structuredContent);
  };
  await check('send_input', { input: 'echo hi', submit: true, expect: '^hi' });
  await check('find_text', { pattern: 'echo' });
  await check('wait_for_text', { pattern: 'echo', timeout_ms: 0 });
  await check('wait_for_screen_change', { timeout_ms: 0 });
  await check('wait_for_exit', { timeout_ms: 0 });
  await check('resize_session', { cols: 70, rows: 20 });
  await check('send_signal', { signal: 'WINCH' });
  const { structuredContent } = await server.callTool('list_sessions');
  mcpSchema('list_sessions').checkResult(structuredContent);
  await check('close_session', {});
});
