import { existsSync } from 'node:fs';

/** Whether the long form of the soak tests was requested: `scripts/soak --long`. */
const isLong = process.env['TUISPEC_SOAK'] === 'long';

/** The number of repetitions: in a normal test run, and in the long form. */
export const times = (short: number, long: number): number => (isLong ? long : short);

/** The maximum duration of a soak test. */
export const soakTimeoutMs = isLong ? 3_600_000 : 120_000;

/** Information that is available only from the kernel. */
export const hasProc = existsSync('/proc/self/fd');
