import type { Program, TimeoutKind } from './program/program.js';

/** When the server ends a program. 0 means never. */
export interface Limits {
  readonly idleTimeoutMs: number;
  readonly maxRuntimeMs: number;
}

/** Ends a program that exceeds its runtime or its idle time. */
export function endAtLimits(program: Program, { idleTimeoutMs, maxRuntimeMs }: Limits): void {
  const timers = new Map<TimeoutKind, NodeJS.Timeout>();
  const startedAt = performance.now();
  // After a delay of the server, the exit of the program or its output may not have been processed yet.
  const end = (kind: TimeoutKind): void => {
    if (program.exit === undefined && !program.isEnding) void program.end({ timeoutKind: kind });
  };
  const getSilenceMs = (): number => {
    if (program.isPaused) return 0;
    program.drainNow();
    return program.lastOutputAgeMs ?? performance.now() - startedAt;
  };
  const checkIdle = (): void => {
    const silentMs = getSilenceMs();
    if (silentMs >= idleTimeoutMs) end('idle');
    else timers.set('idle', setTimeout(checkIdle, idleTimeoutMs - silentMs));
  };
  if (idleTimeoutMs > 0) timers.set('idle', setTimeout(checkIdle, idleTimeoutMs));
  if (maxRuntimeMs > 0)
    timers.set(
      'runtime',
      setTimeout(() => end('runtime'), maxRuntimeMs),
    );
  program.exited.on(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
}
