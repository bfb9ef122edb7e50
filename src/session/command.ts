import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from './failure.js';

// What execvp searches when there is no PATH.
const defaultPath = '/bin:/usr/bin';

/** Fails with kind `spawn` unless the command can be started in `cwd`; nothing has been started or ended then. */
export function checkCommand(command: string, cwd: string, path: string | undefined): void {
  if (!isDirectory(cwd))
    throw new Failure('spawn', `Cannot start ${command}: the working directory ${cwd} does not exist.`);
  const isPath = command.includes('/');
  const candidates = isPath
    ? [resolve(cwd, command)]
    : (path ?? defaultPath).split(':').map((folder) => resolve(cwd, folder, command));
  const verdicts = candidates.map(verdictOn);
  if (verdicts.includes('fine')) return;
  const reason = verdicts.find((verdict) => verdict !== 'missing') ?? (isPath ? 'no such file' : 'not found in PATH');
  throw new Failure('spawn', `Cannot start ${command}: ${reason}.`);
}

function verdictOn(file: string): 'fine' | 'missing' | 'it is a directory' | 'it is not executable' {
  try {
    if (statSync(file).isDirectory()) return 'it is a directory';
  } catch {
    return 'missing';
  }
  try {
    accessSync(file, constants.X_OK);
    return 'fine';
  } catch {
    return 'it is not executable';
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
