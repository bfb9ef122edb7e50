/** The parts of a pattern that decide how long a backtracking engine can take. */
export type PatternNode =
  /** One UTF-16 code unit; `source` is a pattern of its own. */
  | { readonly type: 'unit'; readonly source: string }
  | { readonly type: 'caret' | 'assertion' }
  | { readonly type: 'lookahead'; readonly body: PatternNode }
  | { readonly type: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

const special = '\\^$.*+?()[]{}|';
// A class, an escape or one code unit. Escapes that refer to groups or whose length depends on the context are missing.
const unit = /\[(?:\\[\s\S]|[^\\\]])*\]|\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^\dbBck])|[^\\[()|*+?]/y;
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const group = /\((?!\?)|\(\?:|\(\?<(?![=!])[^>]*>/y;
const lookahead = /\(\?[=!]/y;
const assertion = /\^|\$|\\[bB]/y;

/**
 * Parses a pattern that the engine accepts without the flags `u` and `v`. Returns undefined if it contains anything else
 * than units, groups, quantifiers, alternatives, lookaheads and simple assertions.
 */
export const parsePattern = (pattern: string): PatternNode | undefined => new PatternParser(pattern).parse();

class PatternParser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PatternNode | undefined {
    const node = this.#parseChoice();
    return this.#at === this.#pattern.length ? node : undefined;
  }

  #parseChoice(): PatternNode | undefined {
    const options: PatternNode[] = [];
    do {
      const option = this.#parseSequence();
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.#skip('|'));
    return combine('choice', options);
  }

  #parseSequence(): PatternNode | undefined {
    const items: PatternNode[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] as string)) {
      const atom = this.#parseAtom();
      const item = atom && this.#parseQuantifier(atom);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return combine('sequence', items);
  }

  #parseAtom(): PatternNode | undefined {
    const next = this.#pattern[this.#at] as string;
    if (!special.includes(next)) {
      this.#at += 1;
      return { type: 'unit', source: next };
    }
    const simple = this.#match(assertion)?.[0];
    if (simple !== undefined) return { type: simple === '^' ? 'caret' : 'assertion' };
    if (this.#match(group) !== undefined) return this.#parseBody();
    if (this.#match(lookahead) !== undefined) {
      const body = this.#parseBody();
      return body && { type: 'lookahead', body };
    }
    const source = this.#match(unit)?.[0];
    return source === undefined ? undefined : { type: 'unit', source };
  }

  #parseBody(): PatternNode | undefined {
    const body = this.#parseChoice();
    return this.#skip(')') ? body : undefined;
  }

  // Without the flags `u` and `v`, a brace that is not part of a quantifier is a literal.
  #parseQuantifier(body: PatternNode): PatternNode {
    if (!'*+?{'.includes(this.#pattern[this.#at] ?? '|')) return body;
    const [found, sign, digits, comma, maxDigits] = this.#match(quantifier) ?? [];
    if (found === undefined) return body;
    if (sign === undefined) {
      const min = Number(digits);
      const openMax = comma === '' ? min : Number.POSITIVE_INFINITY;
      return { type: 'repeat', body, min, max: maxDigits === '' ? openMax : Number(maxDigits) };
    }
    return { type: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  }

  #skip(character: string): boolean {
    const isThere = this.#pattern[this.#at] === character;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

const combine = (type: 'sequence' | 'choice', parts: readonly PatternNode[]): PatternNode =>
  parts.length === 1 ? (parts[0] as PatternNode) : { type, parts };
