import { nearestOf } from '../text/nearest.js';
import { listOf, quote } from '../text/quote.js';
import { describePattern } from './describe-pattern.js';
import { selectorTypes } from './generated/tables.js';
import { memberPointer, namesIn, pathOf, valueAt } from './json-pointer.js';

/** An error as the generated validators report it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}
/** A schema error in its context. */
export interface ErrorContext extends SchemaError {
  /** The params that were validated. */
  readonly root: unknown;
  /** Required members that are missing where the error was found. */
  readonly missing: readonly string[];
}

/** Describes one schema error in a sentence. */
export function describeError(error: ErrorContext): string {
  const describe = sentences[error.keyword];
  return describe === undefined ? `${subjectOf(error)} is invalid.` : describe(error);
}

/** A sentence for each keyword that can fail, by its name. */
export const sentences: Readonly<Record<string, (error: ErrorContext) => string>> = {
  onlyMembers: describeUnknownMember,
  required: ({ instancePath, params }) =>
    instancePath === ''
      ? `Missing required parameter ${code(params['missingProperty'])}.`
      : `Missing member ${code(params['missingProperty'])} in ${code(pathOf(instancePath))}.`,
  dependencies: ({ instancePath, params }) => {
    const [given, needed] = [params['property'], params['missingProperty']].map((name) =>
      code(pathOf(memberPointer(instancePath, String(name)))),
    );
    return `${needed} is required together with ${given}.`;
  },
  exactlyOne: (error) => describeChoice(error, 'exactly'),
  atMostOne: (error) => describeChoice(error, 'at most'),
  type: describeType,
  enum: (error) => {
    const words = (error.params['allowedValues'] as unknown[]).map(String);
    const value = valueIn(error);
    const nearest = typeof value === 'string' ? nearestOf(value, words) : undefined;
    const expected = `Expected ${listOf(words.map(quote), 'or')}.`;
    return `${subjectOf(error)} is ${shown(value)}. ${nearest === undefined ? '' : `Did you mean ${quote(nearest)}? `}${expected}`;
  },
  const: (error) =>
    `${subjectOf(error)} must be ${JSON.stringify(error.params['allowedValue'])}, not ${shown(valueIn(error))}.`,
  discriminator: (error) => {
    const [type, where] = [error.params['tagValue'], code(pathOf(error.instancePath))];
    const expected = `Expected ${listOf(selectorTypes.map(quote), 'or')}.`;
    if (typeof type !== 'string') return `Missing member \`type\` in ${where}. ${expected}`;
    const nearest = nearestOf(type, selectorTypes);
    const hint = nearest === undefined ? expected : `Did you mean ${quote(nearest)}?`;
    return `Unknown selector type ${quote(type)} in ${where}. ${hint}`;
  },
  pattern: (error) => describePattern(error, subjectOf(error), valueIn(error)),
  minLength: (error) => `${subjectOf(error)} must not be empty.`,
  maxLength: (error) => {
    const { length } = [...String(valueIn(error))];
    return `${subjectOf(error)} has ${length} characters. The maximum is ${String(error.params['limit'])}.`;
  },
  minimum: (error) => `${subjectOf(error)} must be at least ${String(error.params['limit'])}, not ${shownIn(error)}.`,
  maximum: (error) => `${subjectOf(error)} must be at most ${String(error.params['limit'])}, not ${shownIn(error)}.`,
  minItems: (error) => `${subjectOf(error)} needs at least one ${itemOf(error)}.`,
  maxItems: (error) => {
    const { length } = valueIn(error) as unknown[];
    return `${subjectOf(error)} has ${length} ${itemOf(error)}s. The maximum is ${String(error.params['limit'])}.`;
  },
  uniqueItems: (error) => {
    const items = valueIn(error) as unknown[];
    return `${subjectOf(error)} contains ${shown(items[Number(error.params['i'])])} more than once.`;
  },
};

