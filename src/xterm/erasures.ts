import type { Core } from './core.js';

interface Ground {
  readonly cols: number;
  readonly rows: number;
  readonly cursor: { readonly x: number; readonly y: number };
}

const toCursor = 1;
const everything = 2;

/** xterm throws when it is to erase everything up to the last cell of all: it is told to erase everything. */
export function mendErasures(core: Core, ground: Ground): void {
  for (const id of [{ final: 'J' }, { prefix: '?', final: 'J' }])
    core.registerCsiHandler(id, ({ params }) => {
      const { cursor, cols, rows } = ground;
      const isAtEnd = cursor.x + 1 >= cols && cursor.y + 1 >= rows;
      if (params[0] === toCursor && isAtEnd) params[0] = everything;
      return false;
    });
}
