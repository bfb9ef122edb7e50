import type { Client } from '@modelcontextprotocol/client';

/** A program, and the terminal that it runs in. */
export interface BenchProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
}

/** A request of the project's own protocol. */
export type SendRequest = (method: string, params: object) => Promise<unknown>;

/** A program that runs in a contender's terminal. */
export interface ContenderTerminal {
  write(text: string): Promise<void>;
  /** The time (CLOCK_MONOTONIC) at which the waiting client is notified that the text is on the screen. */
  waitFor(text: string, timeoutMs: number): Promise<bigint>;
  /** Writes, and waits for what that causes, in one call; undefined if these are two calls. */
  writeAndWait?(text: string, expected: string, timeoutMs: number): Promise<bigint>;
  /** As `waitFor`, for the first of several texts. */
  waitForAny?(texts: readonly string[], timeoutMs: number): Promise<bigint>;
  /** Undefined for a contender without screens. */
  readScreen?(): Promise<unknown>;
  /** Writes a picture of the screen as a PNG, and returns its size in bytes. */
  renderPicture?(): Promise<number>;
  /** Sends a request that only tuispec supports. */
  readonly ask?: SendRequest;
  /** The processes whose memory is measured. */
  readonly memoryOf: readonly number[];
  /** The processes whose CPU time is measured. */
  readonly workOf: readonly number[];
  /** Ends the program, if it was opened with a trace, and returns the path of the trace. */
  endTraced?(): Promise<string>;
  close(): Promise<void>;
}

/** A recording in the format of tuispec, and the same as an asciicast. */
export interface RecordedSession {
  readonly recording: string;
  readonly cast: string;
  /** The last text that it shows. */
  readonly lastText: string;
}

/** A file format of animations. */
export type AnimationFormat = 'cast' | 'svg' | 'gif';

/** A tool that a user could choose to drive a terminal program, or to show its recording. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** Whether it answers terminal queries, and reads program output without a request. */
  readonly isTerminal: boolean;
  /** The command that starts it, if it is a server of its own, which accepts `ping`. */
  readonly server?: { readonly argv: readonly string[]; readonly ping: string };
  /** Starts it as an MCP server, and connects a client. */
  connect?(): Promise<Client>;
  /** Converts a recording to a file, by format. */
  readonly animations?: Partial<Record<AnimationFormat, (session: RecordedSession, path: string) => Promise<unknown>>>;
  /** Undefined for a tool without terminals. */
  open?(program: BenchProgram): Promise<ContenderTerminal>;
  /** The same, with a trace of what happens. */
  openTraced?(program: BenchProgram): Promise<ContenderTerminal>;
}

/** The reference of the benchmark: the name of the minimal server. */
export const floorName = 'floor';
/** The name of tuispec in the tables. */
export const ownName = 'tuispec';
