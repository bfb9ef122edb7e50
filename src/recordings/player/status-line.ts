import type { RecordedExit } from '../frame-members.js';

/**
 * The state of the player. At the end, the last frame remains visible for a short time; `live` means that more frames are
 * expected.
 */
export type State = 'playing' | 'paused' | 'end' | 'live';
/** The content of the status line. */
export interface PlayerProgress {
  readonly state: State;
  /** The number of the frame, from 1. */
  readonly frame: number;
  /** The total number of frames; undefined until it is known. */
  readonly frames: number | undefined;
  readonly elapsedMs: number;
  readonly durationMs: number | undefined;
  /** How the program has ended; undefined while it runs, or if that was not recorded. */
  readonly exit: RecordedExit | undefined;
}

const maxBar = 30;
const minBar = 6;
const gap = '  ';
const [inverse, reset] = ['\x1b[7m', '\x1b[0m'];

/** The status line, as wide as the terminal. If space is short, the bar and the keys are omitted first. */
export function formatStatusLine(progress: PlayerProgress, cols: number): string {
  const { state, frame, frames, elapsedMs, durationMs, exit } = progress;
  const number = frames === undefined ? String(frame) : `${frame}/${frames}`;
  const time =
    durationMs === undefined
      ? formatTime(elapsedMs)
      : `${formatTime(Math.min(elapsedMs, durationMs))} / ${formatTime(durationMs)}`;
  const share = computeShare(progress);
  const percent = share === undefined ? '' : `${Math.floor(share * 100)}%`.padStart(6);
  const place = ` ${state.padEnd('playing'.length)}  frame ${number}  ${time}${percent}${exit === undefined ? '' : `  ${formatExit(exit)}`}`;
  const help = listKeyHints(state).find((keys) => place.length + keys.length <= cols) ?? '';
  const room = Math.min(maxBar, cols - place.length - help.length - gap.length);
  const bar = share === undefined || room < minBar ? '' : gap + formatBar(share, room);
  return `${inverse}${(place + bar).padEnd(cols - help.length)}${help}${reset}`;
}

/** The line that shows the last input. */
export function formatInputLine(input: string | undefined, cols: number): string {
  return `${inverse}${` input  ${input ?? 'none yet'}`.padEnd(cols)}${reset}`;
}

function formatExit({ exitCode, signal, isTimedOut }: RecordedExit): string {
  const how = signal ?? (exitCode === null ? '' : `code ${exitCode}`);
  return `${isTimedOut ? 'timed out' : 'exited'} ${how}`.trim();
}

// Ordered by length, longer texts first.
function listKeyHints(state: State): readonly string[] {
  const toggle = `  Space ${state === 'paused' ? 'plays' : 'pauses'}`;
  return [`${toggle}  ←/→ step  ↑/↓ skip 5  r redraws  q quits `, `${toggle}  ←→↑↓ step  q quits `];
}

function computeShare({ state, frame, frames, elapsedMs, durationMs }: PlayerProgress): number | undefined {
  if (durationMs === undefined || frames === undefined) return undefined;
  if (state === 'end') return 1;
  // Frames of one moment have no time between them.
  const share = durationMs > 0 ? elapsedMs / durationMs : frame / frames;
  // Recordings are not trusted: their time could go backwards.
  return Math.min(1, Math.max(0, share));
}

function formatBar(share: number, width: number): string {
  const done = Math.round(share * width);
  return '█'.repeat(done) + '░'.repeat(width - done);
}

/** A time like `0:07.5` or `1:02:03.0`. */
function formatTime(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const padToTwo = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(minutes / 60);
  const head = hours === 0 ? String(minutes) : `${hours}:${padToTwo(minutes % 60)}`;
  return `${head}:${padToTwo(seconds % 60)}.${tenths % 10}`;
}
