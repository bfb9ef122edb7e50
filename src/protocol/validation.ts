// Findings of the validators in sentences: what was found, what is expected, and the nearest name.
import { colorNames } from '../base/colors.js';
import { selectorTypes } from '../base/generated/contract.js';
import { escapeControls, findNearest, joinList, quote, truncate } from '../base/text.js';
import { codes, type Params, RpcError } from './message.js';

/** An error in params. */
interface Finding {
  /** JSON pointer into params. */
  readonly pointer: string;
  readonly reason: string;
}

// More would not help a reader, and a line of 16 MiB can contain millions.
const maxFindings = 20;

/** -32602 with a sentence for each error that a generated validator has found. */
export function createValidationError(found: readonly SchemaError[], root: Params): RpcError {
  const errors = sortErrors(found);
  const findings = new Map<string, Finding>();
  let examined = 0;
  for (const error of errors) {
    if (findings.size === maxFindings) break;
    const finding = toFinding(error, errors, root);
    findings.set(`${finding.pointer} ${finding.reason}`, finding);
    examined += 1;
  }
  const [first, ...others] = findings.values();
  const moreCount = others.length + errors.length - examined;
  const more = moreCount > 0 ? ` (and ${moreCount} more)` : '';
  return new RpcError(
    codes.invalidParams,
    `Invalid params: ${first?.reason ?? '`params` do not match the schema.'}${more}`,
    {
      errors: [...findings.values()],
    },
  );
}

/** Unknown members come first: other errors often follow from a misspelled name. Errors that repeat others are dropped. */
function sortErrors(errors: readonly SchemaError[]): SchemaError[] {
  const isUnknown = ({ keyword }: SchemaError): boolean => keyword === 'onlyMembers';
  const collectPlaces = (keyword: string): ReadonlySet<string> =>
    new Set(errors.filter((error) => error.keyword === keyword).map(({ instancePath }) => instancePath));
  const [withoutTag, withoutPartner] = [collectPlaces('discriminator'), collectPlaces('dependencies')];
  const isRepeated = ({ keyword, instancePath, params }: SchemaError): boolean =>
    ['if', 'propertyNames'].includes(keyword) ||
    (keyword === 'required' && params['missingProperty'] === 'type' && withoutTag.has(instancePath)) ||
    (keyword === 'exactlyOne' && withoutPartner.has(instancePath));
  const others = errors.filter((error) => !isUnknown(error) && !isRepeated(error));
  return [...errors.filter(isUnknown), ...others];
}

function toFinding(error: SchemaError, errors: readonly SchemaError[], root: Params): Finding {
  const { instancePath, keyword, params } = error;
  const isUnknown = keyword === 'onlyMembers';
  // Computed only if needed: a line of 16 MiB can cause millions of errors.
  const missing = isUnknown ? listMissingAt(instancePath, errors) : [];
  const pointer = isUnknown ? appendName(instancePath, String(params['unknown'])) : instancePath;
  return { pointer, reason: describeSchemaError({ ...error, root, missing }) };
}

const listMissingAt = (pointer: string, errors: readonly SchemaError[]): string[] =>
  errors
    .filter(({ keyword, instancePath }) => keyword === 'required' && instancePath === pointer)
    .map(({ params }) => String(params['missingProperty']));

/** Removes members that are null although no schema allows it; returns whether there are any. */
export function dropNulls(params: Params, errors: readonly SchemaError[]): boolean {
  let isDropped = false;
  for (const { instancePath } of errors) {
    const path = splitPointer(instancePath);
    const name = path.pop();
    const parent = path.reduce<unknown>((value, key) => (value as Params | undefined)?.[key], params);
    if (name === undefined || Array.isArray(parent) || (parent as Params | undefined)?.[name] !== null) continue;
    delete (parent as Params)[name];
    isDropped = true;
  }
  return isDropped;
}

/** An error as the generated validators report it. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}
/** The same, with where it was found. */
interface ParamError extends SchemaError {
  /** The params that were validated. */
  readonly root: unknown;
  /** Required members that are missing where the error was found. */
  readonly missing: readonly string[];
}

/** Describes one schema error in a sentence. */
function describeSchemaError(error: ParamError): string {
  const describe = sentences[error.keyword];
  return describe === undefined ? `${describeSubject(error)} is invalid.` : describe(error);
}

