// Checks the options of the library, because JavaScript programs have no types: a misspelled option would be ignored.
import { colorNames, parseRgb } from '../base/colors.js';
import { findNearest, joinList, quote } from '../base/text.js';
import { describeBadColor } from '../protocol/validation.js';
import type { Color, StyleFilter } from './wire.js';

/** What the value of an option may be: one of several words, a time, a whole number, or a value of a type; `any` is checked elsewhere. */
type Check = readonly (string | boolean)[] | 'time' | 'count' | 'boolean' | 'text' | 'color' | 'link' | 'any';
/** A check for each option. */
export type OptionChecks<T> = { readonly [K in keyof T]-?: Check };

const ambiguity = ['fail', 'first', 'first-visible', 'last', 'last-visible'];
const wait = { timeout: 'time', signal: 'any' } as const;
const mouse = { ...wait, ambiguity, modifiers: 'any', force: 'boolean' } as const;
const picture = { format: ['png', 'svg', 'html', 'ansi'], scale: 'any', theme: 'text' } as const;

/** The checks that several methods share. */
export const checks = { ambiguity, wait, mouse, picture } as const;

/** Throws a `TypeError` for an unknown option or a wrong value, which names the nearest. */
export function checkOptions<T extends object>(method: string, options: T, expected: OptionChecks<T>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`The options of \`${method}\` must be an object, not ${describe(options)}.`);
  const known = Object.keys(expected);
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name))
      throw new TypeError(`Unknown option ${quote(name)} of \`${method}\`. ${hintOf(name, known)}`);
    const reason = value === undefined ? undefined : findFault(`\`${name}\``, value, expected[name as keyof T]);
    if (reason !== undefined) throw new TypeError(`Invalid option of \`${method}\`: ${reason}`);
  }
}

const styleChecks: OptionChecks<StyleFilter> = {
  fg: 'color',
  bg: 'color',
  bold: 'boolean',
  dim: 'boolean',
  italic: 'boolean',
  underline: [true, false, 'single', 'double', 'curly', 'dotted', 'dashed'],
  underlineColor: 'color',
  inverse: 'boolean',
  strikethrough: 'boolean',
  link: 'link',
};

/** Throws a `TypeError` for a style that no cell can have. */
export const checkStyle = (method: string, style: StyleFilter): void => checkOptions(method, style, styleChecks);

const colorWords = new Set(['default', ...colorNames.map((name) => name.toLowerCase())]);

const isColor = (value: unknown): value is Color =>
  typeof value === 'number'
    ? Number.isInteger(value) && value >= 0 && value <= 255
    : typeof value === 'string' && (colorWords.has(value.toLowerCase()) || parseRgb(value) !== undefined);

const isLink = (value: unknown): boolean => value === true || (typeof value === 'string' && value !== '');

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0;

function findFault(name: string, value: unknown, check: Check): string | undefined {
  const expect = (isRight: boolean, what: string): string | undefined =>
    isRight ? undefined : `${name} must be ${what}, not ${describe(value)}.`;
  switch (check) {
    case 'any':
      return undefined;
    case 'boolean':
      return expect(typeof value === 'boolean', 'a boolean');
    case 'text':
      return expect(typeof value === 'string', 'a string');
    case 'time':
      return expect(isTime(value), 'a number of milliseconds');
    case 'count':
      return expect(isCount(value), 'a whole number from 0');
    case 'color':
      return isColor(value) ? undefined : describeBadColor(name, String(value));
    case 'link':
      return expect(isLink(value), 'a URL or true');
    default: {
      if (check.includes(value as string)) return undefined;
      const words = check.filter((word) => typeof word === 'string');
      return `${name} is ${describe(value)}. ${hintOf(String(value), words, quote)}`;
    }
  }
}

const toCode = (name: string): string => `\`${name}\``;

function hintOf(word: string, known: readonly string[], format = toCode): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? `Expected ${joinList(known.map(format), 'or')}.` : `Did you mean ${format(nearest)}?`;
}

const describe = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
