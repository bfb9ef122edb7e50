import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { agentVariables } from '../base/agents.js';
import { Deferred, type PauseSwitch } from '../base/emitter.js';
import { MethodError } from '../base/errors.js';
import { describeExit, statusOf } from '../base/exit.js';
import type { MethodName, MethodParams, MethodResults } from '../protocol/generated/types.js';
import { codes, type RpcError } from '../protocol/message.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { Server } from '../server/server.js';
import { Call } from '../session/call.js';
import type { Program } from '../session/program/program.js';
import type { TerminalSession } from '../session/terminal-session.js';
import { stable } from '../session/waits/specs.js';
import type { ParsedCommand } from './commands.js';
import { exitCodes, type Question } from './conversation.js';
import { CommandError } from './places.js';
import { type Shown, toShown } from './printing.js';

/** A command that a session performs, and where its results go. */
export interface CommandCall {
  readonly parsed: ParsedCommand;
  readonly cwd: string;
  readonly caller: string;
  readonly isJson: boolean;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  ask(question: Question): Promise<unknown>;
  print(text: string): void;
  printBytes(bytes: Uint8Array): void;
  note(sentence: string): void;
}

/** What a session knows about a caller. */
interface CallerState {
  shown: Shown | undefined;
  /** When its last command ended, on the clock of the process. */
  seenAt: number;
  /** A mark before its last input. */
  mark: string | undefined;
}

/** The size of a terminal, unless another is given. */
export const defaultSize = { cols: 80, rows: 24 };

/** How a program was started. */
export interface Launched {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tmux: string | undefined;
}

interface Input {
  readonly caller: string;
  readonly at: number;
}

/** A turn of a command: others that type or read begin after it. */
export interface Turn extends Disposable {
  /** Others may begin, because this command only waits. */
  end(): void;
}

// A screen that shows no change for this long is complete; a spinner never stops.
const quietMs = 50;
const maxSettleMs = 500;

/** A program in a session, and those who use it. */
export class OpenSession {
  readonly name: string;
  readonly server: Server;
  readonly createdAt = Date.now();
  /** How the program was started, or the pane of tmux. */
  launched: Launched | undefined;
  /** The launcher names the build of all other files of the program. */
  readonly #build = readBuild();
  /** When a command was last performed, on the clock of the process. */
  usedAt = performance.now();
  readonly #environment: Record<string, string | undefined>;
  readonly #pause: PauseSwitch;
  readonly #callers = new Map<string, CallerState>();
  #inputs: Input[] = [];
  #turns: Promise<void> = Promise.resolve();

  /** `environment` is what programs inherit; it becomes that of the caller who opens the program. */
  constructor(
    name: string,
    server: Server,
    { environment, pause }: { readonly environment: Record<string, string | undefined>; readonly pause: PauseSwitch },
  ) {
    this.name = name;
    this.server = server;
    this.#environment = environment;
    this.#pause = pause;
  }

