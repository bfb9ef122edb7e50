// Generated from schemas/ by `npm run generate`; do not edit.
/**
 * A name of 1–200 characters.
 */
export type Name = string;
/**
 * A file path. Relative paths are resolved against the server's working directory.
 */
export type Path = string;
/**
 * A duration in whole milliseconds.
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
 * Scale of the picture: with 1, a cell is 9 × 18 pixels; with 4, 36 × 72 pixels. Glyphs are rendered at that size, not stretched. The maximum size of a PNG is 170 million pixels.
 */
export type Scale = number;
/**
 * Empty border around the cells of the picture, in pixels, multiplied by `scale`.
 */
export type Padding = number;
/**
 * Handling of multiple matches: `fail` waits until there is only one, and reports an error after the timeout; `first` and `last` choose one match. `first-visible` is a synonym of `first`, and `last-visible` of `last`.
 */
export type AmbiguityMode = 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible';
/**
 * Accepted for compatibility. It has no effect, because the server does not poll.
 */
export type PollIntervalMs = number;
/**
 * Maximum time to wait for the program's first reaction before the response is sent, in milliseconds; 0 responds immediately.
 */
export type SettleMs = number;
/**
 * Always true.
 */
export type Ok = true;
/**
 * The exit status; null if a signal ended the program.
 */
export type ExitCode = number | null;
/**
 * Name of the signal that ended the program, such as `SIGTERM`; null otherwise.
 */
export type Signal = string | null;
/**
 * Selects text or cells on the screen. A string is literal text. Nesting limit: 32.
 */
export type Selector =
  TextSelector | ExactSelector | RegexSelector | AtSelector | WithinSelector | NthSelector | AnySelector;
/**
 * A literal text: `"Save"` means `{"type":"exact","text":"Save"}`. It can have several lines.
 */
export type TextSelector = string;
/**
 * A color: `black`, `red`, `green`, `yellow`, `blue`, `magenta`, `cyan`, `white`, or one of these with `bright`, as in `brightRed` (gray is `brightBlack`); a palette number 0–255; `#rrggbb`; or `default`.
 */
export type ColorFilter = string | number;
/**
 * A JavaScript regular expression, without slashes.
 */
export type Pattern = string;
/**
 * Flags of the regular expression: any of `i`, `m`, `s`, `u`, `v`.
 */
export type Flags = string;
/**
 * A row or a column: its number, 1-based, or `{"fromEnd":n}`.
 */
export type Position =
  | number
  | {
      /**
       * Counted from the end: 1 is the last row or column at that moment.
       */
      fromEnd: number;
    };
/**
 * A terminal: its variables, its replies to queries, and the colors that it promises.
 */
export type ProfileName =
  | 'xterm-256color'
  | 'xterm'
  | 'apple-terminal'
  | 'windows-terminal'
  | 'tmux'
  | 'linux-console'
  | 'vt100'
  | 'dumb'
  | 'no-color';
/**
 * The terminal that the program believes to run in: a name, or a name with changes.
 */
export type Profile = ProfileName | ProfileOptions;
/**
 * A rectangle, or the cells that a selector matches.
 */
export type Area = Rect | Selector;
/**
 * A color: a name such as `red` or `brightRed`, a palette number such as `208`, or `#rrggbb`.
 */
export type Color = string | number;
/**
 * Version of tuispec.
 */
export type Version = string;
/**
 * Timeout in milliseconds (default: session timeout). 0 checks once.
 */
export type TimeoutMs = number;
/**
 * Baseline for matches: `any` (text already on the screen counts), `now` (new since this call), `lastInput` (new since the last input was written), or a name returned by `mark`. A match is new if its cells have displayed another text since the baseline, or if the program wrote it below a line submitted with Enter.
 */
export type Since = string;
/**
 * A row or a column: its number, 1-based, or `{"fromEnd":n}`; 0 is the whole range.
 */
export type PositionOrAll =
  | number
  | {
      /**
       * Counted from the end: 1 is the last row or column at that moment.
       */
      fromEnd: number;
    };
/**
 * Something that the program has sent without changing a cell.
 */
export type Event =
  BellEvent | NotificationEvent | ProgressEvent | ClipboardEvent | TitleEvent | ImageEvent | CommandEvent;
/**
 * A type of events.
 */
export type EventType = 'bell' | 'notification' | 'progress' | 'clipboard' | 'title' | 'image' | 'command';
/**
 * Duration in milliseconds.
 */
export type ElapsedMs = number;
/**
 * Revision of the screen. It increases with every change of text, style or cursor.
 */
export type Revision = number;
/**
 * Mouse button.
 */
export type Button = 'left' | 'middle' | 'right';
/**
 * Modifier keys that are held.
 */
export type Modifiers = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * Encoding of the mouse events: the one that the program has selected (`auto`), SGR (mode 1006), or X10, which is limited to column and row 223.
 */
export type MouseEncoding = 'auto' | 'sgr' | 'x10';
/**
 * Whether to send all events even if the program has not enabled them. Without a mouse mode, events are encoded in SGR, unless `encoding` specifies another encoding.
 */
export type Force = boolean;
/**
 * Timeout for the selector to match and for the program to enable the mouse, in milliseconds. 0 checks once.
 */
export type TargetTimeoutMs = number;
/**
 * The distribution of a figure over all reactions that have it; null if none has.
 */
export type Distribution = {
  /**
   * The median.
   */
  p50: number;
  /**
   * The 95th percentile.
   */
  p95: number;
  /**
   * The maximum.
   */
  max: number;
} | null;

/**
 * Position and visibility of the cursor.
 */
export interface Cursor {
  /**
   * Row of the cursor, 1-based.
   */
  row: number;
  /**
   * Column of the cursor, 1-based.
   */
  col: number;
  /**
   * Whether the cursor is visible.
   */
  visible: boolean;
}
/**
 * A literal text. Blank cells match spaces.
 */
export interface ExactSelector {
  /**
   * `exact`.
   */
  type: 'exact';
  /**
   * The text to find, not empty. Its lines, separated by `\n`, match consecutive logical lines: the first one ends its line, the last one begins its line, and trailing blanks of all but the last one are ignored. Other control characters are rejected.
   */
  text: string;
  /**
   * Whether case is ignored.
   */
  ignoreCase?: boolean;
  style?: StyleFilter;
}
/**
 * Style that every cell of a match must have. Absent members match any value.
 */
export interface StyleFilter {
  fg?: ColorFilter;
  bg?: ColorFilter;
  /**
   * Whether the cells must be bold.
   */
  bold?: boolean;
  /**
   * Whether the cells must be dim.
   */
  dim?: boolean;
  /**
   * Whether the cells must be italic.
   */
  italic?: boolean;
  /**
   * Whether the cells must be underlined, in any underline style, or the style of the underline.
   */
  underline?: boolean | ('single' | 'double' | 'curly' | 'dotted' | 'dashed');
  underlineColor?: ColorFilter;
  /**
   * Link of the cells (OSC 8): `true` for any, or the whole URL.
   */
  link?: true | string;
  /**
   * Whether the cells must be inverse.
   */
  inverse?: boolean;
  /**
   * Whether the cells must be struck through.
   */
  strikethrough?: boolean;
}
/**
 * A JavaScript regular expression, applied to each logical line (soft-wrapped rows joined) without its trailing blanks. With the cursor in that line, the blanks before it may match, too. A pattern with `\n`, `[^]`, `[\s\S]` or the flag `s` is applied to all logical lines at once, joined by `\n`, and `^` and `$` match at the ends of each line.
 */
export interface RegexSelector {
  /**
   * `regex`.
   */
  type: 'regex';
  pattern: Pattern;
  flags?: Flags;
  style?: StyleFilter;
}
/**
 * A single cell. It matches if it is not blank.
 */
