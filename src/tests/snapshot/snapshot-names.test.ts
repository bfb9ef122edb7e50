import { existsSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { expectSnapshot, outsideCi, restartProgram, startProgram } from '../support/expect-snapshot.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const dump = async ({ server }: ScriptedProgram, name: string): Promise<MethodResults['dumpView']> =>
  await server.request('dumpView', { name });

const hash = '-[0-9a-f]{8}';
const names: readonly (readonly [name: string, slug: string])[] = [
  ['Main Menu', 'main-menu'],
  ['a_b-c 1', 'a-b-c-1'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['日本語 Menü', '日本語-menü'],
  ['../../../x', `x${hash}`],
  ['///', `snapshot${hash}`],
  ['..', `snapshot${hash}`],
  ['/etc/passwd', `etc-passwd${hash}`],
  ['a\u001bb\nc\\d', `a-b-c-d${hash}`],
  ['x'.repeat(200), `${'x'.repeat(100)}${hash}`],
  ['😀', `snapshot${hash}`],
  ['𠀀'.repeat(100), `${'𠀀'.repeat(50)}${hash}`],
  ['.hidden', `hidden${hash}`],
  ['-rf', 'rf'],
];

test('every name gives a file in the directory of the session, and plain names a plain slug [7.dump-names, 7.slugs]', async () => {
  const program = await ScriptedProgram.startRaw(20, 4);
  for (const [name, slug] of names) {
    const { snapshotPath, artifactRoot } = await dump(program, name);
    expect(snapshotPath).toMatch(new RegExp(`^${join(artifactRoot, 'snapshots', slug)}\\.ansi\\.txt$`, 'u'));
    expect(statSync(snapshotPath).isFile()).toBe(true);
  }
});

test.each([
  ['characters that a slug drops', 'a+b', 'a/b'],
  ['characters at the end', 'C', 'C++'],
  ['names longer than a slug', `${'x'.repeat(150)}a`, `${'x'.repeat(150)}b`],
  ['a truncated name and its beginning', 'x'.repeat(101), 'x'.repeat(100)],
  ['emoji', '😀', '😁'],
])('two names never have the same files: %s [7.slugs]', async (_, left, right) => {
  const program = await ScriptedProgram.startRaw(20, 4);
  const paths = [left, right].map(async (name) => (await dump(program, name)).snapshotPath);
  expect(new Set(await Promise.all(paths)).size).toBe(2);
});

test('sessions whose names differ in characters that a slug drops have separate directories [7.slugs]', async () => {
  const roots = ['menu: one', 'menu; one'].map(async (name) =>
    basename((await new TestServer().request('initialize', { name })).artifactRoot),
  );
  const [one, other] = await Promise.all(roots);
  expect(one).toMatch(/^menu-one-[0-9a-f]{8}$/);
  expect(other).not.toBe(one);
});

test.each([
  ['A', 'a'],
  ['main menu', 'Main_Menu'],
])('%j and %j, whose slug is the same, do not overwrite each other [7.slugs]', async (first, second) => {
  const program = await startProgram();
  await dump(program, first);
  const { code, data } = await failureOf(dump(program, second));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/name' }] } });
  expect(JSON.stringify(data)).toContain('Choose names that differ in more than case');
  expect(await dump(program, first)).toHaveProperty('snapshotPath');
});

test('a baseline of another name is neither matched nor updated, and a renamed file is matched [7.slugs]', async () => {
  const program = await startProgram({ updateSnapshots: true }, outsideCi);
  const { baselinePath, actualPath } = await expectSnapshot(program, { name: 'Menu', stableMs: 0 });
  await restartProgram(program, { updateSnapshots: true });
  expect(existsSync(actualPath)).toBe(false);
  expect(await failureOf(expectSnapshot(program, { name: 'menu' }))).toMatchObject({ code: -32602 });
  for (const ending of ['.ansi.txt', '.meta.json'])
    renameSync(baselinePath.replace('.ansi.txt', ending), join(baselinePath, `../page${ending}`));
  expect(await expectSnapshot(program, { name: 'page' })).toMatchObject({ status: 'matched' });
});
