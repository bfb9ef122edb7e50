import { parseArgs } from 'node:util';
import { nearestOf } from '../text/nearest.js';

/** A wrong word on the command line or in a variable: one line on stderr, exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads a value from its text; throws a UsageError with the reason. */
export type Parse<T> = (text: string) => T;
/** An option of a command: `--name VALUE`, or a switch when it has no placeholder. */
export interface Option<T> {
  readonly placeholder?: string;
  readonly help: string;
  readonly parse: Parse<T>;
  readonly default: NoInfer<T>;
  /** The variable that is asked when the flag is not given. */
  readonly variable?: string;
}
/** What the options of a command come to. */
export type Values<O> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };
type Variables = Readonly<Record<string, string | undefined>>;

/** What stands on a command line. */
export interface Arguments<O> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Reads flags; what is not given comes from its variable, else is the default. */
export function parseOptions<O extends Record<string, Option<unknown>>>(
  options: O,
  args: readonly string[],
  variables: Variables,
): Values<O> {
  return parseArguments(options, [], args, variables).values;
}

/** The same for a command that also wants operands, each with a name like `FILE`. */
export function parseArguments<O extends Record<string, Option<unknown>>>(
  options: O,
  operandNames: readonly string[],
  args: readonly string[],
  variables: Variables,
): Arguments<O> {
  const { flags: given, operands } = flagsIn(options, args, operandNames.length);
  const missing = operandNames[operands.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const values = Object.entries(options).map(([name, option]) => {
    const flag = given.get(name);
    if (flag !== undefined) return [name, read(`--${name}`, flag, option.parse)];
    const text = option.variable === undefined ? undefined : variables[option.variable];
    return [
      name,
      text === undefined || text === '' ? option.default : read(String(option.variable), text, option.parse),
    ];
  });
  return { values: Object.fromEntries(values) as Values<O>, operands };
}

function flagsIn(
  options: Record<string, Option<unknown>>,
  args: readonly string[],
  mostOperands: number,
): { readonly flags: Map<string, string>; readonly operands: readonly string[] } {
  const kinds = Object.entries(options).map(([name, { placeholder }]) => {
    const type: 'boolean' | 'string' = placeholder === undefined ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  // Not strict: Node's own complaints are several lines long.
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(kinds), strict: false, tokens: true });
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (operands.length === mostOperands) throw new UsageError(`unexpected argument ${quoted(token.value)}`);
      operands.push(token.value);
      continue;
    }
    if (!Object.hasOwn(options, token.name)) throw new UsageError(unknownOption(token.rawName, Object.keys(options)));
    flags.set(token.name, readFlag(token, options[token.name]?.placeholder !== undefined));
  }
  return { flags, operands };
}

interface Flag {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readFlag({ name, value, inlineValue }: Flag, takesValue: boolean): string {
  if (!takesValue) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return 'true';
  }
  // `--cols --rows 3` is a forgotten value; `--cols=--rows` is meant.
  const isMissing = value === undefined || (inlineValue !== true && /^-[^\d]/.test(value));
  if (isMissing) throw new UsageError(`--${name} needs a value`);
  return value;
}

function unknownOption(option: string, names: readonly string[]): string {
  const nearest = nearestOf(option.replace(/^-+/, ''), names);
  return `unknown option ${quoted(option)}${nearest === undefined ? '' : `; did you mean --${nearest}?`}`;
}

// A word from outside must not break the line.
const quoted = (word: string): string => (/^[!-~]+$/.test(word) ? word : JSON.stringify(word));

function read<T>(source: string, text: string, parse: Parse<T>): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError
      ? new UsageError(`${source} ${error.message}, not ${JSON.stringify(text)}`)
      : error;
  }
}

/** A number between two bounds, whole unless said otherwise. */
export const numberIn =
  (least: number, most: number, isWhole = true): Parse<number> =>
  (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const isFine = value >= least && value <= most && (!isWhole || Number.isInteger(value));
    if (!isFine) throw new UsageError(`must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
    return value;
  };

/** One of a few words. */
export const oneOf =
  <W extends string>(...words: readonly W[]): Parse<W> =>
  (text) => {
    const word = words.find((one) => one === text);
    if (word === undefined) throw new UsageError(`must be one of ${words.join(', ')}`);
    return word;
  };

/** Yes or no. */
export const truth: Parse<boolean> = (text) => {
  const lower = text.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(lower)) return true;
  if (['0', 'false', 'no', 'off'].includes(lower)) return false;
  throw new UsageError('must be true or false');
};

/** A text that is not empty. */
export const nonEmpty: Parse<string> = (text) => {
  if (text === '') throw new UsageError('must not be empty');
  return text;
};

/** The options as a table for `--help`. */
export function describeOptions(options: Record<string, Option<unknown>>): string {
  const rows = Object.entries(options).map(([name, { placeholder, help, variable, default: value }]) => {
    const flag = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
    const notes = [value === false || value === undefined ? '' : `default ${String(value)}`, variable ?? ''].filter(
      (note) => note !== '',
    );
    return [flag, `${help}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`] as const;
  });
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return rows.map(([flag, text]) => `  ${flag.padEnd(width)}  ${text}`).join('\n');
}
