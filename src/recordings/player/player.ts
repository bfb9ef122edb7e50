import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import { cleanJson } from '../conversation.js';
import { type Frame, FrameDecoder, type RecordedExit } from '../frames.js';
import { RealTimePacer } from '../pacing.js';
import { ScreenPainter, type TerminalSize } from '../painter.js';
import type { RecordingReader } from '../reader.js';
import { Clock, type FrameCursor, type Moment } from './frame-cursor.js';
import type { PlayerKey } from './key-decoder.js';

/** Totals of a recording, which may become known during playback. */
export interface Totals {
  readonly frames: number;
  /** Timestamp of the last frame. */
  readonly lastMicros: number;
  readonly isComplete: boolean;
}
/** The terminal that the player draws on. */
interface PlayerTerminal {
  getSize(): TerminalSize;
  /** Resolves when there is capacity for more. */
  write(text: string): Promise<void>;
}
/** The options of a Player. */
interface PlayerSetup {
  readonly frames: FrameCursor;
  readonly totals: Totals;
  readonly terminal: PlayerTerminal;
  readonly isRealTime: boolean;
  readonly showsInput: boolean;
  /** Whether to wait for more frames at the end. */
  readonly isFollowing: boolean;
}

// More pictures are not visible: if many are due, some are skipped.
const minMsBetweenPictures = 16;
// How often the time in the status line is updated.
const tickMs = 100;
// Changes of a file are reported at once, but not on all file systems.
const followMs = 250;
// Otherwise the last frame would disappear immediately.
const lingerMs = 1000;
const steps = { next: 1, previous: -1, 'skip-forward': 5, 'skip-back': -5 } as const;

type PlayerCommand = Exclude<PlayerKey, 'interrupt' | 'suspend'>;

/** Plays the frames of a recording on a terminal, controlled by the user. */
export class Player {
  readonly #setup: PlayerSetup;
  readonly #clock: Clock;
  readonly #painter = new ScreenPainter();
  readonly #commands: PlayerCommand[] = [];
  #wake = (): void => {};
  #shown: Moment | undefined;
  #firstMicros = 0;
  #furthest = 0;
  #pictureAtMs = Number.NEGATIVE_INFINITY;

  constructor(setup: PlayerSetup) {
    this.#setup = setup;
    this.#clock = new Clock(setup.isRealTime);
  }

  /** Queues a command; use `redraw` when the terminal has been resized. */
  queueCommand(order: PlayerCommand): void {
    this.#commands.push(order);
    this.#wake();
  }

  /** Reads on now: the recording may have grown. */
  refresh(): void {
    this.#wake();
  }

  /** Pauses immediately. */
  pause(): void {
    this.#clock.stop(performance.now());
  }

  /** Plays until the end or `quit`; resolves with the number of the furthest frame shown. */
  async play(): Promise<number> {
    try {
      return await this.#run();
    } finally {
      this.#painter.dispose();
    }
  }

  async #run(): Promise<number> {
    let first = await this.#setup.frames.take();
    while (first === undefined) {
      if (!this.#setup.isFollowing || this.#commands.includes('quit')) return 0;
      await this.#drawAndWait(followMs, 'live');
      first = await this.#setup.frames.take();
    }
    this.#firstMicros = first.atMicros;
    this.#jump(first);
    this.#clock.start(performance.now());
    for (;;) {
      const order = this.#commands.shift();
      if (order === 'quit') return this.#furthest;
      if (order !== undefined) await this.#runCommand(order);
      else if (!this.#clock.isRunning) await this.#drawAndWait(this.#getIdleMs(), 'paused');
      else if (!(await this.#showNextWhenDue())) return this.#furthest;
    }
  }

  /** Shows the next moment if it is due, otherwise waits for it; false at the end. */
  async #showNextWhenDue(): Promise<boolean> {
    const next = await this.#setup.frames.peek();
    if (next === undefined && this.#setup.isFollowing) {
      await this.#drawAndWait(followMs, 'live');
      return true;
    }
    const waitMs = this.#clock.getMsUntil(next?.atMicros ?? this.#getEndMicros(), performance.now());
    if (waitMs > 0) await this.#drawAndWait(Math.min(waitMs, tickMs), next === undefined ? 'end' : 'playing');
    else if (next === undefined) return false;
    else {
      await this.#setup.frames.take();
      this.#show(next);
      if (!this.#setup.isRealTime) this.#clock.set(next.atMicros, performance.now());
      if (performance.now() - this.#pictureAtMs >= minMsBetweenPictures) {
        await this.#draw('playing');
        // Keys are read in between.
        await turn();
      }
    }
    return true;
  }

  // Wake up regularly until the totals are known, to show them.
  #getIdleMs(): number {
    return this.#setup.totals.isComplete ? Number.POSITIVE_INFINITY : tickMs;
  }

  #getEndMicros(): number {
    return (this.#shown?.atMicros ?? 0) + lingerMs * 1000;
  }

  async #runCommand(order: Exclude<PlayerCommand, 'quit'>): Promise<void> {
    const now = performance.now();
    if (order === 'toggle') this.#clock.isRunning ? this.#clock.stop(now) : this.#clock.start(now);
    else if (order === 'redraw') this.#painter.forget();
    else {
      if (order === 'next' || order === 'previous') this.#clock.stop(now);
      await this.#move(steps[order]);
    }
  }

  async #move(frames: number): Promise<void> {
    const number = Math.max(1, (this.#shown?.number ?? 1) + frames);
    const moment = frames > 0 ? await this.#forwardTo(number) : await this.#setup.frames.goTo(number);
    if (moment !== undefined) this.#jump(moment);
  }

  async #forwardTo(number: number): Promise<Moment | undefined> {
    let moment: Moment | undefined;
    for (let next = await this.#setup.frames.peek(); next !== undefined; next = await this.#setup.frames.peek()) {
      if (moment !== undefined && moment.number >= number) break;
      moment = await this.#setup.frames.take();
    }
    return moment;
  }

  #show(moment: Moment): void {
    this.#shown = moment;
    this.#furthest = Math.max(this.#furthest, moment.number);
  }

