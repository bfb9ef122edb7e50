import type { MethodError } from '../protocol/errors.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { NearText } from '../selectors/nearest-text.js';
import type { Match } from '../selectors/selector.js';
import type { RunningProgram } from '../session/session.js';
import { toWireCursor, toWireMatch, toWireNearText } from './wire.js';

/** Creates `data` of a failed method, so that a client can find the reason without another request. */
export function createFailureData(
  failure: MethodError,
  elapsedMs: number,
  current: RunningProgram | undefined,
): object {
  const { kind, message, facts } = failure;
  const { matches, nearest, screen, ...others } = facts as Facts;
  return {
    kind,
    details: message,
    elapsedMs: Math.round(elapsedMs),
    ...(current === undefined || kind === 'spawn' ? {} : describeProgram(current, screen ?? current.program.screen)),
    ...others,
    ...(nearest === undefined ? {} : { nearest: toWireNearText(nearest) }),
    ...(matches === undefined ? {} : { matches: matches.map(toWireMatch) }),
  };
}

/** Facts that a failure may contain. */
interface Facts {
  readonly matches?: readonly Match[];
  readonly nearest?: NearText;
  /** The screen on which it failed. The current screen may be newer. */
  readonly screen?: Screen;
}

function describeProgram({ program }: RunningProgram, screen: Screen): object {
  const { exit, lastOutputAgeMs } = program;
  return {
    screen: textOf(screen),
    cursor: toWireCursor(screen.cursor),
    unansweredQueries: program.emulator.unansweredQueries,
    lastOutputAgeMs: lastOutputAgeMs === undefined ? null : Math.round(lastOutputAgeMs),
    ...exit,
  };
}
