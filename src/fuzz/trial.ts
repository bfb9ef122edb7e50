// One run of the program: in a new directory, with actions when it is ready, and the oracles that look at it.
import { createHash } from 'node:crypto';
import { describeExit } from '../base/exit.js';
import { quote } from '../base/text.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { Server } from '../server/server.js';
import type { Program } from '../session/program/program.js';
import type { RunningProgram } from '../session/terminal-session.js';
import type { Oracle, TapeAction, TapeCommand } from '../tapes/commands.js';
import { checkOracle, measureMemory } from '../tapes/oracles.js';
import { passTime, type TapeTerminal, TestStage } from '../tapes/pace.js';
import { Performance } from '../tapes/perform.js';
import { runTape } from '../tapes/run-tape.js';
import type { Tape } from '../tapes/tape.js';
import type { Emulator } from '../terminal/emulator.js';
import { aimAction } from './aim.js';
import type { PlannedAction } from './plan.js';
import { areScrolled } from './scrolled-rows.js';

/** What is always wrong, and what `--invariant` asserts. */
export type FuzzOracle = Oracle | 'invariant';

/** What was found, and what led to it. */
export interface FuzzFinding {
  readonly oracle: FuzzOracle;
  /** A sentence that begins with a small letter. */
  readonly message: string;
  /** The assertion of `--invariant` that does not hold. */
  readonly assertion: TapeCommand | undefined;
  readonly actions: readonly TapeAction[];
  /** The last line of the screen if the program has crashed, which often names the cause; else empty. */
  readonly lastLine: string;
  /** The same for equal findings of a program. */
  readonly hash: string;
}

/** How a program is run and judged. */
export interface TrialOptions {
  readonly server: Server;
  /** Launches the program; its commands are what is awaited before the first action. */
  readonly tape: Tape;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** For the directory of the session, which is removed. */
  readonly artifactDir: string;
  readonly sessionName: string;
  readonly signal: AbortSignal;
  readonly allowedExits: readonly number[];
  readonly assertions: readonly TapeCommand[];
  /** Receives the removal of the directories, which nothing else waits for. */
  readonly onRemoval: (removal: Promise<void>) => void;
  /** The memory of the program without actions, in bytes. */
  readonly memory: number | undefined;
}

/** The program could not be started, or has drawn nothing. */
export class NothingDrawnError extends Error {
  override readonly name = 'NothingDrawnError';
}

/** The program has failed before any input: it cannot be fuzzed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

// A program that draws without pause is ready then, too. The tapes of findings wait as long.
export const readyMs = 2000;
// How long a reaction is awaited, and how long the output must pause after it. The tapes of findings wait as long.
export const reactionMs = 50;
export const resizeReactionMs = 250;
const pauseMs = 15;
const settledMs = 250;
const assertionMs = 1000;
// What can be seen while the program runs, and what is known at the end.
const visibleOracles = ['replacement', 'overflow'] as const;
const finalOracles = ['memory', 'hang', 'resize'] as const;

/** Runs the program once. Resolves with what `act` does when the program is ready; rejects with a NothingDrawnError. */
export async function runTrial<T>(options: TrialOptions, act: (trial: Trial) => Promise<T>): Promise<T> {
  const { server, tape, signal, variables, artifactDir, sessionName, onRemoval } = options;
  let acted: Promise<T> | undefined;
  let overflow: OverflowWatch | undefined;
  const onReady = ({ current }: TapeTerminal): void => {
    overflow = current.program.emulator.watchOverflow();
  };
  const onDone = async (terminal: TapeTerminal): Promise<void> => {
    acted = begin({ terminal, overflow }, options, act);
    // Rejections are passed on below.
    await acted.catch(() => {});
  };
  const how = { artifactDir, sessionName, trace: 'off', update: undefined, isHermetic: true, isStrict: false } as const;
  const callbacks = { onReady, onDone, onRemoval };
  const result = await runTape(tape, server, { ...how, ...callbacks, variables, signal, stage: new FuzzStage() });
  if (acted !== undefined) return await acted;
  const { message = '', exit } = result.failure ?? {};
  throw new NothingDrawnError(exit === undefined ? message.replace(/^\S+ failed: /, '') : exit.replace(/^The/, 'the'));
}

