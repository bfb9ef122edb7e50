// What a planned action becomes in the program as it is now: the cells of clicks, and whether it applies at all.
import type { Screen } from '../screen/screen.js';
import type { TapeAction } from '../tapes/commands.js';
import type { Emulator } from '../terminal/emulator.js';
import type { PlannedAction } from './plan.js';

interface Cell {
  readonly row: number;
  readonly col: number;
}

/** The action on this screen; undefined if the program has not enabled what it needs. */
export function aimAction(planned: PlannedAction, emulator: Emulator, screen: Screen): TapeAction | undefined {
  const { modes, mouseTracking } = emulator;
  switch (planned.do) {
    case 'key':
      return { do: 'chord', keys: [planned.key] };
    case 'type':
      return { do: 'type', text: planned.text, delayMs: 0 };
    case 'paste':
      return modes.bracketedPaste ? { do: 'paste', text: planned.text } : undefined;
    case 'focus':
      return modes.focusEvents ? { do: 'focus', isIn: planned.isIn } : undefined;
    case 'resize':
      return { do: 'resize', cols: planned.cols, rows: planned.rows };
    case 'signal':
      return { do: 'signal', name: 'WINCH' };
    default:
      // The mode of X10 reports neither releases nor the wheel.
      return mouseTracking === 'none' || mouseTracking === 'x10' ? undefined : aimMouse(planned, screen);
  }
}

type MouseAction = Extract<PlannedAction, { readonly do: 'click' | 'drag' | 'wheel' }>;

function aimMouse(planned: MouseAction, screen: Screen): TapeAction {
  const cellAt = (place: number): Cell => ({
    row: (Math.floor(place / screen.cols) % screen.rows) + 1,
    col: (place % screen.cols) + 1,
  });
  if (planned.do === 'wheel') return { do: 'wheel', direction: planned.direction, count: planned.count };
  if (planned.do === 'drag') return { do: 'drag', from: cellAt(planned.from), to: cellAt(planned.to) };
  const cells = planned.on === 'text' ? listTextCells(screen) : [];
  const at = cells[planned.place % cells.length] ?? cellAt(planned.place);
  return { do: 'click', at, button: planned.button };
}

/** The cells that display a character. */
const listTextCells = ({ lines, cols }: Screen): Cell[] =>
  lines.flatMap((line, row) =>
    Array.from({ length: cols }, (_, col) => col)
      .filter((col) => line.startOf(col) === col && !line.isBlank(col))
      .map((col) => ({ row: row + 1, col: col + 1 })),
  );
