import { joinText } from './join-text.js';
import { beginningAt } from './redact-text.js';
import { TextFinder } from './text-finder.js';

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
export class StreamRedactor {
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
