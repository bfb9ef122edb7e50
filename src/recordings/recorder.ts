import { sleep } from '../base/deadline.js';
import type { Emitter } from '../base/emitter.js';
import { MethodError } from '../base/errors.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import type { MessageRedaction } from '../screen/redaction/messages.js';
import type { Screen } from '../screen/screen.js';
import { readScreen, ScreenScheduler } from '../session/observe.js';
import type { VisibleProgram } from '../session/program/program.js';
import type { TerminalSession } from '../session/terminal-session.js';
import { cutText, type TerminalEvent } from '../terminal/events.js';
import { eventMethod } from '../viewer/conversation.js';
import { FrameEncoder, formatLine, RecordingClock, type UntimedEvent } from './frames.js';
import { RecordingWriter } from './writer.js';

interface RecordingOptions {
  readonly path: string;
  /** 0: no frames. */
  readonly frameIntervalMs: number;
  readonly isStyled: boolean;
  /** Whether to append to an existing file instead of replacing it. */
  readonly appends: boolean;
}

/** An active recording: writes messages, and frames of the program that it follows, to its file. */
class Recording {
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

/** Whether a recording is active. */
interface RecordingStatus {
  readonly path: string | undefined;
  /** Why the last recording ended by itself. */
  readonly error: string | undefined;
}

// A disk that hangs must not block the session.
const maxWriteMs = 5000;

/** The messages that a server receives and sends, as lines. */
export type Messages = Emitter<[direction: RecordingEvent['direction'], line: string]>;

/** Records the messages and screens of a server; at most one recording is active. */
export class Recorder {
  readonly #clock = new RecordingClock();
  readonly #messages: Messages;
  readonly #reportFailure: (message: string) => void;
  readonly #redaction: MessageRedaction;
  readonly #limit = new EventLimit();
  #recording: Recording | undefined;
  #unsubscribe: () => void = () => {};
  #session: TerminalSession | undefined;
  #error: string | undefined;

  /** `reportFailure` is called when a recording ends by itself. */
  constructor(messages: Messages, reportFailure: (message: string) => void, redaction: MessageRedaction) {
    this.#messages = messages;
    this.#reportFailure = reportFailure;
    this.#redaction = redaction;
  }

  get status(): RecordingStatus {
    return { path: this.#recording?.path, error: this.#error };
  }

  /** Starts a recording and ends the active one; resolves with the absolute path of the new file. */
  async start(options: RecordingOptions): Promise<string> {
    const redact = (screen: Screen): Screen => this.#session?.secrets.redactFrame(screen) ?? screen;
    const recording = await Recording.begin(options, this.#clock, redact);
    await this.#end();
    // Truncate only now: the previous recording may use the same file.
    if (!options.appends) await recording.empty();
    this.#error = undefined;
    if (recording.failure !== undefined) throw new MethodError('io', recording.failure);
    this.#recording = recording;
    this.#unsubscribe = this.#messages.on((direction, line) => this.note(direction, line));
    recording.failed.on(() => this.#giveUp(recording));
    await this.#encodeScreen(recording);
    return recording.path;
  }

  /** Ends the recording with a last frame; resolves when all events have been written. */
  async stop(): Promise<void> {
    await this.#end();
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw new MethodError('io', error);
  }

  /** Records a message that was received or sent; those that are published during a recording are recorded anyway. */
  note(direction: RecordingEvent['direction'], line: string): void {
    this.#recording?.note({ direction, line: this.#redaction.redactLine(line, direction === 'request') });
  }

  /** Resolves when all events so far have been written, or after a timeout if the disk hangs. */
  async waitUntilWritten(): Promise<void> {
    await withWriteTimeout(this.#recording?.waitUntilWritten());
  }

  /** Records the programs of this session from now on. */
  follow(session: TerminalSession): void {
    this.#session = session;
    session.launched.on((program) => {
      this.#recording?.follow(program);
      program.emulator.events.added.on((event) => this.#noteEvent(event));
    });
    session.exited.on(() => this.#recording?.flush());
  }

  /** Stops following the session, which has ended. */
  leave(): void {
    // A program that could not be terminated has not fired `exited`.
    this.#recording?.flush();
    this.#recording?.leave();
    this.#session = undefined;
  }

  #noteEvent(event: TerminalEvent): void {
    // Frames have the title.
    if (this.#recording === undefined || event.type === 'title' || !this.#limit.admit()) return;
    const params = event.type === 'image' ? { ...event, row: event.row + 1, col: event.col + 1 } : cutTexts(event);
    this.note('notification', JSON.stringify({ jsonrpc: '2.0', method: eventMethod, params }));
  }

  async #end(): Promise<void> {
    const recording = this.#recording;
    if (recording === undefined) return;
    await this.#encodeScreen(recording);
    await withWriteTimeout(recording.close(), () =>
      recording.abandon(`pending data was not written within ${maxWriteMs / 1000} s`),
    );
    this.#forget();
  }

  #forget(): void {
    this.#recording = undefined;
    this.#unsubscribe();
  }

  async #encodeScreen(recording: Recording): Promise<void> {
    const program = this.#session?.current?.program;
    if (program === undefined) return;
    recording.encodeScreen(program, await readScreen(program));
    recording.follow(program);
  }

  #giveUp(recording: Recording): void {
    recording.leave();
    this.#forget();
    this.#error = recording.failure;
    this.#reportFailure(recording.failure ?? '');
  }
}

// A program can ring the bell millions of times per second.
const maxEventsPerSecond = 100;
const maxText = 1000;

const cutTexts = (event: TerminalEvent): object =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, typeof value === 'string' ? cutText(value, maxText) : value]),
  );

/** Limits how many events are recorded in a second. */
class EventLimit {
  #second = 0;
  #count = 0;

  /** Whether another event may be recorded. */
  admit(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#count = 0;
    this.#second = second;
    this.#count += 1;
    return this.#count <= maxEventsPerSecond;
  }
}

async function withWriteTimeout(writing: Promise<void> | undefined, giveUp = (): void => {}): Promise<void> {
  const timer = new AbortController();
  const tooLong = sleep(maxWriteMs, timer.signal).then(giveUp, () => {});
  await Promise.race([writing, tooLong]);
  timer.abort();
}
