import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';

/** A server with its artifacts in a shared directory. */
const startSharing = (directory: string, args: readonly string[] = []): TestServer =>
  new TestServer({ args: ['--artifact-dir', directory, ...args] });

/** Ends the server and returns its standard error. */
async function warningsOf(server: TestServer): Promise<string> {
  const closed = once(server.process, 'close');
  await server.end();
  await closed;
  return server.stderr;
}

test('a server that clears the directory of another running server warns on standard error [3.shared-directory]', async () => {
  const directory = createTemporaryDirectory();
  const [first, second] = [startSharing(directory), startSharing(directory)];
  const { artifactRoot } = await first.request('initialize');
  await second.request('initialize');
  const advice = 'Give each server a unique session name or --artifact-dir.';
  expect(await warningsOf(second)).toBe(
    `tuispec warn: \`initialize\` has emptied ${artifactRoot}, which another server (process ${first.pid}) uses. ${advice}\n`,
  );
  expect(await warningsOf(first)).toBe('');
});

test.each<[string, (first: TestServer) => Promise<unknown>, object]>([
  ['that has closed its session', async (first) => await first.request('close'), {}],
  ['that has exited', async (first) => await first.end(), {}],
  ['with a session of another name', async () => {}, { name: 'other' }],
  [
    'that was killed',
    async (first) => {
      first.process.kill('SIGKILL');
      await first.waitForExit();
    },
    {},
  ],
])('no warning is printed for a server %s [3.shared-directory]', async (_, change, session) => {
  const directory = createTemporaryDirectory();
  const [first, second] = [startSharing(directory), startSharing(directory)];
  await first.request('initialize');
  await change(first);
  await second.request('initialize', session);
  await second.request('close');
  await second.request('initialize', session);
  expect(await warningsOf(second)).toBe('');
});

test('a closed session leaves only its directory [3.shared-directory]', async () => {
  const directory = createTemporaryDirectory();
  const server = startSharing(directory);
  await server.request('initialize');
  await server.request('close');
  expect(readdirSync(join(directory, 'sessions'))).toEqual(['session']);
});

test('a file, directory or link in place of the claim is harmless, and no link is followed [3.shared-directory]', async () => {
  const directory = createTemporaryDirectory();
  const path = join(directory, 'sessions', '.session.owner');
  mkdirSync(join(directory, 'sessions'));
  const target = join(directory, 'target');
  const places = [
    (): void => symlinkSync(target, path),
    (): void => writeFileSync(path, 'not a claim'),
    (): void => writeFileSync(path, '1 0'),
    (): void => mkdirSync(path),
  ];
  for (const place of places) {
    place();
    const server = startSharing(directory);
    await server.request('initialize');
    expect(await warningsOf(server)).toBe('');
    expect(existsSync(target)).toBe(false);
  }
});
