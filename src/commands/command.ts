import type { Readable, Writable } from 'node:stream';

/** The process a command runs in. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly input: Readable;
  /** Whether a person types the input. */
  readonly isInteractive: boolean;
  openOutput(): Writable;
  writeError(text: string): void;
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

/** A word of the command line. */
export interface Command {
  readonly summary: string;
  readonly what: string;
  readonly help: string;
  run(args: readonly string[], around: Surroundings): Promise<number>;
}

/** Prints to standard output; resolves with the exit code. */
export async function print(text: string, around: Surroundings): Promise<number> {
  const output = around.openOutput();
  const problem = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    output.on('error', resolve);
    output.write(text, resolve);
  });
  // A reader that has seen enough, such as `head`, is no failure.
  if (!problem || problem.code === 'EPIPE') return 0;
  around.writeError(`tuispec: cannot write to standard output: ${problem.message}\n`);
  return 1;
}
