import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../tests/support/client.js';
import { requireUsable, usesMusl } from './native-pty.js';

/** Writes an executable that has nothing but the path of its loader. */
function writeExecutable(loader: string): string {
  const bytes = Buffer.alloc(64 + 56 + loader.length + 1);
  bytes.writeUInt32BE(0x7f454c46, 0);
  bytes[4] = 2;
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(3, 64);
  bytes.writeBigUInt64LE(120n, 72);
  bytes.writeBigUInt64LE(BigInt(loader.length + 1), 96);
  bytes.write(loader, 120);
  const file = join(createTemporaryDirectory(), 'node');
  writeFileSync(file, bytes);
  return file;
}

test('an executable for musl is recognized by its loader, and its prebuilt library refused [10.musl]', () => {
  const musl = writeExecutable('/lib/ld-musl-x86_64.so.1');
  expect(usesMusl(musl)).toBe(true);
  expect(usesMusl(writeExecutable('/lib64/ld-linux-x86-64.so.2'))).toBe(false);
  expect(usesMusl(join(musl, 'missing'))).toBe(false);
  expect(usesMusl('/dev/null')).toBe(false);
  expect(() => requireUsable('../prebuilds/linux-x64/', musl)).toThrow('requires glibc');
  expect(() => requireUsable('../build/Release/', musl)).not.toThrow();
  expect(() => requireUsable('../prebuilds/linux-x64/')).not.toThrow();
});
