import { expect, test } from 'vitest';
import { exchange, parseResponse, type RawRequest, type RawResponse, sendRaw, upgrade } from '../support/raw-http.js';
import { openRawView, type RawView } from '../support/raw-view.js';

const json = ['Content-Type', 'application/json'] as const;
const version = 'tuispec.view.v1';
const errorTypeOf = ({ body }: RawResponse): unknown =>
  (JSON.parse(body) as { readonly error_type: string }).error_type;

test('everything but the page needs the token [15.token]', async () => {
  const { port, token, bearer } = await openRawView();
  const statusOf = async (request: RawRequest): Promise<number> => (await sendRaw(port, request)).status;
  const targets = ['/api/state', '/api/screen', '/api/screen?format=png', '/api/events', '/api/state?token='];
  const wrong = [
    token.slice(0, -1),
    `${token}x`,
    token.toLowerCase(),
    `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`,
    'ü',
    '',
    ' ',
    'x'.repeat(2000),
  ];
  for (const target of targets) {
    const missing = await sendRaw(port, { target });
    expect([target, missing.status, missing.headers.get('www-authenticate')]).toEqual([target, 401, 'Bearer']);
    expect(errorTypeOf(missing)).toBe('unauthorized');
    for (const guess of wrong) {
      expect(await statusOf({ target, headers: [['Authorization', `Bearer ${guess}`]] }), guess).toBe(401);
      const query = `${target.split('?')[0]}?token=${encodeURIComponent(guess)}`;
      if (query.length < 2000) expect(await statusOf({ target: query }), query).toBe(401);
    }
  }
  const others: readonly (readonly [string, string])[] = [
    ['Authorization', token],
    ['Authorization', `Basic ${token}`],
    ['Cookie', `token=${token}`],
    ['X-Token', token],
    ['Sec-WebSocket-Protocol', `${version}, tuispec.token.${token}`],
  ];
  for (const header of others) expect(await statusOf({ target: '/api/state', headers: [header] }), header[0]).toBe(401);
  expect(await statusOf({ target: '/api/state', headers: [bearer] })).toBe(200);
  expect(await statusOf({ target: '/api/state', headers: [['authorization', `bearer ${token}`]] })).toBe(200);
  expect(await statusOf({ target: `/api/state?token=${token}` })).toBe(200);
  expect(await statusOf({ method: 'HEAD', target: `/api/state?token=${token}` })).toBe(200);
  for (const target of ['/', '/live.js', '/viewer.css', '/fonts.css']) {
    const page = await sendRaw(port, { target });
    expect([target, page.status]).toEqual([target, 200]);
    expect(page.body).not.toContain(token);
  }
});

test('requests that act accept the token in the header only [15.token]', async () => {
  const { port, token, bearer, protocols } = await openRawView();
  const post = { method: 'POST', target: '/api/respond/demo', body: '{"text":"hello"}' };
  const accepted = await sendRaw(port, { ...post, headers: [json, bearer] });
  expect([accepted.status, accepted.body]).toEqual([200, expect.stringContaining('"status":"ok"')]);
  const refused: readonly RawRequest[] = [
    { ...post, headers: [json] },
    { ...post, headers: [json], target: `${post.target}?token=${token}` },
    { ...post, headers: [json, ['Upgrade', 'x'], ['Sec-WebSocket-Protocol', protocols.join(', ')]] },
  ];
  for (const request of refused) expect((await sendRaw(port, request)).status, request.target).toBe(401);
});

test('a WebSocket accepts the token as subprotocol or header, and does not return it [15.token]', async () => {
  const { port, token, bearer, protocols } = await openRawView();
  const accepted = await upgrade(port, protocols);
  expect(accepted.status).toBe(101);
  expect(accepted.headers.get('sec-websocket-protocol')).toBe(version);
  expect(JSON.stringify([...accepted.headers])).not.toContain(token);
  const reversed = await upgrade(port, protocols.toReversed());
  expect([reversed.status, reversed.headers.get('sec-websocket-protocol')]).toEqual([101, version]);
  const onlyToken = await upgrade(port, [`tuispec.token.${token}`]);
  expect([onlyToken.status, onlyToken.headers.has('sec-websocket-protocol')]).toEqual([101, false]);
  expect((await upgrade(port, [], { headers: [bearer] })).status).toBe(101);
  const wrong = [[], [version], [version, 'tuispec.token.'], [version, `tuispec.token.${token}x`], [version, token]];
  for (const offered of wrong) {
    const { status, headers } = await upgrade(port, offered);
    expect([offered, status, headers.get('www-authenticate')]).toEqual([offered, 401, 'Bearer']);
  }
  expect((await upgrade(port, [version], { target: `/ws?token=${token}` })).status).toBe(401);
  expect((await upgrade(port, [version], { headers: [['Cookie', `token=${token}`]] })).status).toBe(401);
});

/** The statuses of a page, an API request and an upgrade, with the right token and these headers. */
async function requestAll(
  { port, bearer, protocols }: RawView,
  headers: readonly (readonly [string, string])[],
): Promise<readonly number[]> {
  const page = await sendRaw(port, { headers });
  const api = await sendRaw(port, { target: '/api/state', headers: [...headers, bearer] });
  return [page.status, api.status, (await upgrade(port, protocols, { headers })).status];
}