export interface AtSelector {
  /**
   * `at`.
   */
  type: 'at';
  col: Position;
  row: Position;
}
/**
 * Matches that are completely inside a rectangle.
 */
export interface WithinSelector {
  /**
   * `within`.
   */
  type: 'within';
  rect: Rect;
  selector: Selector;
}
/**
 * A rectangle of cells.
 */
export interface Rect {
  col: Position;
  row: Position;
  /**
   * Width in cells.
   */
  width: number;
  /**
   * Height in lines.
   */
  height: number;
}
/**
 * One of several matches.
 */
export interface NthSelector {
  /**
   * `nth`.
   */
  type: 'nth';
  /**
   * 0-based position of the match; negative values count from the end.
   */
  index: number;
  selector: Selector;
}
/**
 * The first of several selectors that matches. `selectorIndex` of the match identifies the selector.
 */
export interface AnySelector {
  /**
   * `any`.
   */
  type: 'any';
  /**
   * The selectors, in order of preference.
   *
   * @minItems 1
   * @maxItems 100
   */
  selectors: Selector[];
}
/**
 * A terminal with changes.
 */
export interface ProfileOptions {
  name: ProfileName;
  /**
   * Background that the terminal reports: `dark`, `light`, or `none` for silence (default: that of the session's theme, if the terminal reports one).
   */
  background?: 'dark' | 'light' | 'none';
  /**
   * Whether the terminal has the kitty keyboard protocol (default: as the named one).
   */
  kittyKeyboard?: boolean;
  /**
   * More variables of the terminal: a string sets one, null unsets it.
   */
  env?: {
    [k: string]: string | null;
  };
}
/**
 * A match: its first cell, its last cell and its text.
 */
export interface Match {
  /**
   * Row of the first cell, 1-based.
   */
  row: number;
  /**
   * Column of the first cell, 1-based.
   */
  col: number;
  /**
   * Row of the last cell, 1-based.
   */
  endRow: number;
  /**
   * Column of the last cell, 1-based.
   */
  endCol: number;
  /**
   * Text of the cells.
   */
  text: string;
  /**
   * 0-based position of the matching selector in `any`.
   */
  selectorIndex?: number;
}
/**
 * A style run: neighboring cells of equal style. Absent members have their default.
 */
export interface StyleRun {
  /**
   * Line in `text`, 1-based.
   */
  row: number;
  /**
   * First column in `text`, 1-based.
   */
  col: number;
  /**
   * Width in cells.
   */
  width: number;
  /**
   * Text of the cells.
   */
  text: string;
  fg?: Color;
  bg?: Color;
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
   * Underline style.
   */
  underline?: 'single' | 'double' | 'curly' | 'dotted' | 'dashed';
  underlineColor?: Color;
  /**
   * Blinking.
   */
  blink?: true;
  /**
   * Foreground and background colors are swapped.
   */
  inverse?: true;
  /**
   * Hidden.
   */
  hidden?: true;
  /**
   * Strikethrough.
   */
  strikethrough?: true;
  /**
   * Overline.
   */
  overline?: true;
  /**
   * URL of the link (OSC 8).
   */
  link?: string;
}
/**
 * Modes that the terminal must have, with the names and values of `modes` of `terminalState`. For modes that are not switches, `true` is every value except `none` and 0, and `false` is one of these.
 */
export interface Modes {
  /**
   * Whether the program reads keys one by one: the kernel does not collect lines (`stty -icanon`).
   */
  raw?: boolean;
  /**
   * Whether the kernel displays what is typed (`stty echo`).
   */
  echo?: boolean;
  /**
   * Application cursor keys (DECCKM, mode 1).
   */
  applicationCursorKeys?: boolean;
  /**
   * Application keypad (DECKPAM).
   */
  applicationKeypad?: boolean;
  /**
   * Bracketed paste (mode 2004).
   */
  bracketedPaste?: boolean;
  /**
   * Focus events (mode 1004).
   */
  focusEvents?: boolean;
  /**
   * The set of mouse events that the program has enabled.
   */
  mouseTracking?: true | false | 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  /**
   * Encoding of mouse events.
   */
  mouseEncoding?: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixels';
  /**
   * Alternate screen (modes 47, 1047, 1049).
   */
  alternateScreen?: boolean;
  /**
   * The wheel sends arrow keys in the alternate screen (mode 1007).
   */
  alternateScroll?: boolean;
  /**
   * Cursor (DECTCEM, mode 25).
   */
  cursorVisible?: boolean;
  /**
   * Insert mode (IRM).
   */
  insert?: boolean;
  /**
   * Newline mode (LNM).
   */
  newline?: boolean;
  /**
   * Origin mode (DECOM, mode 6).
   */
  origin?: boolean;
  /**
   * Reverse video (DECSCNM, mode 5).
   */
  reverseScreen?: boolean;
  /**
   * Reverse wraparound (mode 45).
   */
  reverseWraparound?: boolean;
  /**
   * Synchronized update (mode 2026).
   */
  synchronizedOutput?: boolean;
  /**
   * Wraparound (DECAWM, mode 7).
   */
  wraparound?: boolean;
  /**
   * Flags of the kitty keyboard protocol.
   */
  kittyKeyboard?: boolean | number;
  /**
   * Level of modifyOtherKeys of xterm.
   */
  modifyOtherKeys?: boolean | number;
  /**
   * Format of modifyOtherKeys of xterm.
   */
  formatOtherKeys?: boolean | number;
}
/**
 * A condition of `waitFor`. It has exactly one member, plus optional `flags` with `pattern`, `title` or `notification`.
 */
export interface Condition {
  visible?: Selector;
  hidden?: Selector;
  pattern?: Pattern;
  title?: Pattern;
  flags?: Flags;
  stableMs?: Milliseconds;
  /**
   * The program must have rung the bell.
   */
  bell?: true;
  notification?: Pattern;
  /**
   * A command of the shell must have ended. Shells report this with marks (OSC 133 or 633) if their integration is set up.
   */
  command?: {
    /**
     * The exit code that it must have (default: any).
     */
    exitCode?: number;
  };
  /**
   * Position that the cursor must have.
   */
  cursor?: {
    /**
     * Row, 1-based.
     */
    row: number;
    /**
     * Column, 1-based.
     */
    col: number;
  };
  modes?: Modes;
  /**
   * The program has exited.
   */
  exited?: true;
}
/**
 * The bell was rung.
 */
export interface BellEvent {
  /**
   * Type of the event.
   */
  type: 'bell';
}
/**
 * A notification (OSC 9, 777, or 99, assembled from its parts).
 */
export interface NotificationEvent {
  /**
   * Type of the event.
   */
  type: 'notification';
  /**
   * Its title, at most 4,096 characters; empty for OSC 9.
   */
  title: string;
  /**
   * Its text, at most 4,096 characters.
   */
  body: string;
}
/**
 * A progress that the terminal displays outside of the screen (OSC 9;4).
 */
export interface ProgressEvent {
  /**
   * Type of the event.
   */
  type: 'progress';
  /**
   * Its state; `none` removes it.
   */
  state: 'none' | 'normal' | 'error' | 'indeterminate' | 'paused';
  /**
   * Its percentage; null if it has none.
   */
  percent: number | null;
}
/**
 * The program wrote to the clipboard (OSC 52).
 */
export interface ClipboardEvent {
  /**
   * Type of the event.
   */
  type: 'clipboard';
  /**
   * Name of the selection, such as `c`.
   */
  selection: string;
  /**
   * The text, at most 65,536 characters.
   */
  text: string;
}
/**
 * The title has changed.
 */
export interface TitleEvent {
  /**
   * Type of the event.
   */
  type: 'title';
  /**
   * The new title.
   */
  title: string;
}
/**
 * A picture, which is announced, not drawn.
 */
