import type { Readable, Writable } from 'node:stream';
import type { Operand, Options } from './options.js';

/** A terminal that the player draws on. */
export interface Display {
  getSize(): { readonly cols: number; readonly rows: number };
  /** Enters the alternate screen, and raw mode if standard input is a terminal too. Can be called again after `close`. */
  open(listener: DisplayListener): void;
  /** Resolves when the terminal has accepted the text. */
  write(text: string): Promise<void>;
  /** Restores the terminal; idempotent. */
  close(): void;
}
/** Receives the events of a display. */
export interface DisplayListener {
  onKeys(text: string): void;
  onResize(): void;
  /** The terminal has been closed. */
  onLost(): void;
}

/** The process that a command runs in. */
export interface ProcessHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly input: Readable;
  /** Whether standard input is a terminal. */
  readonly isInteractive: boolean;
  openOutput(): Writable;
  /** The terminal connected to standard output; undefined if there is none. */
  openDisplay(): Display | undefined;
  /** Whether standard error is a terminal. */
  readonly isErrorTerminal: boolean;
  writeError(text: string): void;
  /** Stops this process, as Ctrl+Z does. Resolves when it continues, or immediately if it cannot be stopped. */
  suspend(): Promise<void>;
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

/** A command of the command line. */
export interface Command {
  /** What the command does, as an imperative phrase. */
  readonly what: string;
  /** The description in the help text of the command. */
  readonly explanation: string;
  readonly operands: readonly Operand[];
  /** What follows `--` in the synopsis, if the command takes another command line. */
  readonly commandLine?: string;
  readonly options: Options;
  /** Command lines that can be pasted, each with a comment. */
  readonly examples: readonly (readonly [comment: string, line: string])[];
  run(args: readonly string[], host: ProcessHost): Promise<number>;
}
/** The commands by name. */
export type Commands = Readonly<Record<string, Command>>;

/** Prints each text to standard output as it becomes available; resolves with the exit code. */
export async function print(texts: string | AsyncIterable<string>, host: ProcessHost): Promise<number> {
  const output = host.openOutput();
  const broken = new Promise<NodeJS.ErrnoException>((resolve) => output.on('error', resolve));
  for await (const text of typeof texts === 'string' ? [texts] : texts) {
    const written = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => output.write(text, resolve));
    const problem = await Promise.race([broken, written]);
    // A reader that closes the pipe early, such as `head`, is not an error.
    if (problem?.code === 'EPIPE') return 0;
    if (!problem) continue;
    host.writeError(`tuispec: Cannot write to standard output: ${problem.message}.\n`);
    return 1;
  }
  return 0;
}
