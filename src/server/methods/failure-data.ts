import type { MethodError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { FailureKind } from '../../protocol/generated/types.js';
import type { TextRange } from '../../screen/logical-line.js';
import { type Screen, textOf } from '../../screen/screen.js';
import type { NearText } from '../../screen/selectors/nearest-text.js';
import type { Match } from '../../screen/selectors/selector.js';
import type { RunningProgram, Session } from '../../session/terminal-session.js';
import { toWireCursor, toWireMatch, toWireNearText } from './wire.js';

/** For clients that switch on the names of a tmux bridge. */
const errorTypes: Partial<Readonly<Record<FailureKind, string>>> = {
  'no-echo': 'SEND_FAILED',
  ghost: 'SEND_FAILED',
  'not-accepted': 'SEND_FAILED',
  unconfirmed: 'SEND_FAILED',
  'tmux-missing': 'TMUX_NOT_INSTALLED',
  'pane-not-found': 'PANE_NOT_FOUND',
  'stale-pane': 'PANE_NOT_FOUND',
  'no-program': 'NO_PANE_ID',
};

/** Creates `data` of a failed method, so that a client can find the reason without another request. */
export function createFailureData(failure: MethodError, elapsedMs: number, session: Session | undefined): object {
  const { kind, message, facts } = failure;
  const { matches, nearest, screen, ...others } = facts as Facts;
  const current = session?.current;
  const displayed = screen ?? current?.program.screen;
  const redacted = displayed && session?.secrets.redactFrame(displayed);
  return {
    kind,
    ...describeType(kind, current?.program.isForeign ?? false),
    details: message,
    elapsedMs: Math.round(elapsedMs),
    ...(current === undefined || redacted === undefined || kind === 'spawn' ? {} : describeProgram(current, redacted)),
    ...others,
    ...(nearest === undefined ? {} : { nearest: toWireNearText(nearest) }),
    ...(matches === undefined ? {} : { matches: matches.map((match) => redactMatch(match, displayed, redacted)) }),
  };
}

// A match can be a part of a secret, which only its place reveals.
function redactMatch(match: Match, displayed: Screen | undefined, redacted: Screen | undefined): wire.Match {
  const { start } = match;
  if (displayed === redacted || redacted === undefined || start.row < 0) return toWireMatch(match);
  const texts = (match.parts ?? [match]).map((part) => readRange(redacted, part));
  return toWireMatch({ ...match, text: texts.join('\n') });
}

function readRange({ lines }: Screen, { start, end }: TextRange): string {
  const rows = lines.slice(start.row, end.row + 1);
  const parts = rows.map((line, index) =>
    line.slice(index === 0 ? start.col : 0, index === rows.length - 1 ? end.col + 1 : line.width),
  );
  return parts.join('');
}

/** Facts that a failure may contain. */
interface Facts {
  readonly matches?: readonly Match[];
  readonly nearest?: NearText;
  /** The screen on which it failed. The current screen may be newer. */
  readonly screen?: Screen;
}

function describeType(kind: FailureKind, isForeign: boolean): object {
  const shared =
    isForeign && kind === 'timeout' ? 'TIMEOUT' : isForeign && kind === 'io' ? 'SUBPROCESS_FAILED' : undefined;
  const errorType = errorTypes[kind] ?? shared;
  return errorType === undefined ? {} : { errorType };
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
