import { describeError, type SchemaError } from './describe-error.js';
import { appendName, splitPointer } from './json-pointer.js';
import type { Params } from './message.js';
import { codes, RpcError } from './rpc-error.js';

/** An error in params. */
export interface Finding {
  /** JSON pointer into params. */
  readonly pointer: string;
  readonly reason: string;
}

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
  return { pointer, reason: describeError({ ...error, root, missing }) };
}

const listMissingAt = (pointer: string, errors: readonly SchemaError[]): string[] =>
  errors
    .filter(({ keyword, instancePath }) => keyword === 'required' && instancePath === pointer)
    .map(({ params }) => String(params['missingProperty']));
