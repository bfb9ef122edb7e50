import { type Operand, type Option, type Parse, UsageError } from './options.js';

/** An option, its type told by its parser. */
export const option = <const T>(value: Option<T>): Option<T> => value;

/** An option whose value is one of a few words. */
export function choice<W extends string>(given: {
  readonly placeholder: string;
  readonly help: string;
  readonly words: readonly W[];
  readonly default: NoInfer<W>;
  readonly variable?: string;
}): Option<W> {
  const { words, help } = given;
  return { ...given, help: `${help}: ${words.join(', ')}`, parse: oneOf(words) };
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
  <W extends string>(words: readonly W[]): Parse<W> =>
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

/** The operand that names a file. */
export const file: Operand = { name: 'FILE', parse: nonEmpty };
