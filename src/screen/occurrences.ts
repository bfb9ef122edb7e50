/** A piece of a text. */
export interface Span {
  readonly index: number;
  readonly length: number;
}

// indexOf may take the product of both lengths; below this that is nothing.
const mostSteps = 100_000;

/** A literal text to be found in others. */
export class Literal {
  readonly #text: string;
  #borders: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where it occurs, without overlaps. */
  in(text: string): Span[] {
    const spans: Span[] = [];
    const { length } = this.#text;
    const isLarge = length * text.length > mostSteps && length <= text.length;
    const next = (from: number): number => (isLarge ? this.#linearIndexIn(text, from) : text.indexOf(this.#text, from));
    for (let index = next(0); index >= 0; index = next(index + length)) spans.push({ index, length });
    return spans;
  }

  // Knuth, Morris and Pratt: never looks at a character of the text twice.
  #linearIndexIn(text: string, from: number): number {
    const sought = this.#text;
    this.#borders ??= bordersOf(sought);
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = this.#borders[matched - 1] as number;
      if (sought.charCodeAt(matched) === unit) matched += 1;
      if (matched === sought.length) return at - matched + 1;
    }
    return -1;
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
