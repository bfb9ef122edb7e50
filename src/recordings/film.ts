// A recording as exact screens and messages in order of time.

import type { OwnColors } from '../base/colors.js';
import type { Line } from '../screen/line.js';
import { type Cursor, isVisiblyEqual, resizeLine, type Screen } from '../screen/screen.js';
import { Emulator } from '../terminal/emulator.js';
import { ConversationParser, type MessageEvent } from '../viewer/conversation.js';
import { type Frame, FrameDecoder, type RecordedExit } from './frames.js';
import type { RecordedEvent, RecordingReader } from './reader.js';

/** A screen of a recording that differs from the one before. */
export interface FrameEvent {
  readonly kind: 'frame';
  readonly atMicros: number;
  /** The number of the frame in the recording, from 1; frames that look like the one before are counted too. */
  readonly number: number;
  readonly screen: Screen;
  /** How the program ended; undefined while it runs, or if the recording does not contain it. */
  readonly exit: RecordedExit | undefined;
}
/** Something that happened in a recording. */
export type FilmEvent = FrameEvent | MessageEvent;

interface FilmOptions {
  /** Whether messages are events too; without them, reading is faster. */
  readonly hasMessages?: boolean;
  readonly cancel?: AbortSignal | undefined;
  /** Called after each event with the share of the recording that has been read, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The events of a recording, in order. Memory use does not depend on the length of the recording. */
export async function* filmOf(
  reader: RecordingReader,
  { hasMessages = true, cancel, onProgress }: FilmOptions = {},
): AsyncGenerator<FilmEvent, void, void> {
  const film = new Film(hasMessages);
  try {
    let lastMicros = 0;
    for await (const event of reader.readEvents(0, cancel)) {
      // Recordings are not trusted: their time could go backwards.
      lastMicros = Math.max(lastMicros, event.timestampMicros);
      yield* film.eventsOf({ ...event, timestampMicros: lastMicros });
      onProgress?.(reader.resumeAt / reader.bytes);
    }
  } finally {
    film.dispose();
  }
}

/** Only the frames of a recording. */
export async function* framesOf(reader: RecordingReader, cancel?: AbortSignal): AsyncGenerator<FrameEvent, void, void> {
  for await (const event of filmOf(reader, { hasMessages: false, cancel })) if (event.kind === 'frame') yield event;
}

// Only these contain the width of the terminal in recordings whose frames do not.
const hasSize = /"cols"/;

class Film {
  readonly #hasMessages: boolean;
  readonly #decoder = new FrameDecoder();
  readonly #messages = new ConversationParser();
  readonly #screens = new ScreenBuilder();
  #frames = 0;
  #last: FrameEvent | undefined;
  /** The width of the terminal according to the messages. */
  #cols: number | undefined;

  constructor(hasMessages: boolean) {
    this.#hasMessages = hasMessages;
  }

  eventsOf(event: RecordedEvent): readonly FilmEvent[] {
    if (event.direction === 'frame' || event.direction === 'frame-delta') return this.#frameOf(event);
    if (!this.#hasMessages && !hasSize.test(event.line)) return [];
    const messages = this.#messages.parse(event);
    for (const message of messages) this.#cols = findCols(message) ?? this.#cols;
    return this.#hasMessages ? messages : [];
  }

  dispose(): void {
    this.#screens.dispose();
  }

  #frameOf(event: RecordedEvent): readonly FrameEvent[] {
    const frame = this.#decoder.decode(event);
    if (frame === undefined) return [];
    this.#frames += 1;
    const screen = this.#screens.build(frame, this.#cols);
    const before = this.#last;
    const isSame =
      before !== undefined && isVisiblyEqual(before.screen, screen) && hasSameFacts(before, screen, frame.exit);
    if (isSame) return [];
    this.#last = {
      kind: 'frame',
      atMicros: event.timestampMicros,
      number: this.#frames,
      screen,
      exit: frame.exit,
    };
    return [this.#last];
  }
}

const hasSameFacts = ({ screen, exit }: FrameEvent, next: Screen, nextExit: RecordedExit | undefined): boolean =>
  screen.title === next.title && (exit === undefined) === (nextExit === undefined);

// A request sets the width, a response reports it.
function findCols(message: MessageEvent): number | undefined {
  if (message.kind === 'response') return colsFrom(message.result);
  const setsWidth = message.kind === 'request' && ['launch', 'resize'].includes(message.method);
  return setsWidth ? colsFrom(message.params) : undefined;
}

function colsFrom(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('cols' in value)) return undefined;
  const { cols } = value;
  return Number.isInteger(cols) && (cols as number) >= 2 && (cols as number) <= 1000 ? (cols as number) : undefined;
}

const minCols = 2;
// Programs show the same rows again: when they scroll, blink or return. A row of 100 cells takes 2 KB.
const maxKnownRows = 2000;
const maxKnownCells = 400_000;
const noCursor: Cursor = { row: 0, col: 0, isWrapPending: false, isVisible: false };

