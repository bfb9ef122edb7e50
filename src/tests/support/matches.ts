import type * as wire from '../../protocol/generated/types.js';
import { evaluateSelector, type Match, searchLine } from '../../screen/selectors/selector.js';
import { selectorFrom, toWireMatch } from '../../server/methods/wire.js';
import { joinKeptLines } from '../../session/waits/screen-search.js';
import type { Emulator } from '../../terminal/emulator.js';
import type { SelectorInput } from './selectors.js';

/** Fills in the defaults of a selector, as methods receive it. */
export const toSelector = (input: SelectorInput): ReturnType<typeof selectorFrom> =>
  selectorFrom(withDefaults(input), '/selector');

function withDefaults(input: SelectorInput): wire.Selector {
  if (typeof input === 'string') return input;
  return {
    ...('text' in input && { ignoreCase: false }),
    ...('pattern' in input && { flags: '' }),
    ...input,
    ...('selector' in input && { selector: withDefaults(input.selector) }),
    ...('selectors' in input && { selectors: input.selectors.map(withDefaults) }),
  } as wire.Selector;
}

/** Formats a match in one line: `row:col-endRow:endCol text`, with `#index` for one of `any`. */
export function formatMatch(match: Match): string {
  const { row, col, endRow, endCol, text, selectorIndex } = toWireMatch(match);
  return `${row}:${col}-${endRow}:${endCol} ${text}${selectorIndex === undefined ? '' : ` #${selectorIndex}`}`;
}

/** Runs `find` in a terminal and formats the matches. */
export function findAndFormat(
  emulator: Emulator,
  input: SelectorInput,
  scope: 'viewport' | 'scrollback' = 'viewport',
): string[] {
  const screen = emulator.getScreen();
  const lines = joinKeptLines(emulator, screen, scope === 'viewport' ? screen.top : 0);
  const isInScope = ({ start }: Match): boolean => scope === 'scrollback' || start.row >= 0;
  return evaluateSelector(toSelector(input), lines, searchLine, isInScope).map(formatMatch);
}
