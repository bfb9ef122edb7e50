import type { Core } from '../internals.js';

/** Lets programs save private modes and restore them (XTSAVE, XTRESTORE); `isOn` is undefined for what is no such mode. */
export function saveModes(core: Core, isOn: (mode: number) => boolean | undefined): void {
  const { _parser: parser } = core._inputHandler;
  const saved = new Map<number, boolean>();

  // As if the program had written it.
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
    // In this order: what ends one kind of mouse tracking ends them all.
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
