import type { System } from './facts.js';
import { linux } from './linux.js';
import { posix } from './posix.js';

/** The operating system: no other file asks it for processes or opens /proc. `TUISPEC_SYSTEM=posix` uses on Linux what others use. */
export const system: System = process.platform === 'linux' && process.env['TUISPEC_SYSTEM'] !== 'posix' ? linux : posix;