/** Converts the frames of a recording to screens. Equal rows of successive screens are the same `Line` object. */
class ScreenBuilder {
  readonly #parser = new RowParser();
  /** For rows whose width must be measured. */
  readonly #wideParser = new RowParser();
  /** The width of the known lines. */
  #cols = minCols;
  readonly #known = new Map<string, Line>();
  #styled: readonly string[] = [];
  #screen: Screen | undefined;
  /** The width of the widest row so far, for recordings without a width. */
  #widest = minCols;

  /** The screen of a frame. `knownCols` is the width of the terminal if the frame does not contain it. */
  build(frame: Frame, knownCols: number | undefined): Screen {
    const cols = frame.cols ?? Math.max(knownCols ?? minCols, this.#widestOf(frame));
    if (cols !== this.#cols) this.#changeWidth(cols);
    const before = this.#screen;
    const lines = frame.styled.map((text, row) => this.#getLine(text, row));
    const screen = {
      cols,
      rows: lines.length,
      lines,
      cursor: cursorOf(frame, cols),
      title: frame.title ?? '',
      ownColors: hasSameColors(before?.ownColors, frame.ownColors) ? before?.ownColors : frame.ownColors,
      isReversed: frame.isReversed,
      isAlternate: frame.isAlternate ?? false,
      top: 0,
      revision: (before?.revision ?? 0) + 1,
    };
    this.#styled = frame.styled;
    this.#screen = screen;
    return screen;
  }

  dispose(): void {
    this.#parser.dispose();
    this.#wideParser.dispose();
  }

  #getLine(text: string, row: number): Line {
    const before = this.#screen?.lines[row];
    return before !== undefined && this.#styled[row] === text ? before : this.#parse(text);
  }

  #parse(text: string): Line {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const line = this.#parser.parse(text, this.#cols);
    this.#known.set(text, line);
    const isFull = this.#known.size > Math.min(maxKnownRows, maxKnownCells / this.#cols);
    if (isFull) this.#known.delete(this.#known.keys().next().value as string);
    return line;
  }

  #changeWidth(cols: number): void {
    this.#cols = cols;
    this.#known.clear();
    this.#styled = [];
  }

  #widestOf({ styled }: Frame): number {
    for (const [row, text] of styled.entries())
      if (this.#styled[row] !== text) this.#widest = Math.max(this.#widest, this.#widthOf(text));
    return this.#widest;
  }

  #widthOf(text: string): number {
    const plain = text.replaceAll(/\x1b\[[\d;:]*m/g, '');
    if (/^[ -~]*$/.test(plain)) return Math.min(maxCols, plain.length);
    const line = this.#wideParser.parse(text, maxCols);
    const styled = line.splitRuns().findLast(({ style }) => !style.isDefault);
    return Math.max(line.trimmedWidth, styled === undefined ? 0 : styled.col + styled.width);
  }
}

function cursorOf({ cursor, styled }: Frame, cols: number): Cursor {
  if (cursor === undefined || cursor.row >= styled.length || cursor.col >= cols) return noCursor;
  return { ...cursor, isWrapPending: false };
}

function hasSameColors(one: OwnColors | undefined, other: OwnColors | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const grounds = ['foreground', 'background', 'cursor'] as const;
  const hasSameGrounds = grounds.every((name) => one[name] === other[name]);
  const hasSameSize = one.palette.size === other.palette.size;
  return hasSameGrounds && hasSameSize && [...one.palette].every(([slot, color]) => other.palette.get(slot) === color);
}

/** The width of the widest terminal. */
export const maxCols = 1000;
// More than any recorded line has.
const maxCharacters = 100_000;
// Cancels an incomplete sequence, resets the terminal, and disables wrapping at the right edge. Takes 30 µs.
const resetAll = '\x18\x1bc\x1b[?7l';
// Sufficient if nothing but text and styles has been written.
const resetRow = '\x1b[m\r\x1b[2K';
const hasOnlyStyles = (text: string): boolean => /^(?:[^\x00-\x1f\x7f-\x9f]|\x1b\[[\d;:]*m)*$/.test(text);

// What is too wide is written there, and cut off.
const extraCols = 2;

/**
 * Converts rows of text with escape codes to lines. A row is written to an emulator, and only the resulting characters
 * and styles are returned, so other escape codes and control characters are removed.
 */
export class RowParser {
  #emulator: Emulator | undefined;
  #cols = 0;
  #isClean = false;

  /** The line of `cols` cells for a text; what is too wide is cut off. Parsing rows of one width is fast. */
  parse(text: string, cols: number): Line {
    const emulator = this.#getEmulator(Math.min(cols, maxCols));
    const row = text.slice(0, maxCharacters);
    emulator.feed(Buffer.from((this.#isClean ? resetRow : resetAll) + row));
    this.#isClean = hasOnlyStyles(row);
    return resizeLine(emulator.getScreen().lines[0], this.#cols);
  }

  dispose(): void {
    this.#emulator?.dispose();
    this.#emulator = undefined;
  }

  #getEmulator(cols: number): Emulator {
    if (this.#emulator !== undefined && this.#cols === cols) return this.#emulator;
    this.dispose();
    this.#cols = cols;
    this.#isClean = false;
    const size = { cols: Math.min(maxCols, cols + extraCols), rows: 1, scrollback: 0, firstRevision: 1 };
    this.#emulator = new Emulator({ ...size, answer: () => {} });
    return this.#emulator;
  }
}
