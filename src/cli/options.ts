// Commands and their options, what a command knows of its process, and how it reports failures.
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Log } from '../base/errors.js';
import { findNearest, parseDuration } from '../base/text.js';

/** A terminal that the player draws on. */
export interface Display {
  getSize(): { readonly cols: number; readonly rows: number };
  /** Enters the alternate screen, and raw mode if standard input is a terminal too. Can be called again after `close`. */
  open(listener: DisplayListener): void;
  /** Resolves when the terminal has accepted the text. */
  write(text: string): Promise<void>;
  /** Restores the terminal; idempotent. */
  close(): void;
}
/** Receives the events of a display. */
export interface DisplayListener {
  onKeys(text: string): void;
  onResize(): void;
  /** The terminal has been closed. */
  onLost(): void;
}

/** The terminal of a person, which a program uses as if it ran there. */
export interface UsedTerminal {
  getSize(): { readonly cols: number; readonly rows: number };
  /** Passes on every byte, in raw mode. What was written before is written now. */
  open(listener: TerminalListener): void;
  write(bytes: Uint8Array): void;
  /** Writes what remains and an end, and restores the mode; idempotent. */
  close(end: string): void;
}
/** Receives the events of a terminal that a program uses. */
export interface TerminalListener {
  onInput(chunk: Buffer): void;
  onResize(): void;
  /** Whether the terminal is too slow for what was written. */
  onFull(isFull: boolean): void;
  /** The terminal has been closed. */
  onLost(): void;
}

/** The process that a command runs in. */
export interface ProcessHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  /** Whether standard input is a terminal. */
  readonly isInteractive: boolean;
  openOutput(): Writable;
  /** The terminal connected to standard output; undefined if there is none. */
  openDisplay(): Display | undefined;
  /** The terminal of standard input and output, for another program; undefined if one of them is none. */
  openTerminal(): UsedTerminal | undefined;
  readonly isErrorTerminal: boolean;
  /** Marks an exit code as that of a program. It may look like a signal, which has not ended this process. */
  asProgramStatus(status: number): number;
  writeError(text: string): void;
  /** Stops this process, as Ctrl+Z does. Resolves when it continues, or immediately if it cannot be stopped. */
  suspend(): Promise<void>;
  onSignal(handle: (name: string) => void): void;
  onBug(handle: (error: unknown) => void): void;
}

export interface Command {
  /** What the command does, as an imperative phrase. */
  readonly what: string;
  /** The description in the help text of the command. */
  readonly explanation: string;
  readonly operands: readonly Operand[];
  /** What follows `--` in the synopsis, if the command takes another command line. */
  readonly commandLine?: string;
  readonly options: Options;
  /** Command lines that can be pasted, each with a comment. */
  readonly examples: readonly (readonly [comment: string, line: string])[];
  run(args: readonly string[], host: ProcessHost): Promise<number>;
}
/** The commands by name. */
export type Commands = Readonly<Record<string, Command>>;
/** The commands by the heading under which the help lists them. */
export type CommandGroups = Readonly<Record<string, Commands>>;

/** Prints each text to standard output as it becomes available; resolves with the exit code. */
export async function print(
  texts: string | readonly Uint8Array[] | AsyncIterable<string>,
  host: ProcessHost,
): Promise<number> {
  const output = host.openOutput();
  const broken = new Promise<NodeJS.ErrnoException>((resolve) => output.on('error', resolve));
  for await (const text of typeof texts === 'string' ? [texts] : texts) {
    const written = new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => output.write(text, resolve));
    const problem = await Promise.race([broken, written]);
    // A reader that closes the pipe early, such as `head`, is not an error.
    if (problem?.code === 'EPIPE') return 0;
    if (!problem) continue;
    host.writeError(`tuispec: Cannot write to standard output: ${problem.message}.\n`);
    return 1;
  }
  return 0;
}

/** Serves until the input ends or a signal comes; resolves with the exit code. A person at a terminal is told what to do. */
export async function waitForEnd(
  server: { stop(): void; readonly ended: Promise<number> },
  host: ProcessHost,
  log: Log,
  invitation: string,
): Promise<number> {
  host.onSignal((name) => {
    log('info', `Received ${name}. The server ends.`);
    server.stop();
  });
  host.onBug((error) => log('error', error instanceof Error ? (error.stack ?? error.message) : String(error)));
  if (host.isInteractive) host.writeError(`${invitation}\n`);
  return await server.ended;
}

/** An invalid command line or environment variable: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The argument for which the command has no use, quoted for a shell. */
  readonly unexpectedArgument: string | undefined;

  constructor(message: string, unexpectedArgument?: string) {
    super(message);
    this.unexpectedArgument = unexpectedArgument;
  }
}

