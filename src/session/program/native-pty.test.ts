import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../tests/support/client.js';
import { writeExecutable } from '../../tests/support/preloads.js';
import { findNative, makeExecutable, requireUsable, usesMusl } from './native-pty.js';

test('an executable for musl is recognized by its loader, and its prebuilt library refused [10.musl]', () => {
  const musl = writeExecutable('/lib/ld-musl-x86_64.so.1');
  expect(usesMusl(musl)).toBe(true);
  expect(usesMusl(writeExecutable('/lib64/ld-linux-x86-64.so.2'))).toBe(false);
  expect(usesMusl(join(musl, 'missing'))).toBe(false);
  expect(usesMusl('/dev/null')).toBe(false);
  expect(() => requireUsable(musl)).toThrow('requires glibc');
  expect(requireUsable).not.toThrow();
});

test('the helper of macOS becomes executable, or the error names the command [22.helper]', () => {
  const file = join(createTemporaryDirectory(), 'spawn-helper');
  writeFileSync(file, '', { mode: 0o644 });
  makeExecutable(file);
  expect(statSync(file).mode & 0o777).toBe(0o755);
  chmodSync(file, 0o700);
  makeExecutable(file);
  expect(statSync(file).mode & 0o777).toBe(0o700);
  const missing = join(createTemporaryDirectory(), 'spawn helper');
  expect(() => makeExecutable(missing)).toThrow(`${missing} is not executable. Run chmod +x "${missing}"`);
});

test('the native part of node-pty is found without loading it, with its helper on macOS [22.helper]', () => {
  expect(findNative()).toMatchObject({
    isPrebuilt: true,
    file: expect.stringMatching(/pty\.node$/),
    helper: undefined,
  });
  const { helper } = findNative('darwin', 'arm64');
  expect(helper).toMatch(/prebuilds\/darwin-arm64\/spawn-helper$/);
  expect(() => findNative('sunos', 'x64')).toThrow('has no library for sunos x64');
});
