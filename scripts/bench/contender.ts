/** A program, and the terminal that it runs in. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
}

/** A request of the project's own protocol. */
export type Ask = (method: string, params: object) => Promise<unknown>;

/** A program that runs in a contender's terminal. */
export interface Terminal {
  write(text: string): Promise<void>;
  /** The moment (of CLOCK_MONOTONIC) at which whoever waits is told that the text is on the screen. */
  waitFor(text: string, timeoutMs: number): Promise<bigint>;
  /** The same for the first of several texts. */
  waitForAny?(texts: readonly string[], timeoutMs: number): Promise<bigint>;
  look(): Promise<unknown>;
  /** Writes a picture of the screen as a PNG, and tells its size in bytes. */
  picture?(): Promise<number>;
  /** Asks for something that only the project itself offers. */
  readonly ask?: Ask;
  /** Whose memory is the contender's. */
  readonly memoryOf: readonly number[];
  /** Whose work is the contender's. */
  readonly workOf: readonly number[];
  close(): Promise<void>;
}

/** Something that a user could choose to drive a terminal program with. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** Whether it answers what programs ask their terminal, and reads their output without being told to. */
  readonly isTerminal: boolean;
  /** How it is started when it is a server of its own, which can be asked by `ping`. */
  readonly server?: { readonly argv: readonly string[]; readonly ping: string };
  open(program: Program): Promise<Terminal>;
}

/** What the bench measures against: the name of the least possible server. */
export const floorName = 'floor';
/** The project itself. */
export const ownName = 'tuispec';
