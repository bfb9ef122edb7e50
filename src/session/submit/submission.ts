import type { Deadline } from '../../base/deadline.js';
import { MethodError } from '../../base/errors.js';
import { system } from '../../base/system/system.js';
import { encodeBracketedPaste, encodeKey, parseKey } from '../../terminal/input/keys.js';
import { type DisplayedText, TextEcho } from '../echo.js';
import type { InputWriter } from '../input.js';
import type { LineMode } from '../program/kernel-settings.js';
import type { Program } from '../program/program.js';
import { pauseFor, waitForReaction } from '../quiet.js';
import {
  AcceptanceSignals,
  type Evidence,
  findGhostText,
  InputState,
  type LineEditors,
  SubstituteState,
  type Verdict,
} from './input-state.js';

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
class EnterPresses {
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
    if (system.isBusy(this.#target.program.foreground.group)) return await this.#waitForOutput(busyMs);
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

/** What to do with a suggestion after the text: dismiss it with Escape, press Enter all the same, or fail. */
export type GhostHandling = 'dismiss' | 'ignore' | 'fail';
/** A text to submit. */
interface SubmissionOptions {
  /** Without a line terminator. */
  readonly text: string;
  /** How often Enter may be pressed again. */
  readonly retries: number;
  readonly ghost: GhostHandling;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}
/** How the program displayed the text: before the cursor, elsewhere, as something else, or not at all. */
type EchoMode = 'cursor' | 'screen' | 'other' | 'none';
/** A text that the program has accepted. */
export interface Submitted {
  readonly evidence: Evidence;
  readonly echo: EchoMode;
  readonly attempts: number;
  readonly ghost: string | undefined;
}
/** The program to submit to. */
interface SubmissionTarget {
  readonly program: Program;
  readonly input: InputWriter;
  readonly lineEditors: LineEditors;
}

const maxEchoMs = 2000;
// A placeholder or a mask counts as an echo only when the text has not appeared for this time.
const substituteMs = 400;
// Suggestions appear up to 10 ms after the echo.
const [quietMs, maxQuietMs] = [30, 150];
// Node's REPL removes a suggestion 500 ms after Escape, because the byte could begin a sequence.
const maxDismissMs = 800;
// Programs take characters that arrive together for a paste, in which Enter is a line break, for up to 120 ms.
const [burstMs, minBurstLength] = [150, 3];
const escapeKey = parseKey('Escape');

/** Types a text into the prompt of a program, presses Enter, and verifies that the program has accepted it. */
export class Submission {
  readonly #target: SubmissionTarget;
  readonly #options: SubmissionOptions;
  readonly #program: Program;
  #typedAt = 0;
  #ghost: string | undefined;

  constructor(target: SubmissionTarget, options: SubmissionOptions) {
    this.#target = target;
    this.#options = options;
    this.#program = target.program;
  }

  /** Resolves when the program has accepted the text; rejects with the reason if it has not, or if that is uncertain. */
  async run(): Promise<Submitted> {
    const program = this.#program;
    const lineMode = await program.readLineMode();
    this.#checkLength(lineMode);
    const { echo, lineBefore } = await this.#type();
    const mode = await this.#waitForEcho(echo, lineMode);
    if (mode === 'cursor' || mode === 'screen') await this.#handleGhost(echo);
    await this.#waitAfterBurst(lineMode);
    await program.drain();
    const text = this.#findText(echo);
    // A suggestion that came later than usual.
    if (text !== undefined) await this.#handleGhost(echo);
    const { screen } = program;
    const displayed = this.#findText(echo);
    const state =
      displayed === undefined ? new SubstituteState(screen, lineBefore) : new InputState(echo, displayed, screen);
    const presses = new EnterPresses(this.#target, this.#options, state, new AcceptanceSignals(program, lineMode));
    const evidence = await presses.pressUntilAccepted();
    return { evidence, echo: mode, attempts: presses.count, ghost: this.#ghost };
  }

  #checkLength(lineMode: LineMode | undefined): void {
    const bytes = Buffer.byteLength(this.#options.text);
    const { lineBytes } = system.limits;
    if (lineMode?.isCanonical !== true || bytes <= lineBytes) return;
    const kept = `the terminal, which edits the line for the program, keeps ${lineBytes} and drops the rest`;
    throw this.#fail('not-accepted', `Typed nothing: the text has ${bytes} bytes, and ${kept}. Submit shorter lines.`);
  }

  async #type(): Promise<{ readonly echo: TextEcho; readonly lineBefore: string }> {
    const { text, cancel } = this.#options;
    const program = this.#program;
    let echo = new TextEcho(program.screen, text);
    let lineBefore = '';
    const encode = (): Buffer => {
      const { screen, emulator } = program;
      echo = new TextEcho(screen, text);
      lineBefore = screen.lines[screen.cursor.row]?.trimmed ?? '';
      if (!/[\r\n]/u.test(text)) return Buffer.from(text);
      if (emulator.modes.bracketedPaste) return encodeBracketedPaste(text);
      throw this.#fail(
        'not-accepted',
        'Typed nothing: the text has several lines, and the program has not enabled bracketed paste. Each line break would submit a part of it.',
        'line-breaks',
      );
    };
    await this.#target.input.write(encode, 0, cancel);
    this.#typedAt = performance.now();
    return { echo, lineBefore };
  }

  async #waitForEcho(echo: TextEcho, lineMode: LineMode | undefined): Promise<EchoMode> {
    const program = this.#program;
    const end = performance.now() + Math.min(maxEchoMs, this.#options.deadline.remainingMs);
    const isCanonical = lineMode?.isCanonical === true;
    if (isCanonical && !lineMode.hasEcho) return 'none';
    while (program.exit === undefined) {
      const found = await this.#findEcho(echo);
      if (found !== undefined) return found;
      const now = performance.now();
      if (now >= end) return this.#handleMissingEcho(isCanonical);
      const untilSubstitute = this.#typedAt + substituteMs - now;
      await this.#waitForOutput(Math.min(untilSubstitute > 0 ? untilSubstitute : end - now, end - now));
    }
    throw new MethodError('exited', 'The program has ended before Enter was pressed.');
  }

  async #findEcho(echo: TextEcho): Promise<EchoMode | undefined> {
    const text = this.#findText(echo);
    if (text !== undefined) {
      // The cursor may be on its way to the end of the text.
      await this.#waitForQuiet();
      return this.#findText(echo)?.mode ?? text.mode;
    }
    const isLate = performance.now() - this.#typedAt >= substituteMs;
    return isLate && echo.hasSubstitute(this.#program.screen) ? 'other' : undefined;
  }

  #handleMissingEcho(isCanonical: boolean): EchoMode {
    // The kernel accepts a line even if the program writes over it.
    if (isCanonical) return 'none';
    const ms = Math.round(performance.now() - this.#typedAt);
    const advice = 'It is busy, or hides its input. The text has been typed';
    throw this.#fail(
      'no-echo',
      `Did not press Enter: the program has not displayed the text within ${ms} ms. ${advice}.`,
    );
  }

  async #handleGhost(echo: TextEcho): Promise<void> {
    const program = this.#program;
    const { ghost: handling, cancel, deadline } = this.#options;
    const found = this.#findGhost(echo);
    if (found === undefined || this.#ghost !== undefined) return;
    this.#ghost = found;
    if (handling === 'ignore' || this.#target.lineEditors.isReading) return;
    const what = `Did not press Enter: the program suggests ${JSON.stringify(found)} after the text`;
    if (handling === 'fail') throw this.#fail('ghost', `${what}.`);
    const strokes = [{ key: escapeKey, pointer: '' }];
    await this.#target.input.press({ strokes, repeat: 1, delayMs: 0, event: 'stroke' }, 0, cancel);
    const end = performance.now() + Math.min(maxDismissMs, deadline.remainingMs);
    for (;;) {
      await program.drain();
      if (this.#findText(echo) === undefined)
        throw this.#fail('ghost', `${what}, and removed the text when Escape was pressed.`);
      if (this.#findGhost(echo) === undefined) return await this.#waitForQuiet();
      const leftMs = end - performance.now();
      if (leftMs <= 0)
        throw this.#fail('ghost', `${what}, and keeps it after Escape. With \`ghost: "ignore"\` Enter is pressed.`);
      await this.#waitForOutput(leftMs);
    }
  }

  #findText(echo: TextEcho): DisplayedText | undefined {
    return echo.find(this.#program.screen);
  }

  #findGhost(echo: TextEcho): string | undefined {
    const text = this.#findText(echo);
    return text === undefined ? undefined : findGhostText(this.#program.screen, text);
  }

  async #waitForQuiet(): Promise<void> {
    const end = performance.now() + maxQuietMs;
    for (;;) {
      const ageMs = this.#program.lastOutputAgeMs ?? quietMs;
      const leftMs = Math.min(quietMs - ageMs, end - performance.now());
      if (leftMs <= 0 || this.#program.exit !== undefined) return;
      await this.#waitForOutput(leftMs);
    }
  }

  async #waitAfterBurst(lineMode: LineMode | undefined): Promise<void> {
    const { text, cancel } = this.#options;
    if (lineMode?.isCanonical === true || text.length < minBurstLength || this.#target.lineEditors.isReading) return;
    await pauseFor(this.#program, this.#typedAt + burstMs - performance.now(), cancel);
  }

  #fail(kind: 'no-echo' | 'ghost' | 'not-accepted', message: string, why?: 'line-breaks'): MethodError {
    const facts = { attempts: 0, ...(why === undefined ? {} : { why }) };
    return new MethodError(kind, message, this.#ghost === undefined ? facts : { ...facts, ghost: this.#ghost });
  }

  /** Resolves at the next output, or after a time. */
  async #waitForOutput(maxMs: number): Promise<void> {
    await waitForReaction(this.#program, Math.ceil(Math.max(1, maxMs)), this.#options.cancel);
  }
}
