import { sleep } from '../base/deadline.js';
import { MethodError } from '../base/errors.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import type { MessageRedaction } from '../screen/redaction/messages.js';
import type { Screen } from '../screen/screen.js';
import { readScreen } from '../session/observe.js';
import type { Session } from '../session/terminal-session.js';
import { RecordingClock } from './format.js';
import { Recording, type RecordingOptions } from './recording.js';

/** Whether a recording is active. */
export interface RecordingStatus {
  readonly path: string | undefined;
  /** Why the last recording ended by itself. */
  readonly error: string | undefined;
}

// A disk that hangs must not block the session.
const maxWriteMs = 5000;

/** Records the messages and screens of a server; at most one recording is active. */
export class Recorder {
  readonly #clock = new RecordingClock();
  readonly #reportFailure: (message: string) => void;
  readonly #redaction: MessageRedaction;
  #recording: Recording | undefined;
  #session: Session | undefined;
  #error: string | undefined;

  /** `reportFailure` is called when a recording ends by itself. */
  constructor(reportFailure: (message: string) => void, redaction: MessageRedaction) {
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

  /** Records a message that was received or sent. */
  note(direction: RecordingEvent['direction'], line: string): void {
    this.#recording?.note({ direction, line: this.#redaction.redactLine(line, direction === 'request') });
  }

  /** Resolves when all events so far have been written, or after a timeout if the disk hangs. */
  async waitUntilWritten(): Promise<void> {
    await withWriteTimeout(this.#recording?.waitUntilWritten());
  }

  /** Records the programs of this session from now on. */
  follow(session: Session): void {
    this.#session = session;
    session.launched.on((program) => this.#recording?.follow(program));
    session.exited.on(() => this.#recording?.flush());
  }

  /** Stops following the session, which has ended. */
  leave(): void {
    // A program that could not be terminated has not fired `exited`.
    this.#recording?.flush();
    this.#recording?.leave();
    this.#session = undefined;
  }

  async #end(): Promise<void> {
    const recording = this.#recording;
    if (recording === undefined) return;
    await this.#encodeScreen(recording);
    await withWriteTimeout(recording.close(), () =>
      recording.abandon(`pending data was not written within ${maxWriteMs / 1000} s`),
    );
    this.#recording = undefined;
  }

  async #encodeScreen(recording: Recording): Promise<void> {
    const program = this.#session?.current?.program;
    if (program === undefined) return;
    recording.encodeScreen(program, await readScreen(program));
    recording.follow(program);
  }

  #giveUp(recording: Recording): void {
    recording.leave();
    this.#recording = undefined;
    this.#error = recording.failure;
    this.#reportFailure(recording.failure ?? '');
  }
}

async function withWriteTimeout(writing: Promise<void> | undefined, giveUp = (): void => {}): Promise<void> {
  const timer = new AbortController();
  const tooLong = sleep(maxWriteMs, timer.signal).then(giveUp, () => {});
  await Promise.race([writing, tooLong]);
  timer.abort();
}
