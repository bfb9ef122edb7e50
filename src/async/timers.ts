import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';

// A test may fake the timers and the clock of the global object, also before this module is imported.
export const { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval } = timers;
export const { queueMicrotask } = globalThis;

/** The monotonic clock, in milliseconds. */
export const now: () => number = performance.now.bind(performance);
