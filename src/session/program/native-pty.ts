// Loads the native part of node-pty, and refuses the one that would crash on this system.
import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
/** Where the native part of node-pty is; nothing is loaded. */
export interface NativeFiles {
  /** Of node-pty. */
  readonly version: string;
  readonly file: string;
  readonly isPrebuilt: boolean;
  /** The program through which macOS starts others; undefined elsewhere. */
  readonly helper: string | undefined;
}

/** Finds the native part of node-pty: one that was built here, else the prebuilt one. Throws if there is none. */
export function findNative(platform: string = process.platform, arch: string = process.arch): NativeFiles {
  const manifest = findManifest();
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const prebuilt = join('prebuilds', `${platform}-${arch}`);
  const folders = [join('build', 'Release'), join('build', 'Debug'), prebuilt];
  const folder = folders.find((name) => existsSync(join(dirname(manifest), name, 'pty.node')));
  if (folder === undefined) throw new Error(`node-pty ${version} has no library for ${platform} ${arch}`);
  const path = join(dirname(manifest), folder);
  const helper = platform === 'darwin' ? join(path, 'spawn-helper') : undefined;
  return { version, file: join(path, 'pty.node'), isPrebuilt: folder === prebuilt, helper };
}

function findManifest(): string {
  try {
    return createRequire(import.meta.url).resolve('node-pty/package.json');
  } catch (error) {
    throw new Error('the package that starts programs (node-pty) is missing. Install tuispec again', { cause: error });
  }
}

// state: a native part, loaded on first use.
let loaded: { readonly native: NativePty; readonly helper: string } | undefined;

/** The native part of node-pty, and the path of its helper. */
export function loadNative(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const { file, isPrebuilt, helper } = findNative();
  if (isPrebuilt) requireUsable();
  if (helper !== undefined) makeExecutable(helper);
  loaded = { native: createRequire(import.meta.url)(file) as NativePty, helper: helper ?? '' };
  return loaded;
}

/** Throws an error if programs cannot be started; nothing is loaded. */
export function checkNative(): void {
  if (findNative().isPrebuilt) requireUsable();
}

/** Makes a program of node-pty executable: some package managers and releases drop the permission. */
export function makeExecutable(file: string): void {
  if (isExecutable(file)) return;
  try {
    chmodSync(file, 0o755);
  } catch (error) {
    throw new Error(`${file} is not executable. Run chmod +x ${JSON.stringify(file)}`, { cause: error });
  }
}

/** Whether a file exists and may be executed. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws an error if a prebuilt library of node-pty would crash in this process. */
export function requireUsable(executable?: string): void {
  // node-pty has no prebuilt library for musl. The one for glibc can be loaded there, and crashes when a program starts.
  if (process.platform !== 'linux' || !usesMusl(executable)) return;
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
