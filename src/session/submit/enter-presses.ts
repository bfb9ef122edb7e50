import { MethodError } from '../../base/errors.js';
import { encodeKey, parseKey } from '../../terminal/input/keys.js';
import { isBusy } from '../program/processes.js';
import { waitForReaction } from '../settle.js';
import type { AcceptanceSignals } from './acceptance-signals.js';
import type { Evidence, InputState, Verdict } from './input-state.js';
import type { SubmissionOptions, SubmissionTarget } from './submission.js';
import type { SubstituteState } from './substitute-state.js';

// A repaint passes through states that look like acceptance.
const [confirmMs, maxConfirmMs] = [25, 120];
// Programs repaint up to a second after they have accepted a text.
const newlineMs = [300, 700, 1300];
const maxNewlineMs = 1500;
// A program that computes may be about to repaint. Nothing reports that it waits for input again.
const busyMs = 250;
const enterKey = parseKey('Enter');

/**
 * Presses Enter until the program has accepted the input. Again only when the program has shown that Enter inserted a line
 * break: an Enter that it has not read yet is still waiting for it, and after one that it has read, another would answer
 * what it asks next.
 */
export class EnterPresses {
  /** How often Enter was pressed. */
  count = 0;
  readonly #target: SubmissionTarget;
  readonly #options: SubmissionOptions;
  readonly #state: InputState | SubstituteState;
  readonly #signals: AcceptanceSignals;
  #pressedAt = 0;

  constructor(
    target: SubmissionTarget,
    options: SubmissionOptions,
    state: InputState | SubstituteState,
    signals: AcceptanceSignals,
  ) {
    this.#target = target;
    this.#options = options;
    this.#state = state;
    this.#signals = signals;
    signals.begin();
  }

  /** Resolves with the proof; rejects with kind `not-accepted` or `unconfirmed`. */
  async pressUntilAccepted(): Promise<Evidence> {
    await this.#press();
    for (;;) {
      const verdict = this.#evaluate();
      if (verdict.is === 'accepted') {
        const confirmed = await this.#waitForConfirmation(verdict.evidence);
        if (confirmed !== undefined) return confirmed;
      } else await this.#continue(verdict.is);
    }
  }

  /** Presses Enter again if it is due, or waits. */
  async #continue(why: 'newline' | 'unsure'): Promise<void> {
    const { retries, deadline } = this.#options;
    if (deadline.isOver) throw this.#createFailure(why);
    if (why === 'unsure') return await this.#waitForOutput(deadline.remainingMs);
    const leftMs = this.#pressedAt + (newlineMs[this.count - 1] ?? maxNewlineMs) - performance.now();
    if (leftMs > 0) return await this.#waitForOutput(Math.min(leftMs, deadline.remainingMs));
    if (isBusy(this.#target.program.foreground.group)) return await this.#waitForOutput(busyMs);
    if (this.count > retries) throw this.#createFailure(why);
    await this.#press();
  }

  #evaluate(): Verdict {
    const { program } = this.#target;
    const signal = this.#signals.find();
    return signal === undefined ? this.#state.evaluate(program.screen) : { is: 'accepted', evidence: signal };
  }

  /** The evidence, if the program still appears to have accepted the text when its output pauses. */
  async #waitForConfirmation(first: Evidence): Promise<Evidence | undefined> {
    const end = performance.now() + maxConfirmMs;
    for (let evidence = first; ; ) {
      if (this.#signals.find() !== undefined) return evidence;
      const ageMs = this.#target.program.lastOutputAgeMs ?? confirmMs;
      const leftMs = Math.min(confirmMs - ageMs, end - performance.now());
      if (leftMs <= 0) return evidence;
      await this.#waitForOutput(leftMs);
      const verdict = this.#evaluate();
      if (verdict.is !== 'accepted') return undefined;
      evidence = verdict.evidence;
    }
  }

  async #press(): Promise<void> {
    const { program, input } = this.#target;
    const { cancel } = this.#options;
    await input.waitAfterEscape(cancel);
    await input.writeNow(() => Buffer.from(encodeKey(enterKey, program.emulator.modes)), 0, cancel);
    this.count += 1;
    this.#pressedAt = performance.now();
  }

  #createFailure(why: 'newline' | 'unsure'): MethodError {
    const attempts = this.count;
    const times = `Pressed Enter ${attempts} ${attempts === 1 ? 'time' : 'times'}`;
    if (why === 'newline')
      return new MethodError('not-accepted', `${times}, but Enter inserts line breaks.`, {
        attempts,
        why: 'line-break',
      });
    const ms = Math.round(this.#options.deadline.elapsedMs);
    const advice = 'Check the screen before you send it again';
    return new MethodError(
      'unconfirmed',
      `${times}, but nothing has proved within ${ms} ms that the text was accepted or refused. ${advice}.`,
      { attempts },
    );
  }

  async #waitForOutput(maxMs: number): Promise<void> {
    await waitForReaction(this.#target.program, Math.ceil(Math.max(1, maxMs)), this.#options.cancel);
  }
}
