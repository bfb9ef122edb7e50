import type { Match } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import type { Waiting } from '../waits/wait.js';
import type { ChosenMatch } from '../waits/wait-for-match.js';
import { matchOf } from './wire.js';

/** What every wait that came true says of the screen on which it did. */
export const answerOf = (
  { deadline }: Waiting,
  { revision }: Screen,
): { ok: true; elapsedMs: number; revision: number } => ({
  ok: true,
  elapsedMs: Math.round(deadline.elapsedMs),
  revision,
});

/** The match of a wait, and how many there were. */
export const sightingOf = ({ match, count }: ChosenMatch): { match: Match; matchCount: number } => ({
  match: matchOf(match),
  matchCount: count,
});
