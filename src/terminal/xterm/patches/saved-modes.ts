// upstream: no report found; obsolete in: unknown
import type { Core } from '../internals.js';

/** Implements XTSAVE and XTRESTORE for private modes; `isOn` returns undefined for an unknown mode. */
export function addSavedModes(core: Core, isOn: (mode: number) => boolean | undefined): void {
  const { _parser: parser } = core._inputHandler;
  const saved = new Map<number, boolean>();

  // Switches modes as if the program had sent the sequence.
  function write(final: string, modes: number[]): void {
    const params = { params: Int32Array.from(modes), length: modes.length, toArray: () => modes };
    const handlers = parser._csiHandlers[parser._identifier({ prefix: '?', final })] ?? [];
    if (modes.length > 0) handlers.findLast((handle) => handle(params));
  }

  core.registerCsiHandler({ prefix: '?', final: 's' }, (params) => {
    for (const mode of params.toArray()) {
      const now = isOn(mode);
      if (now !== undefined) saved.set(mode, now);
    }
    return true;
  });
  core.registerCsiHandler({ prefix: '?', final: 'r' }, (params) => {
    const changed = params.toArray().filter((mode) => saved.has(mode) && saved.get(mode) !== isOn(mode));
    // Reset first: resetting one kind of mouse tracking ends all of them.
    write(
      'l',
      changed.filter((mode) => saved.get(mode) === false),
    );
    write(
      'h',
      changed.filter((mode) => saved.get(mode) === true),
    );
    return true;
  });
  core.registerEscHandler({ final: 'c' }, () => {
    saved.clear();
    return false;
  });
}
