import xterm from '@xterm/headless';
import type { Line } from '../screen/line.js';
import type { Cursor, Screen } from '../screen/screen.js';
import { Buffers, type RawBuffers } from './buffers.js';
import { correct } from './corrections.js';
import { Event } from './event.js';
import { printByClusters } from './printing.js';
import { type Query, watchQueries } from './queries.js';
import { Reports } from './reports.js';

/** How keys, pastes and the like must be encoded right now. */
export interface InputModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
}
/** What an Emulator is made with. */
export interface EmulatorOptions {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  readonly firstRevision: number;
  /** Gets what the terminal replies to the program's questions. */
  answer(text: string): void;
}

const synchronizedOutput = 2026;
// More than any screen has cells in a row.
const mostRepeats = 9999;
// A program that asks for everything shall not fill the memory.
const mostQueries = 100;
/** A program that begins a frame and does not end it within this time is looked at all the same. */
const longestFrameMs = 150;

// What the public API of @xterm/headless does not tell.
interface Core {
  registerCsiHandler(
    id: { readonly final: string },
    handler: (params: { readonly params: Int32Array; readonly length: number }) => boolean,
  ): unknown;
  readonly buffers: RawBuffers;
  readonly _inputHandler: {
    /** State 0 is the ground. */
    readonly _parser: { readonly currentState: number };
    readonly _utf8Decoder: { readonly interim: Uint8Array };
  };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly decPrivateModes: { readonly synchronizedOutput: boolean };
  };
}

/** The terminal that the program believes in: parses its output as it comes, shows it as Screens. */
export class Emulator {
  /** A synchronized update (mode 2026) ends at the very byte that is being parsed. */
  readonly frameEnded = new Event();
  /** A line scrolls off at the very byte that is being parsed. */
  readonly scrolled = new Event();
  /** Rows of the normal screen, first and last, are about to be erased. */
  readonly erasing = new Event<[number, number]>();
  /** Lines of the normal screen are about to move, or may from now on move, in another way than by scrolling off. */
  readonly disturbing = new Event();
  readonly buffers: Buffers;
  readonly reports: Reports;
  /** Completed synchronized updates. */
  repaints = 0;
  /** How often the program has rung the bell. */
  bells = 0;
  readonly #queries = new Map<string, Query>();
  readonly #terminal: xterm.Terminal;
  readonly #core: Core;
  readonly #firstRevision: number;
  #screen: Screen | undefined;
  #isStale = true;
  #title = '';
  #frameStartedAt = 0;