export interface ImageEvent {
  /**
   * Type of the event.
   */
  type: 'image';
  /**
   * How it was sent.
   */
  protocol: 'sixel' | 'kitty' | 'iterm2';
  /**
   * Row of the cursor when it began, 1-based.
   */
  row: number;
  /**
   * Column of the cursor when it began, 1-based.
   */
  col: number;
  /**
   * Size of its data as it was sent.
   */
  bytes: number;
}
/**
 * A command of the shell has ended (OSC 133 or 633).
 */
export interface CommandEvent {
  /**
   * Type of the event.
   */
  type: 'command';
  /**
   * The command line as the shell reports it, or else as it is displayed; at most 4,096 characters.
   */
  text: string;
  /**
   * Its exit code; null if the shell does not report it.
   */
  exitCode: number | null;
  /**
   * Its output as it is displayed, soft-wrapped lines joined: the last 65,536 characters of what the scrollback still has. Empty on the alternate screen, or if the width has changed since it began.
   */
  output: string;
}
/**
 * A position on the screen: a cell, or the first cell of a selector's match.
 */
export interface Target {
  col?: Position;
  row?: Position;
  selector?: Selector;
}
/**
 * A setting of the terminal that differs.
 */
export interface SettingChange {
  /**
   * Name of the setting.
   */
  what: string;
  /**
   * The value before.
   */
  initial: boolean | number | string;
  /**
   * The value now. Of `termios`, the settings that differ as `stty` prints them: `-echo -icanon intr = ^G`.
   */
  actual: boolean | number | string;
  /**
   * The method of the last launch, input, signal or resize before the change; absent for `termios` and `processes`.
   */
  setDuring?: string;
}
/**
 * What an input has cost, or for `idle` what was written before the first input. The figures from `bytes` to `openUpdates` follow from the bytes of the output alone; the others depend on the machine.
 */
