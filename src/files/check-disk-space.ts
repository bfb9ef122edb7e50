import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';

// A block of most file systems: less may find room in one that is taken already.
const blockBytes = 4096;

/**
 * Rejects when nothing more can be written into an open file: on a full disk a file can be made, but not filled. The
 * file stays as it is, for others may write and read it.
 */
export async function checkRoom(file: FileHandle, path: string): Promise<void> {
  if (!(await file.stat()).isFile()) {
    // Nothing is written, but a device that takes nothing says so.
    await file.write(Buffer.alloc(1), 0, 0);
    return;
  }
  await using probe = await makeBeside(await realpath(path));
  await probe?.writeFile(Buffer.alloc(blockBytes));
}

// Its name is gone at once. Where none can be made, that says nothing of the file itself.
async function makeBeside(path: string): Promise<FileHandle | undefined> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const probe = await open(temporary, 'wx', 0o600);
    await rm(temporary);
    return probe;
  } catch {
    return undefined;
  }
}
