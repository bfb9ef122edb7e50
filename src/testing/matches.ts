import { selectorFrom } from '../methods/selectors.js';
import { matchOf } from '../methods/wire.js';
import type * as wire from '../protocol/generated/types.js';
import { evaluate, type Match, searchLine } from '../selectors/selector.js';
import type { Emulator } from '../terminal/emulator.js';
import { linesOf } from '../waits/search.js';
import type { SelectorInput } from './selectors.js';

/** Fills in the defaults of a selector, as methods receive it. */
export const toSelector = (sought: SelectorInput): ReturnType<typeof selectorFrom> =>
  selectorFrom(withDefaults(sought), '/selector');

function withDefaults(sought: SelectorInput): wire.Selector {
  if (typeof sought === 'string') return sought;
  switch (sought.type) {
    case 'exact':
      return { ignoreCase: false, ...sought };
    case 'regex':
      return { flags: '', ...sought };
    case 'at':
      return sought;
    case 'any':
      return { ...sought, selectors: sought.selectors.map(withDefaults) as [wire.Selector] };
    default:
      return { ...sought, selector: withDefaults(sought.selector) };
  }
}

/** Formats a match in one line: `row:col-endRow:endCol text`, with `#index` for one of `any`. */
export function formatMatch(match: Match): string {
  const { row, col, endRow, endCol, text, selectorIndex } = matchOf(match);
  return `${row}:${col}-${endRow}:${endCol} ${text}${selectorIndex === undefined ? '' : ` #${selectorIndex}`}`;
}

/** Runs `find` in a terminal and formats the matches. */
export function findAndFormat(
  emulator: Emulator,
  sought: SelectorInput,
  scope: 'viewport' | 'scrollback' = 'viewport',
): string[] {
  const screen = emulator.screen();
  const lines = linesOf(emulator, screen, scope === 'viewport' ? screen.top : 0);
  const counts = ({ start }: Match): boolean => scope === 'scrollback' || start.row >= 0;
  return evaluate(toSelector(sought), lines, searchLine, counts).map(formatMatch);
}
