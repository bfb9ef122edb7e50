import type { Match } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import type { WaitContext } from '../waits/wait.js';
import type { ChosenMatch } from '../waits/wait-for-match.js';
import { toWireMatch } from './wire.js';

/** The members that the results of all successful waits have in common. */
export const toWaitResult = (
  { deadline }: WaitContext,
  { revision }: Screen,
): { ok: true; elapsedMs: number; revision: number } => ({
  ok: true,
  elapsedMs: Math.round(deadline.elapsedMs),
  revision,
});

/** The match that a wait returns, and the number of matches. */
export const toMatchResult = ({ match, count }: ChosenMatch): { match: Match; matchCount: number } => ({
  match: toWireMatch(match),
  matchCount: count,
});