  #jump(moment: Moment): void {
    this.#show(moment);
    this.#clock.set(moment.atMicros, performance.now());
  }

  /** Draws the current state, then waits for `ms` or until a command is queued. */
  async #drawAndWait(ms: number, state: State): Promise<void> {
    await this.#draw(state);
    if (this.#commands.length > 0) return;
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  async #draw(state: State): Promise<void> {
    const { terminal, totals, showsInput } = this.#setup;
    const { frame, number = 0, input } = this.#shown ?? {};
    const size = terminal.getSize();
    const progress = {
      state,
      frame: number,
      frames: totals.isComplete ? totals.frames : undefined,
      elapsedMs: (this.#clock.getPosition(performance.now()) - this.#firstMicros) / 1000,
      durationMs: totals.isComplete ? (totals.lastMicros - this.#firstMicros) / 1000 : undefined,
      exit: frame?.exit,
    };
    const footer = [...(showsInput ? [formatInputLine(input, size.cols)] : []), formatStatusLine(progress, size.cols)];
    this.#pictureAtMs = performance.now();
    const picture = this.#painter.paint(frame?.styled ?? [], footer, size, frame?.cursor);
    if (picture !== '') await terminal.write(picture);
  }
}

/**
 * The state of the player. At the end, the last frame remains visible for a short time; `live` means that more frames are
 * expected.
 */
type State = 'playing' | 'paused' | 'end' | 'live';
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
      ? formatClock(elapsedMs)
      : `${formatClock(Math.min(elapsedMs, durationMs))} / ${formatClock(durationMs)}`;
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
function formatClock(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const padToTwo = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(minutes / 60);
  const head = hours === 0 ? String(minutes) : `${hours}:${padToTwo(minutes % 60)}`;
  return `${head}:${padToTwo(seconds % 60)}.${tenths % 10}`;
}

// Start playback after this time, even if the totals are not known yet.
const patienceMs = 300;

/** Counts the frames of a recording in the background during playback. */
export class RecordingStats implements AsyncDisposable {
  frames = 0;
  /** Timestamp of the last frame. */
  lastMicros = 0;
  isComplete = false;
  readonly finished: Promise<void>;
  /** Frames that could not be rebuilt. */
  brokenFrames = 0;
  readonly #stopping = new AbortController();
  #noteFrame = (): void => {};
  readonly #firstFrame = new Promise<void>((resolve) => {
    this.#noteFrame = resolve;
  });

  constructor(reader: RecordingReader) {
    this.finished = this.#run(reader);
    // The player fails with the same error.
    this.finished.catch(() => {});
  }

  /** Resolves when the totals are known, or when there is a frame and counting takes too long. */
  async waitForStart(): Promise<void> {
    await Promise.race([this.finished, Promise.all([sleep(patienceMs, undefined, { ref: false }), this.#firstFrame])]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.finished.catch(() => {});
  }

  async #run(reader: RecordingReader): Promise<void> {
    const frames = new FrameDecoder();
    for await (const event of reader.readEvents(0, this.#stopping.signal))
      if (event.direction === 'frame' || event.direction === 'frame-delta') this.#count(event, frames.decode(event));
    this.isComplete = true;
  }

  #count({ timestampMicros }: RecordingEvent, frame: Frame | undefined): void {
    if (frame === undefined) {
      this.brokenFrames += 1;
      return;
    }
    this.frames += 1;
    this.lastMicros = timestampMicros;
    this.#noteFrame();
  }
}

/** Yields the requests of a recording, one per line, each when it is due. */
export async function* readRequests(reader: RecordingReader, isRealTime: boolean): AsyncGenerator<string, void, void> {
  const pace = new RealTimePacer();
  const { signal } = new AbortController();
  for await (const { direction, line, timestampMicros } of reader.readEvents()) {
    if (direction !== 'request') continue;
    if (isRealTime) await pace.waitUntil(timestampMicros, signal);
    yield `${cleanJson(line)}\n`;
  }
}
