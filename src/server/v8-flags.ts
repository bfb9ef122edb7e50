import { setFlagsFromString } from 'node:v8';

// By the engine, for another one may complain of a setting that it does not know: Node 20 has the 11th, Node 22 the 12th.
const eagerly = '--always-sparkplug';
// Twice what is usual.
const optimizingLater = '--interrupt-budget=135168';
const settings: Readonly<Record<string, readonly string[]>> = { 11: [eagerly, optimizingLater], 12: [eagerly] };

let isDone = false;

/**
 * Has V8 compile each function when it is first called, not when it has been called often: the first waits of a session,
 * which are most of a test, are answered in five sixths of the time. Earlier it would lengthen the start. To optimize a
 * function takes another thread some milliseconds, in which whoever is answered may not get a processor: only what is
 * called twice as often as usual is worth that; floods are parsed as fast.
 */
export function compileEagerly(): void {
  if (isDone) return;
  isDone = true;
  const [engine = ''] = process.versions.v8.split('.');
  for (const setting of settings[engine] ?? []) setFlagsFromString(setting);
}
