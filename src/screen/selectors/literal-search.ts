import type { TextSpan } from '../text-span.js';

// `indexOf` may take as many steps as the product of both lengths. This many are fast enough.
const maxSteps = 100_000;

const noSpans: readonly TextSpan[] = [];

/** A literal text to find in other texts. */
export class Literal {
  readonly #text: string;
  #borders: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the accepted occurrences, without overlaps. */
  findIn(text: string, accepts: (span: TextSpan) => boolean): readonly TextSpan[] {
    const { length } = this.#text;
    if (length * text.length > maxSteps && length <= text.length) return this.#findInLong(text, accepts);
    const first = text.indexOf(this.#text);
    if (first < 0) return noSpans;
    const spans: TextSpan[] = [];
    for (let index = first; index >= 0; ) {
      const span = { index, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      index = text.indexOf(this.#text, index + (isAccepted ? length : 1));
    }
    return spans;
  }

  // Knuth, Morris and Pratt: reads each character of the text once.
  #findInLong(text: string, accepts: (span: TextSpan) => boolean): TextSpan[] {
    const needle = this.#text;
    const { length } = needle;
    const spans: TextSpan[] = [];
    this.#borders ??= computeBorders(needle);
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = this.#borders[matched - 1] as number;
      if (needle.charCodeAt(matched) === unit) matched += 1;
      if (matched < length) continue;
      const span = { index: at - length + 1, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      matched = isAccepted ? 0 : (this.#borders[length - 1] as number);
    }
    return spans;
  }
}

/** For each prefix of a text: the length of its longest border, which is both a prefix and a suffix of it. */
function computeBorders(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (text.charCodeAt(matched) === unit) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
