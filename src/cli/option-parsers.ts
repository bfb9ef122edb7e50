import { type Operand, type Option, type Parse, UsageError } from './options.js';

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

/** Parses a boolean. */
export const parseBoolean: Parse<boolean> = (text) => {
  const lower = text.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(lower)) return true;
  if (['0', 'false', 'no', 'off'].includes(lower)) return false;
  throw new UsageError('must be true or false');
};

/** Parses a non-empty text. */
export const parseNonEmpty: Parse<string> = (text) => {
  if (text === '') throw new UsageError('must not be empty');
  return text;
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

/** The operand for the path of a file. */
export const file: Operand = { name: 'FILE', parse: parseNonEmpty };