type OverflowWatch = ReturnType<Emulator['watchOverflow']>;

/** A program that has been started, and what has been noted since. */
interface Started {
  readonly terminal: TapeTerminal;
  readonly overflow: OverflowWatch | undefined;
}

async function begin<T>(started: Started, options: TrialOptions, act: (trial: Trial) => Promise<T>): Promise<T> {
  await passTime(started.terminal, readyMs);
  return await act(new Trial(started, options));
}

/** Nothing is waited for: a trial waits for reactions itself. */
class FuzzStage extends TestStage {
  readonly settleMs = 0;
  override async beforeInput(): Promise<void> {}
  override async afterKey(): Promise<void> {}
  override async sleep(): Promise<void> {}
}

/** The program of a run. */
class Trial {
  /** What was done, in the words of tapes. */
  readonly actions: TapeAction[] = [];
  readonly findings: FuzzFinding[] = [];
  readonly #terminal: TapeTerminal;
  readonly #overflow: OverflowWatch | undefined;
  readonly #options: TrialOptions;
  readonly #performance: Performance;
  /** What was looked at last. */
  #seen: Screen | undefined;

  constructor({ terminal, overflow }: Started, options: TrialOptions) {
    this.#terminal = terminal;
    this.#overflow = overflow;
    this.#options = options;
    const { tape, server, variables } = options;
    this.#performance = new Performance({
      ...{ tape, server, terminal, variables, update: 'none' },
      stage: new FuzzStage(),
      saveScreenshot: async () => {},
      warn: () => {},
    });
  }

  get screen(): string {
    return textOf(this.#program.screen);
  }

  /** The last line that is not empty. */
  get lastLine(): string {
    return joinWrapped(this.#program.screen).trimEnd().split('\n').at(-1)?.trim() ?? '';
  }

  /** How the program has ended by itself, in words; undefined if it runs, has succeeded or has crashed by a signal. */
  get refusal(): string | undefined {
    const { exit } = this.#program;
    const code = exit?.exitCode ?? 0;
    if (exit === undefined || code === 0 || this.#options.allowedExits.includes(code)) return undefined;
    return `${describeExit(exit)} before any input${this.lastLine === '' ? '' : `: ${quote(this.lastLine)}`}`;
  }

  get hasEnded(): boolean {
    return this.#program.exit !== undefined;
  }

  get isAlternate(): boolean {
    return this.#program.emulator.isAlternate;
  }

  get #current(): RunningProgram {
    return this.#terminal.current;
  }

  get #program(): Program {
    return this.#current.program;
  }

  get #isAtStartSize(): boolean {
    const { cols, rows } = this.#program.emulator;
    return cols === this.#options.tape.cols && rows === this.#options.tape.rows;
  }

  async measureMemory(): Promise<number> {
    return await measureMemory(this.#program);
  }

  /** Performs planned actions until the program ends, and looks at the screen after each. */
  async performPlan(planned: readonly PlannedAction[], enabled: ReadonlySet<FuzzOracle>): Promise<void> {
    await this.#look(enabled);
    for (const one of planned) {
      if (this.hasEnded) break;
      const action = aimAction(one, this.#program.emulator, this.#program.screen);
      if (action !== undefined && (await this.#perform(action))) await this.#look(enabled);
    }
    await this.#judge([...finalOracles].filter((oracle) => enabled.has(oracle)));
    if (enabled.has('crash') || enabled.has('restored')) await this.#judgeEnd(enabled);
  }

  /** Performs actions again; resolves with what this oracle finds at the end. */
  async repeat(actions: readonly TapeAction[], oracle: FuzzOracle): Promise<FuzzFinding | undefined> {
    for (const action of actions) if (!this.hasEnded) await this.#perform(action);
    if (oracle === 'crash' || oracle === 'restored') {
      if (!this.hasEnded) await passTime(this.#terminal, readyMs);
      await this.#judgeEnd(new Set([oracle]));
    } else if (oracle === 'invariant') await this.#assert();
    else await this.#judge([oracle]);
    return this.findings.at(-1);
  }

  /** Waits; resolves with whether the screen has stayed the same. */
  async watch(ms: number): Promise<boolean> {
    const before = this.screen;
    let hasChanged = false;
    const off = this.#program.changed.on(() => {
      hasChanged ||= this.screen !== before;
    });
    await new Promise((resolve) => setTimeout(resolve, ms));
    off();
    return !hasChanged;
  }

  /** What an oracle finds now; undefined if nothing. */
  async check(oracle: Oracle): Promise<string | undefined> {
    // What a program wraps on purpose is no finding.
    if (oracle === 'overflow' && this.#overflow?.find() === undefined) return undefined;
    const { server, allowedExits, memory } = this.#options;
    const facts = { statuses: [], allowedExits, mark: undefined, memory };
    const timeoutMs = this.#options.tape.settings.WaitTimeout.number;
    const before = this.#program.screen;
    const problem = await checkOracle(oracle, { server, program: this.#program, timeoutMs, ...facts });
    if (problem === undefined) return undefined;
    if (oracle === 'overflow') return (await this.#isDrawnAgain()) ? problem : undefined;
    return oracle === 'resize' && areScrolled(before, this.#program.screen) ? undefined : problem;
  }

  /** Whether what overflows is there after a resize, too: less lets a message scroll the screen, and then draws it anew. */
  async #isDrawnAgain(): Promise<boolean> {
    if (this.#overflow?.find()?.hasScrolled !== true) return true;
    const { cols, rows } = this.#program.emulator;
    for (const size of [cols - 1, cols]) {
      if (this.hasEnded) return false;
      await this.#options.server.call('resize', { cols: size, rows }, this.#options.signal);
      await passTime(this.#terminal, settledMs * 4);
    }
    return this.#overflow.find() !== undefined;
  }

  /** Performs an action and waits for the reaction; false if the program does not accept it. */
  async #perform(action: TapeAction): Promise<boolean> {
    const { signal } = this.#options;
    const command = { name: '', path: '', line: 0, column: 0, text: '', source: '', action };
    try {
      await this.#performance.perform(command, undefined);
    } catch {
      signal.throwIfAborted();
      // The program has ended meanwhile, or has changed its modes.
      return false;
    }
    this.actions.push(action);
    await this.#awaitReaction(action.do === 'resize' ? resizeReactionMs : reactionMs);
    return true;
  }

  /** Waits until output has come and paused, at most some time. */
  async #awaitReaction(maxMs: number): Promise<void> {
    const { inputTime } = this.#current;
    const program = this.#program;
    const endsAt = performance.now() + maxMs;
    await new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const cleanups = [program.changed.on(() => check()), program.exited.on(() => check())];
      const check = (): void => {
        clearTimeout(timer);
        const now = performance.now();
        const ageMs = program.lastOutputAgeMs ?? Number.POSITIVE_INFINITY;
        const hasReacted = now - ageMs > inputTime.actedAt;
        if (program.exit !== undefined || now >= endsAt || (hasReacted && ageMs >= pauseMs)) {
          for (const cleanup of cleanups) cleanup();
          resolve();
        } else
          timer = setTimeout(check, Math.ceil(hasReacted ? Math.min(endsAt - now, pauseMs - ageMs) : endsAt - now));
      };
      check();
    });
  }

  /** Looks at a screen that has changed. */
  async #look(enabled: ReadonlySet<FuzzOracle>): Promise<void> {
    const { screen } = this.#program;
    if (this.hasEnded || screen.revision === this.#seen?.revision) return;
    this.#seen = screen;
    // Each check is a request: made only if there is something to see.
    const isVisible = {
      replacement: screen.lines.some(({ trimmed }) => trimmed.includes('\ufffd')),
      overflow: this.#overflow?.find() !== undefined,
    };
    await this.#judge(visibleOracles.filter((oracle) => enabled.has(oracle) && isVisible[oracle]));
    if (enabled.has('invariant')) await this.#assert();
  }

  async #judge(oracles: readonly Oracle[]): Promise<void> {
    for (const oracle of oracles) {
      if (this.hasEnded || this.#hasFound(oracle)) return;
      if (oracle === 'resize' && !(this.isAlternate && this.#isAtStartSize)) continue;
      if (oracle !== 'hang' && (await this.#checkSettled(oracle)) === undefined) continue;
      if (this.hasEnded) return;
      const message = await this.check(oracle);
      if (message !== undefined) this.#note(oracle, message);
    }
  }

  /** What an oracle finds; if it finds something, the screen may not have been complete. */
  async #checkSettled(oracle: Oracle): Promise<string | undefined> {
    const problem = oracle === 'resize' ? '' : await this.check(oracle);
    if (problem !== undefined) await passTime(this.#terminal, settledMs * 4);
    return problem;
  }

  async #judgeEnd(enabled: ReadonlySet<FuzzOracle>): Promise<void> {
    const crash = await this.check('crash');
    if (crash !== undefined) {
      if (enabled.has('crash')) this.#note('crash', crash);
      return;
    }
    if (!this.hasEnded || !enabled.has('restored')) return;
    const message = await this.check('restored');
    if (message !== undefined) this.#note('restored', message);
  }

  /** What `--invariant` asserts. */
  async #assert(): Promise<void> {
    if (!this.#isAtStartSize || this.hasEnded || this.#hasFound('invariant')) return;
    for (const assertion of this.#options.assertions) {
      try {
        const action = { ...assertion.action, timeoutMs: assertionMs } as TapeAction;
        await this.#performance.perform({ ...assertion, action }, undefined);
      } catch (error) {
        this.#options.signal.throwIfAborted();
        if (this.hasEnded) return;
        const { message, data } = error as Error & { readonly data?: { readonly details?: string } };
        this.#note('invariant', `${assertion.source}: ${data?.details ?? message}`, assertion);
        return;
      }
    }
  }

  #hasFound(oracle: FuzzOracle): boolean {
    return this.findings.some((finding) => finding.oracle === oracle);
  }

  #note(oracle: FuzzOracle, message: string, assertion?: TapeCommand): void {
    const frames = oracle === 'crash' ? findFrames(joinWrapped(this.#program.screen)) : [];
    const words = assertion?.source ?? generalize(oracle, message);
    const hash = hashFinding(this.#options.tape.launch ?? [], [oracle, words, ...frames]);
    const lastLine = oracle === 'crash' ? this.lastLine : '';
    this.findings.push({ oracle, message, assertion, lastLine, hash, actions: [...this.actions] });
  }
}

/** A number for equal findings of a program: findings of several programs are in one directory. */
export const hashFinding = (command: readonly string[], facts: readonly string[]): string =>
  createHash('sha256')
    .update([JSON.stringify(command), ...facts].join('\n'))
    .digest('hex')
    .slice(0, 8);

/** A message without what differs between equal findings. */
export const generalize = (oracle: FuzzOracle, message: string): string =>
  (oracle === 'crash' ? message : message.replaceAll(/"(?:[^"\\]|\\.)*"/g, quote(''))).replaceAll(/\d+/g, 'N');

/** The text of a screen in which a line that the terminal has wrapped is one line: reports do not depend on the width. */
export const joinWrapped = ({ lines }: Screen): string =>
  lines.map((line, row) => (lines[row + 1]?.isWrapped === true ? line.text : `${line.trimmed}\n`)).join('');

const maxFrames = 3;
const frame = /^\s*(?:at |#\d+ +(?:0x[\da-f]+ in )?|\d+: ).+$/u;
const pythonFrame = /^\s*File ".+", line \d+, in .+$/u;

/** The innermost frames of a report on the screen, without numbers. Python prints them last. */
export function findFrames(screen: string): string[] {
  const lines = screen.split('\n').map((line) => line.trimEnd());
  const namesOf = (pattern: RegExp): string[] =>
    lines.flatMap((line) => (pattern.test(line) ? [line.trim().replaceAll(/0x[\da-f]+|\d+/g, 'N')] : []));
  return [...namesOf(pythonFrame).slice(-maxFrames), ...namesOf(frame).slice(0, maxFrames)];
}
