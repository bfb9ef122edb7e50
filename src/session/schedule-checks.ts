import { Emitter } from '../base/emitter.js';
import type { VisibleProgram } from './program/program.js';
import { ScreenScheduler } from './screen-scheduler.js';

// A check after every read would reduce the throughput by a third.
const checkEveryMs = 5;

/** Schedules the checks of the waits for a program. The emitter fires when they are due. */
export function scheduleChecks(program: VisibleProgram): Emitter {
  const checks = new Emitter();
  const read = (): boolean => {
    checks.fire();
    return true;
  };
  new ScreenScheduler({ minIntervalMs: checkEveryMs, isAdaptive: true, isExhaustive: true, read }).follow(program);
  return checks;
}