/** Parses a value; throws a UsageError with the reason. */
export type Parse<T> = (text: string) => T;
/** An option of a command: `--name VALUE`, or a switch if it has no placeholder. */
export interface Option<T> {
  readonly placeholder?: string;
  /** At its end, `(default: …)` replaces the value of `default` in help texts. */
  readonly help: string;
  readonly parse: Parse<T>;
  readonly default: NoInfer<T>;
  /** The environment variable that is used if the flag is absent. */
  readonly variable?: string;
  /** The valid words, if the set is fixed. */
  readonly words?: readonly T[];
  /** Whether the flag may be repeated. The parser receives the values separated by commas. */
  readonly isRepeatable?: boolean;
  /** The letter of a short form, which the help and the completion show. */
  readonly letter?: string;
  /** The value of a flag that is given without a number. */
  readonly bareValue?: string;
}
/** The options of a command by name. */
export type Options = Readonly<Record<string, Option<unknown>>>;
/** The parsed values of the options of a command. */
export type Values<O> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };
type Variables = Readonly<Record<string, string | undefined>>;

/** A positional argument of a command. */
export interface Operand {
  /** In capitals, such as `FILE`. */
  readonly name: string;
  /** The valid words, if the set is fixed. */
  readonly words?: readonly string[];
  readonly parse: Parse<string>;
  /** Whether it may be absent or repeated; only the last operand can be. */
  readonly isRepeatable?: true;
}

/** A parsed command line. */
interface Arguments<O> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Parses flags; the value of an absent flag comes from its variable, else its default. */
export function parseOptions<O extends Options>(options: O, args: readonly string[], variables: Variables): Values<O> {
  return parseArguments(options, [], args, variables).values;
}

/** Parses the flags before `--`, where a program may have been put by mistake. `name` is the command of tuispec. */
export function parseOptionsBefore<O extends Options>(
  name: string,
  options: O,
  args: readonly string[],
  variables: Variables,
): Values<O> {
  try {
    return parseOptions(options, args, variables);
  } catch (error) {
    const word = error instanceof UsageError ? error.unexpectedArgument : undefined;
    if (word === undefined) throw error;
    throw new UsageError(`Unexpected argument ${word}. The command follows --, as in: tuispec ${name} -- ${word}.`);
  }
}

/** Parses flags and operands; the value of an absent flag comes from its variable, else its default. */
export function parseArguments<O extends Options>(
  options: O,
  wanted: readonly Operand[],
  args: readonly string[],
  variables: Variables,
): Arguments<O> {
  const last = wanted.at(-1);
  const most = last?.isRepeatable ? Number.POSITIVE_INFINITY : wanted.length;
  const { flags: given, operands: texts } = parseFlags(options, args, most);
  const missing = wanted[texts.length];
  if (missing !== undefined && !missing.isRepeatable) throw new UsageError(`Missing argument ${missing.name}.`);
  const operands = texts.map((text, index) => {
    const { name, parse } = (wanted[index] ?? last) as Operand;
    return parseValue(name, text, parse);
  });
  const values = Object.entries(options).map(([name, option]) => {
    const flag = given.get(name);
    if (flag !== undefined) return [name, parseValue(`--${name}`, flag, option.parse)];
    const text = option.variable === undefined ? undefined : variables[option.variable];
    return [
      name,
      text === undefined || text === '' ? option.default : parseValue(String(option.variable), text, option.parse),
    ];
  });
  return { values: Object.fromEntries(values) as Values<O>, operands };
}

function parseFlags(
  options: Options,
  args: readonly string[],
  maxOperands: number,
): { readonly flags: Map<string, string>; readonly operands: readonly string[] } {
  const kinds = Object.entries(options).map(([name, { placeholder, letter }]) => {
    const type: 'boolean' | 'string' = placeholder === undefined ? 'boolean' : 'string';
    return [name, { type, ...(letter === undefined ? {} : { short: letter }) }] as const;
  });
  // Not strict: Node's own error messages are several lines long.
  const { tokens } = parseArgs({
    args: addBareValues(options, args),
    options: Object.fromEntries(kinds),
    strict: false,
    tokens: true,
  });
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (operands.length === maxOperands) {
        const word = formatWord(token.value);
        throw new UsageError(`Unexpected argument ${word}.`, word);
      }
      operands.push(token.value);
      continue;
    }
    if (!Object.hasOwn(options, token.name))
      throw new UsageError(describeUnknownOption(token.rawName, Object.keys(options)));
    const { placeholder, isRepeatable = false } = options[token.name] ?? {};
    const value = readFlag(token, placeholder !== undefined);
    const earlier = isRepeatable ? flags.get(token.name) : undefined;
    flags.set(token.name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return { flags, operands };
}

/** Adds the value to flags that need none and have none: `parseArgs` would use the next argument. */
function addBareValues(options: Options, args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((arg, index) => {
    const name = arg.slice(2);
    const bareValue = index < end && arg.startsWith('--') && Object.hasOwn(options, name) && options[name]?.bareValue;
    return typeof bareValue === 'string' && !/^\d/.test(args[index + 1] ?? '') ? `${arg}=${bareValue}` : arg;
  });
}

