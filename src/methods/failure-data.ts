import type { MethodError } from '../protocol/errors.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { NearText } from '../selectors/nearest-text.js';
import type { Match } from '../selectors/selector.js';
import type { RunningProgram } from '../session/session.js';
import { cursorOf, matchOf, nearTextOf } from './wire.js';

/** Creates `data` of a failed method, so that a client can find the reason without another request. */
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

/** Facts that a failure may contain. */
interface Facts {
  readonly matches?: readonly Match[];
  readonly nearest?: NearText;
  /** The screen on which it failed. The current screen may be newer. */
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