export interface Reaction {
  /**
   * The method that wrote the input, or `view.input` for what a person typed in the live view; null for `idle`.
   */
  method: string | null;
  /**
   * When the input was written, in milliseconds since `measure.start`.
   */
  startMs: number;
  /**
   * Bytes of output.
   */
  bytes: number;
  /**
   * Cells that were printed.
   */
  printedCells: number;
  /**
   * Rows in which cells were printed or erased.
   */
  rewrittenRows: number;
  /**
   * Cells that differ in text or style from the screen before the input.
   */
  changedCells: number;
  /**
   * Rows with such cells.
   */
  changedRows: number;
  /**
   * Lines that scrolled.
   */
  scrolledLines: number;
  /**
   * How often a screen that was not blank was cleared: ED 2, ED from the top left cell, and RIS.
   */
  fullClears: number;
  /**
   * Rows that were erased outside a synchronized update and have the same text again at the end: what flickers on a slow terminal.
   */
  erasedRows: number;
  /**
   * Synchronized updates that ended. `DCS = 1 s` and `DCS = 2 s` count as mode 2026.
   */
  syncUpdates: number;
  /**
   * Synchronized updates that began and did not end.
   */
  openUpdates: number;
  /**
   * How often the display changed: at the end of a synchronized update, or when output paused for 2 ms.
   */
  frames: number;
  /**
   * Rows with text that were displayed as blank for 5 ms or more and then had text again.
   */
  blankFlashes: number;
  /**
   * The longest such time, in milliseconds.
   */
  blankMs: number;
  /**
   * Time from the write of the input to the first output, in milliseconds; null without output.
   */
  latencyMs: number | null;
  /**
   * Time to the first change of the display (cells or cursor), in milliseconds; null without a change.
   */
  changedMs: number | null;
  /**
   * Time to the last change of the display, in milliseconds; null without a change.
   */
  settledMs: number | null;
  /**
   * When the display changed, when the screen was cleared, and when blank rows had text again: at most 100.
   *
   * @maxItems 100
   */
  marks: {
    /**
     * What happened.
     */
    what: 'frame' | 'fullClear' | 'blankFlash';
    /**
     * Milliseconds since the input; for `idle`, since `measure.start`.
     */
    atMs: number;
  }[];
}
export interface AttachParams {
  /**
   * The pane: its id such as `%3`, or `session`, `session:window` or `session:window.pane`, with indexes, ids or window names.
   */
  pane: string;
  socketPath?: Path;
  socketName?: Name;
  /**
   * Whether the pane stays open when its program ends until the last output and the exit status have been read. Sets options of the pane and restores them, however the server ends.
   */
  keepLastWords?: boolean;
  /**
   * Whether all input is refused.
   */
  readOnly?: boolean;
  /**
   * Number of lines above the screen that are read at first and retained (default: that of the session).
   */
  scrollback?: number;
}
export interface AttachResult {
  ok: Ok;
  /**
   * Id of the pane.
   */
  pane: string;
  /**
   * Name of its tmux session.
   */
  session: string;
  /**
   * Process ID of the program that tmux started in the pane.
   */
  pid: number;
  cols: Cols;
  rows: Rows;
  /**
   * Version of the tmux server.
   */
  tmuxVersion: string;
  /**
   * Modes that this version of tmux does not report. They count as off until the program sets them again.
   */
  unknownModes: string[];
}
export interface BatchParams {
  /**
   * The method calls, in order.
   *
   * @maxItems 10000
   */
  steps: {
    /**
     * Name of the method.
     */
    method: string;
    /**
     * Params of the method.
     */
    params?: {} | null;
  }[];
}
export interface BatchResult {
  /**
   * Whether all steps succeeded.
   */
  ok: boolean;
  /**
   * Number of steps that succeeded.
   */
  completed: number;
  /**
   * Results of the successful steps, in order.
   */
  results: unknown[];
  /**
   * 1-based position of the failed step.
   */
  errorStep?: number;
  /**
   * Error of the failed step.
   */
  error?: {};
}
export interface ClickParams {
  col?: Position;
  row?: Position;
  selector?: Selector;
  button?: Button;
  /**
   * Number of clicks: 2 is a double click.
   */
  count?: number;
  /**
   * The event to send: a complete `click`, or only `press` or `release`. Between `press` and `release`, `hover` moves the mouse with the button held, if the program has enabled drag events (mode 1002) or all motion events (mode 1003).
   */
  event?: 'click' | 'press' | 'release';
  modifiers?: Modifiers;
  encoding?: MouseEncoding;
  force?: Force;
  timeoutMs?: TargetTimeoutMs;
  ambiguityMode?: AmbiguityMode;
  settleMs?: SettleMs;
}
export interface ClickResult {
  ok: Ok;
}
export interface CloseParams {
  graceMs?: Milliseconds;
}
export interface CloseResult {
  ok: Ok;
  exitCode?: ExitCode;
  signal?: Signal;
}
export interface CurrentViewParams {
  /**
   * Range of lines to return.
   */
  rows?: {
    start: PositionOrAll;
    end: PositionOrAll;
  };
  /**
   * Rectangle to return.
   */
  region?: {
    col: PositionOrAll;
    row: PositionOrAll;
    /**
     * Width in cells; 0 extends to the right edge.
     */
    width: number;
    /**
     * Height in lines; 0 extends to the last line.
     */
    height: number;
  };
  /**
   * Single line to return, 1-based; 0 selects all lines.
   */
  entireRow?: number;
  /**
   * Single column to return, 1-based; 0 selects all columns.
   */
  entireCol?: number;
  /**
   * Whether to remove trailing blanks from each line.
   */
  trim?: boolean;
  /**
   * Maximum number of scrollback lines to return in addition to the screen.
   */
  scrollback?: number;
  /**
   * Whether to return `styles`. The call fails if there are more than 1,000,000 style runs.
   */
  styles?: boolean;
}
export interface CurrentViewResult {
  /**
   * The lines, joined with `\n`.
   */
  text: string;
  /**
   * Number of lines in `text`.
   */
  rows: number;
  /**
   * Number of screen columns that `text` covers.
   */
  cols: number;
  revision: Revision;
  cursor: Cursor;
  /**
   * Terminal title set by the program.
   */
  title: string;
  /**
   * Whether the alternate screen is active.
   */
  altScreen: boolean;
  /**
   * Whether the program has exited.
   */
  exited: boolean;
  /**
   * Style runs in reading order. Trailing blanks with the default style are omitted.
   */
  styles?: StyleRun[];
}
export interface DiffViewParams {
  leftPath: Path;
  rightPath: Path;
  /**
   * Whether to compare text only or also styles.
   */
  mode?: 'text' | 'styled';
}
export interface DiffViewResult {
  /**
   * Whether the files differ.
   */
  changed: boolean;
  /**
   * Number of lines that differ.
   */
  changedLines: number;
  /**
   * Summary of the result in one sentence.
   */
  summary: string;
  /**
   * A truncated unified diff.
   */
  diff: string;
}
export interface DragParams {
  from: Target;
  to: Target;
  button?: Button;
  modifiers?: Modifiers;
  encoding?: MouseEncoding;
  force?: Force;
  timeoutMs?: TargetTimeoutMs;
  ambiguityMode?: AmbiguityMode;
  settleMs?: SettleMs;
}
export interface DragResult {
  ok: Ok;
}
export interface DumpViewParams {
  name: Name;
  /**
   * Picture to write in addition to the ANSI file, which is always written: none (`ansi`), `png`, `svg` or `html`. `both` is a synonym of `png`, accepted for compatibility.
   */
  format?: 'ansi' | 'png' | 'both' | 'svg' | 'html';
  theme?: Path;
  font?: Path;
  rows?: Rows;
  cols?: Cols;
  scale?: Scale;
  padding?: Padding;
  /**
   * Whether to draw the cursor in the picture.
   */
  showCursor?: boolean;
  /**
   * Whether to embed the required bundled fonts in an SVG or HTML file, so that it renders identically on every machine. Otherwise the viewer's fonts are used. Embedding adds about 25 KB for each weight and style of text, 1.4 MB for Japanese, 0.7 MB for Korean, 1.5 MB for Chinese, 2.2 MB for rare characters, and 7.7 MB for emoji. PNG files always use the bundled fonts.
   */
  embedFont?: boolean;
}
export interface DumpViewResult {
  /**
   * Absolute path of the ANSI file.
   */
  snapshotPath: string;
  /**
   * Absolute path of a JSON file with metadata: rows, cols, version, theme, cursor and title.
   */
  metaPath: string;
  /**
   * Absolute path of the session's artifact directory.
   */
  artifactRoot: string;
  /**
   * Absolute path of the PNG file.
   */
  pngPath?: string;
  /**
   * Absolute path of the SVG file.
   */
  svgPath?: string;
  /**
   * Absolute path of the HTML file.
   */
  htmlPath?: string;
  /**
   * Characters that no font contains; they are drawn as boxes.
   */
  missingGlyphs?: string[];
  revision: Revision;
}
export interface EventsParams {
  since?: Since;
  /**
   * Only events of these types (default: all).
   *
   * @minItems 1
   * @maxItems 7
   */
  types?: EventType[];
}
export interface EventsResult {
  /**
   * The events in order.
   */
  events: Event[];
}
export interface ExpectColorsParams {
  /**
   * The limit (default: the colors that the `profile` of `launch` promises; `none` if the program runs with `NO_COLOR`).
   */
  max?: 'none' | '16' | '256' | 'truecolor';
  timeoutMs?: TimeoutMs;
}
export interface ExpectColorsResult {
  ok: Ok;
  /**
   * The colors that are used.
   */
  used: 'none' | '16' | '256' | 'truecolor';
  /**
   * The colors that the terminal promises to the program.
   */
  promised: 'none' | '16' | '256' | 'truecolor';
}
export interface ExpectContrastParams {
  /**
   * Lowest ratio that is accepted. The limit is never above the ratio of the theme's own text.
   */
  ratio?: number;
  /**
   * Themes in which the text is evaluated: names, or paths of JSON files (default: the colors that the terminal reports to the program, normally those of the session's theme).
   *
   * @minItems 1
   * @maxItems 100
   */
  themes?: string[];
  region?: Area;
  /**
   * Areas to exclude: rectangles, or the cells that selectors match.
   *
   * @maxItems 100
   */
  ignore?: Area[];
  timeoutMs?: TimeoutMs;
}
export interface ExpectContrastResult {
  ok: Ok;
  /**
   * The ten lowest ratios, one for each color pair and theme.
   */
  worst: {
    /**
     * The first text with these colors.
     */
    text: string;
    /**
     * Row, 1-based.
     */
    row: number;
    /**
     * Column, 1-based.
     */
    col: number;
    /**
     * Color of the text, `#rrggbb`.
     */
    foreground: string;
    /**
     * Color behind it, `#rrggbb`.
     */
    background: string;
    /**
     * Name of the theme.
     */
    theme: string;
    /**
     * Ratio of WCAG 2, rounded down to two decimals.
     */
    ratio: number;
  }[];
}
export interface ExpectLinesParams {
  /**
   * Texts, each a part of a line; one with line breaks is a part of several lines. A text that is listed twice must be there twice.
   *
   * @minItems 1
   * @maxItems 1000
   */
  lines: string[];
  /**
   * Whether a text must not be there more often than it is listed.
   */
  once?: boolean;
  /**
   * Whether the texts must be there in this order.
   */
  inOrder?: boolean;
  timeoutMs?: TimeoutMs;
}
export interface ExpectLinesResult {
  ok: Ok;
  /**
   * Number of texts that were found.
   */
  found: number;
  /**
   * Number of lines that the scrollback no longer holds.
   */
  trimmed: number;
}
export interface ExpectNotVisibleParams {
  selector: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  forMs?: Milliseconds;
}
export interface ExpectNotVisibleResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
}
export interface ExpectRestoredParams {
  /**
   * What to compare with: the `launch`, or a name returned by `mark`. The settings of the kernel (`termios`) and the processes are only compared with the launch.
   */
  since?: string;
  /**
   * Changes to accept, by name. `link` is a hyperlink (OSC 8) that was not closed, `progress` a progress bar (OSC 9;4) that was not removed, and `modes` is any other private mode that is on.
   *
   * @maxItems 100
   */
  allow?: (
    | 'alternateScreen'
    | 'mouseTracking'
    | 'bracketedPaste'
    | 'focusEvents'
    | 'kittyKeyboard'
    | 'modifyOtherKeys'
    | 'applicationCursorKeys'
    | 'applicationKeypad'
    | 'cursorVisible'
    | 'synchronizedOutput'
    | 'scrollRegion'
    | 'style'
    | 'charset'
    | 'wraparound'
    | 'origin'
    | 'insert'
    | 'newline'
    | 'reverseScreen'
    | 'palette'
    | 'foregroundColor'
    | 'backgroundColor'
    | 'cursorColor'
    | 'link'
    | 'progress'
    | 'modes'
    | 'termios'
  )[];
  /**
   * Whether changes also fail after SIGKILL and SIGHUP.
   */
  strict?: boolean;
  timeoutMs?: TimeoutMs;
}
export interface ExpectRestoredResult {
  ok: Ok;
  /**
   * The exit status; null if a signal ended the program, or if it still runs.
   */
  exitCode: number | null;
  signal: Signal;
  /**
   * What the program left that is no failure: `title`, `cursorShape`, `cursorColumn` (not in column 1), `mouseEncoding` (without tracking), settings of `termios` that users do not notice, `processes` of its session that still run, and after SIGKILL and SIGHUP all changes.
   */
  notes: SettingChange[];
}
export interface ExpectSnapshotParams {
  name: Name;
  /**
   * Areas to exclude from the comparison: rectangles, or the cells that selectors match. The width of a masked area is retained. Rectangles use coordinates of the whole screen, even with `region`.
   *
   * @maxItems 100
   */
  mask?: Area[];
  /**
   * Patterns whose matches are replaced in each line of both screens before the comparison. A `replacement` is literal: `$1` has no special meaning.
   *
   * @maxItems 100
   */
  normalize?: {
    pattern: Pattern;
    /**
     * Literal replacement text; `$1` has no special meaning.
     */
    replacement: string;
  }[];
  region?: Area;
  /**
   * Baselines to write: `none` (a missing baseline is an error), `missing`, or `all` (also replaces a baseline that the screen does not match before the timeout or the exit of the program). Default: `all` if `updateSnapshots` is on, else `none` if the variable `CI` is set, else `missing`.
   */
  update?: 'none' | 'missing' | 'all';
  stableMs?: Milliseconds;
  timeoutMs?: TimeoutMs;
}
export interface ExpectSnapshotResult {
  ok: Ok;
  /**
   * Absolute path of the ANSI file with the actual screen or region.
   */
  actualPath: string;
  /**
   * Absolute path of the snapshot baseline.
   */
  baselinePath: string;
  /**
   * Whether the baseline exists after the call. Always true in a result.
   */
  baselineExists: boolean;
  /**
   * Outcome: the screen `matched`, or the baseline was `created` or `updated`.
   */
  status: 'matched' | 'created' | 'updated';
  revision: Revision;
}
export interface ExpectSurvivesResizeParams {
  /**
   * Sizes, `[[cols, rows], …]`.
   *
   * @minItems 1
   * @maxItems 1000
   */
  sizes?: (readonly [cols: number, rows: number])[];
  /**
   * Sizes that are derived from a seed: the same seed gives the same sizes in every version.
   */
  storm?: {
    /**
     * The seed.
     */
    seed: number;
    /**
     * Number of sizes.
     */
    steps?: number;
    /**
     * Smallest width and height.
     *
     * @minItems 2
     * @maxItems 2
     */
    min?: readonly [cols: number, rows: number];
    /**
     * Largest width and height.
     *
     * @minItems 2
     * @maxItems 2
     */
    max?: readonly [cols: number, rows: number];
  };
  /**
   * Texts that must be in the history once and in this order, before the first resize and after each; see `expectLines`.
   *
   * @maxItems 1000
   */
  lines?: string[];
  /**
   * Areas that may change: rectangles, or the cells that selectors match.
   *
   * @maxItems 100
   */
  ignore?: Area[];
  stableMs?: Milliseconds;
  timeoutMs?: TimeoutMs;
}
export interface ExpectSurvivesResizeResult {
  ok: Ok;
  /**
   * All sizes, the size at the start last.
   */
  sizes: (readonly [cols: number, rows: number])[];
  /**
   * Width of the terminal in cells.
   */
  cols: number;
  /**
   * Height of the terminal in lines.
   */
  rows: number;
}
export interface ExpectVisibleParams {
  selector: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  forMs?: Milliseconds;
}
export interface ExpectVisibleResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * Number of matches.
   */
  matchCount?: number;
}
export interface FindParams {
  selector: Selector;
  /**
   * Lines to search: the visible screen only, or also the scrollback.
   */
  scope?: 'viewport' | 'scrollback';
  /**
   * Maximum number of matches to return.
   */
  limit?: number;
}
export interface FindResult {
  /**
   * The matches in reading order. Scrollback rows are numbered 0, -1, … upward from the screen.
   */
  matches: Match[];
  /**
   * Total number of matches.
   */
  matchCount: number;
  revision: Revision;
}
export interface FocusParams {
  /**
   * Whether the terminal has focus.
   */
  focused: boolean;
  timeoutMs?: TimeoutMs;
  settleMs?: SettleMs;
}
export interface FocusResult {
  ok: Ok;
  /**
   * Whether a focus event was sent: false if the program has not enabled focus events before the timeout.
   */
  sent: boolean;
}
export interface HealthParams {
  /**
   * Names of commands, one of which must run in the foreground for `running` to be true.
   *
   * @minItems 1
   * @maxItems 100
   */
  expectCommand?: string[];
}
export interface HealthResult {
  /**
   * Whether the program has not ended, and its terminal passes input on.
   */
  available: boolean;
  /**
   * Whether the program has not ended, and one of `expectCommand` is in the foreground.
   */
  running: boolean;
  /**
   * Name of the command in the foreground; null if it is unknown.
   */
  command: string | null;
  /**
   * Process ID of the program.
   */
  pid: number;
  /**
   * The mode of the tmux pane that receives the input, such as `copy-mode`.
   */
  paneMode?: string;
  /**
   * Number of other clients that are attached to the tmux session.
   */
  attachedClients?: number;
}
export interface HoverParams {
  col?: Position;
  row?: Position;
  selector?: Selector;
  modifiers?: Modifiers;
  encoding?: MouseEncoding;
  force?: Force;
  timeoutMs?: TargetTimeoutMs;
  ambiguityMode?: AmbiguityMode;
  settleMs?: SettleMs;
}
export interface HoverResult {
  ok: Ok;
}
export interface InitializeParams {
  name?: Name;
  /**
   * Default timeout of waits, in seconds (default: 5, or the value of the flag or variable).
   */
  timeoutSeconds?: number;
  terminalCols?: Cols;
  terminalRows?: Rows;
  ambiguityMode?: AmbiguityMode;
  /**
   * Theme of pictures: a name, or the path of a JSON theme file (default: `auto`).
   */
  snapshotTheme?: string;
  /**
   * Whether `expectSnapshot` creates and updates snapshot baselines, also in CI (default: false). If true, its `update` defaults to `all`.
   */
  updateSnapshots?: boolean;
  artifactDir?: Path;
  snapshotDir?: Path;
  /**
   * When the session is written as an HTML file with a viewer, `trace.html` in the session's directory, when it ends: never, always, or only if a method has failed with -32004. Until then it is recorded in `trace.jsonl` next to it. **Both contain everything that is typed, including passwords.** (default: `off`, or the value of the flag or variable)
   */
  trace?: 'off' | 'on' | 'on-failure';
  /**
   * Maximum number of scrollback lines.
   */
  scrollback?: number;
  /**
   * Texts that the server keeps out of files, logs and errors: there, each of their characters becomes `•`. Each has 4 to 1,000 characters, not counting blanks at its ends. Responses that read the screen are unchanged.
   *
   * @maxItems 100
   */
  secrets?: string[];
  /**
   * Whether to send `session.exited` even without a subscription.
   */
  notifyExit?: boolean;
  /**
   * Title to include in `session.exited`.
   */
  title?: string;
  /**
   * Description to include in `session.exited`.
   */
  description?: string;
  /**
   * Name of the agent that started this session, to include in `session.exited`.
   */
  parentAgent?: string;
}
export interface InitializeResult {
  sessionName: Name;
  /**
   * Absolute path of the session's artifact directory. `initialize` creates it, or empties it if it exists.
   */
  artifactRoot: string;
  rows: Rows;
  cols: Cols;
  version: Version;
  /**
   * Version of the protocol. It is raised when a client could break that follows the [policy](POLICY.md).
   */
  protocol: 1;
}
export interface LaunchParams {
  command: Path;
  /**
   * Arguments of the program.
   *
   * @maxItems 100000
   */
  args?: string[];
  /**
   * Environment variables: a string sets a variable, null unsets it.
   */
  env?: {
    [k: string]: string | null;
  };
  /**
   * Whether the program inherits the server's environment.
   */
  inheritEnv?: boolean;
  cwd?: Path;
  cols?: Cols;
  rows?: Rows;
  profile?: Profile;
  readySelector?: Selector;
  readyModes?: Modes;
  readyTimeoutMs?: Milliseconds;
  readyPollIntervalMs?: PollIntervalMs;
  idleTimeoutMs?: Milliseconds;
  maxRuntimeMs?: Milliseconds;
}
export interface LaunchResult {
  ok: Ok;
  /**
   * Process ID of the program.
   */
  pid: number;
}
export interface MarkParams {}
export interface MarkResult {
  /**
   * Name of the mark.
   */
  mark: string;
}
export interface MeasureStartParams {
  quietMs?: Milliseconds;
}
export interface MeasureStartResult {
  ok: Ok;
}
export interface MeasureStopParams {
  timeoutMs?: TimeoutMs;
}
export interface MeasureStopResult {
  /**
   * One entry per input, the last 1,000: from its write to the next input, or to the end of the measurement.
   *
   * @maxItems 1000
   */
  reactions: Reaction[];
  idle: Reaction;
  /**
   * The distribution of each figure, and of `echoMs`: how long the kernel took to echo a character in a second terminal at the same time, in milliseconds.
   */
  summary: {
    bytes: Distribution;
    printedCells: Distribution;
    rewrittenRows: Distribution;
    changedCells: Distribution;
    changedRows: Distribution;
    scrolledLines: Distribution;
    fullClears: Distribution;
    erasedRows: Distribution;
    syncUpdates: Distribution;
    openUpdates: Distribution;
    frames: Distribution;
    blankFlashes: Distribution;
    blankMs: Distribution;
    latencyMs: Distribution;
    changedMs: Distribution;
    settledMs: Distribution;
    echoMs: Distribution;
  };
  /**
   * Whether the output had paused. False if `timeoutMs` expired first.
   */
  settled: boolean;
}
export interface RecordingStartParams {
  path: Path;
  frameIntervalMs?: Milliseconds;
  /**
   * Whether frames include colors and styles.
   */
  styled?: boolean;
  /**
   * Whether to append to an existing file; `false` replaces its content.
   */
  append?: boolean;
}
export interface RecordingStartResult {
  ok: Ok;
  /**
   * Absolute path of the file.
   */
  path: string;
  /**
   * Value in effect.
   */
  frameIntervalMs: number;
  /**
   * Value in effect.
   */
  styled: boolean;
}
export interface RecordingStatusParams {}
export interface RecordingStatusResult {
  /**
   * Whether a recording is active.
   */
  active: boolean;
  /**
   * Absolute path of the active recording; null if none is active.
   */
  path: string | null;
  /**
   * Reason why the last recording ended because of an error.
   */
  error?: string;
}
export interface RecordingStopParams {}
export interface RecordingStopResult {
  ok: Ok;
}
export interface RenderViewParams {
  name: Name;
  theme?: Path;
  font?: Path;
  rows?: Rows;
  cols?: Cols;
  scale?: Scale;
  padding?: Padding;
}
export interface RenderViewResult {
  /**
   * Absolute path of the ANSI file.
   */
  snapshotPath: string;
  /**
   * Absolute path of a JSON file with metadata: rows, cols, version, theme, cursor and title.
   */
  metaPath: string;
  /**
   * Absolute path of the session's artifact directory.
   */
  artifactRoot: string;
  /**
   * Absolute path of the PNG file.
   */
  pngPath: string;
  /**
   * Characters that no font contains; they are drawn as boxes.
   */
  missingGlyphs: string[];
  revision: Revision;
}
export interface ReplayParams {
  path: Path;
  /**
   * Whether each request starts after the previous response (`as-fast-as-possible`) or also not before its recorded time (`real-time`).
   */
  speed?: 'as-fast-as-possible' | 'real-time';
}
export interface ReplayResult {
  ok: Ok;
  /**
   * Number of requests that were run.
   */
  replayedRequests: number;
  /**
   * Number of requests that were skipped.
   */
  skippedRequests: number;
  /**
   * Number of lines that could not be read, such as an incomplete last line of a server that was killed.
   */
  skippedLines: number;
  /**
   * Absolute path of the recording.
   */
  path: string;
  /**
   * Value in effect.
   */
  speed: 'as-fast-as-possible' | 'real-time';
}
export interface ResizeParams {
  cols: Cols;
  rows: Rows;
}
export interface ResizeResult {
  ok: Ok;
  cols: Cols;
  rows: Rows;
}
export interface RpcDiscoverParams {}
/**
 * The OpenRPC document.
 */
