import { describe, expect, test } from 'vitest';
import { createUpgrade, type RawRequest, sendRaw } from '../support/raw-http.js';
import { openRawView, type RawView } from '../support/raw-view.js';

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
