import { existsSync } from 'node:fs';

/** Whether the long form of the soak tests was asked for: `scripts/soak --long`. */
const isLong = process.env['TUISPEC_SOAK'] === 'long';

/** How often something is done: in every run of the tests, and in the long form. */
export const times = (short: number, long: number): number => (isLong ? long : short);

/** How long a soak test may take. */
export const soakTimeoutMs = isLong ? 3_600_000 : 120_000;

/** What only the kernel tells. */
export const hasProc = existsSync('/proc/self/fd');
