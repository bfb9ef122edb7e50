import { setFlagsFromString } from 'node:v8';

let isEager = false;

/**
 * Has V8 compile each function when it is first called, not when it has been called often: the first waits of a session,
 * which are most of a test, are answered in five sixths of the time. Earlier it would lengthen the start.
 */
export function compileEagerly(): void {
  if (isEager) return;
  isEager = true;
  setFlagsFromString('--always-sparkplug');
}