function describeUnknownMember({ instancePath, params, missing }: ErrorContext): string {
  const name = String(params['unknown']);
  const known = params['known'] as string[];
  const where = instancePath === '' ? '' : ` in ${code(pathOf(instancePath))}`;
  const found = `Unknown ${instancePath === '' ? 'parameter' : 'member'} ${quote(name)}${where}.`;
  // Of two names, the one that is still missing is more likely to be meant.
  const needed = nearestOf(name, missing) ?? missing.find((one) => isAbbreviation(name, one));
  if (needed !== undefined) return `${found} Did you mean ${code(needed)}, which is required?`;
  const nearest = nearestOf(name, known);
  if (nearest !== undefined) return `${found} Did you mean ${code(nearest)}?`;
  if (known.length === 0) return `${found} This method takes no parameters.`;
  const required = missing.length === 0 ? '' : ` ${listOf(missing.map(code))} is required.`;
  return `${found} Expected ${listOf(known.map(code), 'or')}.${required}`;
}

/** Whether a word consists of some letters of a name, in the same order, as `cmd` of `command`. */
function isAbbreviation(word: string, name: string): boolean {
  let found = 0;
  for (const letter of name.toLowerCase()) if (letter === word.charAt(found).toLowerCase()) found += 1;
  return word.length >= 3 && found === word.length && sameLetter(word, name);
}

const sameLetter = (left: string, right: string): boolean => left.charAt(0).toLowerCase() === right.charAt(0);

function describeChoice(error: ErrorContext, count: 'exactly' | 'at most'): string {
  const { instancePath, params, root } = error;
  const names = params['names'] as string[];
  const value = valueAt(root, instancePath) as Record<string, unknown>;
  const given = names.filter((name) => value[name] !== undefined).map(code);
  const where = instancePath === '' ? '' : ` in ${code(pathOf(instancePath))}`;
  return `Expected ${count} one of ${listOf(names.map(code), 'or')}${where}, found ${listOf(given) || 'none'}.`;
}

function describeType(error: ErrorContext): string {
  const types = [error.params['type']].flat().map(String);
  const value = valueIn(error);
  const expected = isSelector(types)
    ? 'a text or a selector, such as "Save" or {"type":"regex","pattern":"Saved?"}'
    : listOf(types.map(articled), 'or');
  // A text where a condition or a target is expected is probably meant to be its selector.
  const member = typeof value === 'string' && types[0] === 'object' ? wrappers.get(nameIn(error)) : undefined;
  const example = member === undefined ? '' : `, such as {"${member}":${quote(String(value))}}`;
  return `${subjectOf(error)} must be ${expected}${example}, not ${shown(value)}.`;
}

const wrappers: ReadonlyMap<string, string> = new Map([
  ['anyOf', 'visible'],
  ['allOf', 'visible'],
  ['from', 'selector'],
  ['to', 'selector'],
]);

// Nothing else may be a text or an object.
const isSelector = (types: readonly string[]): boolean => types.includes('string') && types.includes('object');

/** The value that an error is about, as its message names it. */
const subjectOf = ({ instancePath }: SchemaError): string =>
  instancePath === '' ? '`params`' : code(pathOf(instancePath));
const valueIn = ({ root, instancePath }: ErrorContext): unknown => valueAt(root, instancePath);
const shownIn = (error: ErrorContext): string => shown(valueIn(error));

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const items: ReadonlyMap<string, string> = new Map([
  ['anyOf', 'condition'],
  ['allOf', 'condition'],
  ['keys', 'key'],
  ['selectors', 'selector'],
  ['steps', 'step'],
]);
const itemOf = (error: SchemaError): string => items.get(nameIn(error)) ?? 'item';

/** The member that an error is in; of an item, that of its array. */
const nameIn = ({ instancePath }: SchemaError): string =>
  namesIn(instancePath).findLast((name) => !/^\d+$/.test(name)) ?? '';

const code = (name: unknown): string => `\`${String(name)}\``;
const articled = (type: string): string =>
  type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
