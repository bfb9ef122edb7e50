import type { Deadline } from '../../base/deadline.js';
import { MethodError } from '../../base/errors.js';
import type { FailureKind } from '../../base/generated/failure-kind.js';
import { encodeBracketedPaste, parseKey } from '../../terminal/input/keys.js';
import type { InputWriter } from '../input-writer.js';
import type { LineMode } from '../program/line-mode.js';
import type { Program } from '../program/program.js';
import { pauseFor, waitForReaction } from '../settle.js';
import { AcceptanceSignals } from './acceptance-signals.js';
import { EnterPresses } from './enter-presses.js';
import { findGhostText } from './ghost-text.js';
import { type Evidence, InputState } from './input-state.js';
import type { LineEditors } from './line-editors.js';
import { SubstituteState } from './substitute-state.js';
import { type DisplayedText, TextEcho } from './text-echo.js';

/** What to do with a suggestion after the text: dismiss it with Escape, press Enter all the same, or fail. */
export type GhostHandling = 'dismiss' | 'ignore' | 'fail';
/** A text to submit. */
export interface SubmissionOptions {
  /** Without a line terminator. */
  readonly text: string;
  /** How often Enter may be pressed again. */
  readonly retries: number;
  readonly ghost: GhostHandling;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}
/** How the program displayed the text: before the cursor, elsewhere, as something else, or not at all. */
export type EchoMode = 'cursor' | 'screen' | 'other' | 'none';
/** A text that the program has accepted. */
export interface Submitted {
  readonly evidence: Evidence;
  readonly echo: EchoMode;
  readonly attempts: number;
  readonly ghost: string | undefined;
}
/** The program to submit to. */
export interface SubmissionTarget {
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

  #fail(kind: FailureKind, message: string, why?: string): MethodError {
    const facts = { attempts: 0, ...(why === undefined ? {} : { why }) };
    return new MethodError(kind, message, this.#ghost === undefined ? facts : { ...facts, ghost: this.#ghost });
  }

  /** Resolves at the next output, or after a time. */
  async #waitForOutput(maxMs: number): Promise<void> {
    await waitForReaction(this.#program, Math.ceil(Math.max(1, maxMs)), this.#options.cancel);
  }
}
