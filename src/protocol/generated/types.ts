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
 * Size of the picture: 1 draws a cell in 9 × 18 pixels, 4 in 36 × 72. Glyphs are drawn at that size, not stretched. A PNG has at most 170 million pixels.
 */
export type Scale = number;
/**
 * Empty border around the cells of the picture, in pixels; `scale` multiplies it.
 */
export type Padding = number;
/**
 * What to do with several matches: `fail` is an error; `first` and `last` choose one. `first-visible` is a synonym of `first`, and `last-visible` of `last`.
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
 * Selects text or cells on the screen. A string is literal text. Nesting limit: 32.
 */
export type Selector =
  TextSelector | ExactSelector | RegexSelector | AtSelector | WithinSelector | NthSelector | AnySelector;
/**
 * A literal text: `"Save"` means `{"type":"exact","text":"Save"}`.
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
 * A rectangle, or the cells that a selector matches.
 */
export type Area = Rect | Selector;
/**
 * A color: a name like `red` or `brightRed`, a palette number as in `208`, or `#rrggbb`.
 */
export type Color = string | number;
/**
 * The version of tuispec.
 */
export type Version = string;
/**
 * How long to wait at most, in milliseconds (session timeout); 0 looks once.
 */
export type TimeoutMs = number;
/**
 * Its flags, of `i`, `m`, `s`, `u`, `v`.
 */
export type Flags = string;
/**
 * Which matches count: `any` (text already on the screen counts), `now` (new since this call), `lastInput` (new since the last input was written), or a name returned by `mark`. A match is new if another text was displayed in its cells since then, or if the program wrote it below a line that Enter submitted.
 */
export type Since = string;
/**
 * How long it took, in milliseconds.
 */
export type ElapsedMs = number;
/**
 * The revision of the screen; grows with every change of text, style or cursor.
 */
export type Revision = number;
/**
 * Column of the cell; goes with `row`.
 */
export type TargetCol = number;
/**
 * Row of the cell; goes with `col`.
 */
export type TargetRow = number;
/**
 * Which button.
 */
export type Button = 'left' | 'middle' | 'right';
/**
 * Modifiers that are held.
 */
export type Held = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * How it is written: as the program asked (`auto`), in SGR (mode 1006), or in the three characters of X10, which end at column and row 223.
 */
export type MouseEncoding = 'auto' | 'sgr' | 'x10';
/**
 * Send all of it even if the program has not asked: in SGR where it has not asked for the mouse, unless `encoding` names another.
 */
export type Force = boolean;
/**
 * How long to look for a selector at most, in milliseconds, and how long the program has to ask for the mouse meanwhile; 0 looks once.
 */
export type LookMs = number;
/**
 * Modifiers that are held.
 */
export type Held1 = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * Modifiers that are held.
 */
export type Held2 = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * Modifiers that are held.
 */
export type Held3 = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * Modifiers that are held.
 */
export type Held4 = ('Ctrl' | 'Alt' | 'Shift')[];
/**
 * `[[lineIndex, text], …]`, `lineIndex` from 0: every line that changed at any time since the last `frame`, as it is now. Applied to that frame or to the frame before, it gives the same screen.
 *
 * @maxItems 1000
 */
export type FrameDelta = readonly (readonly [lineIndex: number, text: string])[];

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
  style?: StyleFilter;
}
/**
 * What every cell of a match must look like; members that are absent may be anything.
 */
export interface StyleFilter {
  fg?: ColorFilter;
  bg?: ColorFilter;
  /**
   * Whether it is bold.
   */
  bold?: boolean;
  /**
   * Whether it is dim.
   */
  dim?: boolean;
  /**
   * Whether it is italic.
   */
  italic?: boolean;
  /**
   * Whether it is underlined, in any way.
   */
  underline?: boolean;
  /**
   * Whether it is inverse.
   */
  inverse?: boolean;
  /**
   * Whether it is struck through.
   */
  strikethrough?: boolean;
}
/**
 * A JavaScript regular expression, applied to each line (soft wraps joined) without its trailing blanks.
 */
