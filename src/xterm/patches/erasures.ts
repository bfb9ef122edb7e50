import type { Core } from '../internals.js';

const toCursor = 1;
const everything = 2;

/** ED 1 in the last cell of the screen makes xterm.js throw; replace it by ED 2, which has the same result. */
export function fixEraseToLastCell(core: Core): void {
  for (const id of [{ final: 'J' }, { prefix: '?', final: 'J' }])
    core.registerCsiHandler(id, ({ params }) => {
      const { cols, rows } = core;
      const { x, y } = core.buffers.active;
      const isAtEnd = x + 1 >= cols && y + 1 >= rows;
      if (params[0] === toCursor && isAtEnd) params[0] = everything;
      return false;
    });
}
