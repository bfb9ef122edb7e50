import { textOf } from '../screen/screen.js';
import type { Match } from '../screen/selector.js';
import type { Failure } from '../session/failure.js';
import type { NearText } from '../session/nearest-text.js';
import type { Stage } from '../session/session.js';
import { cursorOf, matchOf, nearTextOf } from './coordinates.js';

/** `data` of a failure: enough for a reader to see why without asking again. */
export function failureData(failure: Failure, elapsedMs: number, stage: Stage | undefined): object {
  const { kind, message, facts } = failure;
  const { matches, nearest, ...others } = facts as { matches?: readonly Match[]; nearest?: NearText };
  return {
    kind,
    details: message,
    elapsedMs: Math.round(elapsedMs),
    ...(stage === undefined || kind === 'spawn' ? {} : stageFacts(stage)),
    ...others,
    ...(nearest === undefined ? {} : { nearest: nearTextOf(nearest) }),
    ...(matches === undefined ? {} : { matches: matches.map(matchOf) }),
  };
}

function stageFacts({ program }: Stage): object {
  const { screen, exit, lastOutputAgeMs } = program;
  return {
    screen: textOf(screen),
    cursor: cursorOf(screen.cursor),
    unansweredQueries: program.emulator.unansweredQueries,
    lastOutputAgeMs: lastOutputAgeMs === undefined ? null : Math.round(lastOutputAgeMs),
    ...exit,
  };
}
