import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const testsFolder = 'tests';

// The input of this shell ends with this process, also by SIGKILL. Then it removes what the exit handler could not.
const script = `
trap '' HUP INT QUIT TERM
read -r line
cd "$1" 2> /dev/null || exit 0
round=0
while [ -d ${testsFolder} ] && [ "$round" -lt 100 ]; do
  rm -rf ${testsFolder}
  round=$((round + 1))
done
find . -name '.*.owner' -exec rm -f {} +
find . -depth -type d -exec rmdir {} \\;
cd /
rmdir "$1"
`;

// state: one test process has one temporary directory.
let root: string | undefined;

/** The directory for files of sessions that name none. It is removed at the end of this process if it has no files. */
export function createTemporaryArtifacts(): string {
  if (root === undefined) {
    const created = mkdtempSync(join(tmpdir(), 'tuispec-'));
    root = created;
    process.once('exit', () => removeAll(created));
    cleanUpAfterKill(created);
  }
  return root;
}

/** Creates a directory for the programs of a test. It is removed at the end of this process at the latest. */
export function createTestDirectory(): string {
  const parent = join(createTemporaryArtifacts(), testsFolder);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'test-'));
}

function removeAll(path: string): void {
  try {
    rmSync(join(path, testsFolder), { recursive: true, force: true });
  } catch {
    // A program that is being ended writes to it: the shell removes it.
  }
  removeEmptyDirectories(path);
}

/** Removes a directory and those below it, except directories with files. Claims of sessions do not count. */
export function removeEmptyDirectories(path: string): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) removeEmptyDirectories(child);
      else if (entry.name.endsWith('.owner')) rmSync(child, { force: true });
    }
    rmdirSync(path);
  } catch {
    // It contains files, or it was removed by others.
  }
}

function cleanUpAfterKill(path: string): void {
  const shell = spawn('/bin/sh', ['-c', script, 'tuispec-cleanup', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // A process group of its own: signals to the group of this process must not reach it.
    detached: true,
  });
  // Without the shell, only a killed process leaves its directory.
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as Partial<Socket> | null)?.unref?.();
}
