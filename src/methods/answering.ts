import type { Match } from '../protocol/generated/types.js';
import type { Sighting } from '../session/expect.js';
import type { Waiting } from '../session/wait.js';
import { matchOf } from './coordinates.js';

/** What every wait that came true says. */
export const answerOf = ({ deadline, program }: Waiting): { ok: true; elapsedMs: number; revision: number } => ({
  ok: true,
  elapsedMs: Math.round(deadline.elapsedMs),
  revision: program.screen.revision,
});

/** The match of a wait, and how many there were. */
export const sightingOf = ({ match, count }: Sighting): { match: Match; matchCount: number } => ({
  match: matchOf(match),
  matchCount: count,
});
