import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerSetup, TestServer, temporaryDirectory } from './client.js';

// Whoever may not mount may do so in a world of his own, if the kernel lets him.
const ways = [
  ['unshare', '--mount'],
  ['unshare', '--mount', '--map-root-user'],
] as const;
const way = ways.find(
  ([command, ...args]) => spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'none', '/tmp']).status === 0,
);

/** Whether a server can be given a disk of its own. */
export const canMount = way !== undefined;

/** A server whose artifacts go to a small file system that nobody else sees, and that goes with it. */
export class ServerOnSmallDisk extends TestServer {
  /** Its directory, as the server names it. */
  readonly disk: string;

  private constructor(disk: string, setup: ServerSetup) {
    super(setup);
    this.disk = disk;
  }

  static start(kilobytes: number, args: readonly string[] = []): ServerOnSmallDisk {
    const disk = temporaryDirectory();
    const script = `mount -t tmpfs -o size=${kilobytes}k,mode=700 none "$0" && exec "$@"`;
    return new ServerOnSmallDisk(disk, {
      via: [...(way ?? []), 'sh', '-c', script, disk],
      env: { CI: undefined },
      args: ['--artifact-dir', join(disk, 'artifacts'), ...args.map((arg) => arg.replace('DISK', disk))],
    });
  }

  /** A path on that disk, as everybody else names it. */
  onDisk(path: string): string {
    return join(`/proc/${this.pid}/root`, this.disk, path);
  }

  /** Leaves no room. */
  fill(): void {
    try {
      for (;;) appendFileSync(this.onDisk('filler'), Buffer.alloc(4096));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Gives the room back. */
  free(): void {
    rmSync(this.onDisk('filler'));
  }
}
