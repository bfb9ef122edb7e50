import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { McpProcess } from '../support/mcp.js';
import { mcpSchemas } from '../support/mcp-schemas.js';

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string; readonly properties: Readonly<Record<string, object>> };
  readonly annotations: object;
}

const definitionsOf = async (...args: string[]): Promise<Definition[]> =>
  (await new McpProcess({ args }).request('tools/list'))['tools'] as Definition[];

test('the definitions of the default tools take at most 2,000 tokens, annotations included [16.tokens]', async () => {
  const tokens = (await definitionsOf()).map((definition) => countTokens(JSON.stringify(definition)));
  expect(tokens.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(2000);
});

test('the instructions have at most 2,048 characters, also with long numbers [16.tokens]', async () => {
  const server = new McpProcess({
    args: ['--cols', '1000', '--rows', '1000', '--idle-minutes', '99999.5', '--max-wait-ms', '2147483647'],
  });
  const { instructions } = await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  expect(String(instructions).length).toBeLessThanOrEqual(2048);
});

test('every tool has all four annotations, and every parameter and result member a description [16.annotations]', async () => {
  for (const { name, description, annotations, inputSchema } of await definitionsOf(
    '--caps',
    'testing,recording,tmux',
  )) {
    expect(Object.keys(annotations).sort(), name).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    for (const hint of Object.values(annotations)) expect(typeof hint).toBe('boolean');
    expect(description.length).toBeGreaterThan(10);
    for (const [param, schema] of Object.entries(inputSchema.properties))
      expect(schema, `${name}.${param}`).toHaveProperty('description');
  }
});

test('definitions avoid what some clients reject: dots in names, and alternatives at the top of a schema [16.clients]', async () => {
  for (const { name, inputSchema } of await definitionsOf('--caps', 'testing,recording,tmux')) {
    expect(name).toMatch(/^[a-z_]{1,40}$/);
    expect(inputSchema.type).toBe('object');
    expect(Object.keys(inputSchema)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(one|any|all)Of$/)]));
  }
});

test('the tools and their order are constant; flags add some [16.caps]', async () => {
  const usual = (await definitionsOf()).map(({ name }) => name);
  const all = (await definitionsOf('--caps', 'testing,recording,tmux')).map(({ name }) => name);
  expect(all.slice(0, usual.length)).toEqual(usual);
  expect(all.slice(usual.length)).toEqual(['expect_snapshot', 'start_recording', 'stop_recording', 'attach_tmux']);
  expect(
    mcpSchemas()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...all].sort());
});

test('the examples of the schemas are valid arguments [16.arguments]', () => {
  for (const { name, examples, checkInput } of mcpSchemas()) {
    expect(examples.length, name).toBeGreaterThan(0);
    for (const example of examples) checkInput(example);
  }
});

test('no result has more than 50,000 characters, and errors have at most 10,000 of the screen [16.max-result, 16.errors]', async () => {
  const server = new McpProcess({ args: ['--cols', '1000', '--rows', '300'] });
  const script = 'yes "$(seq -s \\" 1 400)" | head -c 400000; cat';
  const session_id = await server.spawn(script, { wait_for: '399', timeout_ms: 20_000 });
  const calls = [
    ['get_screen', {}],
    ['get_screen', { format: 'text', scrollback: 1000 }],
    ['get_screen', { format: 'annotated' }],
    ['get_screen', { format: 'full' }],
    ['wait_for_text', { pattern: 'never', timeout_ms: 0 }],
    ['wait_for_screen_change', { timeout_ms: 0 }],
    ['find_text', { pattern: '1.*', limit: 1000 }],
    ['send_input', { input: 'x'.repeat(5000), screen: 'text' }],
    ['list_sessions', {}],
  ] as const;
  for (const [tool, args] of calls) {
    const { content, isError } = await server.callTool(tool, {
      ...(tool === 'list_sessions' ? {} : { session_id }),
      ...args,
    });
    const length = content.reduce((sum, { text = '' }) => sum + text.length, 0);
    expect([tool, args, length <= (isError ? 12_000 : 50_000)]).toEqual([tool, args, true]);
  }
  const failure = await server.failure('mouse', { session_id, action: 'click', row: 1, col: 1 });
  expect(failure.length).toBeLessThan(11_000);
  expect(failure).toContain('earlier characters omitted');
});

test('an error has a sentence, the screen, what to do, and details in _meta, but no structuredContent [16.errors]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('echo hello; cat', { wait_for: 'hello' });
  const result = await server.callTool('mouse', { session_id, action: 'click', row: 1, col: 1 });
  expect(result).toMatchObject({ isError: true, _meta: { 'tuispec/error': { kind: 'mouse-off' } } });
  expect(result.structuredContent).toBeUndefined();
  expect(result.content[0]?.text).toBe(
    'Error: click failed: The program has not enabled mouse reporting.\n\nScreen:\nhello\n\nThe program does not use the mouse here. Use keys with send_input.',
  );
});

test('arguments of the wrong type are converted if their meaning is certain; others are rejected with the nearest name [16.arguments]', async () => {
  const server = new McpProcess();
  const { session_id, cols } = await server.json('spawn_tui', {
    command: 'cat',
    args: '[]',
    cols: '90',
    env: '{"A":"b"}',
    wait_for_previous: true,
    name: null,
  });
  expect(cols).toBe(90);
  const sent = await server.json('send_input', {
    session_id,
    keys: 'a',
    submit: 'true',
    timeout_ms: '100',
    screen: 'none',
  });
  expect(sent).toMatchObject({ sent: '{enter}{a}' });
  for (const [tool, args, message] of [
    ['get_screen', { sesion_id: 'x' }, 'Unknown parameter "sesion_id". Did you mean `session_id`'],
    ['get_screen', { session_id, format: 'tekst' }, 'Did you mean "text"?'],
    ['get_screen', {}, 'Missing required parameter `session_id`.'],
    ['resize_session', { session_id, cols: 1, rows: 5 }, '`cols`'],
    ['wait_for_text', { session_id, pattern: 'x', timeout_ms: 'soon' }, '`timeout_ms`'],
    ['send_input', { session_id, key: 'entr' }, 'Unknown key "entr". The nearest valid key is "Enter".'],
    ['spawn_tui', { command: '' }, '`command`'],
    ['spawn_tui', { command: 'nosuchprogram' }, 'command not found in PATH'],
    ['get_screen', { session_id: 'cat' }, 'Unknown session "cat".'],
  ] as const)
    expect(await server.failure(tool, args)).toContain(message);
});
