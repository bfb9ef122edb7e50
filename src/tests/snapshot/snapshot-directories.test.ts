import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { expectSnapshot, outsideCi, restartProgram, startProgram } from '../support/expect-snapshot.js';
import { failureOf } from '../support/failure-of.js';

test('a session writes files and baselines to the directories of initialize [7.directories]', async () => {
  const [artifactDir, snapshotDir] = [createTemporaryDirectory(), join(createTemporaryDirectory(), 'new/__screens__')];
  const program = await startProgram({ artifactDir, snapshotDir });
  await program.show('x');
  const { actualPath, baselinePath } = await expectSnapshot(program, { stableMs: 0 });
  expect(actualPath).toBe(join(realpathSync(artifactDir), 'sessions/some-session/snapshots/main-menu.ansi.txt'));
  expect(baselinePath).toBe(join(realpathSync(snapshotDir), 'main-menu.ansi.txt'));
  expect(existsSync(join(program.server.directory, 'artifacts'))).toBe(false);
});

test('artifactDir without snapshotDir also moves the baselines, and relative paths start at the working directory [7.directories]', async () => {
  const program = await startProgram({ artifactDir: 'out' });
  await program.show('x');
  const directory = realpathSync(program.server.directory);
  const { actualPath, baselinePath } = await expectSnapshot(program, { stableMs: 0 });
  expect(actualPath).toBe(join(directory, 'out/sessions/some-session/snapshots/main-menu.ansi.txt'));
  expect(baselinePath).toBe(join(directory, 'out/snapshots/some-session/main-menu.ansi.txt'));
});

test('a snapshotDir contains the baselines of every session, and is not cleared [7.directories, 7.baseline-survives]', async () => {
  const snapshotDir = createTemporaryDirectory();
  writeFileSync(join(snapshotDir, 'note'), 'kept');
  const program = await startProgram({ snapshotDir });
  await program.show('x');
  await expectSnapshot(program, { stableMs: 0 });
  const next = await restartProgram(program, { name: 'other', snapshotDir });
  await next.show('x');
  expect(await expectSnapshot(next, { timeoutMs: 0 })).toMatchObject({ status: 'matched' });
  expect(readFileSync(join(snapshotDir, 'note'), 'utf8')).toBe('kept');
});

test('initialize clears only the directory of the session, never artifactDir itself [7.directories]', async () => {
  const artifactDir = createTemporaryDirectory();
  mkdirSync(join(artifactDir, 'sessions/other'), { recursive: true });
  writeFileSync(join(artifactDir, 'note'), 'kept');
  await new TestServer().request('initialize', { artifactDir });
  expect(readdirSync(artifactDir).sort()).toEqual(['note', 'sessions']);
  expect(readdirSync(join(artifactDir, 'sessions')).sort()).toEqual(['.session.owner', 'other', 'session']);
});

test('fails with kind io if a directory cannot be created [7.directories]', async () => {
  const file = join(createTemporaryDirectory(), 'file');
  writeFileSync(file, '');
  const failure = await failureOf(new TestServer().request('initialize', { artifactDir: file }));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'io' } });
  const program = await startProgram({ snapshotDir: join(file, 'x') }, outsideCi);
  expect(await failureOf(expectSnapshot(program))).toMatchObject({ code: -32004, data: { kind: 'io' } });
});
