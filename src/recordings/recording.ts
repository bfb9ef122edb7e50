import type { Screen } from '../screen/screen.js';
import { ScreenScheduler } from '../session/observe.js';
import type { VisibleProgram } from '../session/program/program.js';
import { formatLine, type RecordingClock, type UntimedEvent } from './format.js';
import { FrameEncoder } from './frame-encoder.js';
import { RecordingWriter } from './writer.js';

/** Options of `recording.start`. */
export interface RecordingOptions {
  readonly path: string;
  /** 0: no frames. */
  readonly frameIntervalMs: number;
  readonly isStyled: boolean;
  /** Whether to append to an existing file instead of replacing it. */
  readonly appends: boolean;
}

/** An active recording: writes messages, and frames of the program that it follows, to its file. */
export class Recording {
  readonly #writer: RecordingWriter;
  readonly #clock: RecordingClock;
  readonly #encoder: FrameEncoder;
  readonly #scheduler: ScreenScheduler | undefined;
  readonly #redact: (screen: Screen) => Screen;
  #hasFrames = false;

  private constructor(
    writer: RecordingWriter,
    clock: RecordingClock,
    { frameIntervalMs, isStyled }: RecordingOptions,
    redact: (screen: Screen) => Screen,
  ) {
    this.#redact = redact;
    this.#writer = writer;
    this.#clock = clock;
    this.#encoder = new FrameEncoder(isStyled);
    if (frameIntervalMs > 0)
      this.#scheduler = new ScreenScheduler({
        minIntervalMs: frameIntervalMs,
        read: (program) => this.#recordFrame(program, program.screen),
        waitForRoom: () => writer.waitForCapacity(),
      });
  }

  /** Starts a recording; fails with kind `io` if its file cannot be written. `redact` hides secrets on a screen. */
  static async begin(
    options: RecordingOptions,
    clock: RecordingClock,
    redact: (screen: Screen) => Screen,
  ): Promise<Recording> {
    const writer = await RecordingWriter.open(options.path, !options.appends);
    clock.continueFrom(writer.lastMicros);
    return new Recording(writer, clock, options, redact);
  }

  get path(): string {
    return this.#writer.path;
  }

  /** Fires at most once, when the file can no longer be written. */
  get failed(): RecordingWriter['failed'] {
    return this.#writer.failed;
  }

  /** Why the file can no longer be written. */
  get failure(): string | undefined {
    return this.#writer.failure;
  }

  /** Truncates the file before the first event is recorded. */
  async empty(): Promise<void> {
    await this.#writer.empty();
  }

  note(event: UntimedEvent): void {
    let line: string;
    try {
      line = formatLine(this.#clock.getMicros(), event);
    } catch (error) {
      // The line exceeds the maximum string length of 512 MiB.
      this.#writer.abandon((error as Error).message);
      return;
    }
    this.#writer.append(line);
  }

  /** Records a frame of a screen of a program. */
  encodeScreen(program: VisibleProgram, screen: Screen): void {
    if (this.#scheduler !== undefined && this.#recordFrame(program, screen)) this.#scheduler.noteSeen();
  }

  /** Records this program from now on. The first frame is recorded after the first output. */
  follow(program: VisibleProgram): void {
    this.#scheduler?.follow(program);
    if (this.#hasFrames) this.#scheduler?.plan();
  }

  /** Records a frame now, if the screen has changed. */
  flush(): void {
    this.#scheduler?.flush();
  }

  /** Stops following the program. */
  leave(): void {
    this.#scheduler?.[Symbol.dispose]();
  }

  /** Resolves when all events so far have been written. */
  async waitUntilWritten(): Promise<void> {
    await this.#writer.waitUntilWritten();
  }

  /** Resolves when all events have been written and the file is closed. */
  async close(): Promise<void> {
    this.leave();
    await this.#writer.close();
  }

  /** Ends the recording and discards unwritten data. */
  abandon(reason: string): void {
    this.leave();
    this.#writer.abandon(reason);
  }

  #recordFrame({ exit, timeoutKind }: VisibleProgram, screen: Screen): boolean {
    const recordedExit = exit === undefined ? undefined : { ...exit, isTimedOut: timeoutKind !== undefined };
    const frame = this.#encoder.encode(this.#redact(screen), performance.now(), recordedExit);
    if (frame === undefined) return false;
    this.#hasFrames = true;
    this.note(frame);
    return true;
  }
}
