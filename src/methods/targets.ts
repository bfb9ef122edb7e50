import type { MethodError } from '../protocol/errors.js';
import type * as wire from '../protocol/generated/types.js';
import type { Position } from '../screen/logical-line.js';
import type { Screen } from '../screen/screen.js';
import type { Selector } from '../selectors/selector.js';
import { allOf, onlyWhile, onScreen } from '../waits/conditions.js';
import { findOnce } from '../waits/find-once.js';
import { awaitCondition, chooseMatch, createFailure, noMatch } from '../waits/wait-for-match.js';
import { selectorFrom } from './selectors.js';
import type { SessionWait } from './wait-context.js';
import { placeOn } from './wire.js';

/** How selectors are looked for: once, or as long as the wait lasts. */
export type Looking = Pick<wire.HoverParams, 'ambiguityMode' | 'timeoutMs'>;
/** Where the mouse shall go: what matches a selector, or a cell. */
export type Target = { readonly selector: Selector } | { placeOn(screen: Screen): Position };
/** What must be so before the mouse can go there. */
export interface Readiness {
  /** Whether the program is ready for the mouse. */
  isReady(): boolean;
  /** Resolves when something can be written at once. */
  calm(): Promise<void>;
}

/** The schema sees to it that a target is a cell or a selector; without either it is the middle of the screen. */
export function targetFrom({ col, row, selector }: wire.Target, pointer: string): Target {
  if (selector !== undefined) return { selector: selectorFrom(selector, `${pointer}/selector`) };
  if (col === undefined || row === undefined) return { placeOn: middleOf };
  return { placeOn: (screen) => placeOn(screen, { col, row }, pointer) };
}

/** Finds all targets on one and the same screen: it is still there when this resolves, but for patterns that take long. */
export async function locate(
  wait: SessionWait,
  targets: readonly Target[],
  { ambiguityMode, timeoutMs }: Looking,
  { isReady, calm }: Readiness,
): Promise<Position[]> {
  const { program, deadline, patterns, cancel } = wait;
  cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
  // A cell that does not exist is not waited for.
  for (const target of targets) if ('placeOn' in target) target.placeOn(program.screen);
  const selectors = targets.flatMap((target) => ('selector' in target ? [target.selector] : []));
  const everything = onlyWhile(isReady, allOf(selectors.map((selector) => onScreen(wait, selector))));
  const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
  for (;;) {
    await calm();
    const { screen, sights } = await findOnce(wait, selectors);
    const missing = sights.find(({ matches }) => matches.length === 0);
    const isLast = timeoutMs === 0 || deadline.isOver || program.exit !== undefined;
    if (missing === undefined && (isLast || isReady()))
      return targets.map((target) => {
        if ('placeOn' in target) return target.placeOn(screen);
        const matches = sights.find(({ selector }) => selector === target.selector)?.matches ?? [];
        return chooseMatch({ matches, screen }, target.selector, mode).match.start;
      });
    if (missing !== undefined && isLast) throw await notFound(wait, missing.selector, screen, timeoutMs);
    await awaitCondition(wait, everything);
  }
}

const notFound = (wait: SessionWait, selector: Selector, screen: Screen, timeoutMs: number): Promise<MethodError> =>
  createFailure(
    wait,
    { ...noMatch(selector), kind: 'not-found' },
    { screen, ended: wait.program.exit === undefined ? 'timeout' : 'exited', isImmediate: timeoutMs === 0 },
  );

const middleOf = ({ cols, rows }: Screen): Position => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});