export interface RpcDiscoverResult {
  /**
   * Version of the OpenRPC specification.
   */
  openrpc: string;
  /**
   * Title and version of this API.
   */
  info: {};
  /**
   * The methods.
   */
  methods: unknown[];
  [k: string]: unknown;
}
export interface ScrollParams {
  /**
   * Scroll direction.
   */
  direction: 'up' | 'down' | 'left' | 'right';
  /**
   * Number of wheel steps.
   */
  amount?: number;
  col?: Position;
  row?: Position;
  selector?: Selector;
  modifiers?: Modifiers;
  encoding?: MouseEncoding;
  force?: Force;
  timeoutMs?: TargetTimeoutMs;
  ambiguityMode?: AmbiguityMode;
  settleMs?: SettleMs;
}
export interface ScrollResult {
  ok: Ok;
}
export interface SendBytesParams {
  /**
   * The bytes, encoded in base64.
   */
  base64: string;
  settleMs?: SettleMs;
}
export interface SendBytesResult {
  ok: Ok;
}
export interface SendKeyParams {
  /**
   * One key, like `Enter`, `Ctrl+c`, `Shift+Tab`, `F5` or `x`. Names: `Enter` (`Return`, `RET`, `CR`), `Escape` (`Esc`), `Tab`, `BackTab` (`BTab`), `Space` (`SPC`), `Backspace` (`BSpace`, `BS`), `Delete` (`Del`, `DC`), `Insert` (`Ins`, `IC`), `Home`, `End`, `PageUp` (`PgUp`, `PPage`, `Prior`), `PageDown` (`PgDn`, `PgDown`, `NPage`, `Next`), `ArrowUp`, `ArrowDown`, `ArrowLeft`, `ArrowRight` (`Up` …), `F1` to `F24`, `Plus`, `Minus`, `Keypad0` to `Keypad9`, `KeypadEnter`, `KeypadPlus`, `KeypadMinus`, `KeypadMultiply`, `KeypadDivide`, `KeypadDecimal`, `KeypadComma`, `KeypadEqual` (`KP0`, `Numpad0` …).
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
   * Number of times to press the key or sequence.
   */
  repeat?: number;
  delayMs?: Milliseconds;
  /**
   * The event to send: a complete `stroke`, or only `press`, `repeat` or `release`, to hold keys down. Repeats and releases are sent only to programs that have enabled event types (kitty keyboard protocol). For other programs, a `repeat` is sent as a press, and `release` is an error.
   */
  event?: 'stroke' | 'press' | 'repeat' | 'release';
  settleMs?: SettleMs;
}
export interface SendKeyResult {
  ok: Ok;
}
export interface SendLineParams {
  /**
   * The line without a line terminator.
   */
  text: string;
  expectAfter?: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  delayMs?: Milliseconds;
  /**
   * Whether the text becomes a secret of the session, as with `secrets` of `initialize`. It must then have 4 to 1,000 characters, not counting blanks at its ends.
   */
  secret?: boolean;
  settleMs?: SettleMs;
}
export interface SendLineResult {
  ok: Ok;
}
export interface SendTextParams {
  /**
   * The text. Large texts (1 MiB and more) arrive complete and in order.
   */
  text: string;
  /**
   * Whether to send the text as a bracketed paste if the program has enabled that mode.
   */
  paste?: boolean;
  delayMs?: Milliseconds;
  /**
   * Whether the text becomes a secret of the session, as with `secrets` of `initialize`. It must then have 4 to 1,000 characters, not counting blanks at its ends.
   */
  secret?: boolean;
  settleMs?: SettleMs;
}
export interface SendTextResult {
  ok: Ok;
}
export interface ServerPingParams {}
export interface ServerPingResult {
  /**
   * Always true.
   */
  pong: true;
  version: Version;
}
export interface ServerShutdownParams {
  /**
   * Whether to end immediately instead of after the pending requests, which then fail with -32800.
   */
  now?: boolean;
}
export interface ServerShutdownResult {
  /**
   * Always true.
   */
  shuttingDown: true;
}
export interface SignalParams {
  /**
   * Name of the signal, with or without `SIG`: INT, TERM, HUP, TSTP, CONT, WINCH, USR1, USR2, KILL …
   */
  name: string;
}
export interface SignalResult {
  ok: Ok;
}
export interface StepParams {
  /**
   * The label, for example the name of a test step.
   */
  title: string;
}
export interface StepResult {
  ok: Ok;
}
export interface SubmitParams {
  /**
   * The text without a line terminator; a line break at its end is removed. It contains at least one character that is not blank. Line breaks inside it require a program that has enabled bracketed paste.
   */
  text: string;
  timeoutMs?: Milliseconds;
  /**
   * How often Enter is pressed again at most, if it inserts line breaks. 0 presses it once.
   */
  retries?: number;
  /**
   * What to do with a suggestion after the text, which Enter could accept: remove it with Escape where that is safe (`dismiss`), press Enter (`ignore`), or fail (`fail`).
   */
  ghost?: 'dismiss' | 'ignore' | 'fail';
  expectAfter?: Selector;
  /**
   * Whether the text becomes a secret of the session, as with `secrets` of `initialize`. It must then have 4 to 1,000 characters, not counting blanks at its ends.
   */
  secret?: boolean;
}
export interface SubmitResult {
  ok: Ok;
  /**
   * What proved that the text was accepted: a line editor disabled bracketed paste, a shell reported that it runs a command (OSC 133 or 633), the kernel delivered the line, the program switched between screens, it continued below the text, the text is no longer in the input, the cursor moved to a new line, or the program exited.
   */
  evidence:
    'line-editor' | 'shell-integration' | 'kernel' | 'screen-switch' | 'output' | 'cleared' | 'cursor' | 'exited';
  /**
   * How the program displayed the text: before the cursor, elsewhere on the screen, as something else (a mask or a placeholder), or not at all.
   */
  echo: 'cursor' | 'screen' | 'other' | 'none';
  /**
   * How often Enter was pressed.
   */
  attempts: number;
  elapsedMs: ElapsedMs;
  /**
   * The suggestion after the text, if there was one.
   */
  ghost?: string;
}
export interface TerminalStateParams {}
export interface TerminalStateResult {
  /**
   * Terminal title set by the program.
   */
  title: string;
  /**
   * Terminal modes. `raw` and `echo` are settings of the kernel: whether the program reads keys one by one, and whether what is typed is displayed. They are absent if they cannot be read: after the exit, without `stty`, or for a tmux pane whose terminal is not accessible. `kittyKeyboard` contains the flags of that protocol. `mouseTracking` is the set of mouse events that the program has enabled: `none`, `x10` (presses; mode 9), `vt200` (presses and releases; 1000), `drag` (also motion with a button held; 1002) or `any` (all motion; 1003).
   */
  modes: {
    [k: string]: boolean | string | number;
  };
  /**
   * Number of times the bell was rung.
   */
  bells: number;
  /**
   * What the program has sent without changing a cell. The method `events` has the history.
   */
  events: {
    /**
     * How many events there have been, by type; those that have not occurred are absent.
     */
    totals: {
      [k: string]: number;
    };
    /**
     * The last event of each type except `bell`.
     */
    last: Event[];
  };
  /**
   * Number of completed synchronized updates.
   */
  repaints: number;
  /**
   * Last text that the program wrote to the clipboard (OSC 52).
   */
  clipboard: {
    /**
     * Name of the selection, such as `c`.
     */
    selection: string;
    /**
     * The clipboard text.
     */
    text: string;
  } | null;
  /**
   * Working directory reported by the program (OSC 7).
   */
  cwd: string | null;
  /**
   * Terminal queries of the program that received no reply.
   */
  unansweredQueries: {
    /**
     * The escape sequence, such as `CSI > q`.
     */
    sequence: string;
    /**
     * Meaning of the query.
     */
    meaning: string;
  }[];
  /**
   * Number of bytes that the program has written.
   */
  bytes: number;
  revision: Revision;
  /**
   * How often the screen of an attached tmux pane was read again, because output was missing. Absent for a launched program.
   */
  resynced?: number;
}
export interface ViewStartParams {
  /**
   * TCP port; 0 is any free port.
   */
  port?: number;
  /**
   * Address or name of the network interface to listen on. Anything but the loopback interface exposes the view to the network, without encryption.
   */
  host?: string;
  /**
   * Whether people can type, paste and click on the page, and programs can use `POST /api/respond`.
   */
  interactive?: boolean;
  /**
   * Host names under which the view may be opened, in addition to `localhost`, `127.0.0.1` and `[::1]`; for example the name of a proxy.
   *
   * @maxItems 32
   */
  allowHosts?: string[];
}
export interface ViewStartResult {
  /**
   * URL of the page, with the token that grants access to the view.
   */
  url: string;
  /**
   * TCP port.
   */
  port: number;
}
export interface ViewStatusParams {}
export interface ViewStatusResult {
  /**
   * URL of the page, with its token. Absent if no view is active.
   */
  url?: string;
  /**
   * Number of connected viewers.
   */
  viewers: number;
  /**
   * Whether viewers can type.
   */
  interactive: boolean;
}
export interface ViewStopParams {}
export interface ViewStopResult {
  ok: Ok;
}
export interface ViewSubscribeParams {
  debounceMs?: Milliseconds;
  /**
   * Whether notifications include the visible text.
   */
  includeText?: boolean;
}
export interface ViewSubscribeResult {
  ok: Ok;
  /**
   * Value in effect.
   */
  debounceMs: number;
  /**
   * Value in effect.
   */
  includeText: boolean;
}
export interface ViewUnsubscribeParams {}
export interface ViewUnsubscribeResult {
  ok: Ok;
}
export interface WaitForParams {
  /**
   * Conditions of which one must be met. If several are met at the same time, the first in the list is returned.
   *
   * @minItems 1
   * @maxItems 100
   */
  anyOf?: Condition[];
  /**
   * Conditions that must all be met at the same time. The text of `visible` must be on the screen; with `since`, new text that has scrolled off also counts. The result has no `index` and no `match`.
   *
   * @minItems 1
   * @maxItems 100
   */
  allOf?: Condition[];
  since?: Since;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
}
export interface WaitForResult {
  /**
   * 0-based position of the condition of `anyOf` that was met.
   */
  index?: number;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * Number of matches.
   */
  matchCount?: number;
  event?: Event;
  exitCode?: ExitCode;
  signal?: Signal;
}
export interface WaitForChangeParams {
  since?: Since;
  /**
   * A revision that a read or a wait returned. Replaces `since`: every change of text, style or cursor after it counts, also if the screen has changed back.
   */
  sinceRevision?: number;
  stableMs?: Milliseconds;
  /**
   * Whether changes of style count.
   */
  styles?: boolean;
  /**
   * Whether changes of the cursor count.
   */
  cursor?: boolean;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
}
export interface WaitForChangeResult {
  /**
   * Whether the screen differs from the baseline.
   */
  changed: boolean;
  elapsedMs: ElapsedMs;
  revision: Revision;
  /**
   * The visible text.
   */
  text: string;
  /**
   * The program has exited.
   */
  exited?: true;
  exitCode?: ExitCode;
}
export interface WaitForExitParams {
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
}
export interface WaitForExitResult {
  exitCode: ExitCode;
  signal: Signal;
  elapsedMs: ElapsedMs;
  /**
   * Whether the program was ended by a time limit of `launch`.
   */
  timedOut: boolean;
  revision: Revision;
}
export interface WaitForStableParams {
  debounceMs: Milliseconds;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  /**
   * Whether changes of style count.
   */
  styles?: boolean;
  /**
   * Whether changes of the cursor count.
   */
  cursor?: boolean;
  /**
   * Areas whose changes are ignored: rectangles, or the cells that selectors match.
   *
   * @maxItems 100
   */
  ignore?: Area[];
}
export interface WaitForStableResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
}
export interface WaitForTextParams {
  selector: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  /**
   * Whether the selector must match or must not match.
   */
  state?: 'visible' | 'hidden';
  since?: Since;
  failOn?: Selector;
}
export interface WaitForTextResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * Number of matches.
   */
  matchCount: number;
}
export interface WaitUntilParams {
  pattern: Pattern;
  flags?: Flags;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
}
export interface WaitUntilResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match: Match;
}
export interface SessionAvailabilityNotification {
  /**
   * Whether the program can receive input.
   */
  available: boolean;
  /**
   * A program was launched or a pane attached, the pane entered a mode of tmux, the program exited, or the connection to the pane ended.
   */
  reason: 'launched' | 'attached' | 'pane-mode' | 'exited' | 'detached';
  /**
   * Time in milliseconds since 1970.
   */
  timestamp: number;
}
export interface SessionExitedNotification {
  /**
   * A name of 1–200 characters.
   */
  sessionName: string;
  exitCode: ExitCode;
  signal: Signal;
  /**
   * The last five non-blank lines, with colors and styles as escape sequences.
   */
  lastLines: string[];
  /**
   * The `title` passed to `initialize`.
   */
  title: string | null;
  /**
   * The `description` passed to `initialize`.
   */
  description: string | null;
  /**
   * The `parentAgent` passed to `initialize`.
   */
  parentAgent: string | null;
  /**
   * Whether the program was ended by a time limit of `launch`.
   */
  timedOut: boolean;
  /**
   * The time limit that ended the program.
   */
  timeoutKind?: 'idle' | 'runtime';
  revision: Revision;
  /**
   * False if the last output and the exit status may be missing, because the program ended in a tmux pane that was attached without `keepLastWords`. Absent otherwise.
   */
  complete?: false;
}
export interface ViewChangedNotification {
  rows: Rows;
  cols: Cols;
  revision: Revision;
  /**
   * Rows that changed since the last notification, 1-based.
   */
  changedRows: number[];
  /**
   * The visible text. Present only with `includeText`.
   */
  text?: string;
}

