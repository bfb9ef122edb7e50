import { Emitter } from '../base/emitter.js';
import { DeferredWork, IdleQueue } from '../base/idle-queue.js';
import type { Line } from '../screen/line.js';
import { type LinePlace, textBetween } from '../screen/logical-line.js';
import { type Cursor, isVisiblyEqual, type Screen } from '../screen/screen.js';
import { CommandEvents, EventLog, logNotifications, maxEventText, PictureEvents } from './events.js';
import { CellHistory } from './freshness/ages.js';
import { noteErasures, PrintNotes } from './freshness/writes.js';
import type { KeyModes } from './input/key-table.js';
import type { MouseTracking } from './input/mouse.js';
import { LineStore } from './lines.js';
import {
  type InputModes,
  KeyboardSettings,
  MouseSettings,
  OtherModes,
  Synchronization,
  toInputModes,
  toNamedModes,
} from './modes.js';
import { Links, OscState, onScrollbackCleared, Titles } from './osc.js';
import { OutputMeter } from './output-meter.js';
import { OverflowWatch } from './overflow-watch.js';
import { ProgramColors } from './queries/program-colors.js';
import { Queries } from './queries/queries.js';
import { LiveTerminalState, type Profile } from './queries/terminal-state.js';
import { readSettings, type TerminalSettings } from './settings.js';
import type { Core } from './xterm/internals.js';
import { limitRepeatCounts, StringSequences } from './xterm/limits.js';
import { onCommand } from './xterm/patches/apc.js';
import { onEnquiry } from './xterm/patches/enquiry.js';
import { addSavedModes } from './xterm/patches/saved-modes.js';
import { Utf8Reassembler } from './xterm/patches/split-characters.js';
import { openTerminal, type XtermTerminal } from './xterm/terminal.js';

// Waits search lines that have scrolled off, so retain some even without a scrollback.
const keptWithoutScrollback = 50;

interface EmulatorOptions {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  readonly firstRevision: number;
  /** How the terminal identifies itself; without it, most queries go unanswered. */
  readonly profile?: Profile;
  /** Runs work that no response waits for (default: a queue of its own). */
  readonly idleQueue?: IdleQueue;
  /** Receives replies to the program's queries; returns false when there is no room. */
  answer(text: string): unknown;
}

/** The terminal of one program: parses its output and provides immutable screens. */
export class Emulator {
  /** Fires while the byte that scrolls a line off is being parsed. */
  readonly scrolled = new Emitter();
  /** The scrollback is about to be cleared. */
  readonly clearing = new Emitter();
  readonly buffers: LineStore;
  readonly history: CellHistory;
  readonly reports: OscState;
  readonly mouse: MouseSettings;
  readonly keyboard: KeyboardSettings;
  readonly synchronization: Synchronization;
  /** What the program has sent without changing a cell. */
  readonly events = new EventLog();
  /** The maximum number of retained lines that have scrolled off. */
  readonly keptLines: number;
  readonly #scrollback: number;
  readonly #terminal: XtermTerminal;
  readonly #core: Core;
  readonly #reassembler = new Utf8Reassembler();
  readonly #strings: StringSequences;
  readonly #titles: Titles;
  readonly #others: OtherModes;
  readonly #colors: ProgramColors | undefined;
  readonly #queries: Queries | undefined;
  readonly #firstRevision: number;
  #screen: Screen | undefined;
  #isStale = true;
  readonly #deferred: DeferredWork;

