import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let directory: string | undefined;

/** The directory for files of sessions that name none. It is removed at the end of this process if it has no files. */
export function createTemporaryArtifacts(): string {
  if (directory === undefined) {
    const created = mkdtempSync(join(tmpdir(), 'tuispec-'));
    directory = created;
    process.once('exit', () => removeEmptyDirectories(created));
  }
  return directory;
}

/** Removes a directory and those below it, except directories with files. Claims of sessions do not count. */
function removeEmptyDirectories(path: string): void {
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
