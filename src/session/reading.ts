import type { Screen } from '../screen/screen.js';
import type { Program } from './program.js';

/** The screen as a person would see it: all that has arrived is parsed, and no half of a frame shows. */
export async function readScreen(program: Program): Promise<Screen> {
  await program.drain();
  const { frameRemainingMs } = program.emulator;
  if (frameRemainingMs === 0 || program.exit !== undefined) return program.screen;
  return await new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const off of unsubscribe) off();
      resolve(program.screen);
    };
    const timer = setTimeout(done, frameRemainingMs);
    const unsubscribe = [program.emulator.frameEnded.on(done), program.exited.on(done)];
  });
}