/** A sentence for each keyword that can fail, by its name. */
export const sentences: Readonly<Record<string, (error: ParamError) => string>> = {
  onlyMembers: describeUnknownMember,
  required: ({ instancePath, params }) =>
    instancePath === ''
      ? `Missing required parameter ${formatCode(params['missingProperty'])}.`
      : `Missing member ${formatCode(params['missingProperty'])} in ${formatCode(formatPath(instancePath))}.`,
  dependencies: ({ instancePath, params }) => {
    const [given, needed] = [params['property'], params['missingProperty']].map((name) =>
      formatCode(formatPath(appendName(instancePath, String(name)))),
    );
    return `${needed} is required together with ${given}.`;
  },
  exactlyOne: (error) => describeChoice(error, 'exactly'),
  atMostOne: (error) => describeChoice(error, 'at most'),
  type: describeWrongType,
  enum: (error) => {
    const allowed = error.params['allowedValues'] as unknown[];
    const words = allowed.filter((word) => typeof word === 'string');
    const value = getValue(error);
    const nearest = typeof value === 'string' ? findNearest(value, words) : undefined;
    const expected = `Expected ${joinList(allowed.map(describeGivenValue), 'or')}.`;
    return `${describeSubject(error)} is ${describeGivenValue(value)}. ${nearest === undefined ? '' : `Did you mean ${quote(nearest)}? `}${expected}`;
  },
  const: (error) =>
    `${describeSubject(error)} must be ${JSON.stringify(error.params['allowedValue'])}, not ${describeGivenValue(getValue(error))}.`,
  discriminator: (error) => {
    const [type, where] = [error.params['tagValue'], formatCode(formatPath(error.instancePath))];
    const expected = `Expected ${joinList(selectorTypes.map(quote), 'or')}.`;
    if (typeof type !== 'string') return `Missing member \`type\` in ${where}. ${expected}`;
    const nearest = findNearest(type, selectorTypes);
    const hint = nearest === undefined ? expected : `Did you mean ${quote(nearest)}?`;
    return `Unknown selector type ${quote(type)} in ${where}. ${hint}`;
  },
  pattern: (error) => describePattern(error, describeSubject(error), getValue(error)),
  minLength: (error) => {
    const minLength = Number(error.params['limit']);
    return `${describeSubject(error)} must ${minLength > 1 ? `have at least ${minLength} characters` : 'not be empty'}.`;
  },
  maxLength: (error) => {
    const { length } = [...String(getValue(error))];
    return `${describeSubject(error)} has ${length} characters. The maximum is ${String(error.params['limit'])}.`;
  },
  minimum: (error) =>
    `${describeSubject(error)} must be at least ${String(error.params['limit'])}, not ${describeValueIn(error)}.`,
  maximum: (error) =>
    `${describeSubject(error)} must be at most ${String(error.params['limit'])}, not ${describeValueIn(error)}.`,
  minItems: (error) => `${describeSubject(error)} needs at least one ${getItemName(error)}.`,
  minProperties: (error) => `${describeSubject(error)} must not be empty.`,
  maxItems: (error) => {
    const { length } = getValue(error) as unknown[];
    return `${describeSubject(error)} has ${length} ${getItemName(error)}s. The maximum is ${String(error.params['limit'])}.`;
  },
  uniqueItems: (error) => {
    const items = getValue(error) as unknown[];
    return `${describeSubject(error)} contains ${describeGivenValue(items[Number(error.params['i'])])} more than once.`;
  },
};

// Names that other programs use.
const synonyms: ReadonlyMap<string, string> = new Map([
  ['gray', 'brightBlack'],
  ['grey', 'brightBlack'],
  ['purple', 'magenta'],
  ['none', 'default'],
]);

/** Describes a text that does not match the pattern of its schema. */
function describePattern({ params, propertyName }: SchemaError, subject: string, value: unknown): string {
  const pattern = String(params['pattern']);
  if (propertyName !== undefined)
    return `Invalid name ${quote(propertyName)} in ${subject}. A name must not be empty or contain = or NUL.`;
  if (pattern.includes('\\u0000')) return `${subject} must not contain NUL.`;
  if (pattern.includes('A-Za-z0-9+/')) return `${subject} must be base64.`;
  if (pattern.includes('imsuv')) return `${subject} may only contain i, m, s, u and v, not ${quote(String(value))}.`;
  if (pattern.includes('bright')) return describeBadColor(subject, String(value));
  return `${subject} must match ${pattern}.`;
}

/** Describes a text that is not a color. */
export const describeBadColor = (subject: string, value: string): string =>
  `${subject} is not a color: ${quote(value)}. ${createColorHint(value)}`;

function createColorHint(value: string): string {
  const nearest = findNearestColor(value);
  const hint = nearest === undefined ? '' : `Did you mean ${quote(nearest)}? `;
  return `${hint}Expected ${joinList([...colorNames, 'default', '0–255', '#rrggbb'], 'or')}.`;
}

function findNearestColor(value: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit.repeat(2))
      .join('')}`;
  if (/^[0-9a-f]{6}$/i.test(value)) return `#${value}`;
  const word = value.toLowerCase().replaceAll(/[^a-z]/g, '');
  return synonyms.get(word) ?? findNearest(word.replace(/^light/, 'bright'), [...colorNames, 'default']);
}

