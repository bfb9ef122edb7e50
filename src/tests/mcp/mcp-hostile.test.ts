import { expect, test } from 'vitest';
import { createHostileLine } from '../support/hostile-lines.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { McpProcess } from '../support/mcp.js';
import { mcpSchemas } from '../support/mcp-schemas.js';
import { pickStrangeValue } from '../support/mutate-json.js';
import { Random } from '../support/random.js';

test('two thousand lines of junk neither end nor confuse the server [16.malformed]', async () => {
  const random = new Random(16);
  const server = new McpProcess();
  for (let count = 0; count < 2000; count += 1) server.process.stdin?.write(createHostileLine(random));
  server.send('{"jsonrpc":"2.0","id":"after","method":"ping"}');
  expect(await server.inbox.waitForResult('after')).toEqual({});
  expect(server.stderr).not.toContain('error:');
});

test('tools that are called with random arguments respond to every call, and never fail internally [16.arguments]', async () => {
  const random = new Random(17);
  const server = new McpProcess({ args: ['--caps', 'testing', '--max-wait-ms', '50', '--max-sessions', '4'] });
  const session_id = await server.spawn('cat', { name: 'fuzz' });
  const schemas = mcpSchemas().filter(({ caps }) => caps === undefined || caps === 'testing');
  const calls = Array.from({ length: 400 }, () => {
    const { name, examples } = random.pick(schemas);
    const args = { ...(structuredClone(random.pick(examples)) as ReceivedMessage) };
    if ('session_id' in args) args['session_id'] = session_id;
    // A valid command line would start programs of all kinds.
    if (name === 'spawn_tui') args['command'] = 'cat';
    const member = random.pick(
      Object.keys(args)
        .filter((key) => !['command', 'session_id'].includes(key))
        .concat('x'),
    );
    args[member] = pickStrangeValue(random);
    return [name === 'close_session' ? 'list_sessions' : name, args] as const;
  });
  for (const [name, args] of calls) {
    const { content } = await server.callTool(name, args);
    expect([name, args, content.length]).toEqual([name, args, 1]);
    expect(content[0]?.text ?? '').not.toContain('failed unexpectedly');
  }
  expect(server.stderr).toBe('');
});

test('a call whose tool is no text is rejected, also with a progress token [16.malformed]', async () => {
  const server = new McpProcess();
  for (const name of [{ toString: 1 }, null, 7, []]) {
    const calling = server.request('tools/call', { name, _meta: { progressToken: 1 } });
    await expect(calling).rejects.toMatchObject({ code: -32602 });
  }
  expect(server.stderr).toBe('');
});

test('long texts in errors and results are not cut in the middle of a character [16.text-results]', async () => {
  const server = new McpProcess({ args: ['--caps', 'recording'] });
  const session_id = await server.spawn('cat');
  for (const start of ['', 'x']) {
    const text = `${start}${'😀'.repeat(600)}`;
    const failures = [
      await server.failure('spawn_tui', { command: text, args: [] }),
      await server.failure('find_text', { session_id, pattern: `[${text}` }),
      await server.failure('start_recording', { session_id, path: `${text}/x` }),
      await server.failure('get_screen', { session_id: text }),
    ];
    const { sent } = await server.json('send_input', { session_id, input: text });
    for (const shown of [...failures, sent]) expect(shown).not.toMatch(/[\p{Surrogate}\ufffd]/u);
  }
});

test('screens full of strange output arrive as well-formed text [16.text-results]', async () => {
  const server = new McpProcess();
  const script = String.raw`printf '\033[31m\355\240\200 \xff \033]0;t\007 \302\205 \001 e\314\201 \360\237\221\251\342\200\215\360\237\221\247 "\\'; cat`;
  const session_id = await server.spawn('sh', { args: ['-c', script] });
  for (const format of ['compact', 'text', 'annotated', 'full']) {
    const { content } = await server.callTool('get_screen', { session_id, format });
    const text = content[0]?.text ?? '';
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  }
});

test('fifty inputs that are sent at once arrive in order [16.concurrency, 16.input-order]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('stty -echo; echo ready; cat', { wait_for: 'ready' });
  const words = Array.from({ length: 50 }, (_, index) => `w${index}`);
  const inputs = words.map((word) => server.json('send_input', { session_id, input: `${word} `, screen: 'none' }));
  await Promise.all(inputs);
  await server.json('send_input', { session_id, key: 'enter', expect: 'w49' });
  const { content } = await server.json('get_screen', { session_id });
  expect(String((content as ReceivedMessage)['text']).replaceAll('\n', '')).toContain(words.join(' '));
});

test('calls that are cancelled in the queue are never performed [16.cancel]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('stty -echo; echo ready; cat', { wait_for: 'ready' });
  const post = (input: string, more: object = {}): number =>
    server.post('tools/call', { name: 'send_input', arguments: { session_id, input, screen: 'none', ...more } });
  const first = post('one\n', { expect: 'never', timeout_ms: 500 });
  const second = post('two\n');
  const third = post('three\n', { expect: 'three' });
  server.notify('notifications/cancelled', { requestId: second });
  await Promise.all([server.inbox.waitForResponse(first), server.inbox.waitForResponse(third)]);
  expect(await server.json('get_screen', { session_id })).toMatchObject({ content: { text: 'ready\none\nthree' } });
});