  constructor(options: EmulatorOptions) {
    const { cols, rows, scrollback, answer } = options;
    this.#firstRevision = options.firstRevision;
    this.#terminal = new xterm.Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
    this.#core = (this.#terminal as unknown as { readonly _core: Core })._core;
    correct(this.#terminal);
    printByClusters(this.#terminal);
    this.buffers = new Buffers(this.#core.buffers, () => this.#terminal.rows);
    this.#terminal.onData((text) => {
      if (text !== '') answer(text);
    });
    this.#terminal.onTitleChange((title) => {
      this.#title = title;
    });
    this.#terminal.onBell(() => {
      this.bells += 1;
    });
    this.reports = new Reports(this.#terminal.parser);
    watchQueries(this.#terminal.parser, (query) => {
      if (this.#queries.size < mostQueries) this.#queries.set(query.sequence, query);
    });
    this.#listen();
    this.#boundCounts();
  }

  /** Parses output; when this returns, the screen shows it. */
  feed(bytes: Uint8Array): void {
    // xterm parses a write that follows input within the call, any other one later.
    this.#terminal.input('', true);
    this.#terminal.write(bytes);
    this.#invalidate();
  }

  resize(cols: number, rows: number): void {
    this.disturbing.fire();
    this.#terminal.resize(cols, rows);
    this.#invalidate();
  }

  get modes(): InputModes {
    const { applicationCursorKeysMode, applicationKeypadMode, bracketedPasteMode } = this.#terminal.modes;
    return {
      applicationCursorKeys: applicationCursorKeysMode,
      applicationKeypad: applicationKeypadMode,
      bracketedPaste: bracketedPasteMode,
    };
  }

  /** Every mode that can be told, and the kind of mouse tracking. */
  get allModes(): Readonly<Record<string, boolean | string>> {
    const { modes } = this.#terminal;
    return {
      applicationCursorKeys: modes.applicationCursorKeysMode,
      applicationKeypad: modes.applicationKeypadMode,
      bracketedPaste: modes.bracketedPasteMode,
      mouseTracking: modes.mouseTrackingMode,
      focusEvents: modes.sendFocusMode,
      insert: modes.insertMode,
      origin: modes.originMode,
      reverseWraparound: modes.reverseWraparoundMode,
      wraparound: modes.wraparoundMode,
      synchronizedOutput: modes.synchronizedOutputMode,
      alternateScreen: this.isAlternate,
      cursorVisible: !this.#core.coreService.isCursorHidden,
    };
  }

  get isAlternate(): boolean {
    return this.#core.buffers.active !== this.#core.buffers.normal;
  }

  /** How long a synchronized update (mode 2026) may still hide what the program draws; 0 outside of one. */
  get frameRemainingMs(): number {
    if (!this.#isInFrame) return 0;
    return Math.max(0, this.#frameStartedAt + longestFrameMs - performance.now());
  }

  /** What the program asked and nobody answered, each once. */
  get unansweredQueries(): readonly Query[] {
    return [...this.#queries.values()];
  }

  /** Whether the output so far ends in the middle of an escape sequence or of a character. */
  get isInSequence(): boolean {
    const { _parser: parser, _utf8Decoder: decoder } = this.#core._inputHandler;
    return parser.currentState !== 0 || decoder.interim[0] !== 0;
  }

  get #isInFrame(): boolean {
    return this.#core.coreService.decPrivateModes.synchronizedOutput;
  }

  /** What the terminal shows now; the same object as long as nothing changed. */
  screen(): Screen {
    if (this.#isStale || this.#screen === undefined) this.#screen = this.#take(this.#screen);
    this.#isStale = false;
    return this.#screen;
  }

  /** Up to `count` lines that scrolled off the top of the visible screen, oldest first. */
  above(count: number): readonly Line[] {
    if (this.isAlternate || count === 0) return [];
    const { top } = this.buffers;
    const { first, lines } = this.buffers.from(top - count);
    return lines.slice(Math.max(0, top - count - first), top - first);
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  #invalidate(): void {
    this.#isStale = true;
    this.buffers.invalidate();
  }

  #take(previous: Screen | undefined): Screen {
    const { cols, rows } = this.#terminal;
    const next: Screen = {
      cols,
      rows,
      lines: this.buffers.visible(),
      cursor: this.#cursor(),
      title: this.#title,
      isAlternate: this.isAlternate,
      top: this.buffers.top,
      revision: previous?.revision ?? this.#firstRevision,
    };
    if (previous === undefined || looksSame(previous, next)) return next;
    return { ...next, revision: previous.revision + 1 };
  }

  #cursor(): Cursor {
    const { x, y } = this.buffers.cursor;
    const { cols } = this.#terminal;
    const isVisible = !this.#core.coreService.isCursorHidden;
    return { row: y, col: Math.min(x, cols - 1), isWrapPending: x >= cols, isVisible };
  }

  // xterm repeats these as often as it is told, which can take hours; only a handler of its core can change the count.
  #boundCounts(): void {
    for (const final of ['b', 'I', 'L', 'M', 'S', 'T', 'Z']) {
      this.#core.registerCsiHandler({ final }, ({ params, length }) => {
        for (let index = 0; index < length; index += 1) params[index] = Math.min(params[index] as number, mostRepeats);
        return false;
      });
    }
  }

  // Handlers run before xterm's own, at the byte that ends the sequence.
  #listen(): void {
    const { parser } = this.#terminal;
    const notice = (final: string, happens: (params: (number | number[])[]) => void): void => {
      parser.registerCsiHandler({ final }, (params) => {
        this.#invalidate();
        happens(params);
        return false;
      });
    };
    const noticeFrame = (final: string, happens: () => void): void => {
      parser.registerCsiHandler({ prefix: '?', final }, (params) => {
        this.#invalidate();
        if (params.includes(synchronizedOutput)) happens();
        return false;
      });
    };
    noticeFrame('h', () => {
      if (!this.#isInFrame) this.#frameStartedAt = performance.now();
    });
    noticeFrame('l', () => {
      if (!this.#isInFrame) return;
      this.repaints += 1;
      this.frameEnded.fire();
    });
    notice('J', ([kind]) => this.#noticeErase(Number(kind)));
    for (const moving of ['L', 'M', 'S', 'T', 'r']) notice(moving, () => this.#noticeMove());
    parser.registerEscHandler({ final: 'M' }, () => {
      if (this.buffers.cursor.y === 0) this.#noticeMove();
      return false;
    });
    this.#terminal.onScroll(() => {
      this.#invalidate();
      this.scrolled.fire();
    });
  }

  #noticeErase(kind: number): void {
    if (this.isAlternate) return;
    const { x, y } = this.buffers.cursor;
    const last = this.#terminal.rows - 1;
    if (kind === 0) this.erasing.fire(x === 0 ? y : y + 1, last);
    if (kind === 1) this.erasing.fire(0, y - 1);
    if (kind === 2) this.erasing.fire(0, last);
  }

  #noticeMove(): void {
    if (!this.isAlternate) this.disturbing.fire();
  }
}

function looksSame(left: Screen, right: Screen): boolean {
  const [a, b] = [left.cursor, right.cursor];
  return (
    left.cols === right.cols &&
    left.rows === right.rows &&
    a.row === b.row &&
    a.col === b.col &&
    a.isVisible === b.isVisible &&
    left.lines.every((line, row) => line === right.lines[row])
  );
}
