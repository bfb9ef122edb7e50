import { callAfterOutput } from '../base/deadline.js';
import type { Screen } from '../screen/screen.js';
import type { Program } from './program/program.js';

/** Returns the screen after parsing all output that has arrived, and after the end of a synchronized update. */
export async function readScreen(program: Program): Promise<Screen> {
  await program.drain();
  const { remainingMs } = program.emulator.synchronization;
  if (remainingMs === 0 || program.exit !== undefined) return program.screen;
  return await new Promise((resolve) => {
    const finish = (): void => {
      timer[Symbol.dispose]();
      for (const off of unsubscribe) off();
      resolve(program.screen);
    };
    const timer = callAfterOutput(remainingMs, finish);
    const unsubscribe = [program.emulator.synchronization.ended.on(finish), program.exited.on(finish)];
  });
}
