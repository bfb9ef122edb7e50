import { describe, expect, test } from 'vitest';
import { createUpgrade, type RawRequest, sendRaw, upgrade } from '../../testing/raw-http.js';
import { errorTypeOf, openRawView, type RawView } from '../../testing/raw-view.js';

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

const policy = "default-src 'none'";
const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

describe('all responses have the same headers', () => {
  const upgradeWith = (headers: readonly (readonly [string, string])[]): RawRequest => ({ target: '/ws', headers });
  const requests: readonly (readonly [what: string, request: (view: RawView) => RawRequest, status: number])[] = [
    ['the page', () => ({}), 200],
    ['a script', () => ({ target: '/live.js' }), 200],
    ['a font', () => ({ target: '/fonts/cascadia-mono-latin-400-normal.woff2' }), 200],
    ['the state', ({ bearer }) => ({ target: '/api/state', headers: [bearer] }), 200],
    ['a text', ({ bearer }) => ({ target: '/api/screen', headers: [bearer] }), 200],
    ['a picture', ({ bearer }) => ({ target: '/api/screen?format=svg', headers: [bearer] }), 200],
    ['HEAD of events', ({ bearer }) => ({ method: 'HEAD', target: '/api/events', headers: [bearer] }), 200],
    ['a missing token', () => ({ target: '/api/state' }), 401],
    ['another origin', () => ({ headers: [['Origin', 'http://evil.example']] }), 403],
    ['an unknown path', () => ({ target: '/x' }), 404],
    ['a wrong method', () => ({ method: 'OPTIONS' }), 405],
    [
      'a body that is not JSON',
      ({ bearer }) => ({ method: 'POST', target: '/api/respond/demo', headers: [bearer] }),
      415,
    ],
    ['a foreign host', () => ({ headers: [['Host', 'evil.example']] }), 421],
    ['no upgrade', () => ({ target: '/ws' }), 426],
    ['an expectation', () => ({ headers: [['Expect', 'the-unexpected']] }), 200],
    ['a long URL', () => ({ target: `/${'x'.repeat(2048)}` }), 414],
    ['long headers', () => ({ headers: [['X', 'x'.repeat(8192)]] }), 431],
    ['a malformed request', () => ({ version: '9.9' }), 400],
    ['an upgrade without a token', () => upgradeWith(createUpgrade([])), 401],
    [
      'an upgrade without a key',
      ({ protocols }) => upgradeWith(createUpgrade(protocols).filter(([name]) => name !== 'Sec-WebSocket-Key')),
      400,
    ],
    ['another upgrade', ({ bearer }) => upgradeWith([bearer, ['Connection', 'Upgrade'], ['Upgrade', 'h2c']]), 426],
  ];
  test.each(requests)('%s [15.headers]', async (_, createRequest, status) => {
    const view = await openRawView();
    const { headers, ...response } = await sendRaw(view.port, createRequest(view));
    expect(response.status).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject(always);
    expect(headers.get('content-security-policy')).toMatch(policy);
    const names = [...headers.keys()].join();
    expect(names).not.toMatch(/access-control|set-cookie|x-powered-by|server/);
    if (response.status >= 400)
      expect(JSON.parse(response.body)).toEqual({
        status: 'error',
        error_type: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/^[A-Z].*\.$/),
      });
  });
});
