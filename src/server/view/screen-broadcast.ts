import type { IdleQueue } from '../../base/idle-queue.js';
import type { FrameEvent } from '../../recordings/film.js';
import { FrameEncoder } from '../../recordings/frames.js';
import { EventEncoder } from '../../recordings/trace/event-encoder.js';
import type { Screen } from '../../screen/screen.js';
import { ScreenScheduler } from '../../session/observe.js';
import type { Program, VisibleProgram } from '../../session/program/program.js';
import type { Viewer } from './viewers.js';

/** How viewers receive screens: as lines of a recording, or as cells for the page. */
export type ScreenFormat = 'lines' | 'cells';
/** A screen with its time. */
type TimedScreen = Pick<FrameEvent, 'atMicros' | 'screen' | 'exit'>;
/** Encodes screens as messages; each describes what has changed since the one before. */
interface ScreenEncoding {
  /** Encodes a screen; undefined if it looks like the one before. */
  encode(screen: TimedScreen): Buffer | undefined;
  /** Makes the next message complete, so that it can be read without those before it. */
  reset(): void;
}

/** Encodes screens as lines of a recording. */
class RecordingLines implements ScreenEncoding {
  #encoder = new FrameEncoder(true);

  encode({ atMicros, screen, exit }: TimedScreen): Buffer | undefined {
    const frame = this.#encoder.encode(screen, atMicros / 1000, exit);
    return frame && encodeMessage({ type: 'event', event: { timestampMicros: atMicros, ...frame } });
  }

  reset(): void {
    this.#encoder = new FrameEncoder(true);
  }
}

// The encoder, and the page, remember the rows that were sent.
const maxSentRows = 20_000;
const maxSentBytes = 4 * 1024 * 1024;

/** Encodes screens as cells for the page, which needs neither an emulator nor tables of character widths. */
class CellRows implements ScreenEncoding {
  readonly #encoder: EventEncoder;
  #sentRows = 0;
  #sentBytes = 0;

  constructor(startMicros: number) {
    this.#encoder = new EventEncoder(startMicros);
  }

  encode(timed: TimedScreen): Buffer | undefined {
    if (this.#sentRows > maxSentRows || this.#sentBytes > maxSentBytes) this.reset();
    const frame = this.#encoder.encode({ kind: 'frame', number: 0, ...timed });
    const { type, at, ...changes } = frame as Extract<typeof frame, { type: 'frame' }>;
    if (Object.keys(changes).length === 0) return undefined;
    this.#sentRows += changes.add?.length ?? 0;
    const bytes = encodeMessage({ type: 'screen', screen: { type, at, ...changes } });
    this.#sentBytes += bytes.length;
    return bytes;
  }

  reset(): void {
    this.#encoder.reset();
    this.#sentRows = 0;
    this.#sentBytes = 0;
  }
}

/** One message for all viewers: they share its bytes. */
const encodeMessage = (message: object): Buffer => Buffer.from(JSON.stringify(message));

// 30 frames per second.
const frameIntervalMs = 33;
// Of the processor, for large screens and on busy machines: fewer screens, but hardly slower output.
const maxShare = 0.07;
// A viewer that is too slow gets complete screens, which all viewers of its format receive, at most this often.
const catchUpMs = 1000;

/**
 * Shows the screen of a program to viewers. Each format is encoded once for all viewers. A viewer that has not received
 * everything yet skips screens. Without viewers, nothing is observed. Encoding and sending are deferred until the server
 * is idle, so that no response waits for viewers.
 */
export class ScreenBroadcast implements Disposable {
  readonly #startMicros: number;
  readonly #encodings: Readonly<Record<ScreenFormat, ScreenEncoding>>;
  readonly #viewers = new Set<Viewer>();
  readonly #scheduler: ScreenScheduler;
  readonly #getMicros: () => number;
  readonly #idleQueue: Pick<IdleQueue, 'defer'>;
  /** What has been deferred, in order. */
  #deferred: (() => void)[] = [];
  #redact: (screen: Screen) => Screen = (screen) => screen;
  #program: Program | undefined;
  /** The last screen of a session that has ended. */
  #last: TimedScreen | undefined;
  /** The last screen of a program that has ended. */
  #ended: TimedScreen | undefined;
  #hasMouse = false;
  readonly #caughtUpAt = { lines: Number.NEGATIVE_INFINITY, cells: Number.NEGATIVE_INFINITY };
  #catchUpTimer: NodeJS.Timeout | undefined;

