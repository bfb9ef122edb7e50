// Patterns of tapes are those of Go (RE2). They become patterns of JavaScript that match the same texts.

/** A pattern of JavaScript. */
export interface TranslatedPattern {
  readonly pattern: string;
  readonly flags: string;
}

/** A pattern that Go rejects, or that JavaScript cannot express. The message is a sentence without its end. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

// Classes of RE2 without their brackets.
const posixClasses: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
};
// What matches at the ends of the text, whatever the flag `m`. `\s` of JavaScript contains spaces of Unicode and the vertical tab.
const escapes: Readonly<Record<string, string>> = {
  a: '\\x07',
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  b: '\\b',
  B: '\\B',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
};
const classEscapes: Readonly<Record<string, string>> = { a: '\\x07', s: '\\t\\n\\f\\r ' };
const same = new Set(['d', 'D', 'w', 'W', 't', 'n', 'r', 'f', 'v']);
const maxRepeat = 1000;

/** Translates a pattern of Go; throws a PatternError. */
export function translatePattern(source: string): TranslatedPattern {
  const translated = new Translator(source).translate();
  try {
    new RegExp(translated.pattern, translated.flags);
  } catch (error) {
    throw new PatternError(
      (error as Error).message.replace(/^.*: /s, '').replace(/^./, (first) => first.toLowerCase()),
    );
  }
  return translated;
}

class Translator {
  readonly #source: string;
  readonly #flags = new Set<string>();
  #offset = 0;
  #isUnicode: boolean;

  constructor(source: string) {
    this.#source = source;
    this.#isUnicode = /[^\0-\uffff]|[\ud800-\udfff]/u.test(source);
  }

  translate(): TranslatedPattern {
    const [flags = '', letters = ''] = /^\(\?([a-zA-Z]*)\)/.exec(this.#source) ?? [];
    for (const letter of letters) this.#addFlag(letter);
    this.#offset = flags.length;
    let pattern = '';
    while (this.#offset < this.#source.length) pattern += this.#translateNext();
    return { pattern, flags: [...this.#flags, ...(this.#isUnicode ? ['u'] : [])].join('') };
  }

  #addFlag(letter: string): void {
    if (!'ims'.includes(letter)) throw new PatternError(`the flag ${letter} cannot be translated`);
    this.#flags.add(letter);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(pattern.source, 'sy');
    sticky.lastIndex = this.#offset;
    const found = sticky.exec(this.#source) ?? undefined;
    this.#offset += found?.[0].length ?? 0;
    return found;
  }

  #translateNext(): string {
    const character = this.#source[this.#offset] as string;
    if (character === '\\') return this.#translateEscape(false);
    if (character === '[') return this.#translateClass();
    if (character === '(') return this.#translateGroup();
    const repeat = this.#take(/\{(\d+)(?:,(\d*))?\}/);
    if (repeat !== undefined) {
      if (Math.max(Number(repeat[1]), Number(repeat[2] ?? 0)) > maxRepeat)
        throw new PatternError(`the number of repetitions in ${repeat[0]} exceeds ${maxRepeat}`);
      return repeat[0];
    }
    this.#offset += 1;
    // They are literal if they are no quantifier or class.
    return '{}]/'.includes(character) ? `\\${character}` : character;
  }

  #translateGroup(): string {
    const name = this.#take(/\(\?P?<([A-Za-z_]\w*)>/)?.[1];
    if (name !== undefined) return `(?<${name}>`;
    if (this.#take(/\(\?:/) !== undefined) return '(?:';
    const special = this.#take(/\(\?[^)]{0,3}/)?.[0];
    if (special !== undefined) throw new PatternError(`${special} cannot be translated`);
    this.#offset += 1;
    return '(';
  }

  #translateEscape(isInClass: boolean): string {
    const quoted = isInClass ? undefined : this.#take(/\\Q(.*?)(?:\\E|$)/)?.[1];
    if (quoted !== undefined) return quoted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    const property = this.#take(/\\([pP])(?:\{(\^?)(\w+)\}|([A-Z]))/);
    if (property !== undefined) return this.#translateProperty(property);
    const code = this.#take(/\\x(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))|\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/);
    if (code !== undefined)
      return this.#encode(
        code[3] === undefined ? Number.parseInt(code[1] ?? code[2] ?? '', 16) : Number.parseInt(code[3], 8),
      );
    const escaped = this.#take(/\\([\s\S])/)?.[1];
    if (escaped === undefined) throw new PatternError('a backslash is the last character');
    return (isInClass ? classEscapes[escaped] : escapes[escaped]) ?? this.#translateOther(escaped, isInClass);
  }

  #translateOther(escaped: string, isInClass: boolean): string {
    if (same.has(escaped)) return `\\${escaped}`;
    if (/[\w\s]/.test(escaped) || escaped > '~') throw new PatternError(`\\${escaped} cannot be translated`);
    return /[\\^$.*+?()[\]{}|/]/.test(escaped) || (isInClass && escaped === '-') ? `\\${escaped}` : escaped;
  }

  #translateProperty([, kind = 'p', negation = '', name, letter]: RegExpExecArray): string {
    this.#isUnicode = true;
    const isNegated = (kind === 'P') !== (negation === '^');
    const value = name ?? letter ?? '';
    const isScript = value.length > 2;
    return `\\${isNegated ? 'P' : 'p'}{${isScript ? 'Script=' : ''}${value}}`;
  }

  #encode(code: number): string {
    if (code > 0x10ffff) throw new PatternError('a character code exceeds 10FFFF');
    if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
    this.#isUnicode = true;
    return `\\u{${code.toString(16)}}`;
  }

  #translateClass(): string {
    let translated = this.#take(/\[\^?\]?/)?.[0].replace(/\]$/, '\\]') ?? '';
    while (this.#source[this.#offset] !== ']') {
      if (this.#offset >= this.#source.length) throw new PatternError('the closing bracket of a class is missing');
      translated += this.#translateInClass();
    }
    this.#offset += 1;
    return `${translated}]`;
  }

  #translateInClass(): string {
    const [all, negation, name = ''] = this.#take(/\[:(\^?)(\w+):\]/) ?? [];
    if (all !== undefined) {
      const ranges = posixClasses[name];
      if (ranges === undefined || negation === '^') throw new PatternError(`${all} cannot be translated`);
      return ranges;
    }
    const character = this.#source[this.#offset] as string;
    if (character === '\\') return this.#translateEscape(true);
    this.#offset += 1;
    return '[/'.includes(character) ? `\\${character}` : character;
  }
}