interface Flag {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readFlag({ name, value, inlineValue }: Flag, takesValue: boolean): string {
  if (!takesValue) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value.`);
    return 'true';
  }
  // In `--cols --rows 3` the value is missing; `--cols=--rows` is intended.
  const isMissing = value === undefined || (inlineValue !== true && /^-[^\d]/.test(value));
  if (isMissing) throw new UsageError(`--${name} needs a value.`);
  return value;
}

function describeUnknownOption(option: string, names: readonly string[]): string {
  const nearest = findNearest(option.replace(/^-+/, ''), names);
  return `Unknown option ${formatWord(option)}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
}

// User input must not break the line.
const formatWord = (word: string): string => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word));

function parseValue<T>(source: string, text: string, parse: Parse<T>): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError
      ? new UsageError(`${source} ${error.message}, not ${JSON.stringify(text)}.`)
      : error;
  }
}

/** Declares an option; its type is inferred from its parser. */
export const defineOption = <const T>(value: Option<T>): Option<T> => value;

/** Declares an option whose value is one of several words. */
export function defineChoice<W extends string>(given: {
  readonly placeholder: string;
  readonly help: string;
  readonly words: readonly W[];
  readonly default: NoInfer<W>;
  readonly variable?: string;
}): Option<W> {
  const { words, help } = given;
  return { ...given, help: `${help}: ${words.join(', ')}`, parse: parseOneOf(words) };
}

/** Parses a number between two bounds, an integer by default. */
export const parseNumberIn =
  (min: number, max: number, isWhole = true): Parse<number> =>
  (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const isFine = value >= min && value <= max && (!isWhole || Number.isInteger(value));
    if (!isFine) throw new UsageError(`must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`);
    return value;
  };

/** Parses one of several words. */
export const parseOneOf =
  <W extends string>(words: readonly W[]): Parse<W> =>
  (text) => {
    const word = words.find((one) => one === text);
    if (word === undefined) throw new UsageError(`must be one of ${words.join(', ')}`);
    return word;
  };

export const parseBoolean: Parse<boolean> = (text) => {
  const lower = text.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(lower)) return true;
  if (['0', 'false', 'no', 'off'].includes(lower)) return false;
  throw new UsageError('must be true or false');
};

export const parseNonEmpty: Parse<string> = (text) => {
  if (text === '') throw new UsageError('must not be empty');
  return text;
};

/** Parses a time with a unit, in milliseconds. */
export const parseTime: Parse<number> = (text) => {
  const ms = parseDuration(text);
  if (ms === undefined || ms === 0) throw new UsageError('must be a time with a unit, such as 500ms or 15s');
  return ms;
};

/** An address to listen on. */
export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** Parses `[HOST:]PORT`. */
export const parseAddress: Parse<Address> = (text) => {
  const [, name, ipv6, digits = ''] = /^(?:(?:([^:[\]\s]+)|\[([\da-f:.]+)\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  if (!(port <= 65_535)) throw new UsageError('must be [HOST:]PORT, with a port from 0 to 65535');
  return { host: name ?? ipv6 ?? '127.0.0.1', port };
};

/** Parses names that are separated by commas. */
export const parseNames: Parse<readonly string[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError('must not contain an empty name');
  return names;
};

export const file: Operand = { name: 'FILE', parse: parseNonEmpty };

/** What could not be read of a recording. */
interface SkippedLines {
  readonly skippedLines: number;
  /** Whether the last line, one of the skipped ones, is incomplete. Only that of a server that was killed can be. */
  readonly isTruncated: boolean;
}

/** Reports the lines of a recording that were skipped; returns the exit code: 1 if there are others than an incomplete last one. */
export function reportSkippedLines(
  path: string,
  { skippedLines, isTruncated }: SkippedLines,
  host: ProcessHost,
): number {
  if (isTruncated) host.writeError(`tuispec: The last line of ${path} is incomplete and was skipped.\n`);
  const broken = skippedLines - (isTruncated ? 1 : 0);
  if (broken === 0) return 0;
  const [lines, were] = broken === 1 ? ['1 line', 'was'] : [`${broken} lines`, 'were'];
  host.writeError(`tuispec: ${lines} of ${path} could not be read and ${were} skipped.\n`);
  return 1;
}

/** The size of the terminal of a command that launches a program. */
export const sizeOptions = {
  cols: defineOption({
    placeholder: 'N',
    help: 'width of the terminal in cells',
    parse: parseNumberIn(2, 1000),
    default: 80,
  }),
  rows: defineOption({
    placeholder: 'N',
    help: 'height of the terminal in lines',
    parse: parseNumberIn(1, 1000),
    default: 24,
  }),
};
