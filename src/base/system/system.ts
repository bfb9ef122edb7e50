import type { System } from './facts.js';
import { linux } from './linux.js';
import { posix } from './posix.js';

/** The operating system: no other file asks it for processes or opens /proc. `TUISPEC_SYSTEM=posix` uses on Linux what others use. */
export const system: System = process.platform === 'linux' && process.env['TUISPEC_SYSTEM'] !== 'posix' ? linux : posix;

// What tmux, GNU screen and gpg append to the directory of their sockets.
const maxSocketNameBytes = 56;

/** Whether the paths of sockets in a directory are within the limit of the system. */
export const hasRoomForSockets = (directory: string): boolean =>
  Buffer.byteLength(directory) + maxSocketNameBytes <= system.limits.socketPathBytes;
