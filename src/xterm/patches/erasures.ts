import type { Core } from '../internals.js';

const toCursor = 1;
const everything = 2;

/** xterm throws when it is to erase everything up to the last cell of all: it is told to erase everything. */
export function mendErasures(core: Core): void {
  for (const id of [{ final: 'J' }, { prefix: '?', final: 'J' }])
    core.registerCsiHandler(id, ({ params }) => {
      const { cols, rows } = core;
      const { x, y } = core.buffers.active;
      const isAtEnd = x + 1 >= cols && y + 1 >= rows;
      if (params[0] === toCursor && isAtEnd) params[0] = everything;
      return false;
    });
}
