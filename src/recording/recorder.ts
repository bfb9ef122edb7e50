import { sleep } from '../async/idle-queue.js';
import { readScreen } from '../observers/settled-screen.js';
import { MethodError } from '../protocol/errors.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import type { Session } from '../session/session.js';
import { RecordingClock } from './format.js';
import { Recording, type RecordingOptions } from './recording.js';

/** Whether a recording runs. */
export interface RecordingStatus {
  readonly path: string | undefined;
  /** Why the last one ended by itself. */
  readonly error: string | undefined;
}

// A disk that hangs shall not hang the session too.
const maxWritingMs = 5000;

/** Records, while it is told to, what happens in a server: one recording at a time. */
export class Recorder {
  readonly #clock = new RecordingClock();
  readonly #complain: (message: string) => void;
  #recording: Recording | undefined;
  #session: Session | undefined;
  #error: string | undefined;

  /** `complain` is told when a recording ends by itself. */
  constructor(complain: (message: string) => void) {
    this.#complain = complain;
  }

  get status(): RecordingStatus {
    return { path: this.#recording?.path, error: this.#error };
  }

  /** Begins a recording, and ends the one that runs; resolves with its absolute path. */
  async start(options: RecordingOptions): Promise<string> {
    const recording = await Recording.begin(options, this.#clock);
    await this.#end();
    // Only now: the recording that ends may have been written to the same file.
    if (!options.appends) await recording.empty();
    this.#error = undefined;
    if (recording.failure !== undefined) throw new MethodError('io', recording.failure);
    this.#recording = recording;
    recording.failed.on(() => this.#giveUp(recording));
    await this.#show(recording);
    return recording.path;
  }

  /** Ends the recording with a last frame; resolves when all of it is in the file. */
  async stop(): Promise<void> {
    await this.#end();
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw new MethodError('io', error);
  }

  /** Notes a message that was received or sent. */
  note(direction: RecordingEvent['direction'], line: string): void {
    this.#recording?.note({ direction, line });
  }

  /** Resolves when all that happened up to now is in the file; a disk that hangs is not waited for without end. */
  async written(): Promise<void> {
    await unlessTooLong(this.#recording?.written());
  }

  /** From now on it is the programs of this session that are recorded. */
  follow(session: Session): void {
    this.#session = session;
    session.launched.on((program) => this.#recording?.follow(program));
    session.exited.on(() => this.#recording?.flush());
  }

  /** The session is over. */
  leave(): void {
    this.#session = undefined;
    // A program that could not be ended has told of no end.
    this.#recording?.flush();
    this.#recording?.leave();
  }

  async #end(): Promise<void> {
    const recording = this.#recording;
    if (recording === undefined) return;
    await this.#show(recording);
    await unlessTooLong(recording.close(), () =>
      recording.abandon(`what is left could not be written within ${maxWritingMs / 1000} s`),
    );
    this.#recording = undefined;
  }

  async #show(recording: Recording): Promise<void> {
    const program = this.#session?.stage?.program;
    if (program === undefined) return;
    recording.show(await readScreen(program));
    recording.follow(program);
  }

  #giveUp(recording: Recording): void {
    recording.leave();
    this.#recording = undefined;
    this.#error = recording.failure;
    this.#complain(recording.failure ?? '');
  }
}

async function unlessTooLong(writing: Promise<void> | undefined, giveUp = (): void => {}): Promise<void> {
  const timer = new AbortController();
  const tooLong = sleep(maxWritingMs, timer.signal).then(giveUp, () => {});
  await Promise.race([writing, tooLong]);
  timer.abort();
}
