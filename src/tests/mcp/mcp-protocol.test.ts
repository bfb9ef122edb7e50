import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { McpProcess } from '../support/mcp.js';
import type { McpEra } from '../support/mcp-lines.js';

const sessionEras: readonly McpEra[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const hello = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

test.each(sessionEras)('a client initializes with revision %s [16.eras]', async (era) => {
  const server = new McpProcess({ era });
  const result = await server.request('initialize', hello(era));
  expect(result).toMatchObject({ protocolVersion: era, serverInfo: { name: 'tuispec' }, capabilities: { tools: {} } });
  server.notify('notifications/initialized');
  expect(await server.request('ping')).toEqual({});
  const { tools } = await server.request('tools/list');
  expect(tools).toHaveLength(13);
});

test.each(['2099-01-01', '2026-07-28'])(
  'a client that requests the unknown revision %s gets the newest one [16.eras]',
  async (version) => {
    const server = new McpProcess();
    expect(await server.request('initialize', hello(version))).toMatchObject({ protocolVersion: '2025-11-25' });
  },
);

test('a stateless client discovers the server without a handshake [16.eras]', async () => {
  const server = new McpProcess({ era: '2026-07-28' });
  const result = await server.request('server/discover');
  expect(result).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete', cacheScope: 'private' });
  expect(result['_meta']).toMatchObject({ 'io.modelcontextprotocol/serverInfo': { name: 'tuispec' } });
  const listed = await server.request('tools/list');
  expect(listed).toMatchObject({ resultType: 'complete', ttlMs: 0 });
  expect(await server.callTool('list_sessions')).toMatchObject({ resultType: 'complete' });
  for (const method of ['initialize', 'ping'])
    await expect(server.request(method, hello('2026-07-28'))).rejects.toMatchObject({ code: -32601 });
});

test('an unsupported revision of a stateless request is rejected with the supported ones [16.eras]', async () => {
  const server = new McpProcess();
  const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' } };
  await expect(server.request('tools/list', params)).rejects.toMatchObject({
    code: -32022,
    data: { supported: ['2026-07-28'], requested: '2027-01-01' },
  });
  await expect(server.request('server/discover')).rejects.toMatchObject({ code: -32602 });
});

test('requests of both eras on one connection get responses of their own era [16.eras]', async () => {
  const server = new McpProcess();
  await server.request('initialize', hello('2025-06-18'));
  server.send(
    '{"jsonrpc":"2.0","id":"new","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}',
  );
  expect(await server.inbox.waitForResult('new')).toMatchObject({ resultType: 'complete', ttlMs: 0 });
  expect(await server.request('tools/list')).not.toHaveProperty('resultType');
});

const malformed: readonly (readonly [what: string, line: string | Buffer, code: number])[] = [
  ['a line that is not JSON', '{"jsonrpc":', -32700],
  ['a line that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), -32700],
  ['a number', '17', -32600],
  ['an empty array', '[]', -32600],
  ['a request without a version', '{"id":null,"method":"ping"}', -32600],
  ['a request with the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  [
    'a line of 17 MiB',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${'x'.repeat(17 * 1024 * 1024)}"}}`,
    -32600,
  ],
];

test.each(malformed)(
  '%s gets an error without an id, and the server continues [16.malformed]',
  async (_, line, code) => {
    const server = new McpProcess();
    server.send(line);
    const { error } = await server.inbox.waitForMessage((message) => !('id' in message));
    expect(error).toMatchObject({ code });
    expect(await server.request('ping')).toEqual({});
  },
);

test('in older revisions, where errors need an id, a malformed line is only logged [16.malformed]', async () => {
  const server = new McpProcess({ era: '2025-06-18' });
  await server.request('initialize', hello('2025-06-18'));
  server.send('junk');
  await server.request('ping');
  expect(server.inbox.messages).toHaveLength(2);
  await server.end();
  expect(server.stderr).toContain('Line 2 is not valid JSON');
});

test('messages that need no response get none: responses, notifications, blank lines [16.malformed]', async () => {
  const server = new McpProcess();
  for (const line of [
    '',
    '\r',
    '{"jsonrpc":"2.0","id":7,"result":{}}',
    '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}',
    '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_sessions"}}',
  ])
    server.send(line);
  await server.request('ping');
  expect(server.inbox.messages).toHaveLength(1);
});

test.each([
  ['an unknown method', 'resources/list', {}, -32601, 'Unknown method "resources/list".'],
  ['an unknown tool', 'tools/call', { name: 'get_scren' }, -32602, 'Did you mean "get_screen"?'],
  ['a tool without a name', 'tools/call', {}, -32602, '`name` must be the name of a tool.'],
  [
    'a tool that is not enabled',
    'tools/call',
    { name: 'start_recording' },
    -32602,
    'Start the server with --caps recording.',
  ],
  ['positional params', 'tools/call', [] as never, -32602, 'positional'],
] as const)('%s is an error of the protocol [16.malformed]', async (_, method, params, code, message) => {
  const server = new McpProcess();
  await expect(server.request(method, params)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test('ids are returned exactly as sent [16.malformed]', async () => {
  const server = new McpProcess();
  for (const id of ['0', '"a b"', '"1"', '42', '-7']) {
    server.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    await expect.poll(() => server.inbox.lines).toContain(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
  }
});

test('an array of requests gets an array of responses, as in revision 2025-03-26 [16.eras]', async () => {
  const server = new McpProcess({ era: '2025-03-26' });
  server.send(
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"nope"}]',
  );
  const responses = await server.inbox.waitForBatch();
  expect(responses).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32601 } },
  ]);
});

test('only JSON-RPC is written to standard output, with any log level [16.command]', async () => {
  const server = new McpProcess({ args: ['--log-level', 'debug'] });
  const session = await server.shell();
  await server.json('close_session', { session_id: session });
  expect(await server.end()).toBe(0);
  for (const line of server.inbox.lines) expect(line).toMatch(/^\{"jsonrpc":"2\.0",/);
});

test('a client that does not read its responses does not make the server grow without bound [16.malformed]', async () => {
  const server = new McpProcess();
  server.process.stdout?.pause();
  for (let count = 0; count < 2000; count += 1) server.post('tools/list');
  server.process.stdout?.resume();
  await server.request('ping');
  expect(server.inbox.messages).toHaveLength(2001);
});

test('requests can be piped in: calls that take only a moment get their responses [16.ending]', async () => {
  const server = new McpProcess();
  const listed = server.json('list_sessions');
  expect(await server.end()).toBe(0);
  expect(await listed).toEqual({ sessions: [] });
});

test('other commands do not contain the MCP server, and it does not contain the engine [16.start]', () => {
  expect(readFileSync('dist/program.js', 'utf8')).not.toContain('notifications/cancelled');
  const bundle = readFileSync('dist/mcp.js', 'utf8');
  expect(bundle).toContain('notifications/cancelled');
  for (const part of ['node-pty', '@xterm/headless']) expect(bundle).not.toContain(part);
});
