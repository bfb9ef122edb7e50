import { setImmediate as turn } from 'node:timers/promises';
import { Clock } from './clock.js';
import type { FrameCursor, Moment } from './frame-cursor.js';
import type { PlayerKey } from './key-decoder.js';
import { ScreenPainter, type TerminalSize } from './screen-painter.js';
import { formatInputLine, formatStatusLine, type State } from './status-line.js';

/** Totals of a recording, which may become known during playback. */
export interface Totals {
  readonly frames: number;
  /** Timestamp of the last frame. */
  readonly lastMicros: number;
  readonly isComplete: boolean;
}
/** The terminal that the player draws on. */
export interface PlayerTerminal {
  getSize(): TerminalSize;
  /** Resolves when there is capacity for more. */
  write(text: string): Promise<void>;
}
/** The options of a Player. */
export interface PlayerSetup {
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

/** A command for the player. */
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