  /** Waits while a person has paused the session; fails with exit code 6 after the timeout. */
  async waitUntilUnpaused(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#pause.isPaused) return;
    const removals: (() => void)[] = [];
    const isLate = await new Promise<boolean>((resolve) => {
      removals.push(this.#pause.changed.on(() => resolve(false)));
      const timer = setTimeout(resolve, timeoutMs, true);
      const abort = (): void => resolve(false);
      signal.addEventListener('abort', abort, { once: true });
      removals.push(() => clearTimeout(timer));
    });
    for (const remove of removals) remove();
    signal.throwIfAborted();
    if (isLate)
      throw new CommandError(
        exitCodes.conflict,
        `A person has paused session ${this.name}, and has not continued it within ${timeoutMs} ms.`,
      );
  }

  get terminal(): TerminalSession {
    return this.server.requireSession();
  }

  /** The program that was started last; it may have ended. */
  get program(): Program | undefined {
    return this.server.session?.current?.program;
  }

  /** The width of the terminal. */
  get cols(): number {
    return this.server.session?.cols ?? defaultSize.cols;
  }

  get isRunning(): boolean {
    const { program } = this;
    return program !== undefined && program.exit === undefined && !program.isEnding;
  }

  /** How the program ended, for results; empty while it runs. */
  get exitFacts(): { exited?: true; exit_code?: number; signal?: string } {
    const exit = this.program?.exit;
    if (exit === undefined) return {};
    const code = statusOf(exit);
    return {
      exited: true,
      ...(code === undefined ? {} : { exit_code: code }),
      ...(exit.signal === null ? {} : { signal: exit.signal }),
    };
  }

  /** Fails if the files of the program, some of which are loaded late, are of another build by now. */
  requireSameBuild(): void {
    if (readBuild() === this.#build) return;
    throw new CommandError(
      exitCodes.failed,
      `tuispec has been upgraded since session ${this.name} began: close and open the session.`,
    );
  }

  /** Uses the environment of a caller for the programs that are started from now on. */
  adoptEnvironment(given: Readonly<Record<string, string | undefined>>): void {
    for (const name of Object.keys(this.#environment)) delete this.#environment[name];
    Object.assign(this.#environment, given);
    for (const name of [...agentVariables, 'TUISPEC_SESSION', 'TUISPEC_CALLER']) delete this.#environment[name];
  }

  /** Begins when the commands before this one have typed and read. */
  async takeTurn(signal: AbortSignal): Promise<Turn> {
    const before = this.#turns;
    const turn = new Deferred<void>();
    this.#turns = turn.promise;
    await before;
    const end = (): void => turn.resolve();
    if (signal.aborted) end();
    signal.throwIfAborted();
    return { end, [Symbol.dispose]: end };
  }

  /** Sends a request to the server, which records it. Rejects with an RpcError. */
  async request<M extends MethodName>(
    method: M,
    params: Partial<MethodParams[M]>,
    signal: AbortSignal,
    turn?: Turn,
  ): Promise<MethodResults[M]> {
    return await this.server.callBeside(method, params, { signal, onWaiting: () => turn?.end() });
  }

  stateOf(caller: string): CallerState {
    const state = this.#callers.get(caller) ?? { shown: undefined, seenAt: performance.now(), mark: undefined };
    this.#callers.set(caller, state);
    return state;
  }

  /** Fails with exit code 4 if the program cannot take input any more. */
  requireRunning(): Program {
    const { program } = this;
    if (program === undefined) throw new CommandError(exitCodes.exited, 'No program has been started in this session.');
    if (!this.isRunning)
      throw new CommandError(
        exitCodes.exited,
        `The program has ended ${program.exit === undefined ? 'or is ending' : describeExit(program.exit)}. To start it again: tuispec open.`,
      );
    return program;
  }

  noteInput(caller: string): void {
    this.#inputs = [...this.#inputs.filter((input) => input.caller !== caller), { caller, at: performance.now() }];
  }

  /** Whether the last input of a caller was the last of all. */
  hasTypedLast(caller: string): boolean {
    const { inputTime } = this.server.session?.current ?? {};
    const last = this.#inputs.at(-1);
    return last?.caller === caller && (inputTime?.manualAt ?? 0) < last.at;
  }

  /** Who typed since the last command of a caller: a person in the live view, or another caller. */
  whoTyped(caller: string): string | undefined {
    const since = this.stateOf(caller).seenAt;
    if ((this.server.session?.current?.inputTime.manualAt ?? 0) > since) return 'person';
    const other = this.#inputs.find((input) => input.caller !== caller && input.at > since);
    return other?.caller === '' ? 'another caller' : other?.caller;
  }

  /** The same, for results. */
  typedBy(caller: string): { readonly typed_by?: string } {
    const who = this.whoTyped(caller);
    return who === undefined ? {} : { typed_by: who };
  }

  /** Waits until the screen is complete, for a limited time. */
  async settle(signal: AbortSignal, quiet = quietMs, maxMs = maxSettleMs): Promise<void> {
    if (!this.isRunning) return;
    using call = new Call(this.terminal, { cancel: signal, timeoutMs: maxMs });
    try {
      await this.terminal.waitFor(stable({ debounceMs: quiet, styles: false, cursor: false, ignore: [] }), call);
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
    }
  }

  /** Reads the screen without secrets. */
  async read(signal: AbortSignal): Promise<{ readonly screen: Screen; readonly shown: Shown }> {
    using call = new Call(this.terminal, { cancel: signal });
    const screen = await this.terminal.read(call);
    return { screen, shown: toShown(call.program, screen, this.terminal.secrets) };
  }

  /** Marks this moment for a caller. It is not recorded, because the caller did not ask for it. */
  async mark(signal: AbortSignal): Promise<string> {
    using call = new Call(this.terminal, { cancel: signal });
    return await this.terminal.mark(call);
  }

  /** The text of the screen for an error: read now, without waiting. */
  get screenText(): string {
    const { program } = this;
    if (program === undefined) return '';
    return textOf(this.terminal.secrets.redactFrame(program.screen)).trimEnd();
  }

  /** What `ls` lists. */
  describe(): object {
    const { program, launched } = this;
    const exit = this.exitFacts;
    const viewers = this.server.view.status.viewers;
    return {
      state: this.isRunning ? 'running' : 'exited',
      ...(program === undefined ? {} : { pid: program.pid }),
      session_pid: process.pid,
      command: launched?.command.join(' ') ?? '',
      cwd: launched?.cwd ?? '',
      cols: this.server.session?.cols ?? 0,
      rows: this.server.session?.rows ?? 0,
      age_seconds: Math.round((Date.now() - this.createdAt) / 1000),
      idle_seconds: viewers > 0 ? 0 : Math.round(this.idleMs / 1000),
      ...(exit.exit_code === undefined ? {} : { exit_code: exit.exit_code }),
      ...(exit.signal === undefined ? {} : { signal: exit.signal }),
    };
  }

  /** For how long there was neither a command nor output. */
  get idleMs(): number {
    return Math.min(performance.now() - this.usedAt, this.program?.lastOutputAgeMs ?? Number.POSITIVE_INFINITY);
  }
}

/** The path that an argument means, in the directory of its caller. */
export const toPath = (call: CommandCall, path: string): string => resolve(call.cwd, path);

const usageCodes: readonly number[] = [codes.invalidParams, codes.methodNotFound];

function readBuild(): string {
  try {
    return readFileSync(join(__dirname, 'cli.js'), 'latin1');
  } catch {
    return '';
  }
}

// Commands have no params: this advice is for clients of the server.
const adviceForClients = / To send (?:the event anyway, set `force`|a key when [^`]*`[^`]*` first)\./g;

/** What a failed request says, and the exit code that follows. */
export function explainRpcError(error: RpcError): {
  readonly message: string;
  readonly kind: string;
  readonly code: number;
} {
  const data = (error.data ?? {}) as {
    readonly kind?: string;
    readonly details?: string;
    readonly errors?: readonly { readonly reason: string }[];
  };
  const kind = data.kind ?? (usageCodes.includes(error.code) ? 'usage' : 'failed');
  const details =
    data.details ?? data.errors?.map(({ reason }) => reason).join(' ') ?? error.message.replace(/^[\w.]+ failed: /, '');
  const message = details.replaceAll(adviceForClients, '');
  return { message, kind, code: codesByKind[kind] ?? exitCodes.notMet };
}

const codesByKind: Readonly<Record<string, number>> = {
  usage: exitCodes.usage,
  exited: exitCodes.exited,
  detached: exitCodes.exited,
  'no-program': exitCodes.exited,
  spawn: exitCodes.failed,
};
