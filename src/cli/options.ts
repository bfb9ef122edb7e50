import { parseArgs } from 'node:util';
import { findNearest } from '../base/text.js';

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
  readonly help: string;
  readonly parse: Parse<T>;
  readonly default: NoInfer<T>;
  /** The environment variable that is used if the flag is absent. */
  readonly variable?: string;
  /** The valid words, if the set is fixed. */
  readonly words?: readonly T[];
  /** Whether the flag may be repeated. The parser receives the values separated by commas. */
  readonly isRepeatable?: boolean;
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
}

/** A parsed command line. */
export interface Arguments<O> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Parses flags; the value of an absent flag comes from its variable, else its default. */
export function parseOptions<O extends Options>(options: O, args: readonly string[], variables: Variables): Values<O> {
  return parseArguments(options, [], args, variables).values;
}

/** Like `parseOptions`, for a command that also has operands. */
export function parseArguments<O extends Options>(
  options: O,
  wanted: readonly Operand[],
  args: readonly string[],
  variables: Variables,
): Arguments<O> {
  const { flags: given, operands: texts } = parseFlags(options, args, wanted.length);
  const missing = wanted[texts.length];
  if (missing !== undefined) throw new UsageError(`Missing argument ${missing.name}.`);
  const operands = wanted.map(({ name, parse }, index) => parseValue(name, texts[index] ?? '', parse));
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
  const kinds = Object.entries(options).map(([name, { placeholder }]) => {
    const type: 'boolean' | 'string' = placeholder === undefined ? 'boolean' : 'string';
    return [name, { type }] as const;
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
        const word = quoteWord(token.value);
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
  return `Unknown option ${quoteWord(option)}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
}

// User input must not break the line.
const quoteWord = (word: string): string => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word));

function parseValue<T>(source: string, text: string, parse: Parse<T>): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError
      ? new UsageError(`${source} ${error.message}, not ${JSON.stringify(text)}.`)
      : error;
  }
}
