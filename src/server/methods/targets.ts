import type { MethodError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { CellPosition } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import type { Selector } from '../../screen/selectors/selector.js';
import { findOnce } from '../../session/gestures.js';
import { combineAll, createOnScreenCondition, restrictCondition } from '../../session/waits/conditions.js';
import { AmbiguityRule, chooseMatch, createFailure, describeNoMatch, waitFor } from '../../session/waits/wait.js';
import { selectorFrom } from './selectors.js';
import type { SessionWait } from './wait-context.js';
import { positionOnScreenFrom } from './wire.js';

/** How selectors are searched for: once, or until the deadline. */
export type TargetSearch = Pick<wire.HoverParams, 'ambiguityMode' | 'timeoutMs'>;
/** Where a gesture is sent: to the match of a selector, or to a cell. */
export type Target = { readonly selector: Selector } | { findPosition(screen: Screen): CellPosition };
/** What must be true before a gesture can be sent. */
export interface Readiness {
  /** Whether the program accepts the gesture. */
  isReady(): boolean;
  /** Resolves when input can be written without delay. */
  settle(): Promise<void>;
}

/** A target from the wire: a cell or a selector. Without either, it is the middle of the screen. */
export function targetFrom({ col, row, selector }: wire.Target, pointer: string): Target {
  if (selector !== undefined) return { selector: selectorFrom(selector, `${pointer}/selector`) };
  if (col === undefined || row === undefined) return { findPosition: getMiddle };
  return { findPosition: (screen) => positionOnScreenFrom(screen, { col, row }, pointer) };
}

/** Finds all targets on one screen. It is still current when this resolves, unless a pattern runs in the worker. */
export async function locateTargets(
  wait: SessionWait,
  targets: readonly Target[],
  { ambiguityMode, timeoutMs }: TargetSearch,
  { isReady, settle }: Readiness,
): Promise<CellPosition[]> {
  const { program, deadline, patterns, cancel } = wait;
  cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
  // Reject cells outside the screen at once.
  for (const target of targets) if ('findPosition' in target) target.findPosition(program.screen);
  const selectors = targets.flatMap((target) => ('selector' in target ? [target.selector] : []));
  const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
  const rule = new AmbiguityRule(mode);
  const condition = restrictCondition(
    isReady,
    combineAll(selectors.map((selector) => rule.apply(selector, createOnScreenCondition(wait, selector)))),
  );
  for (;;) {
    await settle();
    const { screen, results } = await findOnce(wait, selectors);
    const missing = results.find(({ matches }) => matches.length === 0);
    const isAmbiguous = mode === 'fail' && results.some(({ matches }) => matches.length > 1);
    const isLast = timeoutMs === 0 || deadline.isOver || program.exit !== undefined;
    if (missing === undefined && (isLast || (isReady() && !isAmbiguous)))
      return targets.map((target) => {
        if ('findPosition' in target) return target.findPosition(screen);
        const matches = results.find(({ selector }) => selector === target.selector)?.matches ?? [];
        return chooseMatch({ matches, screen }, target.selector, mode).match.start;
      });
    if (missing !== undefined && isLast) throw await createNotFoundError(wait, missing.selector, screen, timeoutMs);
    await waitFor(wait, condition);
  }
}

const createNotFoundError = (
  wait: SessionWait,
  selector: Selector,
  screen: Screen,
  timeoutMs: number,
): Promise<MethodError> =>
  createFailure(
    wait,
    { ...describeNoMatch(selector), kind: 'not-found' },
    { screen, ended: wait.program.exit === undefined ? 'timeout' : 'exited', isImmediate: timeoutMs === 0 },
  );

const getMiddle = ({ cols, rows }: Screen): CellPosition => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});