test.each([
  'localhost',
  'LOCALHOST:80',
  '127.0.0.1',
  '127.0.0.1:1',
  '[::1]',
  '[::1]:65535',
  'my.example',
  'MY.example:99',
  '[fe80::1]:5',
])('the host name %s is allowed with any port [15.host]', async (host) => {
  const view = await openRawView({ allowHosts: ['my.example', 'fe80::1'] });
  expect(await requestAll(view, [['Host', host]])).toEqual([200, 200, 101]);
});

test('other host names are refused [15.host]', async () => {
  const view = await openRawView({ allowHosts: ['my.example'] });
  const hosts = [
    'evil.example',
    'localhost.evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '::1',
    'user@localhost',
    'localhost@evil.example',
    'localhost:80:80',
    'localhost:',
    'localhost:x',
    'localhost, evil.example',
    'localhost/evil',
    'xmy.example',
    'my.example.',
    '',
  ];
  for (const host of hosts) expect([host, await requestAll(view, [['Host', host]])]).toEqual([host, [421, 421, 421]]);
});

test('a request has one host header, and a path as target [15.host]', async () => {
  const view = await openRawView();
  const { port, bearer } = view;
  const twice = await requestAll(view, [
    ['Host', '127.0.0.1'],
    ['host', 'evil.example'],
  ]);
  expect(twice).toEqual([400, 400, 400]);
  const missing = parseResponse(await exchange(port, 'GET /api/state HTTP/1.1\r\nConnection: close\r\n\r\n'));
  expect([missing.status, errorTypeOf(missing)]).toEqual([400, 'forbidden']);
  expect(parseResponse(await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).status).toBe(400);
  for (const target of [`http://127.0.0.1:${port}/api/state`, 'http://evil.example/', 'api/state', '*', '127.0.0.1:80'])
    expect([target, (await sendRaw(port, { target, headers: [bearer] })).status]).toEqual([target, 400]);
});

test('requests from pages of other origins are refused [15.origin]', async () => {
  const view = await openRawView();
  const same = [`http://127.0.0.1:${view.port}`, `127.0.0.1:${view.port}`] as const;
  const origins: readonly (readonly [origin: string, host: string, isAllowed: boolean])[] = [
    [...same, true],
    ['http://localhost:5', 'localhost:5', true],
    ['http://localhost', 'localhost', true],
    ['http://127.0.0.1:1', same[1], false],
    ['http://127.0.0.1', same[1], false],
    [`http://localhost:${view.port}`, same[1], false],
    [`https://127.0.0.1:${view.port}`, same[1], false],
    [`${same[0]}.evil.example`, same[1], false],
    [`${same[0]}/`, same[1], false],
    ['http://evil.example', same[1], false],
    ['null', same[1], false],
    ['file://', same[1], false],
    ['', same[1], false],
  ];
  for (const [origin, host, isAllowed] of origins) {
    const statuses = await requestAll(view, [
      ['Host', host],
      ['Origin', origin],
    ]);
    expect([origin, ...statuses]).toEqual([origin, ...(isAllowed ? [200, 200, 101] : [403, 403, 403])]);
  }
  for (const site of ['cross-site', 'same-site', 'x', ''])
    expect([site, await requestAll(view, [['Sec-Fetch-Site', site]])]).toEqual([site, [403, 403, 403]]);
  for (const site of ['same-origin', 'none'])
    expect([site, await requestAll(view, [['Sec-Fetch-Site', site]])]).toEqual([site, [200, 200, 101]]);
});

test('routes are a fixed list; paths do not reach the file system [15.routes]', async () => {
  const { port, bearer, protocols } = await openRawView();
  const paths = [
    '/../package.json',
    '/..%2fpackage.json',
    '/fonts/../live.js/../../package.json',
    '/fonts/%2e%2e/package.json',
    '/fonts/..%5c..%5cpackage.json',
    '/fonts/',
    '/fonts/cascadia-mono-latin-400-normal.woff2%00',
    '/fonts//etc/passwd',
    '//etc/passwd',
    '/\\etc\\passwd',
    '/.git/config',
    '/view.js',
    '/live.js/',
    '/LIVE.JS',
    '/api',
    '/api/',
    '/api/state/',
    '/api/respond',
    '/api/constructor',
    '/__proto__',
    '/index.html',
    '/ws/',
  ];
  for (const target of paths) {
    const response = await sendRaw(port, { target, headers: [bearer] });
    expect([target, response.status, errorTypeOf(response)]).toEqual([target, 404, 'not_found']);
    expect((await upgrade(port, protocols, { target })).status).toBe(404);
  }
  expect((await upgrade(port, protocols, { target: '/api/state' })).status).toBe(404);
  const socket = await sendRaw(port, { target: '/ws', headers: [bearer] });
  expect([socket.status, socket.headers.get('upgrade')]).toEqual([426, 'websocket']);
});

test('wrong methods are 405, with those that are allowed [15.routes]', async () => {
  const { port, bearer, protocols } = await openRawView();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
    for (const target of ['/', '/live.js', '/api/state', '/api/events', '/api/screen']) {
      const { status, headers } = await sendRaw(port, { method, target, headers: [bearer] });
      expect([method, target, status, headers.get('allow')]).toEqual([method, target, 405, 'GET, HEAD']);
    }
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
    const { status, headers } = await sendRaw(port, { method, target: '/api/respond/demo', headers: [bearer] });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
  }
  const post = await upgrade(port, protocols, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
});
