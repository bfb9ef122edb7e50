import { setFlagsFromString } from 'node:v8';

// Those of Node 20 and 22; another one may complain of a setting that it does not know.
const knownEngines = /^1[12]\./;
// Twice what is usual.
const optimizeAfter = 135_168;

let isEager = false;

/**
 * Has V8 compile each function when it is first called, not when it has been called often: the first waits of a session,
 * which are most of a test, are answered in five sixths of the time. Earlier it would lengthen the start. To optimise a
 * function takes another thread some milliseconds, in which whoever is answered may not get a processor: only what is
 * called twice as often as usual is worth that; floods are parsed as fast.
 */
export function compileEagerly(): void {
  if (isEager || !knownEngines.test(process.versions.v8)) return;
  isEager = true;
  setFlagsFromString('--always-sparkplug');
  setFlagsFromString(`--interrupt-budget=${optimizeAfter}`);
}
