// Generated from schemas/ by `npm run generate`; do not edit.
export interface SpawnTuiArguments {
  /**
   * Program, or a command line; shell syntax runs in sh
   */
  command: string;
  /**
   * Arguments; then command is only the program
   *
   * @maxItems 10000
   */
  args?: string[];
  /**
   * Columns
   */
  cols?: number;
  /**
   * Rows
   */
  rows?: number;
  /**
   * Environment variables to add
   */
  env?: {
    [k: string]: string;
  };
  /**
   * Working directory
   */
  cwd?: string;
  /**
   * Session id to use
   */
  name?: string;
  /**
   * Regex to wait for
   */
  wait_for?: string;
  /**
   * Limit for wait_for
   */
  timeout_ms: number;
  /**
   * No effect
   */
  use_script: boolean;
  /**
   * No effect
   */
  answer_queries?: boolean;
}
export interface SpawnTuiResult {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Process id.
   */
  pid: number;
  /**
   * Columns
   */
  cols: number;
  /**
   * Rows
   */
  rows: number;
  /**
   * Screen text, lines joined by \n.
   */
  screen_text: string;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * Whether wait_for matched.
   */
  found?: boolean;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms?: number;
  /**
   * What the caller should know about this result.
   */
  note?: string;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}
export interface SendInputArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Text, sent unchanged
   */
  input?: string;
  /**
   * Key: enter, ctrl+c, up, f5
   */
  key?: string;
  /**
   * Keys or texts
   *
   * @maxItems 10000
   */
  keys?: string[];
  /**
   * Press Enter after input, once its echo is shown
   */
  submit: boolean;
  /**
   * Send input as a paste
   */
  paste: boolean;
  /**
   * Regex that must match text new since this input
   */
  expect?: string;
  /**
   * Limit for expect
   */
  timeout_ms: number;
  /**
   * What to return
   */
  screen: 'changes' | 'text' | 'none';
}
export interface SendInputResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * What was sent; keys in braces.
   */
  sent: string;
  /**
   * Whether expect matched.
   */
  found?: boolean;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms?: number;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * Rows that changed since the screen of an earlier result, as "row| text".
   */
  screen_changes?: string;
  /**
   * Screen text, if most rows changed or screen is text.
   */
  screen_text?: string;
  /**
   * What the caller should know about this result.
   */
  note?: string;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}
export interface MouseArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Action
   */
  action: 'click' | 'double_click' | 'scroll_up' | 'scroll_down' | 'drag' | 'hover';
  /**
   * Literal screen text
   */
  text?: string;
  /**
   * Row, from 1
   */
  row?: number;
  /**
   * Column, from 1
   */
  col?: number;
  /**
   * End of drag
   */
  to_row?: number;
  /**
   * End of drag
   */
  to_col?: number;
  /**
   * Count from the end
   */
  from_end?: 'row' | 'col' | 'both';
  /**
   * Button
   */
  button: 'left' | 'middle' | 'right';
  /**
   * Wheel steps
   */
  amount: number;
}
export interface MouseResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms?: number;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * Rows that changed since the screen of an earlier result, as "row| text".
   */
  screen_changes?: string;
  /**
   * Screen text, if most rows changed or screen is text.
   */
  screen_text?: string;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}