/** The params of each method. */
export interface MethodParams {
  "attach": AttachParams;
  "batch": BatchParams;
  "click": ClickParams;
  "close": CloseParams;
  "currentView": CurrentViewParams;
  "diffView": DiffViewParams;
  "drag": DragParams;
  "dumpView": DumpViewParams;
  "events": EventsParams;
  "expectColors": ExpectColorsParams;
  "expectContrast": ExpectContrastParams;
  "expectLines": ExpectLinesParams;
  "expectNotVisible": ExpectNotVisibleParams;
  "expectRestored": ExpectRestoredParams;
  "expectSnapshot": ExpectSnapshotParams;
  "expectSurvivesResize": ExpectSurvivesResizeParams;
  "expectVisible": ExpectVisibleParams;
  "find": FindParams;
  "focus": FocusParams;
  "health": HealthParams;
  "hover": HoverParams;
  "initialize": InitializeParams;
  "launch": LaunchParams;
  "mark": MarkParams;
  "measure.start": MeasureStartParams;
  "measure.stop": MeasureStopParams;
  "recording.start": RecordingStartParams;
  "recording.status": RecordingStatusParams;
  "recording.stop": RecordingStopParams;
  "renderView": RenderViewParams;
  "replay": ReplayParams;
  "resize": ResizeParams;
  "rpc.discover": RpcDiscoverParams;
  "scroll": ScrollParams;
  "sendBytes": SendBytesParams;
  "sendKey": SendKeyParams;
  "sendLine": SendLineParams;
  "sendText": SendTextParams;
  "server.ping": ServerPingParams;
  "server.shutdown": ServerShutdownParams;
  "signal": SignalParams;
  "step": StepParams;
  "submit": SubmitParams;
  "terminalState": TerminalStateParams;
  "view.start": ViewStartParams;
  "view.status": ViewStatusParams;
  "view.stop": ViewStopParams;
  "viewSubscribe": ViewSubscribeParams;
  "viewUnsubscribe": ViewUnsubscribeParams;
  "waitFor": WaitForParams;
  "waitForChange": WaitForChangeParams;
  "waitForExit": WaitForExitParams;
  "waitForStable": WaitForStableParams;
  "waitForText": WaitForTextParams;
  "waitUntil": WaitUntilParams;
}
/** The result of each method. */
export interface MethodResults {
  "attach": AttachResult;
  "batch": BatchResult;
  "click": ClickResult;
  "close": CloseResult;
  "currentView": CurrentViewResult;
  "diffView": DiffViewResult;
  "drag": DragResult;
  "dumpView": DumpViewResult;
  "events": EventsResult;
  "expectColors": ExpectColorsResult;
  "expectContrast": ExpectContrastResult;
  "expectLines": ExpectLinesResult;
  "expectNotVisible": ExpectNotVisibleResult;
  "expectRestored": ExpectRestoredResult;
  "expectSnapshot": ExpectSnapshotResult;
  "expectSurvivesResize": ExpectSurvivesResizeResult;
  "expectVisible": ExpectVisibleResult;
  "find": FindResult;
  "focus": FocusResult;
  "health": HealthResult;
  "hover": HoverResult;
  "initialize": InitializeResult;
  "launch": LaunchResult;
  "mark": MarkResult;
  "measure.start": MeasureStartResult;
  "measure.stop": MeasureStopResult;
  "recording.start": RecordingStartResult;
  "recording.status": RecordingStatusResult;
  "recording.stop": RecordingStopResult;
  "renderView": RenderViewResult;
  "replay": ReplayResult;
  "resize": ResizeResult;
  "rpc.discover": RpcDiscoverResult;
  "scroll": ScrollResult;
  "sendBytes": SendBytesResult;
  "sendKey": SendKeyResult;
  "sendLine": SendLineResult;
  "sendText": SendTextResult;
  "server.ping": ServerPingResult;
  "server.shutdown": ServerShutdownResult;
  "signal": SignalResult;
  "step": StepResult;
  "submit": SubmitResult;
  "terminalState": TerminalStateResult;
  "view.start": ViewStartResult;
  "view.status": ViewStatusResult;
  "view.stop": ViewStopResult;
  "viewSubscribe": ViewSubscribeResult;
  "viewUnsubscribe": ViewUnsubscribeResult;
  "waitFor": WaitForResult;
  "waitForChange": WaitForChangeResult;
  "waitForExit": WaitForExitResult;
  "waitForStable": WaitForStableResult;
  "waitForText": WaitForTextResult;
  "waitUntil": WaitUntilResult;
}
/** The params of each notification the server sends. */
export interface Notifications {
  "session.availability": SessionAvailabilityNotification;
  "session.exited": SessionExitedNotification;
  "view.changed": ViewChangedNotification;
}
/** The name of a method. */
export type MethodName = keyof MethodParams;
/** How a method failed: `data.kind` of error -32004. */
export type FailureKind = "timeout" | "exited" | "not-found" | "mouse-off" | "ambiguous" | "spawn" | "no-program" | "io" | "stopped" | "snapshot-mismatch" | "snapshot-missing" | "bad-recording" | "replay-step" | "no-echo" | "ghost" | "not-accepted" | "unconfirmed" | "tmux-missing" | "no-server" | "tmux-version" | "pane-not-found" | "stale-pane" | "own-pane" | "pane-dead" | "pane-mode" | "pane-input-off" | "pane-synchronized" | "read-only" | "foreign-size" | "detached" | "not-restored" | "lines-mismatch" | "resize-damage" | "low-contrast" | "too-many-colors" | "not-measuring" | "foreign-terminal";
