// The parser of tapes. What VHS accepts is accepted; a command of tuispec is a word that VHS rejects.
import { constants } from 'node:os';
import { colorNames, parseRgb } from '../base/colors.js';
import { findNearest, quote, toOneLine } from '../base/text.js';
import { KeyError, parseKey } from '../terminal/input/keys.js';
import {
  type CommandEntry,
  commandTable,
  type Oracle,
  oracles,
  type ParsedTape,
  type Problem,
  type SettingEntry,
  type SettingKind,
  type StyleWords,
  settingTable,
  type TapeAction,
  type TapeCommand,
  type TapeSetting,
  type TapeTarget,
} from './commands.js';
import { PatternError, type TranslatedPattern, translatePattern } from './go-pattern.js';
import { readTokens, type Token } from './tokens.js';

const commandNames = Object.keys(commandTable);
const ownCommands = new Set(commandNames.filter((name) => commandTable[name]?.isOwn));
const vhsSettings = Object.entries<SettingEntry>(settingTable).flatMap(([name, { isOwn }]) => (isOwn ? [] : [name]));
const vocabulary = {
  keywords: new Set([
    ...commandNames.filter((name) => !ownCommands.has(name)),
    ...vhsSettings,
    ...['em', 'px', 'ms', 's', 'm', 'true', 'false', 'End'],
  ]),
  lineKeywords: ownCommands,
};
const msByUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
const isNumber = (text: string): boolean => text !== '' && Number(text) >= 0;
const bars = ['', 'Colorful', 'ColorfulRight', 'Rings', 'RingsRight'];
const settingKinds: Readonly<Record<SettingKind, { isValid(text: string): boolean; readonly expected: string }>> = {
  text: { isValid: () => true, expected: 'a text' },
  time: { isValid: () => true, expected: 'a time' },
  pattern: { isValid: () => true, expected: 'a pattern' },
  count: { isValid: (text) => isNumber(text) && Number.isInteger(Number(text)), expected: 'a whole number' },
  number: { isValid: isNumber, expected: 'a number' },
  percent: { isValid: isNumber, expected: 'a number' },
  boolean: { isValid: (text) => text === 'true' || text === 'false', expected: 'true or false' },
  bar: { isValid: (text) => bars.includes(text), expected: `one of ${bars.slice(1).join(', ')}` },
  fill: {
    isValid: (text) => !text.startsWith('#') || /^#[\da-fA-F]{6}$/.test(text),
    expected: 'a color such as "#1a1b26"',
  },
};
const maxDurationMs = 2_147_483_647;
const keySigns = new Set(['-', '@', '[', ']', '^', '\\']);
const ctrlKeys = new Set(['Enter', 'Space', 'Backspace', 'Left', 'Right', 'Up', 'Down']);
const chordKeys = new Set(['Enter', 'Tab', '[', ']']);
const expectations = ['Line', 'New', 'Gone', 'Title', 'Stable', 'Cursor'] as const;

/** Reads tokens. The entries of the table of commands call it. */
export class Parser {
  readonly #path: string;
  readonly #source: string;
  readonly #lines: readonly string[];
  readonly #tokens: readonly Token[];
  readonly #errors: Problem[] = [];
  readonly #warnings: Problem[] = [];
  #index = 0;