  constructor(options: EmulatorOptions) {
    const { cols, rows, scrollback, answer, idleQueue = new IdleQueue() } = options;
    this.#deferred = new DeferredWork(idleQueue);
    this.#firstRevision = options.firstRevision;
    this.#scrollback = scrollback;
    this.keptLines = scrollback === 0 ? keptWithoutScrollback : scrollback;
    ({ terminal: this.#terminal, core: this.#core } = openTerminal({ cols, rows, scrollback: this.keptLines }));
    const links = new Links(this.#core);
    this.buffers = new LineStore(this.#core, links.find);
    this.#terminal.onData((text) => {
      if (text !== '') answer(text);
    });
    this.#terminal.onBell(() => this.events.add({ type: 'bell' }));
    const { parser } = this.#terminal;
    this.reports = new OscState(parser, links, this.events);
    const pictures = new PictureEvents(this.events, () => {
      const { row, col } = this.#captureCursor();
      return { row, col };
    });
    this.#strings = new StringSequences(this.#core, (...picture) => pictures.handle(...picture));
    this.#titles = new Titles(parser, this.events);
    logNotifications(parser, this.events);
    const commands = new CommandEvents(this.events, this);
    this.reports.shellMarks.on((mark) => commands.handle(mark));
    this.#others = new OtherModes(parser);
    if (options.profile !== undefined) {
      const colors = new ProgramColors(options.profile.colors);
      const state = new LiveTerminalState(this.#core, this, options.profile, colors);
      addSavedModes(this.#core, (mode) => state.modes.dec[mode]);
      const getTerminator = (): string => this.#strings.terminator;
      this.#colors = colors;
      this.#queries = new Queries({ parser, state, colors, getTerminator, reply: answer });
      onEnquiry(this.#core, this.#queries.handleEnquiry);
      onCommand(this.#core, parser, this.#queries.handleCommand);
    }
    this.mouse = new MouseSettings(parser);
    const hasKitty = options.profile?.identity?.hasKittyKeyboard;
    this.keyboard = new KeyboardSettings(parser, { answer, isAlternate: () => this.isAlternate, hasKitty });
    this.synchronization = new Synchronization(parser, () => this.isInFrame);
    onScrollbackCleared(parser, () => this.clearing.fire());
    this.history = new CellHistory(this.#core, this.buffers);
    new PrintNotes(this.#core, this.history);
    noteErasures(parser, this, this.history);
    this.#invalidateOnEvents();
    // Registered last, so called first: other handlers receive limited counts.
    limitRepeatCounts(this.#core);
  }

  /** Parses output synchronously: the screen is up to date when this returns. */
  feed(bytes: Uint8Array): void {
    this.#deferred.begin();
    for (const piece of this.#reassembler.push(bytes)) {
      this.#strings.beginChunk();
      // The public `write` would parse later.
      this.#core._inputHandler.parse(piece);
      this.#noteWritten();
      this.buffers.endPiece();
    }
    this.#deferred.end();
  }

  /** Defers work on the current screen until the server is idle; runs it before the screen changes. */
  postpone(work: () => void): void {
    this.#deferred.add(work);
  }

  resize(cols: number, rows: number): void {
    this.#deferred.begin();
    this.history.resize(cols, rows, () => {
      this.#terminal.resize(cols, rows);
      this.#isStale = true;
      this.buffers.invalidate();
    });
    this.#deferred.end();
  }

  get modes(): InputModes & KeyModes {
    return { ...toInputModes(this.#terminal.modes), ...this.keyboard.modes, newline: this.#isInNewlineMode };
  }

  /** The mouse events that the program has requested. */
  get mouseTracking(): MouseTracking {
    return this.#terminal.modes.mouseTrackingMode;
  }

  /** All modes that are reported to clients, and the kind of mouse tracking. */
  get allModes(): Readonly<Record<string, boolean | number | string>> {
    const alternateScreen = this.isAlternate;
    const cursorVisible = !this.#core.coreService.isCursorHidden;
    return {
      ...toNamedModes(this.#terminal.modes),
      ...this.keyboard.modes,
      newline: this.#isInNewlineMode,
      reverseScreen: this.isReversed,
      ...this.mouse.named,
      alternateScreen,
      cursorVisible,
    };
  }

  /** Everything that a program can leave changed for the next one. */
  get settings(): TerminalSettings {
    return readSettings(this.#core, {
      keyboard: this.keyboard,
      mouse: this.mouse,
      others: this.#others,
      reports: this.reports,
      titles: this.#titles,
      colors: this.#colors,
    });
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get cursor(): { readonly x: number; readonly y: number } {
    return this.buffers.cursor;
  }

  get isAlternate(): boolean {
    return this.buffers.isAlternate;
  }

  /** Whether foreground and background are swapped (DECSCNM). */
  get isReversed(): boolean {
    return this.#others.isReversed;
  }

  /** The program's queries that were not answered, without duplicates. */
  get unansweredQueries(): Queries['unanswered'] {
    return this.#queries?.unanswered ?? [];
  }

  /** Whether the output so far ends inside an escape sequence or a character. */
  get isInSequence(): boolean {
    return this.#core._inputHandler._parser.currentState !== 0 || this.#reassembler.isInCharacter;
  }

  get #isInNewlineMode(): boolean {
    return this.#core.optionsService.rawOptions.convertEol;
  }

  /** Counts what output does, until it is disposed. */
  createMeter(): OutputMeter {
    const { synchronization, history, buffers } = this;
    const meter = new OutputMeter(this.#core, {
      parser: this.#terminal.parser,
      synchronization,
      get isInFrame() {
        return synchronization.isOpen;
      },
      get scrollCount() {
        return history.scrollCount;
      },
      get shown() {
        return buffers.shown;
      },
      readColors: () => [this.#colors?.own, this.isReversed],
    });
    // Then the display is read, while output is parsed.
    meter.updateEnded.on(() => this.#noteWritten());
    return meter;
  }

  /** Looks for rows that overflow in what is printed from now on. */
  watchOverflow(): OverflowWatch {
    return new OverflowWatch(this.#core);
  }

  /** Whether a synchronized update has begun and not ended. */
  get isInFrame(): boolean {
    return this.#core.coreService.decPrivateModes.synchronizedOutput;
  }

  /** The current screen; the same object as long as nothing changes. */
  getScreen(): Screen {
    if (this.#isStale || this.#screen === undefined) this.#screen = this.#capture(this.#screen);
    this.#isStale = false;
    return this.#screen;
  }

  /** The number of the first line that clients can read. */
  get firstReadable(): number {
    return Math.max(0, this.buffers.top - this.#scrollback);
  }

  /** Up to `count` lines that scrolled off the top of the visible screen, oldest first. */
  getLinesAbove(count: number): readonly Line[] {
    const readable = Math.min(count, this.#scrollback);
    if (this.isAlternate || readable === 0) return [];
    const { top } = this.buffers;
    const { first, lines } = this.buffers.captureFrom(top - readable);
    return lines.slice(Math.max(0, top - readable - first), top - first);
  }

  dispose(): void {
    this.#deferred.begin();
    this.#terminal.dispose();
  }

  #noteWritten(): void {
    const { start, end } = this.#core._inputHandler._dirtyRowTracker;
    this.#isStale = true;
    this.buffers.noteWritten(start, end);
  }

  #capture(previous: Screen | undefined): Screen {
    const { cols, rows } = this.#terminal;
    const { buffers } = this;
    let lines: readonly Line[] | undefined;
    const next = {
      cols,
      rows,
      // Lazy: callers that only need the revision do not have to wait for the lines.
      get lines() {
        lines ??= buffers.getVisibleLines();
        return lines;
      },
      cursor: this.#captureCursor(),
      title: this.#titles.current,
      ownColors: this.#colors?.own,
      isReversed: this.isReversed,
      isAlternate: this.isAlternate,
      top: buffers.top,
      revision: this.#firstRevision,
    };
    if (previous !== undefined) {
      const isSame = isVisiblyEqual(previous, next, () => buffers.isShowing(previous.lines));
      next.revision = previous.revision + (isSame ? 0 : 1);
    }
    this.postpone(() => next.lines);
    return next;
  }

  /** Where the cursor is at this moment, also while output is parsed: `line` counts from the first line of the program. */
  get place(): LinePlace {
    const { x, y } = this.buffers.cursor;
    return { line: this.buffers.top + y, col: x };
  }

  /** The text between two places of the normal screen at this moment, also while output is parsed; at most its end. */
  readBetween(from: LinePlace, to: LinePlace): string {
    this.#noteWritten();
    const { first, lines } = this.buffers.captureFrom(Math.max(from.line, to.line - maxEventText), true);
    return textBetween(lines, first, from, to).slice(-maxEventText);
  }

  #captureCursor(): Cursor {
    const { x, y } = this.buffers.cursor;
    const { cols } = this.#terminal;
    const isVisible = !this.#core.coreService.isCursorHidden;
    return { row: y, col: Math.min(x, cols - 1), isWrapPending: x >= cols, isVisible };
  }

  // Events fire while output is parsed: invalidate the screen first, so that listeners see its state at that moment.
  #invalidateOnEvents(): void {
    const noteWritten = (): void => this.#noteWritten();
    this.synchronization.began.on(() => {
      noteWritten();
      this.history.beginUpdate();
    });
    this.synchronization.ended.on(noteWritten);
    this.clearing.on(noteWritten);
    this.#terminal.onScroll(() => {
      this.#isStale = true;
      this.buffers.noteScrolled(this.#core._inputHandler._dirtyRowTracker.start);
      this.history.noteScrolled();
      this.scrolled.fire();
    });
  }
}

/** The screen of an empty terminal after some output. */
export const renderScreen = (output: string, cols: number, rows: number): Screen =>
  readAfterOutput({ output, cols, rows, scrollback: 0 }, (emulator) => emulator.getScreen());

/** The screen of an empty terminal after some output, extended by up to `maxLinesAbove` lines that have scrolled off. */
export const renderWholeScreen = (output: string, cols: number, rows: number, maxLinesAbove: number): Screen =>
  readAfterOutput({ output, cols, rows, scrollback: maxLinesAbove }, (emulator) => {
    const screen = emulator.getScreen();
    const above = emulator.getLinesAbove(maxLinesAbove);
    const cursor = { ...screen.cursor, row: screen.cursor.row + above.length };
    return { ...screen, rows: rows + above.length, lines: [...above, ...screen.lines], cursor };
  });

interface Written {
  readonly output: string;
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
}

function readAfterOutput({ output, ...size }: Written, read: (emulator: Emulator) => Screen): Screen {
  const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
  try {
    emulator.feed(Buffer.from(output));
    return read(emulator);
  } finally {
    emulator.dispose();
  }
}
