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
    for (const text of this.texts) findText(text, within, first, mark);
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function findText(text: string, within: string, start: number, mark: (from: number, to: number) => void): void {
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