  /** `getMicros` is the clock of the messages; times of cells are relative to `startMicros`. */
  constructor(getMicros: () => number, startMicros: number, idleQueue: Pick<IdleQueue, 'defer'>) {
    this.#getMicros = getMicros;
    this.#idleQueue = idleQueue;
    this.#startMicros = startMicros;
    this.#encodings = { lines: this.#createEncoding('lines'), cells: this.#createEncoding('cells') };
    this.#scheduler = new ScreenScheduler({
      minIntervalMs: frameIntervalMs,
      isAdaptive: true,
      maxShare,
      read: (program) => {
        this.#noteModes(program);
        this.#showLater(this.#capture(program));
        return true;
      },
    });
  }

  /** The number of viewers. */
  get size(): number {
    return this.#viewers.size;
  }

  /** Shows the screen to another viewer. */
  join(viewer: Viewer): void {
    // It has received everything that is deferred.
    this.#flush();
    this.#viewers.add(viewer);
    if (this.#program?.exit !== undefined) this.#ended ??= this.#capture(this.#program);
    if (this.#viewers.size === 1 && this.#program !== undefined) this.#scheduler.follow(this.#program);
    viewer.send(this.#describeModes());
    this.refresh();
  }

  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size === 0) this.#stop();
  }

  /** Sends a message to every viewer. */
  send(message: string | (() => Buffer)): void {
    if (this.#viewers.size === 0) return;
    this.#defer(() => {
      const bytes = typeof message === 'string' ? Buffer.from(message) : message();
      for (const viewer of this.#viewers) viewer.send(bytes);
    });
  }

  /** Shows this program from now on. `redact` hides secrets. */
  follow(program: Program, redact: (screen: Screen) => Screen): void {
    this.#flush();
    this.#showMissedEnd();
    this.#program = program;
    this.#redact = redact;
    this.#last = undefined;
    this.#ended = undefined;
    if (this.#viewers.size === 0) return;
    this.#scheduler.follow(program);
    this.#scheduler.plan();
  }

  /** Shows the last screen of the program, then sends the report of its exit. */
  end(exitMessage: string): void {
    if (this.#viewers.size === 0) return;
    this.#scheduler.flush();
    this.#defer(() => {
      for (const viewer of this.#viewers) viewer.sendExit(exitMessage);
    });
  }

  /** The session has ended. Its last screen remains visible. */
  leaveProgram(): void {
    if (this.#program === undefined) return;
    this.#flush();
    this.#last = this.#capture(this.#program);
    this.#program = undefined;
    this.#scheduler[Symbol.dispose]();
    this.#show(this.#last);
  }

  /** Shows the screen to viewers that have missed it. */
  refresh(): void {
    this.#flush();
    if (this.#last === undefined) this.#scheduler.plan();
    else this.#show(this.#last);
  }

  /** Disconnects all viewers. */
  [Symbol.dispose](): void {
    this.#flush();
    this.#stop();
    for (const viewer of this.#viewers) viewer.close('shutdown');
  }

  #defer(act: () => void): void {
    this.#deferred.push(act);
    this.#idleQueue.defer(() => this.#flush());
  }

  #flush(): void {
    const deferred = this.#deferred;
    this.#deferred = [];
    for (const act of deferred) act();
  }

  #noteModes({ emulator }: VisibleProgram): void {
    const hasMouse = emulator.mouseTracking !== 'none';
    if (hasMouse === this.#hasMouse) return;
    this.#hasMouse = hasMouse;
    this.send(this.#describeModes());
  }

  #describeModes(): string {
    return JSON.stringify({ type: 'modes', mouse: this.#hasMouse });
  }

  #stop(): void {
    clearTimeout(this.#catchUpTimer);
    this.#catchUpTimer = undefined;
    this.#scheduler[Symbol.dispose]();
    this.#deferred = [];
  }

  /** Shows the last screen and the exit of the program to viewers that have not had room for it. */
  #showMissedEnd(): void {
    const ended = this.#ended;
    if (ended === undefined) return;
    for (const viewer of this.#viewers) {
      if (!viewer.hasMissedExit) continue;
      viewer.sendScreen(this.#createEncoding(viewer.options.format).encode(ended) as Buffer);
      viewer.isBehind = true;
    }
  }

  #createEncoding(format: ScreenFormat): ScreenEncoding {
    return format === 'lines' ? new RecordingLines() : new CellRows(this.#startMicros);
  }

  #capture({ screen, exit, timeoutKind }: VisibleProgram): TimedScreen {
    return {
      atMicros: this.#getMicros(),
      screen: this.#redact(screen),
      exit: exit && { ...exit, isTimedOut: timeoutKind !== undefined },
    };
  }

  #showLater(screen: TimedScreen): void {
    this.#defer(() => {
      const startedAt = performance.now();
      this.#show(screen);
      this.#scheduler.noteWork(performance.now() - startedAt);
    });
  }

  #show(screen: TimedScreen): void {
    this.#ended = screen.exit && screen;
    for (const format of ['lines', 'cells'] as const) {
      const viewers = [...this.#viewers].filter((viewer) => viewer.options.format === format);
      if (viewers.length > 0) this.#showAs(format, screen, viewers);
    }
  }

  #showAs(format: ScreenFormat, screen: TimedScreen, viewers: readonly Viewer[]): void {
    const encoding = this.#encodings[format];
    const ready = viewers.filter(({ hasRoom }) => hasRoom);
    if (ready.length === 0) {
      for (const viewer of viewers) viewer.isBehind = true;
      return;
    }
    const isComplete = ready.some(({ isBehind }) => isBehind) && this.#canSendComplete(format, ready);
    if (isComplete) encoding.reset();
    const message = encoding.encode(screen);
    if (message === undefined) return;
    for (const viewer of viewers)
      if (viewer.hasRoom && (isComplete || !viewer.isBehind)) viewer.sendScreen(message);
      else viewer.isBehind = true;
  }

  /** Whether to send a complete screen now: always to a new viewer, and to slow ones from time to time. */
  #canSendComplete(format: ScreenFormat, viewers: readonly Viewer[]): boolean {
    const now = performance.now();
    const dueInMs = this.#caughtUpAt[format] + catchUpMs - now;
    if (dueInMs > 0 && !viewers.some(({ isNew }) => isNew)) {
      this.#catchUpTimer ??= setTimeout(() => {
        this.#catchUpTimer = undefined;
        this.refresh();
      }, dueInMs).unref();
      return false;
    }
    this.#caughtUpAt[format] = now;
    return true;
  }
}
