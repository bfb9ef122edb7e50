// The spellings of secrets, and where they occur in texts with line breaks, escape sequences or an ellipsis.
import { escapePattern } from '../../base/text.js';

/** A text without its interruptions. */
interface JoinedText {
  readonly text: string;
  /** For each position of the text, its position in the original text; computed on demand. */
  places(): Uint32Array;
}

/** Joins the parts of a text between interruptions; the expression must be global. */
export function joinText(original: string, interruptions: RegExp): JoinedText {
  const text = original.replaceAll(interruptions, '');
  let places: Uint32Array | undefined;
  return { text, places: () => (places ??= findPlaces(original, text.length, interruptions)) };
}

function findPlaces(original: string, length: number, interruptions: RegExp): Uint32Array {
  const places = new Uint32Array(length);
  let [index, at] = [0, 0];
  const keep = (end: number): void => {
    for (; at < end; at += 1) places[index++] = at;
  };
  for (const { index: start, 0: found } of original.matchAll(interruptions)) {
    keep(start);
    at = start + found.length;
  }
  keep(original.length);
  return places;
}

/** What replaces each character of a secret. */
export const bullet = '•';

// Line breaks and escape sequences: a soft wrap or a change of style may interrupt a secret.
const interruptions = /\r?\n|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g;
const hasInterruption = /[\n\x1b]/;
// A message ends a text that it has truncated with this.
const ellipsis = '…';

/** Replaces the characters of each occurrence of a form by `•`; returns the same string if there is none. */
export function redactText(text: string, forms: TextFinder): string {
  const marks = new Marks(text.length);
  forms.find(text, (from, to) => marks.add(from, to));
  if (hasInterruption.test(text)) markInterrupted(text, forms, marks);
  if (text.includes(ellipsis)) markTruncated(text, forms, marks);
  return marks.isEmpty ? text : marks.cover(text);
}

/** Replaces the characters of each occurrence of a form in several strings by `•`; one may begin in one string and end in another. */
export function redactTogether(texts: readonly string[], forms: TextFinder): readonly string[] {
  const whole = texts.join('\n');
  const marks = new Marks(whole.length);
  forms.find(whole, (from, to) => marks.add(from, to));
  markInterrupted(whole, forms, marks);
  if (whole.includes(ellipsis)) markTruncated(whole, forms, marks);
  if (marks.isEmpty) return texts;
  let start = 0;
  return texts.map((text) => {
    const covered = marks.cover(text, start);
    start += text.length + 1;
    return covered;
  });
}

/** The marked positions of a text. */
class Marks {
  readonly #length: number;
  #marked: Uint8Array | undefined;

  constructor(length: number) {
    this.#length = length;
  }

  get isEmpty(): boolean {
    return this.#marked === undefined;
  }

  add(from: number, to: number): void {
    this.#marked ??= new Uint8Array(this.#length);
    this.#marked.fill(1, from, to);
  }

  /** The text, which begins at `start` of the marked one, with a bullet for each marked character. */
  cover(text: string, start = 0): string {
    let covered = '';
    let index = start;
    for (const character of text) {
      const isMarked = this.#marked?.[index] === 1 && character >= ' ';
      covered += isMarked ? bullet : character;
      index += character.length;
    }
    return covered;
  }
}

function markInterrupted(text: string, forms: TextFinder, marks: Marks): void {
  const joined = joinText(text, interruptions);
  forms.find(joined.text, (from, to) => {
    const places = joined.places();
    for (let index = from; index < to; index += 1) marks.add(places[index] as number, (places[index] as number) + 1);
  });
}

function markTruncated(text: string, forms: TextFinder, marks: Marks): void {
  for (let end = text.indexOf(ellipsis); end >= 0; end = text.indexOf(ellipsis, end + 1))
    for (const form of forms.texts) {
      const length = beginningAt(text.slice(0, end), form);
      if (length > 0) marks.add(end - length, end);
    }
}

/** The length of the longest proper beginning of a form that a text ends with. */
export function beginningAt(text: string, form: string): number {
  const first = form.charAt(0);
  const start = Math.max(0, text.length - form.length + 1);
  for (let at = text.indexOf(first, start); at >= 0; at = text.indexOf(first, at + 1))
    if (form.startsWith(text.slice(at))) return text.length - at;
  return 0;
}

// Shorter pieces would hide parts of ordinary text.
const minPieceLength = 4;
const controls = /[\x00-\x1f\x7f-\x9f]+/;

/** Whether a text can be hidden: it has at least 4 characters without the blanks at its ends. */
export const isLongEnough = (text: string): boolean => [...text.trim()].length >= minPieceLength;

/** The parts of a secret between line breaks and other control characters, which a terminal displays separately. */
export function piecesOf(secret: string): string[] {
  const pieces = secret.split(controls).map((piece) => piece.trim());
  return [secret.trim(), ...pieces].filter(isLongEnough);
}

/** The ways in which a secret can be spelled in a message: escaped for JSON or a regular expression, composed or decomposed. */
export function formsOf(secret: string): string[] {
  const spellings = [secret, ...piecesOf(secret)].flatMap((text) => [
    text,
    text.normalize('NFC'),
    text.normalize('NFD'),
    text.replaceAll(/\r\n?/g, '\n'),
  ]);
  return [...new Set(spellings.flatMap((text) => [text, toJsonForm(text), toAsciiForm(text), toPatternForm(text)]))];
}

const toJsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

const toAsciiForm = (text: string): string =>
  toJsonForm(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const toPatternForm = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

// Enough of a text to recognize nearly all others.
const prefixLength = 12;

/** Finds several texts in another one. */
export class TextFinder {
  readonly texts: readonly string[];
  /** Matches the beginning of each text. One pass excludes nearly all input, however many texts there are. */
  readonly #prefilter: RegExp;

  constructor(texts: Iterable<string>) {
    this.texts = [...new Set(texts)];
    const prefixes = [...new Set(this.texts.map((text) => text.slice(0, prefixLength)))];
    this.#prefilter = new RegExp(prefixes.map(escapePattern).join('|'));
  }

  /** Calls `mark` for each occurrence of each text. Overlapping occurrences of one text may be combined. */
  find(within: string, mark: (from: number, to: number) => void): void {
    const first = within.search(this.#prefilter);
    if (this.texts.length === 0 || first < 0) return;
    for (const text of this.texts) markOccurrences(text, within, first, mark);
  }
}

function markOccurrences(text: string, within: string, start: number, mark: (from: number, to: number) => void): void {
  let [from, to] = [0, -1];
  for (let at = within.indexOf(text, start); at >= 0; at = within.indexOf(text, at + 1)) {
    if (at > to) {
      if (to > from) mark(from, to);
      from = at;
    }
    to = at + text.length;
  }
  if (to > from) mark(from, to);
}
