import { PacedObserver } from '../observers/paced-observer.js';
import type { VisibleProgram } from '../program/program.js';
import type { Screen } from '../screen/screen.js';
import { type Happening, type RecordingClock, recordLine } from './format.js';
import { FrameEncoder } from './frame-encoder.js';
import { RecordingWriter } from './writer.js';

/** What to record, and where. */
export interface RecordingOptions {
  readonly path: string;
  /** 0: no frames. */
  readonly frameIntervalMs: number;
  readonly isStyled: boolean;
  /** Whether it follows what is in the file already, or replaces it. */
  readonly appends: boolean;
}

/** A recording that runs: what it is told of, and what it sees of the program it follows, goes into its file. */
export class Recording {
  readonly #writer: RecordingWriter;
  readonly #clock: RecordingClock;
  readonly #sampler: FrameEncoder;
  readonly #pacing: PacedObserver | undefined;
  #hasFrames = false;

  private constructor(writer: RecordingWriter, clock: RecordingClock, { frameIntervalMs, isStyled }: RecordingOptions) {
    this.#writer = writer;
    this.#clock = clock;
    this.#sampler = new FrameEncoder(isStyled);
    if (frameIntervalMs > 0)
      this.#pacing = new PacedObserver(frameIntervalMs, {
        look: ({ screen }) => this.#take(screen),
        room: () => writer.room(),
      });
  }

  /** Begins one; kind `io` when its file cannot be written. */
  static async begin(options: RecordingOptions, clock: RecordingClock): Promise<Recording> {
    const writer = await RecordingWriter.open(options.path, !options.appends);
    clock.goOnFrom(writer.lastMicros);
    return new Recording(writer, clock, options);
  }

  get path(): string {
    return this.#writer.path;
  }

  /** Its file can be written no longer; fires at most once. */
  get failed(): RecordingWriter['failed'] {
    return this.#writer.failed;
  }

  /** Why it can be written no longer. */
  get failure(): string | undefined {
    return this.#writer.failure;
  }

  /** Removes what is in the file, before anything is recorded. */
  async empty(): Promise<void> {
    await this.#writer.empty();
  }

  note(happening: Happening): void {
    let line: string;
    try {
      line = recordLine(this.#clock.now(), happening);
    } catch (error) {
      // No string can hold it: strings end at 512 MiB.
      this.#writer.abandon((error as Error).message);
      return;
    }
    this.#writer.append(line);
  }

  /** A frame of what is on the screen now. */
  show(screen: Screen): void {
    if (this.#pacing !== undefined && this.#take(screen)) this.#pacing.noteSeen();
  }

  /** From now on it is this program that is recorded. The first frame of all waits for something to see. */
  follow(program: VisibleProgram): void {
    this.#pacing?.follow(program);
    if (this.#hasFrames) this.#pacing?.plan();
  }

  /** Takes a frame now, if there is something new. */
  flush(): void {
    this.#pacing?.flush();
  }

  /** Looks at the program no more. */
  leave(): void {
    this.#pacing?.[Symbol.dispose]();
  }

  /** Resolves when all that happened up to now is in the file. */
  async written(): Promise<void> {
    await this.#writer.written();
  }

  /** Resolves when everything is in the file. */
  async close(): Promise<void> {
    this.leave();
    await this.#writer.close();
  }

  /** Ends it whatever still waits to be written. */
  abandon(reason: string): void {
    this.leave();
    this.#writer.abandon(reason);
  }

  #take(screen: Screen): boolean {
    const frame = this.#sampler.sample(screen, performance.now());
    if (frame === undefined) return false;
    this.#hasFrames = true;
    this.note(frame);
    return true;
  }
}
