import { blankCell, type Cells, widthShift, wordsPerCell } from '../cells.js';
import { Line } from '../line.js';
import type { Cursor, Screen } from '../screen.js';
import {
  beginningAt,
  bullet,
  formsOf,
  isLongEnough,
  joinText,
  piecesOf,
  redactText,
  redactTogether,
  TextFinder,
} from './text.js';

/** The texts that a session keeps out of files, logs and errors. Without any, all functions return what they are given. */
export class Secrets {
  readonly #texts = new Set<string>();
  #forms = new TextFinder([]);
  /** What is searched for on screens. */
  #pieces = new TextFinder([]);
  #typed: string | undefined;

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.add(text);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  add(text: string): void {
    if (this.#texts.has(text) || !isLongEnough(text)) return;
    this.#texts.add(text);
    this.#forms = new TextFinder([...this.#forms.texts, ...formsOf(text)]);
    this.#pieces = new TextFinder([
      ...this.#pieces.texts,
      ...piecesOf(text.normalize('NFC').replaceAll(/\r\n?/g, '\n')),
    ]);
  }

  /** Runs a function that types a text. Meanwhile, the parts of a secret that are already displayed are hidden, too. */
  async redactWhileTyping<T>(text: string, run: () => Promise<T>): Promise<T> {
    if (this.isEmpty) return await run();
    this.#typed = text.normalize('NFC');
    try {
      return await run();
    } finally {
      this.#typed = undefined;
    }
  }

  /** A text in which each character of a secret is `•`, also where a line break or an escape sequence interrupts it. */
  redactText(text: string): string {
    return this.isEmpty ? text : redactText(text, this.#forms);
  }

  /** Texts in which each character of a secret is `•`; a secret may begin in one text and end in another. */
  redactTogether(texts: readonly string[]): readonly string[] {
    return this.isEmpty ? texts : redactTogether(texts, this.#forms);
  }

  /** Lines in which each cell of a secret is `•`. */
  redactLines(lines: readonly Line[]): readonly Line[] {
    return this.isEmpty ? lines : redactLines(lines, { pieces: this.#pieces, typed: undefined });
  }

  /** A screen in which each cell of a secret is `•`, in the same style. Rows and columns do not change. */
  redactScreen(screen: Screen): Screen {
    return this.isEmpty ? screen : this.#withLines(screen, this.redactLines(screen.lines));
  }

  /** A screen at any moment, without secrets. The beginning of a secret before the cursor is hidden, too: it may be typed now. */
  redactFrame(screen: Screen): Screen {
    if (this.isEmpty) return screen;
    const hidden = { pieces: this.#pieces, typed: this.#typed };
    return this.#withLines(screen, redactLines(screen.lines, hidden, screen.cursor));
  }

  /** Redacts a stream of terminal output. */
  openStream(write: (bytes: Uint8Array) => void): StreamRedactor {
    return new StreamRedactor(() => this.#forms, write);
  }

  #withLines(screen: Screen, lines: readonly Line[]): Screen {
    const title = this.redactText(screen.title);
    return lines === screen.lines && title === screen.title ? screen : { ...screen, lines, title };
  }
}

/** A part of a text that contains a secret. */
interface SecretSpan {
  readonly from: number;
  readonly to: number;
  /** The positions of its characters, if they are interrupted. */
  readonly places?: Uint32Array;
}

/** Finds the secrets in a text, and the position from which on the text may be the beginning of one. */
function inspect(text: string, forms: TextFinder): { spans: readonly SecretSpan[]; heldFrom: number } {
  const joined = joinText(text, interruptions);
  const spans: SecretSpan[] = [];
  // A title is inside an escape sequence, so both texts are searched.
  forms.find(text, (from, to) => spans.push({ from, to }));
  if (joined.text.length < text.length)
    forms.find(joined.text, (from, to) => {
      const places = joined.places().subarray(from, to);
      spans.push({ from: places[0] as number, to: (places.at(-1) as number) + 1, places });
    });
  let heldFrom = text.length;
  for (const form of forms.texts) {
    heldFrom = Math.min(heldFrom, text.length - beginningAt(text, form));
    const length = beginningAt(joined.text, form);
    if (length > 0) heldFrom = Math.min(heldFrom, joined.places()[joined.text.length - length] as number);
  }
  // A secret that overlaps with the rest is held back, too.
  if (heldFrom < text.length)
    for (const { from, to } of [...spans].sort((left, right) => right.to - left.to))
      if (to > heldFrom) heldFrom = Math.min(heldFrom, from);
  return { spans, heldFrom };
}

/** The text up to `end` with a bullet for each character of a secret. */
function cover(text: string, spans: readonly SecretSpan[], end: number): Buffer {
  if (spans.length === 0) return Buffer.from(text.slice(0, end), 'latin1');
  const marked = new Uint8Array(text.length);
  for (const { from, to, places } of spans)
    if (places === undefined) marked.fill(1, from, to);
    else for (const place of places) marked[place] = 1;
  let covered = '';
  let start = 0;
  for (let at = marked.indexOf(1); at >= 0 && at < end; at = marked.indexOf(1, at + 1)) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) continue;
    // The second and later bytes of a character are removed.
    covered += text.slice(start, at) + ((unit & 0xc0) === 0x80 ? '' : bulletBytes);
    start = at + 1;
  }
  return Buffer.from(covered + text.slice(start, end), 'latin1');
}

/** What is hidden on a screen. */
interface HiddenText {
  /** The pieces of the secrets, in composed form (NFC). */
  readonly pieces: TextFinder;
  /** The text that is being typed: each beginning of it before the cursor is hidden. */
  readonly typed: string | undefined;
}

// A shorter beginning of a secret before the cursor is more likely to be something else.
const minBeginning = 4;

/**
 * Replaces each character of a secret by `•`; a wide character by `•` and a blank. Lines that are full are joined with the
 * next one, whether or not it is soft-wrapped. Returns lines without secrets unchanged.
 */
function redactLines(lines: readonly Line[], hidden: HiddenText, cursor?: Cursor): readonly Line[] {
  const rows = rowsOf(lines, cursor);
  const text = rows.map((row) => row.text).join('');
  const redacted = new Map<number, Uint8Array>();
  const mark = (from: number, to: number): void => markCells(rows, from, to, redacted);
  hidden.pieces.find(text, mark);
  markEndAtTop(rows, text, hidden, mark);
  if (cursor !== undefined) markBeginningAtCursor(rows, text, hidden, cursor, mark);
  if (redacted.size === 0) return lines;
  return lines.map((line, row) => {
    const cols = redacted.get(row);
    return cols === undefined ? line : coverCells(line, cols);
  });
}

/** The text of a line and the break after it; `start` is its index in the text of all lines. */
interface Row {
  readonly line: Line;
  readonly text: string;
  readonly start: number;
  /** Whether it continues the line above. */
  readonly isContinued: boolean;
}

function rowsOf(lines: readonly Line[], cursor: Cursor | undefined): Row[] {
  const rows: Row[] = [];
  let start = 0;
  let isContinued = lines[0]?.isWrapped === true;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const isFull = next !== undefined && isFilled(line, next);
    const shown = index === cursor?.row ? pickLonger(line.trimmed, line.slice(0, endOf(cursor))) : line.trimmed;
    const text = isFull ? readFullText(line) : next === undefined ? shown : `${shown}\n`;
    rows.push({ line, text, start, isContinued });
    start += text.length;
    isContinued = isFull;
  }
  return rows;
}

const pickLonger = (left: string, right: string): string => (left.length < right.length ? right : left);
const endOf = ({ col, isWrapPending }: Cursor): number => col + (isWrapPending ? 1 : 0);

// A wide character that does not fit leaves the last cell blank.
const isFilled = (line: Line, next: Line): boolean =>
  line.isWritten(line.startOf(line.width - 1)) || (next.isWrapped && next.widthAt(0) === 2);
const readFullText = (line: Line): string => (line.isWritten(line.startOf(line.width - 1)) ? line.text : line.trimmed);

// The beginning of the first logical line has scrolled off, and may contain the beginning of a secret.
function markEndAtTop(
  rows: readonly Row[],
  text: string,
  { pieces }: HiddenText,
  mark: (from: number, to: number) => void,
): void {
  if (rows[0]?.isContinued !== true) return;
  for (const piece of pieces.texts) {
    let from = 1;
    while (from < piece.length && !text.startsWith(piece.slice(from))) from += 1;
    if (from < piece.length) mark(0, piece.length - from);
  }
}

function markBeginningAtCursor(
  rows: readonly Row[],
  text: string,
  { pieces, typed }: HiddenText,
  cursor: Cursor,
  mark: (from: number, to: number) => void,
): void {
  const row = rows[cursor.row];
  if (row === undefined) return;
  const end = row.start + row.line.slice(0, endOf(cursor)).length;
  for (const piece of pieces.texts) {
    const isTyped = typed?.includes(piece) === true;
    const length = beginningAt(text.slice(0, end), piece);
    if (length >= (isTyped ? 1 : minBeginning)) mark(end - length, end);
  }
}

function markCells(rows: readonly Row[], from: number, to: number, redacted: Map<number, Uint8Array>): void {
  for (let index = rowAt(rows, from); index < rows.length; index += 1) {
    const { line, text, start } = rows[index] as Row;
    if (start >= to) return;
    const cols = redacted.get(index) ?? new Uint8Array(line.width);
    const last = Math.min(to - start, text.length, line.text.length) - 1;
    for (let at = Math.max(0, from - start); at <= last; at += 1)
      if (text[at] !== '\n') cols.fill(1, line.columnAt(at), line.endColumnAt(at) + 1);
    redacted.set(index, cols);
  }
}

/** The row that contains an index of the text of all lines. */
function rowAt(rows: readonly Row[], index: number): number {
  let [first, after] = [0, rows.length];
  while (after - first > 1) {
    const middle = (first + after) >>> 1;
    if ((rows[middle] as Row).start <= index) first = middle;
    else after = middle;
  }
  return first;
}

const bulletCell = (1 << widthShift) | bullet.charCodeAt(0);

/** The line with a bullet in each marked cell, in the same style; the second half of a wide character becomes blank. */
function coverCells(line: Line, cols: Uint8Array): Line {
  const { words, combined, extensions, links } = line.cells;
  const copy: Cells = { words: words.slice(), combined: { ...combined }, extensions: { ...extensions }, links };
  const [texts, kinds] = [copy.combined as Record<number, string>, copy.extensions as Record<number, number>];
  for (let col = 0; col < line.width; col += 1) {
    if (cols[col] !== 1) continue;
    const first = line.startOf(col);
    copy.words.set(words.subarray(first * wordsPerCell, (first + 1) * wordsPerCell), col * wordsPerCell);
    copy.words[col * wordsPerCell] = first === col ? bulletCell : blankCell | 0x20;
    delete texts[col];
    const kind = extensions?.[first];
    if (kind !== undefined) kinds[col] = kind;
  }
  return new Line(copy, line.isWrapped);
}

// What may interrupt a secret: escape sequences, line breaks, and the blank and carriage return with which shells wrap a
// line. At the end of the output, also the beginning of one.
const interruptions =
  /\x1b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\][^\x07\x1b]*(?:\x07|\x1b\\|\x1b?$)|[ -/]+(?:[0-~]|$)|$)| ?\r\n?|\n| $/g;
