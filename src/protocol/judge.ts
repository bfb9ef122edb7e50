import { codes, RpcError } from '../rpc/errors.js';
import type { Params } from '../rpc/message.js';
import { nearestOf } from '../text/nearest.js';
import { short } from '../text/short.js';
import { selectorMembers, selectorTypes } from './generated/tables.js';
import type { MethodName, MethodParams } from './generated/types.js';
import { validators } from './generated/validators.js';

/** One thing that is wrong with params. */
export interface Finding {
  /** JSON pointer into params. */
  readonly pointer: string;
  readonly reason: string;
}
/** What the generated validators leave behind. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}

/** Params as their method wants them, defaults filled in; throws -32602 with every finding. */
export function judgeParams<M extends MethodName>(method: M, params: Params): MethodParams[M] {
  const validate = validators[method];
  // A null that no schema allows is the same as an absent member: without it, judge again.
  while (!validate(params)) {
    const errors = validate.errors ?? [];
    if (!dropNulls(params, errors)) throw invalid(errors);
  }
  return params as unknown as MethodParams[M];
}

function dropNulls(params: Params, errors: readonly SchemaError[]): boolean {
  let isDropped = false;
  for (const { instancePath } of errors) {
    const path = instancePath.split('/').slice(1).map(unescapePointer);
    const name = path.pop();
    const parent = path.reduce<unknown>((value, key) => (value as Params | undefined)?.[key], params);
    if (name === undefined || Array.isArray(parent) || (parent as Params | undefined)?.[name] !== null) continue;
    delete (parent as Params)[name];
    isDropped = true;
  }
  return isDropped;
}

// A reader needs no more, and a line of 16 MiB can hold millions.
const mostFindings = 20;

function invalid(found: readonly SchemaError[]): RpcError {
  const errors = inOrder(found);
  const findings = new Map<string, Finding>();
  let looked = 0;
  for (const error of errors) {
    if (findings.size === mostFindings) break;
    const finding = findingOf(error);
    findings.set(`${finding.pointer} ${finding.reason}`, finding);
    looked += 1;
  }
  const [first, ...others] = findings.values();
  const moreCount = others.length + errors.length - looked;
  const more = moreCount > 0 ? ` (and ${moreCount} more)` : '';
  return new RpcError(codes.invalidParams, `Invalid params: ${first?.reason ?? 'they do not fit'}${more}`, {
    errors: [...findings.values()],
  });
}

// What else is wrong often follows from a misspelt name.
function inOrder(errors: readonly SchemaError[]): SchemaError[] {
  const isUnknown = ({ keyword }: SchemaError): boolean => keyword === 'onlyMembers';
  // Branches say themselves what does not fit, and so do names.
  const others = errors.filter((error) => !isUnknown(error) && !['if', 'propertyNames'].includes(error.keyword));
  return [...errors.filter(isUnknown), ...others];
}

function findingOf(error: SchemaError): Finding {
  const pointer = error.instancePath;
  const { params } = error;
  const who = pointer === '' ? 'params' : short(pointer.slice(1).replaceAll('/', '.'));
  switch (error.keyword) {
    case 'onlyMembers':
      return {
        pointer: `${pointer}/${escapePointer(String(params['unknown']))}`,
        reason: unknownMember(who, String(params['unknown']), params['known'] as string[]),
      };
    case 'required':
      return { pointer, reason: `${who} must have the member ${String(params['missingProperty'])}` };
    case 'exactlyOne':
      return { pointer, reason: `${who} must have exactly one of ${(params['names'] as string[]).join(', ')}` };
    case 'atMostOne':
      return { pointer, reason: `${who} may have at most one of ${(params['names'] as string[]).join(', ')}` };
    case 'enum':
      return { pointer, reason: `${who} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
    case 'discriminator':
      return { pointer, reason: unknownType(who, params['tagValue']) };
    case 'pattern':
      return {
        pointer,
        reason: `${error.propertyName === undefined ? who : `the name ${JSON.stringify(short(error.propertyName))} in ${who}`} ${patternReason(String(params['pattern']))}`,
      };
    case 'const':
      return { pointer, reason: `${who} must be ${JSON.stringify(params['allowedValue'])}` };
    case 'minLength':
      return { pointer, reason: `${who} must not be empty` };
    case 'type':
      return {
        pointer,
        reason: `${who} must be ${[params['type']].flat().map(articled).join(' or ')}${example(pointer)}`,
      };
    default:
      return { pointer, reason: `${who} ${error.message ?? 'does not fit'}` };
  }
}

// The text alone is what comes to mind first.
const example = (pointer: string): string =>
  selectorMembers.includes(pointer.slice(pointer.lastIndexOf('/') + 1))
    ? ', such as {"type":"exact","text":"Save"}'
    : '';

function unknownMember(who: string, name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  const hint = nearest === undefined ? `; known are ${known.join(', ') || 'none'}` : `; did you mean ${nearest}?`;
  return `unknown member ${JSON.stringify(short(name))} in ${who}${hint}`;
}

function unknownType(who: string, type: unknown): string {
  if (typeof type !== 'string') return `${who}.type must be one of ${selectorTypes.join(', ')}`;
  const nearest = nearestOf(type, selectorTypes);
  const hint = nearest === undefined ? `must be one of ${selectorTypes.join(', ')}` : `did you mean ${nearest}?`;
  return `${who} has the unknown type ${JSON.stringify(short(type))}; ${hint}`;
}

function patternReason(pattern: string): string {
  if (pattern.includes('\\u0000'))
    return pattern.includes('=') ? 'must not be empty and may hold neither = nor NUL' : 'may not hold NUL';
  if (pattern.includes('A-Za-z0-9+/')) return 'must be base64';
  if (pattern.includes('imsuv')) return 'may hold only i, m, s, u and v';
  if (pattern.includes('bright')) return 'must be a colour: like red, brightRed, 0 to 255, #rrggbb, or default';
  return `must match ${pattern}`;
}

const articled = (type: unknown): string =>
  type === 'null' ? 'null' : /^[aeiou]/.test(String(type)) ? `an ${String(type)}` : `a ${String(type)}`;
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
