import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';

/** Returns the standard error of a server with these variables. */
async function readWarning(env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<string> {
  const server = new TestServer({ env, args });
  await server.request('server.ping');
  await server.end();
  return server.stderr;
}

test.each([
  [{ TUISPEC_COLS: '80' }, 'Unknown variable ignored: TUISPEC_COLS (did you mean TUISPEC_TERMINAL_COLS?).'],
  [{ TUISPEC_TIMEOUT: '1' }, 'Unknown variable ignored: TUISPEC_TIMEOUT (did you mean TUISPEC_TIMEOUT_SECONDS?).'],
  [{ TUISPEC_THEME: 'x' }, 'Unknown variable ignored: TUISPEC_THEME (did you mean TUISPEC_SNAPSHOT_THEME?).'],
  [{ TUISPEC_LOG_LEVEL: 'info' }, 'Unknown variable ignored: TUISPEC_LOG_LEVEL (use the option --log-level).'],
  [
    { TUISPEC_QQQQQ: '1', TUISPEC_ROWS: '2' },
    'Unknown variables ignored: TUISPEC_QQQQQ, TUISPEC_ROWS (did you mean TUISPEC_TERMINAL_ROWS?).',
  ],
])('the server reports %j in one line [10.unknown-variables]', async (env, words) => {
  expect(await readWarning(env)).toBe(`tuispec warn: ${words}\n`);
});

test('the server counts unknown variables beyond the first five [10.unknown-variables]', async () => {
  const env = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`TUISPEC_${index}`, 'x']));
  expect(await readWarning(env)).toMatch(/^tuispec warn: Unknown variables ignored: .* and 4 more\.\n$/);
});

test('the server does not warn about variables that exist, are empty or have another prefix [10.unknown-variables]', async () => {
  expect(
    await readWarning({ TUISPEC_TERMINAL_COLS: '80', TUISPEC_COLS: '', TUISPECTRUM: '1', TUISPEC_PAUSE: 'failure' }),
  ).toBe('');
  expect(await readWarning({ TUISPEC_SESSION: 'a', TUISPEC_SESSION_DIR: '/tmp/a', TUISPEC_CALLER: 'a' })).toBe('');
  expect(await readWarning({ TUISPEC_COLS: '80' }, ['--log-level', 'error'])).toBe('');
});
