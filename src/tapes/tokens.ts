// The tokens of tapes. They are those of VHS: any white space separates them, words have no escapes, and a string ends at the
// end of its line.

/** What a token is. A word that is no keyword is a string. */
type TokenType = 'keyword' | 'string' | 'number' | 'pattern' | 'json' | 'list' | 'comment' | 'sign' | 'illegal' | 'end';

export interface Token {
  readonly type: TokenType;
  /** Without quotes. */
  readonly text: string;
  /** Beginning with 1. */
  readonly line: number;
  readonly column: number;
  /** The offset of its first character, and that behind its last. */
  readonly start: number;
  readonly end: number;
  /** Whether it is in quotes. */
  readonly isQuoted?: boolean;
  /** Whether its closing quote is missing. */
  readonly isOpen?: boolean;
  /** Whether it is the first word of a line. */
  readonly isFirst?: boolean;
  /** Whether it follows `#@ `, which hides it from VHS. */
  readonly isHidden?: boolean;
}

/** What the words of a tape mean. */
interface Vocabulary {
  /** Words that are keywords wherever they are. */
  readonly keywords: ReadonlySet<string>;
  /** Words that are keywords only at the beginning of a line, or after `#@ `. */
  readonly lineKeywords: ReadonlySet<string>;
}

/** Splits a tape into tokens. The last one is of type `end`. */
export const readTokens = (source: string, vocabulary: Vocabulary): Token[] => new Lexer(source, vocabulary).read();

const signs = '@=][-%^\\+';
const quotes = '"\'`';
const hiding = '#@ ';
const word = /[A-Za-z.][A-Za-z.\-_/%0-9]*/y;
const number = /[\d.]+/y;
const blanks = /[ \t\r\n]*/y;
const restOfLine = /[^\r\n]*/y;

class Lexer {
  readonly #source: string;
  readonly #vocabulary: Vocabulary;
  readonly #tokens: Token[] = [];
  #offset = 0;
  #line = 1;
  #lineStart = 0;
  /** The line in which `#@ ` hides the rest from VHS. */
  #hiddenLine = 0;
  #isFirstInLine = true;

  constructor(source: string, vocabulary: Vocabulary) {
    this.#source = source;
    this.#vocabulary = vocabulary;
  }

  read(): Token[] {
    for (this.#skipBlanks(); this.#offset < this.#source.length; this.#skipBlanks()) this.#readToken();
    this.#add('end', '', 0);
    return this.#tokens;
  }

  #readToken(): void {
    const character = this.#source[this.#offset] as string;
    if (character === '#') this.#readComment();
    else if (character === '{') this.#readJson();
    else if (quotes.includes(character)) this.#readEnclosed('string', character);
    else if (character === '/') this.#readEnclosed('pattern', character);
    else if (signs.includes(character)) this.#add('sign', character, 1);
    else if (/^(?:\d|\.\d)/.test(this.#source.slice(this.#offset, this.#offset + 2))) this.#addText('number', number);
    else if (/[A-Za-z.]/.test(character)) this.#readWord();
    else {
      const text = String.fromCodePoint(this.#source.codePointAt(this.#offset) as number);
      this.#add('illegal', text, text.length);
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#source)?.[0] ?? '';
  }

  #skipBlanks(): void {
    for (const character of this.#match(blanks)) {
      this.#offset += 1;
      if (character === '\n') this.#beginLine();
    }
  }

  #beginLine(): void {
    this.#line += 1;
    this.#lineStart = this.#offset;
    this.#isFirstInLine = true;
  }

  #add(type: TokenType, text: string, length: number, others: Partial<Token> = {}): void {
    const hidden = this.#hiddenLine === this.#line ? { isHidden: true } : {};
    const column = this.#offset - this.#lineStart + 1;
    const place = { line: this.#line, column, start: this.#offset, end: this.#offset + length };
    this.#tokens.push({ type, text, ...place, ...hidden, ...others });
    this.#isFirstInLine = false;
    const end = this.#offset + length;
    // JSON can have several lines.
    for (let found = this.#source.indexOf('\n', this.#offset); found >= 0 && found < end; ) {
      this.#offset = found + 1;
      this.#beginLine();
      found = this.#source.indexOf('\n', this.#offset);
    }
    this.#offset = end;
  }

  #addText(type: TokenType, pattern: RegExp): void {
    const text = this.#match(pattern);
    this.#add(type, text, text.length);
  }

  #readComment(): void {
    if (this.#source.startsWith(hiding, this.#offset)) {
      this.#hiddenLine = this.#line;
      this.#offset += hiding.length;
      this.#isFirstInLine = true;
      return;
    }
    const text = this.#match(restOfLine);
    this.#add('comment', text.slice(1), text.length);
  }

  #readEnclosed(type: 'string' | 'pattern', quote: string): void {
    let end = this.#offset + 1;
    while (end < this.#source.length && !'\r\n'.includes(this.#source[end] as string)) {
      if (this.#source[end] === quote && !(type === 'pattern' && this.#isEscaped(end))) break;
      end += 1;
    }
    const isOpen = this.#source[end] !== quote;
    const text = this.#source.slice(this.#offset + 1, end);
    this.#add(type, type === 'pattern' ? text.replaceAll('\\/', '/') : text, end - this.#offset + (isOpen ? 0 : 1), {
      isQuoted: true,
      ...(isOpen ? { isOpen } : {}),
    });
  }

  #isEscaped(offset: number): boolean {
    let backslashes = 0;
    while (this.#source[offset - 1 - backslashes] === '\\') backslashes += 1;
    return backslashes % 2 === 1;
  }

  #readJson(): void {
    const end = this.#source.indexOf('}', this.#offset);
    const text = end < 0 ? this.#source.slice(this.#offset) : this.#source.slice(this.#offset, end + 1);
    this.#add('json', end < 0 ? `${text}}` : text, text.length);
  }

  #readWord(): void {
    const text = this.#match(word);
    const { keywords, lineKeywords } = this.#vocabulary;
    const isFirst = this.#isFirstInLine;
    const isKeyword = keywords.has(text) || (isFirst && lineKeywords.has(text));
    this.#add(isKeyword ? 'keyword' : 'string', text, text.length, isFirst ? { isFirst } : {});
    if (isFirst && text === 'Launch') this.#readList();
  }

  /** The rest of the line, if it is a list in JSON: that has other tokens. */
  #readList(): void {
    while (' \t'.includes(this.#source[this.#offset] ?? '\n')) this.#offset += 1;
    const text = this.#source[this.#offset] === '[' ? this.#match(restOfLine).replace(/\][^\]]*$/, ']') : '';
    if (text !== '') this.#add('list', text, text.length);
  }
}