export interface GetScreenArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * compact: JSON with cursor; annotated: color marks; full: styles of cells
   */
  format: 'compact' | 'text' | 'annotated' | 'full';
  /**
   * A revision from an earlier result: returns only rows changed since
   */
  since?: number;
  /**
   * Earlier lines to include
   */
  scrollback: number;
  /**
   * No effect
   */
  include_roles: boolean;
}
export interface GetScreenshotArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Format
   */
  format: 'png' | 'svg';
  /**
   * 28 doubles the picture
   */
  font_size: number;
  /**
   * Draw the cursor
   */
  show_cursor: boolean;
  /**
   * No effect
   */
  svg_mode?: 'per_cell' | 'merged';
}
export interface FindTextArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Regex, matched in each line
   */
  pattern: string;
  /**
   * Regex flags
   */
  flags: string;
  /**
   * Search earlier lines too
   */
  scrollback: boolean;
  /**
   * Maximum matches
   */
  limit: number;
}
export interface FindTextResult {
  /**
   * The matches in reading order.
   */
  matches: {
    /**
     * Row, from 1; earlier lines have 0, -1, ….
     */
    row: number;
    /**
     * Column, from 1.
     */
    col: number;
    /**
     * Matched text.
     */
    text: string;
  }[];
  /**
   * Number of matches.
   */
  total: number;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * What the caller should know about this result.
   */
  note?: string;
}
export interface WaitForTextArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Regex; ^ and $ match at lines
   */
  pattern: string;
  /**
   * Regex flags
   */
  flags: string;
  /**
   * Limit
   */
  timeout_ms: number;
  /**
   * What counts: all text, or only text new since the last input or this call
   */
  since: 'any' | 'last_input' | 'now';
  /**
   * Wait until nothing matches
   */
  gone: boolean;
  /**
   * Regex that ends the wait
   */
  fail_on?: string;
}
export interface WaitForTextResult {
  /**
   * Whether the pattern matched, or with gone, no longer matches.
   */
  found: boolean;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms: number;
  /**
   * Screen text, lines joined by \n.
   */
  screen_text: string;
  /**
   * Why the wait ended.
   */
  reason: 'matched' | 'timeout' | 'exited' | 'closed' | 'failed_on';
  /**
   * The match in a line, if it is known.
   */
  match?: {
    /**
     * Row, from 1; earlier lines have 0, -1, ….
     */
    row: number;
    /**
     * Column, from 1.
     */
    col: number;
    /**
     * Matched text.
     */
    text: string;
  };
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * What the caller should know about this result.
   */
  note?: string;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}
export interface WaitForScreenChangeArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Limit
   */
  timeout_ms: number;
  /**
   * Time without change
   */
  stable_ms: number;
  /**
   * Baseline
   */
  since: 'last_input' | 'now';
}
export interface WaitForScreenChangeResult {
  /**
   * Whether the screen changed and became stable.
   */
  changed: boolean;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms: number;
  /**
   * Screen text, lines joined by \n.
   */
  screen_text: string;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * What the caller should know about this result.
   */
  note?: string;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}
