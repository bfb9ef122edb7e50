// Generated from schemas/ by `npm run generate`; do not edit.
/**
 * A name of 1–200 characters.
 */
export type Name = string;
/**
 * A file path; relative paths start at the server's working directory.
 */
export type Path = string;
/**
 * A time in whole milliseconds.
 */
export type Milliseconds = number;
/**
 * Width in cells.
 */
export type Cols = number;
/**
 * Height in lines.
 */
export type Rows = number;
/**
 * What more than one match means: an error (`fail`), or the first or last of them.
 */
export type AmbiguityMode = 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible';
/**
 * Accepted for compatibility; nothing polls, so it delays nothing.
 */
export type PollIntervalMs = number;
/**
 * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
 */
export type SettleMs = number;
/**
 * Always true.
 */
export type Ok = true;
/**
 * The exit status; null when a signal ended the program.
 */
export type ExitCode = number | null;
/**
 * The signal that ended the program, like `SIGTERM`; null otherwise.
 */
export type Signal = string | null;
/**
 * Names a place on the screen by what stands there.
 */
export type Selector = ExactSelector | RegexSelector;
/**
 * A colour: a name like `red` or `brightRed`, a palette number as in `208`, or `#rrggbb`.
 */
export type Colour = string | number;
/**
 * The version of tuispec.
 */
export type Version = string;

/**
 * Where the cursor stands.
 */
export interface Cursor {
  /**
   * Its row.
   */
  row: number;
  /**
   * Its column.
   */
  col: number;
  /**
   * Whether the program shows it.
   */
  visible: boolean;
}
/**
 * A literal text; blank cells count as spaces.
 */
export interface ExactSelector {
  /**
   * `exact`.
   */
  type: 'exact';
  /**
   * The text, at least one character.
   */
  text: string;
  /**
   * Whether case is ignored.
   */
  ignoreCase: boolean;
}
/**
 * A JavaScript regular expression, applied to each line (soft wraps joined) without its trailing blanks.
 */
export interface RegexSelector {
  /**
   * `regex`.
   */
  type: 'regex';
  /**
   * The expression, without slashes.
   */
  pattern: string;
  /**
   * Its flags, of `i`, `m`, `s`, `u`, `v`.
   */
  flags: string;
}
/**
 * One match: where it begins and ends, and its text.
 */
export interface Match {
  /**
   * Row of its first cell.
   */
  row: number;
  /**
   * Column of its first cell.
   */
  col: number;
  /**
   * Row of its last cell.
   */
  endRow: number;
  /**
   * Column of its last cell.
   */
  endCol: number;
  /**
   * What stands there.
   */
  text: string;
  /**
   * Which of the selectors of `any` it was, from 0.
   */
  selectorIndex?: number;
}
/**
 * A run of cells of one style; members that are absent have their default.
 */
