import type { TextSpan } from '../screen/text-span.js';

// indexOf may take the product of both lengths; below this that is nothing.
const maxSteps = 100_000;

const none: readonly TextSpan[] = [];

/** A literal text to be found in others. */
export class Literal {
  readonly #text: string;
  #borders: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where it occurs and is accepted, without overlaps. */
  in(text: string, accepts: (span: TextSpan) => boolean): readonly TextSpan[] {
    const { length } = this.#text;
    if (length * text.length > maxSteps && length <= text.length) return this.#inLong(text, accepts);
    const first = text.indexOf(this.#text);
    if (first < 0) return none;
    const spans: TextSpan[] = [];
    for (let index = first; index >= 0; ) {
      const span = { index, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      index = text.indexOf(this.#text, index + (isAccepted ? length : 1));
    }
    return spans;
  }

  // Knuth, Morris and Pratt: looks at each character of the text once.
  #inLong(text: string, accepts: (span: TextSpan) => boolean): TextSpan[] {
    const sought = this.#text;
    const { length } = sought;
    const spans: TextSpan[] = [];
    this.#borders ??= bordersOf(sought);
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = this.#borders[matched - 1] as number;
      if (sought.charCodeAt(matched) === unit) matched += 1;
      if (matched < length) continue;
      const span = { index: at - length + 1, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      matched = isAccepted ? 0 : (this.#borders[length - 1] as number);
    }
    return spans;
  }
}

/** For each beginning of a text: how long the longest piece is that it both begins and ends with. */
function bordersOf(text: string): Int32Array {
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
