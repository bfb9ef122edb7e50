import { Deadline } from '../base/deadline.js';
import { MethodError } from '../base/errors.js';
import { describeExit } from '../base/exit.js';
import type { Secrets } from '../screen/redaction/secrets.js';
import type { BaselineStore } from '../terminal/freshness/baseline.js';
import type { InputWriter } from './input.js';
import type { Program } from './program/program.js';
import { SafeMatcher } from './regex/matcher.js';
import type { RunningProgram, TerminalSession } from './terminal-session.js';
import type { Waiting } from './waits/wait.js';

/** Who makes a call, how long it may take and what ends it. */
export interface CallOptions {
  /** Aborts when nobody waits for the call any more. */
  readonly cancel: AbortSignal;
  /** Default: the timeout of the session. 0 checks once. */
  readonly timeoutMs?: number | undefined;
  /** What a person types moves no baseline (default: `client`). */
  readonly by?: 'client' | 'person';
  /** What findings name as the cause of what its input changes (default: `input`). */
  readonly method?: string;
  /** The id of the request as JSON; undefined if nobody has sent one. */
  readonly requestId?: string | undefined;
  /** Called when all input is written, and the call only waits. */
  readonly onWaiting?: (() => void) | undefined;
}

/**
 * One call of a session. It acts on the program that runs when it begins, and on no later one. To be created in the tick
 * in which its request begins, and disposed when it has ended.
 */
export class Call implements Waiting, Disposable {
  readonly session: TerminalSession;
  readonly cancel: AbortSignal;
  readonly by: 'client' | 'person';
  readonly requestId: string | undefined;
  readonly #method: string;
  readonly #timeoutMs: number;
  readonly #onWaiting: (() => void) | undefined;
  readonly #startedAt = performance.now();
  readonly #current: RunningProgram | undefined;
  #deadline: Deadline | undefined;
  #patterns: SafeMatcher | undefined;

  constructor(
    session: TerminalSession,
    { cancel, timeoutMs, by = 'client', method = 'input', requestId, onWaiting }: CallOptions,
  ) {
    this.#method = method;
    this.requestId = requestId;
    this.session = session;
    this.cancel = cancel;
    this.by = by;
    this.#onWaiting = onWaiting;
    this.#timeoutMs = timeoutMs ?? session.settings.timeoutMs;
    this.#current = session.current;
  }

  /** The program, which may have ended. Fails with kind `no-program` if none has been launched. */
  requireCurrent(): RunningProgram {
    if (this.#current === undefined)
      throw new MethodError('no-program', 'No program has been launched. Call `launch` first.');
    return this.#current;
  }

  /** The program. Fails with kind `exited` if it has ended. */
  requireRunning(): RunningProgram {
    const current = this.requireCurrent();
    const { exit, exitKind } = current.program;
    if (exitKind === 'detached')
      throw new MethodError('detached', 'The connection to the tmux pane has ended. Call `attach` again.');
    if (exit !== undefined) throw new MethodError('exited', `The program has ended ${describeExit(exit)}.`);
    return current;
  }

  /** Fails with kind `foreign-terminal` in a tmux pane: its size, modes and end belong to the people who use it. */
  requireOwnTerminal(): void {
    if (this.program.isForeign)
      throw new MethodError(
        'foreign-terminal',
        'This cannot be checked in a tmux pane. Use `launch` to start the program.',
      );
  }

  get program(): Program {
    return this.requireCurrent().program;
  }

  get checks(): RunningProgram['checks'] {
    return this.requireCurrent().checks;
  }

  get baselines(): BaselineStore {
    return this.requireCurrent().baselines;
  }

  /** Writes the input of the client or of the person, whoever makes the call. Fails if the program has ended. */
  get input(): InputWriter {
    const { input, manualInput, inputTime } = this.requireRunning();
    inputTime.call = this;
    if (this.by === 'person') return manualInput;
    inputTime.method = this.#method;
    return input;
  }

  get keyInLineMode(): string | undefined {
    return this.requireCurrent().input.keyInLineMode;
  }

  get secrets(): Secrets {
    return this.session.secrets;
  }

  /** When the call must end. It counts from the beginning of the call. */
  get deadline(): Deadline {
    this.#deadline ??= new Deadline(this.#timeoutMs, this.#startedAt);
    return this.#deadline;
  }

  /** Matches the patterns of the call. */
  get patterns(): SafeMatcher {
    this.#patterns ??= new SafeMatcher(this.deadline, this.session.patternWorker);
    return this.#patterns;
  }

  /**
   * To be awaited before a check. A call that checks once processes the output that has arrived, and that of a pane of
   * tmux only arrives on request; otherwise, nothing is awaited, so that a wait begins in the same tick.
   */
  receiveOutput(): Promise<void> | undefined {
    return this.deadline.isImmediate || this.program.isForeign ? this.program.drain() : undefined;
  }

  /** All input is written: from now on, the call only waits. */
  noteWaiting(): void {
    this.#onWaiting?.();
  }

  /** Frees what the call has used. */
  [Symbol.dispose](): void {
    const deadline = this.#deadline;
    if (deadline === undefined) return;
    const { program } = this;
    // What a single check has reported counts as displayed.
    if (deadline.isImmediate) program.emulator.history.settle();
    this.#patterns?.[Symbol.dispose]();
    program.idleQueue.defer(() => deadline[Symbol.dispose]());
  }
}
