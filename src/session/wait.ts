import type { Screen } from '../screen/screen.js';
import type { Deadline } from './deadline.js';
import type { Program } from './program.js';
import type { Watch } from './watch.js';

/** What a wait needs of its surroundings. */
export interface Waiting {
  readonly program: Program;
  readonly watch: Watch;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}
/** How a wait ended: with what was found, or because it can no longer be. */
export type Outcome<T> = { readonly found: T } | { readonly ended: 'timeout' | 'exited' };

/**
 * Resolves with the first result of `look`. Subscribes first and looks second, so that nothing slips between; what
 * decides at the end of the time or of the program is one more look.
 */
export function waitFor<T>(waiting: Waiting, look: (screen: Screen) => T | undefined): Promise<Outcome<T>> {
  const { program, watch, deadline, cancel } = waiting;
  return new Promise((resolve, reject) => {
    const settle = (outcome: Outcome<T>): void => {
      unsubscribe();
      cancel.removeEventListener('abort', onCancel);
      resolve(outcome);
    };
    const onCancel = (): void => {
      unsubscribe();
      reject(cancel.reason as Error);
    };
    const check = (hasTimedOut = false): void => {
      try {
        const found = look(program.screen);
        if (found !== undefined) settle({ found });
        else if (program.exit !== undefined) settle({ ended: 'exited' });
        else if (hasTimedOut) settle({ ended: 'timeout' });
      } catch (error) {
        unsubscribe();
        reject(error as Error);
      }
    };
    const unsubscribe = watch.on(() => check());
    cancel.addEventListener('abort', onCancel, { once: true });
    deadline.onExpired(() => check(true));
    if (cancel.aborted) onCancel();
    else check();
  });
}
