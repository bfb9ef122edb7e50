// What a command and its session say to each other: one JSON object per line.

/** Of this conversation. A session of another protocol refuses the command. */
export const protocol = 1;

/** The first line of a command. The session interprets its arguments, so that a newer command can use an older session. */
export interface CommandRequest {
  readonly protocol: number;
  readonly version: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Who asks: what was printed is remembered per caller. */
  readonly caller: string;
  /** The session that is meant, for messages. */
  readonly session: string;
}

/** What a session needs to know from its caller. */
export type Question =
  | { readonly ask: 'variable'; readonly name: string }
  | { readonly ask: 'environment' }
  /** The text on standard input: all of it up to a limit, or the first line. */
  | { readonly ask: 'input'; readonly isLine: boolean };

/** The response to a question. */
export interface Response {
  readonly answer: string | Readonly<Record<string, string | undefined>> | null;
}

/** A line of a session: text for one of the streams, bytes for standard output, a question, or the exit code, which is last. */
export type SessionLine =
  | { readonly out: string }
  | { readonly error: string }
  | { readonly bytes: string }
  | Question
  | { readonly code: number };

/** The longest text that is read from standard input, in bytes. */
export const maxInputBytes = 1024 * 1024;

/** The kind of an error with `--json`. */
export const kindsByCode: Readonly<Record<number, string>> = {
  2: 'usage',
  3: 'no-session',
  4: 'exited',
  5: 'failed',
  6: 'conflict',
};

/** Exit codes of all commands for sessions. */
export const exitCodes = {
  done: 0,
  notMet: 1,
  usage: 2,
  noSession: 3,
  exited: 4,
  failed: 5,
  conflict: 6,
} as const;
