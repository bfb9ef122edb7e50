import type { MethodError } from '../protocol/errors.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { NearText } from '../selectors/nearest-text.js';
import type { Match } from '../selectors/selector.js';
import type { RunningProgram } from '../session/session.js';
import { cursorOf, matchOf, nearTextOf } from './wire.js';

/** `data` of a failure: enough for a reader to see why without asking again. */
export function failureData(failure: MethodError, elapsedMs: number, stage: RunningProgram | undefined): object {
  const { kind, message, facts } = failure;
  const { matches, nearest, screen, ...others } = facts as Facts;
  return {
    kind,
    details: message,
    elapsedMs: Math.round(elapsedMs),
    ...(stage === undefined || kind === 'spawn' ? {} : stageFacts(stage, screen ?? stage.program.screen)),
    ...others,
    ...(nearest === undefined ? {} : { nearest: nearTextOf(nearest) }),
    ...(matches === undefined ? {} : { matches: matches.map(matchOf) }),
  };
}

/** What failures carry. */
interface Facts {
  readonly matches?: readonly Match[];
  readonly nearest?: NearText;
  /** What was seen when it failed; more may have come since. */
  readonly screen?: Screen;
}

function stageFacts({ program }: RunningProgram, screen: Screen): object {
  const { exit, lastOutputAgeMs } = program;
  return {
    screen: textOf(screen),
    cursor: cursorOf(screen.cursor),
    unansweredQueries: program.emulator.unansweredQueries,
    lastOutputAgeMs: lastOutputAgeMs === undefined ? null : Math.round(lastOutputAgeMs),
    ...exit,
  };
}