export interface RegexSelector {
  /**
   * `regex`.
   */
  type: 'regex';
  pattern: Pattern;
  /**
   * Its flags, of `i`, `m`, `s`, `u`, `v`.
   */
  flags: string;
  style?: StyleFilter;
}
/**
 * One cell; it matches when it is not blank.
 */
export interface AtSelector {
  /**
   * `at`.
   */
  type: 'at';
  /**
   * Its column, from 1.
   */
  col: number;
  /**
   * Its row, from 1.
   */
  row: number;
}
/**
 * Matches that lie wholly inside a rectangle.
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
  /**
   * First column, from 1.
   */
  col: number;
  /**
   * First row, from 1.
   */
  row: number;
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
   * Which: from 0, or negative from the end.
   */
  index: number;
  selector: Selector;
}
/**
 * The first of several selectors that matches; `selectorIndex` of the match says which.
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
   * The kind of underline.
   */
  underline?: 'single' | 'double' | 'curly' | 'dotted' | 'dashed';
  underlineColor?: Color;
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
 * One thing that waitFor waits for; exactly one member, and `flags` with `pattern` or `title`.
 */
export interface Condition {
  visible?: Selector;
  hidden?: Selector;
  pattern?: Pattern;
  title?: Pattern;
  flags?: Flags;
  stableMs?: Milliseconds;
  /**
   * The program has rung the bell since the call.
   */
  bell?: true;
  /**
   * The cursor stands here.
   */
  cursor?: {
    /**
     * Its row, from 1.
     */
    row: number;
    /**
     * Its column, from 1.
     */
    col: number;
  };
  /**
   * The program has ended.
   */
  exited?: true;
}
/**
 * A place on the screen: a cell, or the first cell of what a selector matches.
 */
