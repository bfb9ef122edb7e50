import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory, type ServerSetup, TestServer } from './client.js';

// A user without permission to mount can do so in a new namespace, if the kernel allows it.
const ways = [
  ['unshare', '--mount'],
  ['unshare', '--mount', '--map-root-user'],
] as const;
const way = ways.find(
  ([command, ...args]) => spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'none', '/tmp']).status === 0,
);

/** Whether a server can be given a disk of its own. */
export const canMount = way !== undefined;

/** A server whose artifacts are on a small private file system, which is removed with it. */
export class ServerOnSmallDisk extends TestServer {
  /** Its directory, as seen by the server. */
  readonly disk: string;

  private constructor(disk: string, setup: ServerSetup) {
    super(setup);
    this.disk = disk;
  }

  static start(kilobytes: number, args: readonly string[] = []): ServerOnSmallDisk {
    const disk = createTemporaryDirectory();
    const script = `mount -t tmpfs -o size=${kilobytes}k,mode=700 none "$0" && exec "$@"`;
    return new ServerOnSmallDisk(disk, {
      via: [...(way ?? []), 'sh', '-c', script, disk],
      env: { CI: undefined },
      args: ['--artifact-dir', join(disk, 'artifacts'), ...args.map((arg) => arg.replace('DISK', disk))],
    });
  }

  /** A path on that disk, as seen by other processes. */
  toDiskPath(path: string): string {
    return join(`/proc/${this.pid}/root`, this.disk, path);
  }

  /** Fills the disk. */
  fill(): void {
    try {
      for (;;) appendFileSync(this.toDiskPath('filler'), Buffer.alloc(4096));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Frees the space. */
  free(): void {
    rmSync(this.toDiskPath('filler'));
  }
}
