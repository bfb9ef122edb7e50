import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MethodError } from '../../base/errors.js';

// The directories that execvp searches if PATH is not set.
const defaultPath = '/bin:/usr/bin';

// The kernel reads at most this much of a `#!` line.
const maxHashBangBytes = 256;

/** Throws kind `spawn` unless the command can be started in `cwd`. Has no side effects. */
export function checkCommand(command: string, cwd: string, path: string | undefined): void {
  const cwdReason = findDirectoryProblem(cwd);
  if (cwdReason !== undefined) throw createLaunchError(command, `the working directory ${cwd} ${cwdReason}`);
  const isPath = command.includes('/');
  const candidates = isPath
    ? [resolve(cwd, command)]
    : (path ?? defaultPath).split(':').map((folder) => resolve(cwd, folder, command));
  const results = candidates.map((file) => checkFile(file, cwd));
  if (results.includes('fine')) return;
  const isLine = /\S\s+\S/.test(command);
  const missing =
    (isPath ? 'no such file' : 'command not found in PATH') + (isLine ? '. Pass arguments in `args`' : '');
  const reason = results.find((result) => result !== 'missing') ?? missing;
  throw createLaunchError(command, reason);
}

/** Kind `spawn` for a command that cannot be started. */
export const createLaunchError = (command: string, reason: string, cause?: unknown): MethodError =>
  new MethodError('spawn', `Cannot start ${JSON.stringify(command)}: ${reason}.`, {}, { cause });

/** Returns `fine`, `missing`, or a description of the problem. */
function checkFile(file: string, cwd: string): string {
  const stat = tryStat(file);
  if (stat === undefined) return 'missing';
  if (stat.isDirectory()) return 'it is a directory';
  if (!stat.isFile() || !hasAccess(file, constants.X_OK)) return 'it is not executable';
  const interpreter = readInterpreter(file);
  if (interpreter === undefined || tryStat(resolve(cwd, interpreter)) !== undefined) return 'fine';
  return `its interpreter ${interpreter} does not exist`;
}

function readInterpreter(file: string): string | undefined {
  const head = Buffer.alloc(maxHashBangBytes);
  try {
    const descriptor = openSync(file, constants.O_RDONLY);
    try {
      readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  return /^#![ \t]*([^ \t\n\0]+)[ \t\n\0]/.exec(head.toString())?.[1];
}

function findDirectoryProblem(path: string): string | undefined {
  const stat = tryStat(path);
  if (stat === undefined) return 'does not exist';
  if (!stat.isDirectory()) return 'is not a directory';
  return hasAccess(path, constants.X_OK) ? undefined : 'is not accessible';
}

function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

// The limits of Linux: 128 KiB per string including NUL, and 2 MiB in total with the default stack size.
const maxStringBytes = 128 * 1024 - 1;
const maxTotalBytes = 2 * 1024 * 1024 - 4096;

/** Throws kind `spawn` if arguments and environment exceed the limits of the system. */
export function checkLength(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const strings = [command, ...args, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const lengths = strings.map((text) => Buffer.byteLength(text));
  const pointerBytes = 9;
  const total = lengths.reduce((sum, length) => sum + length + pointerBytes, 0);
  if (lengths.some((length) => length > maxStringBytes))
    throw createLaunchError(command, `an argument or variable exceeds the maximum of ${maxStringBytes} bytes`);
  if (total > maxTotalBytes)
    throw createLaunchError(command, `arguments and environment exceed the maximum of ${maxTotalBytes} bytes in total`);
}