export interface Target {
  col?: TargetCol;
  row?: TargetRow;
  selector?: Selector;
}
export interface BatchParams {
  /**
   * The steps.
   *
   * @maxItems 10000
   */
  steps: {
    /**
     * A method.
     */
    method: string;
    /**
     * Its params.
     */
    params?: {} | null;
  }[];
}
export interface BatchResult {
  /**
   * Whether every step succeeded.
   */
  ok: boolean;
  /**
   * How many steps succeeded.
   */
  completed: number;
  /**
   * Their results, in order.
   */
  results: unknown[];
  /**
   * Which step failed, from 1.
   */
  errorStep?: number;
  /**
   * Its error.
   */
  error?: {};
}
export interface ClickParams {
  col?: TargetCol;
  row?: TargetRow;
  selector?: Selector;
  /**
   * Which button.
   */
  button: 'left' | 'middle' | 'right';
  /**
   * How often: 2 is a double click.
   */
  count: number;
  /**
   * A whole `click`, or one part of it: `press` or `release`. Between the two, `hover` moves with the button held, if the program has enabled drags (mode 1002) or all motion (mode 1003).
   */
  event: 'click' | 'press' | 'release';
  modifiers: Held1;
  /**
   * How it is written: as the program asked (`auto`), in SGR (mode 1006), or in the three characters of X10, which end at column and row 223.
   */
  encoding: 'auto' | 'sgr' | 'x10';
  /**
   * Send all of it even if the program has not asked: in SGR where it has not asked for the mouse, unless `encoding` names another.
   */
  force: boolean;
  /**
   * How long to look for a selector at most, in milliseconds, and how long the program has to ask for the mouse meanwhile; 0 looks once.
   */
  timeoutMs: number;
  ambiguityMode?: AmbiguityMode;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface ClickResult {
  ok: Ok;
}
export interface CloseParams {
  /**
   * A time in whole milliseconds.
   */
  graceMs: number;
}
export interface CloseResult {
  ok: Ok;
  exitCode?: ExitCode;
  signal?: Signal;
}
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
   * Whether runs of equal style are told; more than 1,000,000 are refused.
   */
  styles: boolean;
}
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
  revision: Revision;
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
export interface DiffViewParams {
  leftPath: Path;
  rightPath: Path;
  /**
   * Whether styles count.
   */
  mode: 'text' | 'styled';
}
export interface DiffViewResult {
  /**
   * Whether they differ.
   */
  changed: boolean;
  /**
   * How many lines differ.
   */
  changedLines: number;
  /**
   * One sentence.
   */
  summary: string;
  /**
   * A unified diff, shortened.
   */
  diff: string;
}
export interface DragParams {
  from: Target;
  to: Target;
  /**
   * Which button.
   */
  button: 'left' | 'middle' | 'right';
  modifiers: Held2;
  /**
   * How it is written: as the program asked (`auto`), in SGR (mode 1006), or in the three characters of X10, which end at column and row 223.
   */
  encoding: 'auto' | 'sgr' | 'x10';
  /**
   * Send all of it even if the program has not asked: in SGR where it has not asked for the mouse, unless `encoding` names another.
   */
  force: boolean;
  /**
   * How long to look for a selector at most, in milliseconds, and how long the program has to ask for the mouse meanwhile; 0 looks once.
   */
  timeoutMs: number;
  ambiguityMode?: AmbiguityMode;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface DragResult {
  ok: Ok;
}
export interface DumpViewParams {
  name: Name;
  /**
   * What to write in addition to the ANSI file, which is always written: nothing (`ansi`), a PNG (`png`), an SVG or an HTML page. `both` is the same as `png`; it is accepted for compatibility.
   */
  format: 'ansi' | 'png' | 'both' | 'svg' | 'html';
  theme?: Path;
  font?: Path;
  rows?: Rows;
  cols?: Cols;
  /**
   * Size of the picture: 1 draws a cell in 9 × 18 pixels, 4 in 36 × 72. Glyphs are drawn at that size, not stretched. A PNG has at most 170 million pixels.
   */
  scale: number;
  /**
   * Empty border around the cells of the picture, in pixels; `scale` multiplies it.
   */
  padding: number;
  /**
   * Whether an SVG or HTML file contains the bundled fonts that it needs, so that it looks the same everywhere. Otherwise it is shown in fonts of the viewer's machine. Adds about 25 KB for each weight and style of text, 1.4 MB for Japanese, 0.7 MB for Korean, 1.5 MB for Chinese, 2.2 MB for rare characters, and 7.7 MB for emoji. PNG files always use the bundled fonts.
   */
  embedFont: boolean;
}
export interface DumpViewResult {
  /**
   * The ANSI file, absolute.
   */
  snapshotPath: string;
  /**
   * Facts about it as JSON: rows, cols, version, theme, cursor, title.
   */
  metaPath: string;
  /**
   * The directory of this session's artifacts.
   */
  artifactRoot: string;
  /**
   * The PNG file.
   */
  pngPath?: string;
  /**
   * The SVG file.
   */
  svgPath?: string;
  /**
   * The HTML file.
   */
  htmlPath?: string;
  /**
   * Characters that no font has; in the picture they are boxes.
   */
  missingGlyphs?: string[];
  revision: Revision;
}
export interface ExpectNotVisibleParams {
  selector: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  /**
   * A time in whole milliseconds.
   */
  forMs: number;
}
export interface ExpectNotVisibleResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
}
export interface ExpectSnapshotParams {
  name: Name;
  /**
   * What does not count: rectangles, or what selectors match; their width is kept. Rectangles are in coordinates of the whole screen, also with `region`.
   *
   * @maxItems 100
   */
  mask?: Area[];
  /**
   * Patterns whose matches are replaced in every line, on both sides, before comparing. A `replacement` is literal: `$1` and the like mean nothing.
   *
   * @maxItems 100
   */
  normalize?: {
    pattern: Pattern;
    /**
     * What stands there instead, literally: `$1` and the like mean nothing.
     */
    replacement: string;
  }[];
  /**
   * Compares and saves only a part of the screen: a rectangle, which must be on the screen, or the cells of a selector's match (several rows of a match: the rectangle around them). The snapshot files then hold that part as a screen of its size.
   */
  region?: Rect | Selector;
  /**
   * Which snapshot baselines are written: none (a missing one is an error), those that are `missing`, or `all` (also those that the screen does not match within the timeout, which is waited for in full unless the program exits). Default: `all` if `updateSnapshots` is on, else `none` if CI is set, else `missing`.
   */
  update?: 'none' | 'missing' | 'all';
  /**
   * A time in whole milliseconds.
   */
  stableMs: number;
  timeoutMs?: TimeoutMs;
}
export interface ExpectSnapshotResult {
  ok: Ok;
  /**
   * The ANSI file of the screen, or of its region, as it is.
   */
  actualPath: string;
  /**
   * The baseline.
   */
  baselinePath: string;
  /**
   * Whether the baseline exists after the call; always true in a result.
   */
  baselineExists: boolean;
  /**
   * What happened: the screen `matched`, or the baseline was `created` or `updated`.
   */
  status: 'matched' | 'created' | 'updated';
  revision: Revision;
}
export interface ExpectVisibleParams {
  selector: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  /**
   * A time in whole milliseconds.
   */
  forMs: number;
}
export interface ExpectVisibleResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * How many matches there were.
   */
  matchCount?: number;
}
export interface FindParams {
  selector: Selector;
  /**
   * Where to look: the screen, or the lines above it as well.
   */
  scope: 'viewport' | 'scrollback';
  /**
   * How many matches to list at most.
   */
  limit: number;
}
export interface FindResult {
  /**
   * The matches in reading order; rows above the screen are 0, -1, …
   */
  matches: Match[];
  /**
   * How many matches there are.
   */
  matchCount: number;
  revision: Revision;
}
export interface FocusParams {
  /**
   * Whether the terminal has the focus now.
   */
  focused: boolean;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface FocusResult {
  ok: Ok;
  /**
   * Whether the program asked for it and was told.
   */
  sent: boolean;
}
export interface HoverParams {
  col?: TargetCol;
  row?: TargetRow;
  selector?: Selector;
  modifiers: Held3;
  /**
   * How it is written: as the program asked (`auto`), in SGR (mode 1006), or in the three characters of X10, which end at column and row 223.
   */
  encoding: 'auto' | 'sgr' | 'x10';
  /**
   * Send all of it even if the program has not asked: in SGR where it has not asked for the mouse, unless `encoding` names another.
   */
  force: boolean;
  /**
   * How long to look for a selector at most, in milliseconds, and how long the program has to ask for the mouse meanwhile; 0 looks once.
   */
  timeoutMs: number;
  ambiguityMode?: AmbiguityMode;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface HoverResult {
  ok: Ok;
}
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
   * The theme of pictures: a name, or the path of a JSON file (`auto`).
   */
  snapshotTheme?: string;
  /**
   * Whether expectSnapshot creates and updates snapshot baselines, also in CI (default: false): the default of its `update` is then `all`.
   */
  updateSnapshots?: boolean;
  artifactDir?: Path;
  snapshotDir?: Path;
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
export interface LaunchResult {
  ok: Ok;
  /**
   * Its process id.
   */
  pid: number;
}
export interface MarkParams {}
export interface MarkResult {
  /**
   * The name of the mark.
   */
  mark: string;
}
export interface RecordingStartParams {
  path: Path;
  /**
   * A time in whole milliseconds.
   */
  frameIntervalMs: number;
  /**
   * Whether frames also hold colors and styles.
   */
  styled: boolean;
  /**
   * Whether the recording is added to the end of an existing file; `false` replaces its content.
   */
  append: boolean;
}
export interface RecordingStartResult {
  ok: Ok;
  /**
   * The absolute path of the file.
   */
  path: string;
  /**
   * As given.
   */
  frameIntervalMs: number;
  /**
   * As given.
   */
  styled: boolean;
}
export interface RecordingStatusParams {}
export interface RecordingStatusResult {
  /**
   * Whether one runs.
   */
  active: boolean;
  /**
   * Its file; null when none runs.
   */
  path: string | null;
  /**
   * Why the last one ended by itself.
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
  /**
   * Size of the picture: 1 draws a cell in 9 × 18 pixels, 4 in 36 × 72. Glyphs are drawn at that size, not stretched. A PNG has at most 170 million pixels.
   */
  scale: number;
  /**
   * Empty border around the cells of the picture, in pixels; `scale` multiplies it.
   */
  padding: number;
}
export interface RenderViewResult {
  /**
   * The ANSI file, absolute.
   */
  snapshotPath: string;
  /**
   * Facts about it as JSON: rows, cols, version, theme, cursor, title.
   */
  metaPath: string;
  /**
   * The directory of this session's artifacts.
   */
  artifactRoot: string;
  /**
   * The PNG file.
   */
  pngPath: string;
  /**
   * Characters that no font has; in the picture they are boxes.
   */
  missingGlyphs: string[];
  revision: Revision;
}
export interface ReplayParams {
  path: Path;
  /**
   * Whether each request waits for the one before it only, or also for its time in the recording.
   */
  speed: 'as-fast-as-possible' | 'real-time';
}
export interface ReplayResult {
  ok: Ok;
  /**
   * How many requests were run.
   */
  replayedRequests: number;
  /**
   * How many were skipped.
   */
  skippedRequests: number;
  /**
   * How many lines of the file are no events, such as a last line that a killed server has torn.
   */
  skippedLines: number;
  /**
   * The absolute path of the recording.
   */
  path: string;
  /**
   * As given.
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
export interface ScrollParams {
  /**
   * Which way.
   */
  direction: 'up' | 'down' | 'left' | 'right';
  /**
   * How many steps.
   */
  amount: number;
  col?: TargetCol;
  row?: TargetRow;
  selector?: Selector;
  modifiers: Held4;
  /**
   * How it is written: as the program asked (`auto`), in SGR (mode 1006), or in the three characters of X10, which end at column and row 223.
   */
  encoding: 'auto' | 'sgr' | 'x10';
  /**
   * Send all of it even if the program has not asked: in SGR where it has not asked for the mouse, unless `encoding` names another.
   */
  force: boolean;
  /**
   * How long to look for a selector at most, in milliseconds, and how long the program has to ask for the mouse meanwhile; 0 looks once.
   */
  timeoutMs: number;
  ambiguityMode?: AmbiguityMode;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface ScrollResult {
  ok: Ok;
}
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
   * How many times the key or sequence is pressed.
   */
  repeat: number;
  /**
   * A time in whole milliseconds.
   */
  delayMs: number;
  /**
   * A whole `stroke`, or only one part of it to hold keys down: `press`, `repeat`, `release`. Only programs that ask for event types (kitty keyboard protocol) are told of repeats and releases; for all others a repeat is a press, and a `release` is refused.
   */
  event: 'stroke' | 'press' | 'repeat' | 'release';
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface SendKeyResult {
  ok: Ok;
}
export interface SendLineParams {
  /**
   * The line, without its line end.
   */
  text: string;
  expectAfter?: Selector;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
  /**
   * A time in whole milliseconds.
   */
  delayMs: number;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
}
export interface SendLineResult {
  ok: Ok;
}
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
   * A time in whole milliseconds.
   */
  delayMs: number;
  /**
   * How long to wait at most for the program's first reaction before answering, in milliseconds; 0 answers at once.
   */
  settleMs: number;
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
   * At once instead of in its turn; what is pending gets -32800.
   */
  now: boolean;
}
export interface ServerShutdownResult {
  /**
   * Always true.
   */
  shuttingDown: true;
}
export interface SignalParams {
  /**
   * Its name, with or without `SIG`: INT, TERM, HUP, TSTP, CONT, WINCH, USR1, USR2, KILL …
   */
  name: string;
}
export interface SignalResult {
  ok: Ok;
}
export interface StepParams {
  /**
   * The label, for example the name of a step of a test.
   */
  title: string;
}
export interface StepResult {
  ok: Ok;
}
export interface TerminalStateParams {}
export interface TerminalStateResult {
  /**
   * The title the program set.
   */
  title: string;
  /**
   * Terminal modes. Most are true or false. `kittyKeyboard` holds the flags of that protocol. `mouseTracking` says which mouse events the program has requested: `none`, `x10` (presses; mode 9), `vt200` (presses and releases; 1000), `drag` (also motion with a button held; 1002) or `any` (all motion; 1003).
   */
  modes: {
    [k: string]: boolean | string | number;
  };
  /**
   * How often the bell was rung.
   */
  bells: number;
  /**
   * Completed synchronized updates.
   */
  repaints: number;
  /**
   * What the program last wrote to the clipboard (OSC 52).
   */
  clipboard: {
    /**
     * Which selection, like `c`.
     */
    selection: string;
    /**
     * The text.
     */
    text: string;
  } | null;
  /**
   * The directory the program told (OSC 7).
   */
  cwd: string | null;
  /**
   * What the program asked and nobody answered.
   */
  unansweredQueries: {
    /**
     * As in `CSI > q`.
     */
    sequence: string;
    /**
     * What it asks for.
     */
    meaning: string;
  }[];
  /**
   * Bytes the program has written.
   */
  bytes: number;
  revision: Revision;
}
export interface ViewSubscribeParams {
  /**
   * A time in whole milliseconds.
   */
  debounceMs: number;
  /**
   * Whether notifications carry the visible text.
   */
  includeText: boolean;
}
export interface ViewSubscribeResult {
  ok: Ok;
  /**
   * As given.
   */
  debounceMs: number;
  /**
   * As given.
   */
  includeText: boolean;
}
export interface ViewUnsubscribeParams {}
export interface ViewUnsubscribeResult {
  ok: Ok;
}
export interface WaitForParams {
  /**
   * The conditions; when several hold at once the first of them wins.
   *
   * @minItems 1
   * @maxItems 100
   */
  anyOf?: Condition[];
  /**
   * The conditions, all of which must hold at the same moment. The text of `visible` must be on the screen; with `since`, new text that has scrolled off counts as well. The result has no `index` and no `match`.
   *
   * @minItems 1
   * @maxItems 100
   */
  allOf?: Condition[];
  /**
   * Which matches count: `any` (text already on the screen counts), `now` (new since this call), `lastInput` (new since the last input was written), or a name returned by `mark`. A match is new if another text was displayed in its cells since then, or if the program wrote it below a line that Enter submitted.
   */
  since: string;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  ambiguityMode?: AmbiguityMode;
}
export interface WaitForResult {
  /**
   * Which condition of `anyOf` held, from 0.
   */
  index?: number;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * How many matches there were.
   */
  matchCount?: number;
  exitCode?: ExitCode;
  signal?: Signal;
}
export interface WaitForChangeParams {
  /**
   * Which matches count: `any` (text already on the screen counts), `now` (new since this call), `lastInput` (new since the last input was written), or a name returned by `mark`. A match is new if another text was displayed in its cells since then, or if the program wrote it below a line that Enter submitted.
   */
  since: string;
  /**
   * A time in whole milliseconds.
   */
  stableMs: number;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
}
export interface WaitForChangeResult {
  /**
   * Whether the text differs.
   */
  changed: boolean;
  elapsedMs: ElapsedMs;
  revision: Revision;
  /**
   * The visible text.
   */
  text: string;
  /**
   * The program has ended.
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
   * Whether a limit of launch ended it.
   */
  timedOut: boolean;
  revision: Revision;
}
export interface WaitForStableParams {
  debounceMs: Milliseconds;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
  /**
   * Whether styles count as well.
   */
  styles: boolean;
  /**
   * Whether the cursor counts as well.
   */
  cursor: boolean;
  /**
   * What may change: rectangles, or what selectors match.
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
   * Whether it must appear or be gone.
   */
  state: 'visible' | 'hidden';
  /**
   * Which matches count: `any` (text already on the screen counts), `now` (new since this call), `lastInput` (new since the last input was written), or a name returned by `mark`. A match is new if another text was displayed in its cells since then, or if the program wrote it below a line that Enter submitted.
   */
  since: string;
  failOn?: Selector;
}
export interface WaitForTextResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match?: Match;
  /**
   * How many matches there were.
   */
  matchCount: number;
}
export interface WaitUntilParams {
  pattern: Pattern;
  /**
   * Its flags, of `i`, `m`, `s`, `u`, `v`.
   */
  flags: string;
  timeoutMs?: TimeoutMs;
  pollIntervalMs?: PollIntervalMs;
}
export interface WaitUntilResult {
  ok: Ok;
  elapsedMs: ElapsedMs;
  revision: Revision;
  match: Match;
}
export interface SessionExitedNotification {
  /**
   * A name of 1–200 characters.
   */
  sessionName: string;
  exitCode: ExitCode;
  signal: Signal;
  /**
   * The last five non-blank lines, colors and styles kept as escape codes.
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
  revision: Revision;
}
export interface ViewChangedNotification {
  rows: Rows;
  cols: Cols;
  revision: Revision;
  /**
   * The rows that changed since the last notification, from 1.
   */
  changedRows: number[];
  /**
   * The visible text, with `includeText`.
   */
  text?: string;
}
/**
 * One line of a recording: a JSON object, in UTF-8, ended by a newline. Lines stand in the order in which things happened. A reader ignores members it does not know, skips blank lines, and skips and counts lines it cannot read; a server that was killed leaves at most one torn line, at the end of what it wrote.
 */
export interface RecordingEvent {
  /**
   * When it happened, in microseconds since 1970 (UTC); never less than in the line before.
   */
  timestampMicros: number;
  /**
   * What the line is: `request` as it was received, when it began to run; `response` and `notification` as they were sent; `frame`, the whole screen; `frame-delta`, what differs from the last `frame`.
   */
  direction: 'request' | 'response' | 'notification' | 'frame' | 'frame-delta';
  /**
   * The JSON-RPC message as text; for `frame` the visible text, as many lines as the screen has, joined by newlines, without trailing blanks; for `frame-delta` a frameDelta as JSON text.
   */
  line: string;
  /**
   * Only with frames of a recording with styles: the same as `line`, but with the escape codes (SGR) of colors and styles in every text. Each text stands for itself: it begins and ends in the default style. Blanks at its end are kept where they have a style.
   */
  ansi?: string;
  /**
   * The version of the format; absent means 1, the only one there is. A reader refuses a file whose version it does not know.
   */
  version?: number;
}

/** The params of each method. */
export interface MethodParams {
  "batch": BatchParams;
  "click": ClickParams;
  "close": CloseParams;
  "currentView": CurrentViewParams;
  "diffView": DiffViewParams;
  "drag": DragParams;
  "dumpView": DumpViewParams;
  "expectNotVisible": ExpectNotVisibleParams;
  "expectSnapshot": ExpectSnapshotParams;
  "expectVisible": ExpectVisibleParams;
  "find": FindParams;
  "focus": FocusParams;
  "hover": HoverParams;
  "initialize": InitializeParams;
  "launch": LaunchParams;
  "mark": MarkParams;
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
  "terminalState": TerminalStateParams;
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
  "batch": BatchResult;
  "click": ClickResult;
  "close": CloseResult;
  "currentView": CurrentViewResult;
  "diffView": DiffViewResult;
  "drag": DragResult;
  "dumpView": DumpViewResult;
  "expectNotVisible": ExpectNotVisibleResult;
  "expectSnapshot": ExpectSnapshotResult;
  "expectVisible": ExpectVisibleResult;
  "find": FindResult;
  "focus": FocusResult;
  "hover": HoverResult;
  "initialize": InitializeResult;
  "launch": LaunchResult;
  "mark": MarkResult;
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
  "terminalState": TerminalStateResult;
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
  "session.exited": SessionExitedNotification;
  "view.changed": ViewChangedNotification;
}
/** The name of a method. */
export type MethodName = keyof MethodParams;
/** How a method failed: `data.kind` of error -32004. */
export type FailureKind = "timeout" | "exited" | "not-found" | "mouse-off" | "ambiguous" | "spawn" | "no-program" | "io" | "stopped" | "snapshot-mismatch" | "snapshot-missing" | "bad-recording" | "replay-step";
