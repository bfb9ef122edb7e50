// Loads the native part of node-pty, and refuses the one that would crash on this system.
import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { system } from '../../base/system/system.js';

/**
 * The native part of node-pty. Its JavaScript loses the end of the output (https://github.com/microsoft/node-pty/issues/72)
 * and reports exits up to 200 ms late.
 */
export interface NativePty {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    isUtf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
  open(cols: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string };
}
interface NativeLoader {
  loadNativeModule(name: 'pty'): { readonly dir: string; readonly module: NativePty };
}

// state: a native part, loaded on first use.
let loaded: { readonly native: NativePty; readonly helper: string } | undefined;

/** The native part of node-pty, and the path of its helper. */
export function loadNative(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const loader = require.resolve('node-pty/lib/utils.js');
  const { dir, module } = (require(loader) as NativeLoader).loadNativeModule('pty');
  requireUsable(dir);
  // Only macOS starts programs through a helper.
  loaded = { native: module, helper: resolve(dirname(loader), dir, 'spawn-helper') };
  return loaded;
}

/** Throws an error if the native library in a directory of node-pty would crash in this process. */
export function requireUsable(directory: string, executable?: string): void {
  // node-pty has no prebuilt library for musl. The one for glibc can be loaded there, and crashes when a program starts.
  if (!directory.includes('prebuilds') || process.platform !== 'linux' || !usesMusl(executable)) return;
  const advice = 'Use an image such as node:24-slim, or install make, g++ and python3, and run';
  throw new Error(`tuispec requires glibc, and this is musl. ${advice} npm rebuild --build-from-source node-pty`);
}

const magic = 0x7f454c46;
const is64Bit = 2;
const interpreterSegment = 3;

/** Whether an executable runs on musl, the C library of Alpine, instead of glibc; false if unknown. */
export function usesMusl(executable = system.executable): boolean {
  try {
    return readLoader(executable)?.includes('ld-musl') === true;
  } catch {
    return false;
  }
}

// `process.report` has the version of glibc, but takes 140 ms.
/** The path of the dynamic loader of an ELF file. */
function readLoader(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, at);
    return bytes;
  };
  try {
    const header = read(0, 64);
    if (header.readUInt32BE(0) !== magic || header[4] !== is64Bit) return undefined;
    const [size, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
    const table = read(Number(header.readBigUInt64LE(32)), size * count);
    for (let at = 0; at < table.length; at += size)
      if (table.readUInt32LE(at) === interpreterSegment)
        return read(Number(table.readBigUInt64LE(at + 8)), Number(table.readBigUInt64LE(at + 32))).toString('latin1');
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