/** The names in a JSON pointer, from the outermost to the innermost. */
const splitPointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeName);

/** A JSON pointer to a member of what `pointer` refers to. */
const appendName = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The value that a JSON pointer refers to; undefined when there is none. */
const getValueAt = (root: unknown, pointer: string): unknown =>
  splitPointer(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    root,
  );

/** A JSON pointer as a reader writes it: `anyOf[0].visible`. */
export const formatPath = (pointer: string): string =>
  escapeControls(
    truncate(
      splitPointer(pointer)
        .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`))
        .join(''),
    ),
  );

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

function describeUnknownMember({ instancePath, params, missing }: ParamError): string {
  const name = String(params['unknown']);
  const known = params['known'] as string[];
  const where = instancePath === '' ? '' : ` in ${formatCode(formatPath(instancePath))}`;
  const found = `Unknown ${instancePath === '' ? 'parameter' : 'member'} ${quote(name)}${where}.`;
  const size = sizes.get(name);
  if (size !== undefined && known.includes(size)) return `${found} Did you mean ${formatCode(size)}?`;
  // Of two names, the one that is still missing is more likely to be meant.
  const needed = findNearest(name, missing) ?? missing.find((one) => isAbbreviation(name, one));
  if (needed !== undefined) return `${found} Did you mean ${formatCode(needed)}, which is required?`;
  const nearest = findNearest(name, known);
  if (nearest !== undefined) return `${found} Did you mean ${formatCode(nearest)}?`;
  if (known.length === 0) return `${found} This method takes no parameters.`;
  const required = missing.length === 0 ? '' : ` ${joinList(missing.map(formatCode))} is required.`;
  return `${found} Expected ${joinList(known.map(formatCode), 'or')}.${required}`;
}

// Sizes of terminals and of rectangles have different names; `rows` resembles `row`, but is not meant to be it.
const sizes: ReadonlyMap<string, string> = new Map([
  ['rows', 'height'],
  ['cols', 'width'],
  ['columns', 'width'],
  ['w', 'width'],
  ['h', 'height'],
]);

/** Whether a word consists of some letters of a name, in the same order, as `cmd` of `command`. */
function isAbbreviation(word: string, name: string): boolean {
  let found = 0;
  for (const letter of name.toLowerCase()) if (letter === word.charAt(found).toLowerCase()) found += 1;
  return word.length >= 3 && found === word.length && hasSameInitial(word, name);
}

const hasSameInitial = (left: string, right: string): boolean => left.charAt(0).toLowerCase() === right.charAt(0);

function describeChoice(error: ParamError, count: 'exactly' | 'at most'): string {
  const { instancePath, params, root } = error;
  const names = params['names'] as string[];
  const value = getValueAt(root, instancePath) as Record<string, unknown>;
  const given = names.filter((name) => value[name] !== undefined).map(formatCode);
  const where = instancePath === '' ? '' : ` in ${formatCode(formatPath(instancePath))}`;
  return `Expected ${count} one of ${joinList(names.map(formatCode), 'or')}${where}, found ${joinList(given) || 'none'}.`;
}

function describeWrongType(error: ParamError): string {
  const types = [error.params['type']].flat().map(String);
  const value = getValue(error);
  const expected = isSelector(types)
    ? 'a text or a selector, such as "Save" or {"type":"regex","pattern":"Saved?"}'
    : joinList(types.map(addArticle), 'or');
  // A text where a condition or a target is expected is probably meant to be its selector.
  const member = typeof value === 'string' && types[0] === 'object' ? wrappers.get(getMemberName(error)) : undefined;
  const example = member === undefined ? '' : `, such as {"${member}":${quote(String(value))}}`;
  return `${describeSubject(error)} must be ${expected}${example}, not ${describeGivenValue(value)}.`;
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
const describeSubject = ({ instancePath }: SchemaError): string =>
  instancePath === '' ? '`params`' : formatCode(formatPath(instancePath));
const getValue = ({ root, instancePath }: ParamError): unknown => getValueAt(root, instancePath);
const describeValueIn = (error: ParamError): string => describeGivenValue(getValue(error));

function describeGivenValue(value: unknown): string {
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
const getItemName = (error: SchemaError): string => items.get(getMemberName(error)) ?? 'item';

/** The member that an error is in; of an item, that of its array. */
const getMemberName = ({ instancePath }: SchemaError): string =>
  splitPointer(instancePath).findLast((name) => !/^\d+$/.test(name)) ?? '';

const formatCode = (name: unknown): string => `\`${String(name)}\``;
const addArticle = (type: string): string =>
  type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