  constructor(source: string, path: string) {
    this.#path = path;
    this.#source = source;
    this.#lines = source.split(/\r?\n/);
    this.#tokens = readTokens(source, vocabulary);
    for (const token of this.#tokens)
      if (token.isOpen) this.warn(token, 'The closing quote is missing. The text ends at the end of the line.');
  }

  parse(): ParsedTape {
    const commands: TapeCommand[] = [];
    for (; this.current.type !== 'end'; this.advance()) {
      const { current } = this;
      if (current.type === 'comment') continue;
      const entry = current.type === 'keyword' ? commandTable[current.text] : undefined;
      if (entry === undefined && this.#skipHiddenComment(current)) continue;
      const name = entry === undefined ? 'ILLEGAL' : current.text;
      const action = this.#parseCommand(entry, current);
      const { line, column, start } = current;
      const text = this.#lines[line - 1] ?? '';
      const own = this.#source.slice(start, this.current.end);
      commands.push({ name, path: this.#path, line, column, text, source: toOneLine(own), action });
    }
    return {
      path: this.#path,
      commands,
      errors: sortProblems(this.#errors),
      warnings: sortProblems(withoutRepeats(this.#warnings)),
    };
  }

  #parseCommand(entry: CommandEntry | undefined, token: Token): TapeAction {
    const before = this.#errors.length;
    if (entry !== undefined) {
      const action = entry.parse(this);
      if (entry.isOwn && this.#errors.length > before) this.#skipArguments();
      return action;
    }
    const nearest = token.type === 'string' && !token.isQuoted ? findNearest(token.text, commandNames) : undefined;
    const action = this.fail(token, describeUnknown(token, nearest));
    if (nearest !== undefined) this.#skipArguments();
    return action;
  }

  /** The arguments of a command with an error are no errors of their own. */
  #skipArguments(): void {
    while (this.hasArgument('string', 'pattern', 'number') && (this.next.isQuoted || this.next.type === 'number'))
      this.advance();
  }

  /** To VHS, what follows `#@ ` is a comment; it is one unless it looks like a command. */
  #skipHiddenComment({ isHidden, text, line, column }: Token): boolean {
    if (!isHidden || findNearest(text, commandNames) !== undefined) return false;
    this.warn(
      { line, column },
      `After #@, a command of tuispec was expected, not ${quote(text)}. The line is ignored.`,
    );
    while (this.next.line === line && this.next.type !== 'end') this.advance();
    return true;
  }

  get current(): Token {
    return this.#tokens[this.#index] as Token;
  }

  /** To a command before it, what `#@ ` hides is a comment, as it is to VHS. */
  get next(): Token {
    const { current } = this;
    const next = (this.#tokens[this.#index + 1] ?? this.#tokens.at(-1)) as Token;
    const isSeen = next.isHidden !== true || (current.isHidden === true && current.line === next.line);
    return isSeen || next.type === 'end' ? next : { ...next, type: 'comment' };
  }

  advance(): void {
    if (this.#index < this.#tokens.length - 1) this.#index += 1;
  }

  fail({ line, column }: Pick<Token, 'line' | 'column'>, message: string): TapeAction {
    const isKnown = this.#errors.some((error) => error.line === line && error.column === column);
    if (!isKnown) this.#errors.push({ line, column, message });
    return { do: 'nothing' };
  }

  warn({ line, column }: Pick<Token, 'line' | 'column'>, message: string): void {
    this.#warnings.push({ line, column, message });
  }

  /** Whether the next token is an argument: of this type, and in the same line. */
  hasArgument(...types: readonly Token['type'][]): boolean {
    return this.next.line === this.current.line && types.includes(this.next.type);
  }

  take(): Token {
    this.advance();
    return this.current;
  }

  /** Takes a word that follows in the same line. */
  takeWord(word: string): boolean {
    const isThere = this.hasArgument('string', 'keyword') && this.next.isQuoted !== true && this.next.text === word;
    if (isThere) this.advance();
    return isThere;
  }

  takeSign(sign: string): boolean {
    const isThere = this.next.type === 'sign' && this.next.text === sign;
    if (isThere) this.advance();
    return isThere;
  }

  /** A text, with VHS's rule for what follows an error: whatever is next is used up. */
  readText(expected: string): string {
    if (this.next.type !== 'string') this.fail(this.next, expected);
    return this.take().text;
  }

  /** Texts that are joined with blanks. */
  readTexts(command: string): string {
    const texts: string[] = [];
    if (this.next.type !== 'string') this.fail(this.next, `${command} expects a text${describeFound(this.next)}.`);
    while (this.next.type === 'string') {
      const token = this.take();
      texts.push(token.text);
      if (token.isFirst && texts.length > 1) this.#warnAboutWord(command, token);
    }
    return texts.join(' ');
  }

  /** VHS joins a word of the next line with the text. It was probably meant as a command. */
  #warnAboutWord(command: string, token: Token): void {
    const nearest = findNearest(token.text, commandNames);
    if (nearest === undefined || !/^[A-Z]/.test(token.text)) return;
    this.warn(token, `${quote(token.text)} is a part of the text of ${command}. Did you mean ${nearest}?`);
  }

  /** The text of a command of tuispec. */
  readArgument(command: string, what: string): Token {
    if (this.hasArgument('string')) return this.take();
    this.fail(this.current, `${command} expects ${what}.`);
    return { ...this.current, text: '' };
  }

  readNumber(what: string, min: number, max: number): number {
    if (!this.hasArgument('number')) {
      this.fail(this.current, `${what} is missing.`);
      return min;
    }
    const token = this.take();
    const value = Number(token.text);
    if (!Number.isInteger(value) || value < min || value > max)
      this.fail(token, `${what} must be a whole number from ${min} to ${max}, not ${token.text}.`);
    return value;
  }

  /** `@TIME`. */
  readSpeed(): number | undefined {
    return this.takeSign('@') ? this.readTime() : undefined;
  }

  /** A number with a unit; without one, it is in seconds. */
  readTime(): number | undefined {
    if (this.next.type !== 'number') {
      this.fail(this.current, `Expected a time after ${this.current.text}, such as 500ms or 2s.`);
      return undefined;
    }
    return this.#toTime(this.take(), ['ms', 's', 'm']);
  }

  #toTime(token: Token, units: readonly string[]): number {
    const hasUnit = this.next.type === 'keyword' && units.includes(this.next.text);
    const ms = Number(token.text) * (msByUnit[hasUnit ? this.take().text : 's'] as number);
    if (!(ms <= maxDurationMs)) this.fail(token, `Expected a time, such as 500ms or 2s, not ${quote(token.text)}.`);
    return ms;
  }

  /** `[@TIME] [COUNT]`. */
  readRepeat(): { readonly delayMs: number | undefined; readonly count: number } {
    const delayMs = this.readSpeed();
    if (this.next.type !== 'number') return { delayMs, count: 1 };
    // VHS presses the key once if the number is not whole.
    const count = Number(this.take().text);
    return { delayMs, count: Number.isInteger(count) ? count : 1 };
  }

  readWait(): TapeAction {
    let where: 'line' | 'screen' = 'line';
    if (this.takeSign('+')) {
      if (this.next.type !== 'string' || !['Line', 'Screen'].includes(this.next.text))
        return this.fail(this.next, `Expected Line or Screen after Wait+${describeFound(this.next)}.`);
      where = this.take().text === 'Screen' ? 'screen' : 'line';
    }
    const timeoutMs = this.readSpeed();
    const times = timeoutMs === undefined ? {} : { timeoutMs };
    if (timeoutMs === 0) return this.fail(this.next, 'The time of Wait must be positive.');
    if (this.next.type !== 'pattern') return { do: 'wait', where, ...times };
    const pattern = this.#translate(this.take());
    return pattern === undefined ? { do: 'nothing' } : { do: 'wait', where, pattern, ...times };
  }

  readCtrl(): TapeAction {
    const modifiers: string[] = ['Ctrl'];
    const keys: string[] = [];
    const before = this.#errors.length;
    while (this.takeSign('+')) {
      const { next } = this;
      if (next.type === 'keyword' && (next.text === 'Alt' || next.text === 'Shift')) {
        modifiers.push(next.text);
        if (keys.length === 0) this.advance();
        else this.fail(this.current, 'Modifiers must come before the key.');
        continue;
      }
      if (isCtrlKey(next)) keys.push(next.text);
      else this.fail(this.current, `Expected a key after Ctrl+${describeFound(next)}.`);
      this.advance();
    }
    if (keys.length === 0 && modifiers.length === 1 && this.#errors.length === before)
      return this.fail(this.current, 'Expected a key after Ctrl, as in Ctrl+c.');
    return { do: 'chord', keys: keys.map((name) => [...modifiers, toKeyName(lowerLetter(name))].join('+')) };
  }

  readChord(modifier: 'Alt' | 'Shift'): TapeAction {
    if (this.takeSign('+')) {
      const { next } = this;
      const isNamed = (next.type === 'keyword' || next.type === 'sign') && chordKeys.has(next.text);
      if (next.type === 'string' || isNamed) {
        this.advance();
        if (modifier === 'Shift' && !isNamed) return { do: 'type', text: next.text.toUpperCase(), delayMs: 0 };
        const keys = isNamed ? [next.text] : [...next.text];
        return { do: 'chord', keys: keys.map((name) => `${modifier}+${toKeyName(name)}`) };
      }
    }
    return this.fail(this.current, `Expected a key after ${modifier}+, as in ${modifier}+Enter.`);
  }

  readSignal(): TapeAction {
    const token = this.readArgument('Signal', 'the name of a signal, such as INT');
    const name = token.text.toUpperCase().replace(/^SIG/, '');
    const names = Object.keys(constants.signals).map((known) => known.slice(3));
    const nearest = findNearest(name, names);
    if (token.text !== '' && !names.includes(name))
      return this.fail(
        token,
        `Unknown signal ${quote(token.text)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      );
    return { do: 'signal', name };
  }

  readSetting(): TapeAction {
    const name = this.next;
    const entry =
      Object.hasOwn(settingTable, name.text) && name.type !== 'end'
        ? (settingTable[name.text as TapeSetting] as SettingEntry)
        : undefined;
    if (entry === undefined) {
      const nearest = findNearest(name.text, Object.keys(settingTable));
      this.fail(
        name,
        `Unknown setting ${quote(name.text)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      );
    }
    this.advance();
    const setting = entry === undefined ? '' : (name.text as TapeSetting);
    if (entry?.kind === 'time' && setting === 'WaitTimeout') {
      const ms = this.readTime() ?? 0;
      return { do: 'set', setting, value: `${ms}ms`, number: ms };
    }
    const token = this.take();
    if (entry === undefined) return { do: 'set', setting, value: token.text, number: 0 };
    return {
      do: 'set',
      setting,
      value: token.text,
      number: this.#checkSetting(setting as TapeSetting, entry.kind, token),
    };
  }

  #checkSetting(name: TapeSetting, kind: SettingKind, token: Token): number {
    if (name === 'FontFamily' || name === 'CursorBlink')
      this.warn(token, `${name} is not supported. The setting is ignored.`);
    if (kind === 'time') return this.#toTime(token, ['ms', 's']);
    if (kind === 'percent') this.takeSign('%');
    if (kind === 'pattern') this.#translate(token);
    if (kind === 'fill' && !token.text.startsWith('#'))
      this.warn(token, 'A picture as MarginFill is not supported. The margin has the color of the background.');
    const { isValid, expected } = settingKinds[kind];
    if (!isValid(token.text)) this.fail(token, `${name} must be ${expected}, not ${quote(token.text)}.`);
    return Number(token.text);
  }

  #translate(token: Token): TranslatedPattern | undefined {
    try {
      return translatePattern(token.text);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.fail(token, `Invalid pattern ${quote(token.text)}: ${error.message}.`);
      return undefined;
    }
  }

  /** A text or a pattern, with its style. */
  readTarget(command: string): TapeTarget {
    if (!this.hasArgument('string', 'pattern')) {
      this.fail(this.current, `${command} expects a text in quotes or a pattern in slashes.`);
      return { type: 'exact', text: '' };
    }
    const token = this.take();
    if (token.text === '') this.fail(token, `The text of ${command} is empty.`);
    const pattern = token.type === 'pattern' ? (this.#translate(token) ?? { pattern: '', flags: '' }) : undefined;
    const style = this.takeWord('Style') ? { style: this.#readStyle() } : {};
    return pattern === undefined
      ? { type: 'exact', text: token.text, ...style }
      : { type: 'regex', ...pattern, ...style };
  }

  #readStyle(): StyleWords {
    const token = this.readArgument('Style', 'words such as "inverse fg=red"');
    const style: Record<string, boolean | number | string> = {};
    for (const word of token.text.split(/\s+/).filter((one) => one !== '')) {
      const [name = '', value] = word.split('=');
      const isFlag = value === undefined && styleFlags.includes(name);
      const color = name === 'fg' || name === 'bg' ? toColor(value ?? '') : undefined;
      if (!isFlag && color === undefined) this.fail(token, `Unknown style ${quote(word)}. ${adviseStyle(word)}`);
      style[name] = isFlag ? true : (color ?? '');
    }
    return style;
  }

  readExpect(): TapeAction {
    let how = 'screen';
    if (this.takeSign('+')) {
      const word = this.next.text;
      const nearest = findNearest(word, expectations);
      if (!expectations.some((one) => one === word))
        return this.fail(
          this.next,
          `Unknown word ${quote(word)} after Expect+.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
        );
      how = this.take().text.toLowerCase();
    }
    const timeoutMs = this.readSpeed();
    if (how === 'stable')
      return { do: 'expect-stable', timeoutMs, quietMs: this.hasArgument('number') ? (this.readTime() ?? 0) : 250 };
    if (how === 'cursor')
      return {
        do: 'expect-cursor',
        timeoutMs,
        row: this.readNumber('The row', 1, 1000),
        col: this.readNumber('The column', 1, 1000),
      };
    const target = this.readTarget('Expect');
    return { do: 'expect', how: how as 'screen', timeoutMs, target };
  }

  readCheck(): TapeAction {
    const found: Oracle[] = [];
    while (this.hasArgument('string') && this.next.text !== 'allow') {
      const token = this.take();
      const oracle = oracles.find((one) => one === token.text);
      const nearest = findNearest(token.text, oracles);
      if (oracle !== undefined) found.push(oracle);
      else
        this.fail(
          token,
          `Unknown oracle ${quote(token.text)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Expected ${oracles.join(', ')}.`,
        );
    }
    if (found.length === 0 && this.#errors.at(-1)?.line !== this.current.line)
      this.fail(this.current, `Check expects one of ${oracles.join(', ')}.`);
    const allowedExits: number[] = [];
    if (this.takeWord('allow')) {
      do allowedExits.push(this.readNumber('The exit code', 0, 255));
      while (this.hasArgument('illegal') && this.next.text === ',' && this.take());
    }
    return { do: 'check', oracles: found, allowedExits };
  }

  readCommandList(): TapeAction {
    const token = this.take();
    try {
      const words: unknown = JSON.parse(token.text);
      if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string'))
        return { do: 'launch', command: words };
    } catch {
      // Described below.
    }
    return this.fail(token, 'Launch expects a JSON array of texts, such as ["sh", "-c", "date"].');
  }

  /** Whether a key is known; otherwise, it is an error. */
  checkKey(token: Token, name: string): boolean {
    try {
      parseKey(name);
      return true;
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      this.fail(token, error.message);
      return false;
    }
  }
}

const isCtrlKey = ({ type, text }: Token): boolean =>
  (type === 'sign' && keySigns.has(text)) ||
  (type === 'keyword' && ctrlKeys.has(text)) ||
  (type === 'string' && text.length === 1);
const lowerLetter = (name: string): string => (name.length === 1 ? name.toLowerCase() : name);
/** The spelling of a key after modifiers. */
const toKeyName = (name: string): string => ({ '-': 'Minus', '+': 'Plus', ' ': 'Space' })[name] ?? name;

const styleFlags = ['bold', 'dim', 'italic', 'underline', 'inverse', 'strikethrough'];

function adviseStyle(word: string): string {
  const known = [...styleFlags, ...colorNames.flatMap((color) => [`fg=${color}`, `bg=${color}`])];
  const nearest = toColor(word) === undefined ? findNearest(word, known) : `fg=${word}`;
  return nearest === undefined ? 'Expected words such as bold, inverse and fg=red.' : `Did you mean ${nearest}?`;
}

function toColor(text: string): number | string | undefined {
  if (/^\d{1,3}$/.test(text) && Number(text) < 256) return Number(text);
  return text === 'default' || colorNames.includes(text) || parseRgb(text) !== undefined ? text : undefined;
}

const describeFound = (token: Token): string => (token.type === 'end' ? '' : `, not ${quote(token.text)}`);

function describeUnknown({ text, isQuoted, type }: Token, nearest: string | undefined): string {
  if (isQuoted) return `Unexpected ${type === 'pattern' ? 'pattern' : 'text'} ${quote(text)}. Expected a command.`;
  return `Unknown command ${quote(text)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
}

const sortProblems = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((left, right) => left.line - right.line || left.column - right.column);

const withoutRepeats = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ message }, index) => problems.findIndex((other) => other.message === message) === index);

/** Parses a tape. `path` is only remembered. */
export const parseTape = (source: string, path: string): ParsedTape => new Parser(source, path).parse();
