import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codeCacheName } from '../start/code-cache.js';

const versionOf = (program: string, extra: readonly string[] = []): string =>
  spawnSync(process.execPath, [...extra, program, '--version'], { encoding: 'utf8' }).stdout;

test('the Node that built the program takes the code that was made then', () => {
  const tell = 'process.on("exit", () => console.log(require(process.argv[1]).script.cachedDataRejected))';
  expect(versionOf(resolve('dist/cli.js'), ['--eval', `${tell}; require(process.argv[1])`])).toMatch(
    /^\d+\.\d+\.\d+\nfalse\n$/,
  );
});

test.each([
  ['no code', undefined],
  ['code of another program', 'not code at all'],
  ['code that was cut off', ''],
])('the program starts with %s', (_, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'tuispec-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['cli.js', 'program.js', 'package.json']) copyFileSync(join('dist', file), join(folder, file));
  if (code !== undefined) writeFileSync(join(folder, codeCacheName), code);
  expect(versionOf(join(folder, 'cli.js'))).toMatch(/^\d+\.\d+\.\d+\n$/);
});