export interface WaitForExitArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Limit
   */
  timeout_ms: number;
}
export interface WaitForExitResult {
  /**
   * Whether the program has ended.
   */
  exited: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
  /**
   * Duration of the call in milliseconds.
   */
  elapsed_ms: number;
  /**
   * Screen text, lines joined by \n.
   */
  screen_text: string;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
  /**
   * What the caller should know about this result.
   */
  note?: string;
}
export interface ResizeSessionArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Columns
   */
  cols: number;
  /**
   * Rows
   */
  rows: number;
}
export interface ResizeSessionResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * Columns
   */
  cols: number;
  /**
   * Rows
   */
  rows: number;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
}
export interface SendSignalArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Such as INT, TERM, KILL
   */
  signal: string;
}
export interface SendSignalResult {
  /**
   * Always true.
   */
  success: boolean;
}
export interface ListSessionsArguments {}
export interface ListSessionsResult {
  /**
   * The sessions, oldest first.
   */
  sessions: {
    /**
     * Session id
     */
    id: string;
    /**
     * Process id.
     */
    pid: number;
    /**
     * Command line.
     */
    command: string;
    /**
     * Start time, ISO 8601.
     */
    created_at: string;
    /**
     * Age.
     */
    age_seconds: number;
    /**
     * Time since the last call.
     */
    idle_seconds: number;
    /**
     * Columns
     */
    cols: number;
    /**
     * Rows
     */
    rows: number;
    /**
     * Present if the program has ended.
     */
    exited?: boolean;
    /**
     * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
     */
    exit_code?: number;
    /**
     * Name of the signal that ended the program.
     */
    signal?: string;
  }[];
}
export interface CloseSessionArguments {
  /**
   * Session id
   */
  session_id: string;
}
export interface CloseSessionResult {
  /**
   * False if there is no such session.
   */
  success: boolean;
  /**
   * What was done.
   */
  message: string;
}
export interface ExpectSnapshotArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Name of the baseline
   */
  name: string;
  /**
   * Regexes whose matches are ignored
   *
   * @maxItems 100
   */
  mask?: string[];
  /**
   * Baselines to write; default: missing, none in CI
   */
  update?: 'none' | 'missing' | 'all';
  /**
   * Limit
   */
  timeout_ms: number;
}
export interface ExpectSnapshotResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * Outcome.
   */
  status: 'matched' | 'created' | 'updated';
  /**
   * File of the baseline.
   */
  baseline_path: string;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision?: number;
}
export interface StartRecordingArguments {
  /**
   * Session id
   */
  session_id: string;
  /**
   * File to write
   */
  path: string;
}
export interface StartRecordingResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * Absolute path of the file.
   */
  path: string;
}
export interface StopRecordingArguments {
  /**
   * Session id
   */
  session_id: string;
}
export interface StopRecordingResult {
  /**
   * Always true.
   */
  success: boolean;
  /**
   * Absolute path of the file.
   */
  path?: string;
}
export interface AttachTmuxArguments {
  /**
   * %3, session, session:window or session:window.pane
   */
  pane: string;
  /**
   * Socket of the tmux server; default: $TMUX or the default server
   */
  socket_path?: string;
  /**
   * Name of the socket, as with tmux -L
   */
  socket_name?: string;
  /**
   * Keep the pane until the last output and the exit code of its program were read
   */
  keep_last_words: boolean;
  /**
   * Refuse all input
   */
  read_only: boolean;
  /**
   * Session id to use
   */
  name?: string;
}
export interface AttachTmuxResult {
  /**
   * Session id
   */
  session_id: string;
  /**
   * Id of the pane, such as %3.
   */
  pane: string;
  /**
   * Name of its tmux session.
   */
  tmux_session: string;
  /**
   * Process id.
   */
  pid: number;
  /**
   * Columns
   */
  cols: number;
  /**
   * Rows
   */
  rows: number;
  /**
   * Screen text, lines joined by \n.
   */
  screen_text: string;
  /**
   * Number of the screen state; pass it to get_screen as since.
   */
  revision: number;
  /**
   * Present if the program has ended.
   */
  exited?: boolean;
  /**
   * Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.
   */
  exit_code?: number;
  /**
   * Name of the signal that ended the program.
   */
  signal?: string;
}

/** The arguments of each tool, with defaults. */
export interface ToolArguments {
  spawn_tui: SpawnTuiArguments;
  send_input: SendInputArguments;
  mouse: MouseArguments;
  get_screen: GetScreenArguments;
  get_screenshot: GetScreenshotArguments;
  find_text: FindTextArguments;
  wait_for_text: WaitForTextArguments;
  wait_for_screen_change: WaitForScreenChangeArguments;
  wait_for_exit: WaitForExitArguments;
  resize_session: ResizeSessionArguments;
  send_signal: SendSignalArguments;
  list_sessions: ListSessionsArguments;
  close_session: CloseSessionArguments;
  expect_snapshot: ExpectSnapshotArguments;
  start_recording: StartRecordingArguments;
  stop_recording: StopRecordingArguments;
  attach_tmux: AttachTmuxArguments;
}
/** The JSON result of each tool; undefined if it returns text or a picture. */
export interface ToolResults {
  spawn_tui: SpawnTuiResult;
  send_input: SendInputResult;
  mouse: MouseResult;
  get_screen: undefined;
  get_screenshot: undefined;
  find_text: FindTextResult;
  wait_for_text: WaitForTextResult;
  wait_for_screen_change: WaitForScreenChangeResult;
  wait_for_exit: WaitForExitResult;
  resize_session: ResizeSessionResult;
  send_signal: SendSignalResult;
  list_sessions: ListSessionsResult;
  close_session: CloseSessionResult;
  expect_snapshot: ExpectSnapshotResult;
  start_recording: StartRecordingResult;
  stop_recording: StopRecordingResult;
  attach_tmux: AttachTmuxResult;
}
/** The name of a tool. */
export type ToolName = keyof ToolArguments;
