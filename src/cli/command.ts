import type { Readable, Writable } from 'node:stream';
import type { Operand, Options } from './options.js';

/** A terminal to draw on. */
export interface Display {
  size(): { readonly cols: number; readonly rows: number };
  /** Takes the terminal, also again after giving it back: the alternate screen, and keys as they are pressed if standard input is a terminal too. */
  open(listener: DisplayListener): void;
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Gives it back as it was, however often this is called. */
  close(): void;
}
/** Who draws on a terminal. */
export interface DisplayListener {
  keys(text: string): void;
  resized(): void;
  /** The terminal is gone. */
  lost(): void;
}

/** The process a command runs in. */
export interface ProcessHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly input: Readable;
  /** Whether a person types the input. */
  readonly isInteractive: boolean;
  openOutput(): Writable;
  /** The terminal that standard output is; undefined when it is none. */
  openDisplay(): Display | undefined;
  writeError(text: string): void;
  /** Stops this process, as Ctrl+Z does; resolves when it goes on, at once where nobody could continue it. */
  suspend(): Promise<void>;
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

/** A word of the command line. */
export interface Command {
  /** What it does, in half a sentence. */
  readonly what: string;
  /** What else is to be said of it. */
  readonly explanation: string;
  readonly operands: readonly Operand[];
  readonly options: Options;
  /** What may be pasted, each with a comment in front of it. */
  readonly examples: readonly (readonly [comment: string, line: string])[];
  run(args: readonly string[], around: ProcessHost): Promise<number>;
}
/** The commands, each by its name. */
export type Commands = Readonly<Record<string, Command>>;

/** Prints to standard output, each text as it comes; resolves with the exit code. */
export async function print(texts: string | AsyncIterable<string>, around: ProcessHost): Promise<number> {
  const output = around.openOutput();
  const broken = new Promise<NodeJS.ErrnoException>((resolve) => output.on('error', resolve));
  for await (const text of typeof texts === 'string' ? [texts] : texts) {
    const written = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => output.write(text, resolve));
    const problem = await Promise.race([broken, written]);
    // A reader that has seen enough, such as `head`, is no failure.
    if (problem?.code === 'EPIPE') return 0;
    if (!problem) continue;
    around.writeError(`tuispec: cannot write to standard output: ${problem.message}\n`);
    return 1;
  }
  return 0;
}
