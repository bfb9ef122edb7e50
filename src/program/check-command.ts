import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MethodError } from '../protocol/errors.js';

// What execvp searches when there is no PATH.
const defaultPath = '/bin:/usr/bin';

// The kernel looks no further for the end of a `#!` line.
const maxHashBang = 256;

/** Fails with kind `spawn` unless the command can be started in `cwd`; nothing has been started or ended then. */
export function checkCommand(command: string, cwd: string, path: string | undefined): void {
  const cwdReason = whyNotDirectory(cwd);
  if (cwdReason !== undefined)
    throw new MethodError('spawn', `Cannot start ${command}: the working directory ${cwd} ${cwdReason}.`);
  const isPath = command.includes('/');
  const candidates = isPath
    ? [resolve(cwd, command)]
    : (path ?? defaultPath).split(':').map((folder) => resolve(cwd, folder, command));
  const verdicts = candidates.map((file) => verdictOn(file, cwd));
  if (verdicts.includes('fine')) return;
  const isLine = /\S\s+\S/.test(command);
  const missing = (isPath ? 'no such file' : 'not found in PATH') + (isLine ? '; arguments go into args' : '');
  const reason = verdicts.find((verdict) => verdict !== 'missing') ?? missing;
  throw new MethodError('spawn', `Cannot start ${command}: ${reason}.`);
}

/** `fine`, `missing`, or what is wrong with it. */
function verdictOn(file: string, cwd: string): string {
  const stat = statOf(file);
  if (stat === undefined) return 'missing';
  if (stat.isDirectory()) return 'it is a directory';
  if (!stat.isFile() || !hasAccess(file, constants.X_OK)) return 'it is not executable';
  const interpreter = interpreterOf(file);
  if (interpreter === undefined || statOf(resolve(cwd, interpreter)) !== undefined) return 'fine';
  return `its interpreter ${interpreter} does not exist`;
}

function interpreterOf(file: string): string | undefined {
  const head = Buffer.alloc(maxHashBang);
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

function whyNotDirectory(path: string): string | undefined {
  const stat = statOf(path);
  if (stat === undefined) return 'does not exist';
  if (!stat.isDirectory()) return 'is not a directory';
  return hasAccess(path, constants.X_OK) ? undefined : 'may not be entered';
}

function statOf(path: string): Stats | undefined {
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

// What Linux takes: a string of up to 128 KiB with its NUL, and 2 MiB of all with the usual stack.
const maxString = 128 * 1024 - 1;
const maxBytes = 2 * 1024 * 1024 - 4096;

/** Fails with kind `spawn` when arguments and environment are more than the system takes. */
export function checkLength(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const strings = [command, ...args, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const lengths = strings.map((text) => Buffer.byteLength(text));
  const pointerBytes = 9;
  const total = lengths.reduce((sum, length) => sum + length + pointerBytes, 0);
  if (lengths.some((length) => length > maxString))
    throw new MethodError(
      'spawn',
      `Cannot start ${command}: an argument or variable is longer than ${maxString} bytes.`,
    );
  if (total > maxBytes)
    throw new MethodError(
      'spawn',
      `Cannot start ${command}: arguments and environment are more than ${maxBytes} bytes.`,
    );
}
