import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';

/** Timers that a test does not fake: it fakes those of the global object, maybe before this module is imported. */
export const { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval } = timers;
/** The timers that a module uses. */
export type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setImmediate' | 'clearImmediate'>;
/** Those that a test does not fake, for functions that are called by the library and by the server. */
export const ownTimers: Timers = timers as Timers;
/** Calls a function after the current one; not faked either. */
export const { queueMicrotask } = globalThis;

/** The monotonic clock, in milliseconds. */
export const now: () => number = performance.now.bind(performance);
