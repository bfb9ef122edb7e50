import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer, temporaryDirectory } from '../../testing/client.js';
import { failureOf } from '../../testing/failure-of.js';
import { expected, locally, started } from '../../testing/snapshot-puppet.js';

test('a session writes files and baselines to the directories of initialize [7.directories]', async () => {
  const [artifactDir, snapshotDir] = [temporaryDirectory(), join(temporaryDirectory(), 'new/__screens__')];
  const puppet = await started({ artifactDir, snapshotDir });
  await puppet.write('x');
  const { actualPath, baselinePath } = await expected(puppet, { stableMs: 0 });
  expect(actualPath).toBe(join(realpathSync(artifactDir), 'sessions/some-session/snapshots/main-menu.ansi.txt'));
  expect(baselinePath).toBe(join(realpathSync(snapshotDir), 'main-menu.ansi.txt'));
  expect(existsSync(join(puppet.server.directory, 'artifacts'))).toBe(false);
});

test('artifactDir without snapshotDir also moves the baselines, and relative paths start at the working directory [7.directories]', async () => {
  const puppet = await started({ artifactDir: 'out' });
  await puppet.write('x');
  const directory = realpathSync(puppet.server.directory);
  const { actualPath, baselinePath } = await expected(puppet, { stableMs: 0 });
  expect(actualPath).toBe(join(directory, 'out/sessions/some-session/snapshots/main-menu.ansi.txt'));
  expect(baselinePath).toBe(join(directory, 'out/snapshots/some-session/main-menu.ansi.txt'));
});

test('a snapshotDir contains the baselines of every session, and is not cleared [7.directories, 7.baseline-survives]', async () => {
  const snapshotDir = temporaryDirectory();
  writeFileSync(join(snapshotDir, 'note'), 'kept');
  const puppet = await started({ snapshotDir });
  await puppet.write('x');
  await expected(puppet, { stableMs: 0 });
  await puppet.server.request('close');
  await puppet.start(20, 4, { name: 'other', snapshotDir });
  await puppet.write('x');
  expect(await expected(puppet, { timeoutMs: 0 })).toMatchObject({ status: 'matched' });
  expect(readFileSync(join(snapshotDir, 'note'), 'utf8')).toBe('kept');
});

test('initialize clears only the directory of the session, never artifactDir itself [7.directories]', async () => {
  const artifactDir = temporaryDirectory();
  mkdirSync(join(artifactDir, 'sessions/other'), { recursive: true });
  writeFileSync(join(artifactDir, 'note'), 'kept');
  await new TestServer().request('initialize', { artifactDir });
  expect(readdirSync(artifactDir).sort()).toEqual(['note', 'sessions']);
  expect(readdirSync(join(artifactDir, 'sessions')).sort()).toEqual(['.session.owner', 'other', 'session']);
});

test('fails with kind io if a directory cannot be created [7.directories]', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const failure = await failureOf(new TestServer().request('initialize', { artifactDir: file }));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'io' } });
  const puppet = await started({ snapshotDir: join(file, 'x') }, locally);
  expect(await failureOf(expected(puppet))).toMatchObject({ code: -32004, data: { kind: 'io' } });
});
