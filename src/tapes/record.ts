// A recording in progress: the program, the terminal of the person, and the tape that results.
import { InvalidParamError } from '../base/errors.js';
import { type Exit, statusOf } from '../base/exit.js';
import { Call } from '../session/call.js';
import type { TerminalSession } from '../session/terminal-session.js';
import { formatBytes, formatStep, TapeRecorder } from './record-tape.js';
import { formatRecording } from './write-recording.js';
import { formatCommand, UnwritableError } from './write-tape.js';

export { verifyTape } from './verify-tape.js';

/** What to record. */
export interface RecordedProgram {
  readonly command: readonly string[];
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  readonly inheritsEnv: boolean;
  /** The variables that the tape sets. */
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Whether it was told that its terminal is an xterm, and that of the person is not: their keys may differ. */
  readonly expectsXterm: boolean;
}

/** The terminal that displays the program and answers its queries. */
export interface DisplayingTerminal {
  write(bytes: Uint8Array): void;
}

/** Records a program that a person uses in their own terminal. */
export class RecordedTape {
  readonly #session: TerminalSession;
  readonly #program: RecordedProgram;
  readonly #recorder: TapeRecorder;
  readonly #size: { readonly cols: number; readonly rows: number };
  #code: number | undefined;

  constructor(session: TerminalSession, program: RecordedProgram) {
    this.#session = session;
    this.#program = program;
    this.#recorder = new TapeRecorder(session, program.expectsXterm);
    this.#size = { cols: session.cols, rows: session.rows };
  }

  /** Starts the program. Resolves with its exit, once it has ended. Rejects if it cannot be started. */
  async start(display: DisplayingTerminal): Promise<{ readonly exited: Promise<Exit> }> {
    const [command = '', ...args] = this.#program.command;
    const { env, inheritsEnv, variables, cwd } = this.#program;
    this.#checkHead();
    const recorder = this.#recorder;
    const person = {
      onOutput: (bytes: Uint8Array): void => {
        display.write(bytes);
        recorder.noteOutput(bytes);
      },
      onQuery: (reply: string): void => recorder.noteQuery(reply),
    };
    const exited = new Promise<Exit>((resolve) =>
      this.#session.exited.on(({ exit }) => resolve(exit ?? { exitCode: null, signal: null })),
    );
    using call = new Call(this.#session, { cancel: new AbortController().signal });
    await this.#session.launch(
      {
        command,
        args,
        cwd,
        inheritEnv: inheritsEnv,
        env: { ...env, ...variables },
        ...this.#size,
        ready: [],
        idleTimeoutMs: 0,
        maxRuntimeMs: 0,
        person,
      },
      call,
    );
    recorder.follow();
    return { exited };
  }

  /** Passes on what the terminal of the person sends. */
  pass(chunk: Buffer): void {
    this.#recorder.pass(chunk);
  }

  resize(cols: number, rows: number): void {
    this.#recorder.resize(cols, rows);
  }

  /** The terminal of the person is too slow, or no longer. */
  pause(isFull: boolean): void {
    const program = this.#session.current?.program;
    if (isFull) program?.pauseOutput();
    else program?.resumeOutput();
  }

  /** The escape sequences that undo what the program has left. */
  get repair(): string {
    const { program, settingsLog } = this.#session.current ?? {};
    const found = settingsLog?.compare('launch');
    if (program === undefined || settingsLog === undefined || found === undefined) return '';
    // CAN ends a sequence of which only the beginning was written.
    const begun = program.emulator.isInSequence ? '\x18' : '';
    const encoding = found.notes.filter(({ what }) => what === 'mouseEncoding');
    return begun + settingsLog.repair([...found.changes, ...encoding], 'launch');
  }

  /** Ends the recording: with the exit of the program, or without it. */
  async finish(exit: Exit | undefined): Promise<void> {
    this.#code = exit && statusOf(exit);
    await this.#recorder.finish(this.#code);
  }

  /** The texts that nothing showed, by the names of variables. */
  get secrets(): ReadonlyMap<string, string> {
    return this.#recorder.secrets;
  }

  /** Input that a tape cannot contain, in words. */
  get unnamed(): readonly string[] {
    return this.#recorder.steps.flatMap((step) => (step.kind === 'unnamed' ? [formatBytes(step.bytes)] : []));
  }

  /**
   * Takes the next alternative of the wait in a line of the tape, or none. Returns what was replaced by what, in words;
   * undefined if the line does not wait.
   */
  replaceWait(line: number): string | undefined {
    let end = this.#head.length;
    for (const step of this.#recorder.steps) {
      const lines = formatStep(step);
      end += lines.length;
      if (line > end) continue;
      if (step.kind !== 'wait' || line <= end - lines.length) return undefined;
      step.chosen += 1;
      const next = formatStep(step);
      return `${lines.join(' ')} → ${next.length === 0 ? 'nothing' : next.join(' ')}`;
    }
    return undefined;
  }

  /** The tape. */
  format(): string {
    return [...this.#head, ...this.#recorder.steps.flatMap(formatStep), ''].join('\n');
  }

  /** The same as the requests of a recording. */
  formatRecording(): string {
    const { command, variables } = this.#program;
    return formatRecording({ command, env: variables, ...this.#size }, this.#recorder.steps);
  }

  #checkHead(): void {
    try {
      void this.#head;
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      throw new InvalidParamError('/env', `A tape cannot contain ${error.message} as the value of a variable.`);
    }
  }

  get #head(): readonly string[] {
    const { cols, rows } = this.#size;
    const { command, variables } = this.#program;
    return [
      `Set Cols ${cols}`,
      `Set Rows ${rows}`,
      ...Object.entries(variables).flatMap(([name, value]) => formatCommand({ do: 'env', name, value })),
      ...formatCommand({ do: 'launch', command }),
      '',
    ];
  }
}