export interface StyleRun {
  /**
   * Its line in `text`, from 1.
   */
  row: number;
  /**
   * Its first column in `text`, from 1.
   */
  col: number;
  /**
   * Its width in cells.
   */
  width: number;
  /**
   * What stands there.
   */
  text: string;
  fg?: Colour;
  bg?: Colour;
  /**
   * Bold.
   */
  bold?: true;
  /**
   * Dim.
   */
  dim?: true;
  /**
   * Italic.
   */
  italic?: true;
  /**
   * The kind of underline.
   */
  underline?: 'single' | 'double' | 'curly' | 'dotted' | 'dashed';
  underlineColour?: Colour;
  /**
   * Blinking.
   */
  blink?: true;
  /**
   * Foreground and background swapped.
   */
  inverse?: true;
  /**
   * Hidden.
   */
  hidden?: true;
  /**
   * Struck through.
   */
  strikethrough?: true;
  /**
   * A line above.
   */
  overline?: true;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "CloseParams".
 */
export interface CloseParams {}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "CloseResult".
 */
export interface CloseResult {
  ok: Ok;
  exitCode?: ExitCode;
  signal?: Signal;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "CurrentViewParams".
 */
export interface CurrentViewParams {
  /**
   * Only these lines.
   */
  rows?: {
    /**
     * First line; 0 is the first.
     */
    start: number;
    /**
     * Last line; 0 is the last.
     */
    end: number;
  };
  /**
   * Only this rectangle.
   */
  region?: {
    /**
     * First column; 0 is the first.
     */
    col: number;
    /**
     * First line; 0 is the first.
     */
    row: number;
    /**
     * Width in cells; 0 is up to the edge.
     */
    width: number;
    /**
     * Lines; 0 is down to the last.
     */
    height: number;
  };
  /**
   * Only this line; 0 is every line.
   */
  entireRow?: number;
  /**
   * Only this column; 0 is every column.
   */
  entireCol?: number;
  /**
   * Whether trailing blanks of each line are left out.
   */
  trim: boolean;
  /**
   * Up to this many lines from above the screen.
   */
  scrollback: number;
  /**
   * Whether runs of equal style are told.
   */
  styles: boolean;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "CurrentViewResult".
 */
export interface CurrentViewResult {
  /**
   * The lines, joined by `\n`.
   */
  text: string;
  /**
   * How many lines `text` has.
   */
  rows: number;
  /**
   * How many columns of the screen `text` shows.
   */
  cols: number;
  /**
   * Grows with every change of text, style or cursor.
   */
  revision: number;
  cursor: Cursor;
  /**
   * The title the program set.
   */
  title: string;
  /**
   * Whether the alternate screen is on.
   */
  altScreen: boolean;
  /**
   * Whether the program has ended.
   */
  exited: boolean;
  /**
   * Runs of equal style, in reading order; default blanks at the end of a line are left out.
   */
  styles?: StyleRun[];
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "InitializeParams".
 */
export interface InitializeParams {
  /**
   * A name of 1–200 characters.
   */
  name: string;
  /**
   * Default timeout of every wait, in seconds (5 unless a flag or variable says otherwise).
   */
  timeoutSeconds?: number;
  terminalCols?: Cols;
  terminalRows?: Rows;
  ambiguityMode?: AmbiguityMode;
  /**
   * The theme of pictures (`auto`).
   */
  snapshotTheme?: string;
  /**
   * Whether expectSnapshot rewrites baselines (false).
   */
  updateSnapshots?: boolean;
  /**
   * How many lines that scrolled off are kept.
   */
  scrollback: number;
  /**
   * Whether session.exited is sent without a subscription.
   */
  notifyExit: boolean;
  /**
   * A title for session.exited.
   */
  title?: string;
  /**
   * A description for session.exited.
   */
  description?: string;
  /**
   * Who started this session, for session.exited.
   */
  parentAgent?: string;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "InitializeResult".
 */
export interface InitializeResult {
  sessionName: Name;
  /**
   * Absolute directory of this session's artifacts, created and emptied.
   */
  artifactRoot: string;
  rows: Rows;
  cols: Cols;
  version: Version;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "LaunchParams".
 */
export interface LaunchParams {
  command: Path;
  /**
   * Its arguments.
   *
   * @maxItems 100000
   */
  args: string[];
  /**
   * Environment: a string sets a variable, null unsets it.
   */
  env: {
    [k: string]: string | null;
  };
  /**
   * Whether the server's environment is passed on.
   */
  inheritEnv: boolean;
  cwd?: Path;
  cols?: Cols;
  rows?: Rows;
  readySelector?: Selector;
  readyTimeoutMs?: Milliseconds;
  readyPollIntervalMs?: PollIntervalMs;
  idleTimeoutMs?: Milliseconds;
  maxRuntimeMs?: Milliseconds;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "LaunchResult".
 */
export interface LaunchResult {
  ok: Ok;
  /**
   * Its process id.
   */
  pid: number;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ResizeParams".
 */
export interface ResizeParams {
  cols: Cols;
  rows: Rows;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ResizeResult".
 */
export interface ResizeResult {
  ok: Ok;
  cols: Cols;
  rows: Rows;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "RpcDiscoverParams".
 */
export interface RpcDiscoverParams {}
/**
 * The OpenRPC document.
 */
export interface RpcDiscoverResult {
  /**
   * The version of the format.
   */
  openrpc: string;
  /**
   * Title and version.
   */
  info: {};
  /**
   * Every method.
   */
  methods: unknown[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendBytesParams".
 */
export interface SendBytesParams {
  /**
   * The bytes in base64.
   */
  base64: string;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendBytesResult".
 */
export interface SendBytesResult {
  ok: Ok;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendKeyParams".
 */
export interface SendKeyParams {
  /**
   * One key, like `Enter`, `Ctrl+c`, `Shift+Tab`, `F5` or `x`.
   */
  key?: string;
  /**
   * A sequence of keys.
   *
   * @minItems 1
   * @maxItems 10000
   */
  keys?: string[];
  /**
   * How many times the key or sequence is pressed.
   */
  repeat: number;
  /**
   * A time in whole milliseconds.
   */
  delayMs: number;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendKeyResult".
 */
export interface SendKeyResult {
  ok: Ok;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendLineParams".
 */
export interface SendLineParams {
  /**
   * The line, without its line end.
   */
  text: string;
  expectAfter?: Selector;
  timeoutMs?: Milliseconds;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendLineResult".
 */
export interface SendLineResult {
  ok: Ok;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendTextParams".
 */
export interface SendTextParams {
  /**
   * The text; 1 MiB and more arrives whole and in order.
   */
  text: string;
  /**
   * Wrap it in bracketed paste when the program has that on.
   */
  paste: boolean;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SendTextResult".
 */
export interface SendTextResult {
  ok: Ok;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ServerPingParams".
 */
export interface ServerPingParams {}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ServerPingResult".
 */
export interface ServerPingResult {
  /**
   * Always true.
   */
  pong: true;
  version: Version;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ServerShutdownParams".
 */
export interface ServerShutdownParams {
  /**
   * At once instead of in its turn; what is pending gets -32800.
   */
  now: boolean;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "ServerShutdownResult".
 */
export interface ServerShutdownResult {
  /**
   * Always true.
   */
  shuttingDown: true;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SignalParams".
 */
export interface SignalParams {
  /**
   * Its name, with or without `SIG`: INT, TERM, HUP, TSTP, CONT, WINCH, USR1, USR2, KILL …
   */
  name: string;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SignalResult".
 */
export interface SignalResult {
  ok: Ok;
}
/**
 * This interface was referenced by `Unused`'s JSON-Schema
 * via the `definition` "SessionExitedNotification".
 */
export interface SessionExitedNotification {
  /**
   * A name of 1–200 characters.
   */
  sessionName: string;
  exitCode: ExitCode;
  signal: Signal;
  /**
   * The last five non-blank lines, colours and styles kept as escape codes.
   */
  lastLines: string[];
  /**
   * The title given to initialize.
   */
  title: string | null;
  /**
   * The description given to initialize.
   */
  description: string | null;
  /**
   * The parentAgent given to initialize.
   */
  parentAgent: string | null;
  /**
   * Whether a limit of launch ended it.
   */
  timedOut: boolean;
  /**
   * Which limit.
   */
  timeoutKind?: 'idle' | 'runtime';
}

/** The params of each method. */
export interface MethodParams {
  "close": CloseParams;
  "currentView": CurrentViewParams;
  "initialize": InitializeParams;
  "launch": LaunchParams;
  "resize": ResizeParams;
  "rpc.discover": RpcDiscoverParams;
  "sendBytes": SendBytesParams;
  "sendKey": SendKeyParams;
  "sendLine": SendLineParams;
  "sendText": SendTextParams;
  "server.ping": ServerPingParams;
  "server.shutdown": ServerShutdownParams;
  "signal": SignalParams;
}
/** The result of each method. */
export interface MethodResults {
  "close": CloseResult;
  "currentView": CurrentViewResult;
  "initialize": InitializeResult;
  "launch": LaunchResult;
  "resize": ResizeResult;
  "rpc.discover": RpcDiscoverResult;
  "sendBytes": SendBytesResult;
  "sendKey": SendKeyResult;
  "sendLine": SendLineResult;
  "sendText": SendTextResult;
  "server.ping": ServerPingResult;
  "server.shutdown": ServerShutdownResult;
  "signal": SignalResult;
}
/** The params of each notification the server sends. */
export interface Notifications {
  "session.exited": SessionExitedNotification;
}
/** The name of a method. */
export type MethodName = keyof MethodParams;
/** How a method failed: `data.kind` of error -32004. */
export type FailureKind = "timeout" | "exited" | "ambiguous" | "spawn" | "no-program" | "io";
