import { joinText } from './join-text.js';
import type { TextFinder } from './text-finder.js';

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

/** The same for several strings in which an occurrence may begin in one and end in another. */
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
