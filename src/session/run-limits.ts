import type { Program, TimeoutKind } from '../program/program.js';

/** When to end a program by itself; 0 is never. */
export interface Limits {
  readonly idleTimeoutMs: number;
  readonly maxRuntimeMs: number;
}

/** Ends a program that runs too long or is silent too long. */
export function endAtLimits(program: Program, { idleTimeoutMs, maxRuntimeMs }: Limits): void {
  const timers = new Map<TimeoutKind, NodeJS.Timeout>();
  const startedAt = performance.now();
  // A server that was held up finds late that the program has ended by itself, or what it has written.
  const end = (kind: TimeoutKind): void => {
    if (program.exit === undefined && !program.isEnding) void program.end({ timeoutKind: kind });
  };
  const silenceMs = (): number => {
    if (program.isPaused) return 0;
    program.readArrived();
    return program.lastOutputAgeMs ?? performance.now() - startedAt;
  };
  const checkIdle = (): void => {
    const silentMs = silenceMs();
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
