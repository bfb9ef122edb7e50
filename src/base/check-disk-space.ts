import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';

// The block size of common file systems: fewer bytes may fit into a block that is already allocated.
const blockBytes = 4096;

/**
 * Rejects if no more data can be written to an open file: on a full disk, files can be created but not filled. The
 * file is not changed, because other processes may read and write it.
 */
export async function checkDiskSpace(file: FileHandle, path: string): Promise<void> {
  if (!(await file.stat()).isFile()) {
    // Writes zero bytes: a device that accepts no writes reports an error.
    await file.write(Buffer.alloc(1), 0, 0);
    return;
  }
  await using probe = await createProbe(await realpath(path));
  await probe?.writeFile(Buffer.alloc(blockBytes));
}

// The probe is unlinked immediately. Failure to create it does not mean that the file itself cannot be written.
async function createProbe(path: string): Promise<FileHandle | undefined> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const probe = await open(temporary, 'wx', 0o600);
    await rm(temporary);
    return probe;
  } catch {
    return undefined;
  }
}
