import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './client.js';

/** The environment in which every process of Node runs a script first. */
export function preload(script: string): { readonly NODE_OPTIONS: string } {
  const file = join(createTemporaryDirectory(), 'preload.cjs');
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require ${file}` };
}

/** Makes the import of packages fail whose names match a pattern. */
export const withoutPackage = (pattern: RegExp): { readonly NODE_OPTIONS: string } =>
  preload(`const nodeModule = require('node:module');
  const resolveFilename = nodeModule._resolveFilename;
  nodeModule._resolveFilename = (name, ...rest) => {
    if (${String(pattern)}.test(name)) throw new Error('Cannot find module ' + name);
    return resolveFilename(name, ...rest);
  };`);

/** Replaces the native part of node-pty; \`native\` is the real one. Another script can run before. */
export const replaceNative = (expression: string, script = ''): { readonly NODE_OPTIONS: string } =>
  preload(`${script}
  const dlopen = process.dlopen;
  process.dlopen = (module, file, ...rest) => {
    dlopen.call(process, module, file, ...rest);
    const native = module.exports;
    if (/pty\\.node$/.test(file)) module.exports = { ...native, ...(${expression}) };
  };`);

/** Writes an executable that has nothing but the path of its loader. */
export function writeExecutable(loader: string): string {
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

/** Makes Node look as if it were linked with musl. What would crash there, loading the terminal library, ends the process by SIGSEGV. */
export const fakeMusl = (): { readonly NODE_OPTIONS: string } =>
  preload(`const fs = require('node:fs');
  const openSync = fs.openSync;
  const isNode = (path) => path === '/proc/self/exe' || path === process.execPath;
  fs.openSync = (path, ...rest) => openSync(isNode(path) ? ${JSON.stringify(writeExecutable('/lib/ld-musl-x86_64.so.1'))} : path, ...rest);
  process.dlopen = () => process.kill(process.pid, 'SIGSEGV');`);