const bulletBytes = Buffer.from('•').toString('latin1');
// More is not held back, for example of a text that repeats the beginning of a secret.
const maxHeldBytes = 64 * 1024;

/**
 * Redacts terminal output that arrives in pieces. Output that may be the beginning of a secret is held back until it is
 * known whether it is one.
 */
class StreamRedactor {
  readonly #getForms: () => TextFinder;
  readonly #write: (bytes: Uint8Array) => void;
  #original: TextFinder | undefined;
  /** The forms in UTF-8, one character per byte. */
  #forms = new TextFinder([]);
  #held = '';

  constructor(getForms: () => TextFinder, write: (bytes: Uint8Array) => void) {
    this.#getForms = getForms;
    this.#write = write;
  }

  /** Writes what is certain. The bytes are used during the call only. */
  push(bytes: Uint8Array): void {
    const forms = this.#listEncodedForms();
    if (forms.texts.length === 0) {
      this.#write(bytes);
      return;
    }
    const text = this.#held + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const { spans, heldFrom } = inspect(text, forms);
    if (spans.length === 0 && heldFrom === text.length) {
      this.#release(this.#held === '' ? bytes : Buffer.from(text, 'latin1'));
      this.#held = '';
      return;
    }
    const end = text.length - heldFrom > maxHeldBytes ? text.length : heldFrom;
    this.#held = text.slice(end);
    this.#release(cover(text, spans, end));
  }

  /** Writes what was held back. */
  flush(): void {
    const held = this.#held;
    this.#held = '';
    this.#release(cover(held, inspect(held, this.#forms).spans, held.length));
  }

  #release(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#write(bytes);
  }

  #listEncodedForms(): TextFinder {
    const forms = this.#getForms();
    if (forms !== this.#original) {
      this.#original = forms;
      this.#forms = new TextFinder(forms.texts.map((form) => Buffer.from(form).toString('latin1')));
    }
    return this.#forms;
  }
}
