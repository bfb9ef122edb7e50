// An export of a tape: its clock is that of VHS, however long the run takes. Keys follow as soon as the reaction to the last
// one is drawn, and a Sleep at the prompt is skipped, because nothing can change there.
import { setTimeout as sleep } from 'node:timers/promises';
import { FrameEncoder, formatLine } from '../recordings/frames.js';
import type { Screen } from '../screen/screen.js';
import { ScreenScheduler } from '../session/observe.js';
import { passRealTime, passUntilPrompt, type Stage, type TapeTerminal, TestStage } from './pace.js';

// Time without output after which a reaction is drawn, and how long it may take.
const drawnMs = 6;
const maxDrawingMs = 60;
const firstMicros = 1_000_000;

/** Records the screens of a run, at the times at which the animation shows them. */
export class FilmStage implements Stage {
  readonly isSlow = true;
  /** The lines of the recording. */
  readonly lines: string[] = [];
  readonly #frameMs: number;
  readonly #isRealTime: boolean;
  readonly #hiddenStage = new TestStage();
  readonly #redact: (screen: Screen) => Screen;
  #encoder = new FrameEncoder(true);
  #clockMs = 0;
  #lastFrameMs = 0;
  #isHidden = false;
  #isWatching = false;

  constructor(framesPerSecond: number, isRealTime: boolean, redact: (screen: Screen) => Screen) {
    this.#frameMs = 1000 / framesPerSecond;
    this.#isRealTime = isRealTime;
    this.#redact = redact;
  }

  /** How long the last frame is shown. */
  get lastFrameMs(): number {
    return this.#clockMs - this.#lastFrameMs;
  }

  begin(terminal: TapeTerminal): void {
    this.#capture(terminal);
  }

  async beforeInput(terminal: TapeTerminal, typingMs: number): Promise<void> {
    if (this.#isHidden) await this.#hiddenStage.beforeInput(terminal, typingMs);
  }

  async afterKey(terminal: TapeTerminal, ms: number): Promise<void> {
    if (this.#isHidden) return await this.#hiddenStage.afterKey(terminal, ms);
    if (this.#isRealTime) return await this.sleep(terminal, ms);
    await waitForDrawing(terminal);
    this.#capture(terminal);
    this.#clockMs += ms;
  }

  async sleep(terminal: TapeTerminal, ms: number): Promise<void> {
    if (this.#isHidden) return await this.#hiddenStage.sleep(terminal, ms);
    const begun = this.#clockMs;
    const pass = this.#isRealTime ? passRealTime : passUntilPrompt;
    await this.#watch(terminal, ms, pass(terminal, ms));
    this.#clockMs = begun + ms;
  }

  async during<T>(terminal: TapeTerminal, awaited: Promise<T>): Promise<T> {
    return this.#isHidden ? await awaited : await this.#watch(terminal, Number.POSITIVE_INFINITY, awaited);
  }

  hide(): void {
    this.#isHidden = true;
  }

  show(terminal: TapeTerminal): void {
    if (!this.#isHidden) return;
    this.#isHidden = false;
    // The first frame is complete.
    this.#encoder = new FrameEncoder(true);
    this.#capture(terminal);
  }

  /** Records what happens while something is awaited; the clock runs with it, at most for some time. */
  async #watch<T>(terminal: TapeTerminal, maxMs: number, awaited: Promise<T>): Promise<T> {
    const begun = this.#clockMs;
    const startedAt = performance.now();
    const advance = (): void => {
      this.#clockMs = begun + Math.min(maxMs, performance.now() - startedAt);
    };
    this.#isWatching = true;
    using scheduler = new ScreenScheduler({
      minIntervalMs: this.#frameMs,
      read: () => {
        if (!this.#isWatching) return false;
        advance();
        this.#capture(terminal);
        return true;
      },
    });
    scheduler.follow(terminal.current.program);
    try {
      return await awaited;
    } finally {
      this.#isWatching = false;
      advance();
      this.#capture(terminal);
    }
  }

  #capture({ current: { program } }: TapeTerminal): void {
    const exit = program.exit && { ...program.exit, isTimedOut: false };
    const frame = this.#encoder.encode(this.#redact(program.screen), this.#clockMs, exit);
    if (frame === undefined) return;
    this.#lastFrameMs = this.#clockMs;
    this.lines.push(formatLine(firstMicros + Math.round(this.#clockMs * 1000), frame));
  }
}

/** Waits until the reaction to a key is drawn: until output pauses. The key itself has waited for its beginning. */
async function waitForDrawing({ current: { program }, signal }: TapeTerminal): Promise<void> {
  const end = performance.now() + maxDrawingMs;
  while (performance.now() < end && program.exit === undefined) {
    const ageMs = program.lastOutputAgeMs ?? drawnMs;
    if (ageMs >= drawnMs) break;
    await sleep(drawnMs - ageMs, undefined, { signal });
  }
  program.drainNow();
}
