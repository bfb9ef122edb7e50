import { codes, invalidParams, RpcError } from './errors.js';
import { clipDepth, idTexts } from './scan.js';

/** An id as JSON text, so that it goes back exactly as it came. */
export type IdText = string;
export type Params = Record<string, unknown>;

/** A request, or without `id` a notification, fit to be run. */
export interface Call {
  readonly id: IdText | undefined;
  readonly method: string;
  readonly params: Params;
}
/** A message that is refused before it runs; without `id` silently. */
export interface Refusal {
  readonly id: IdText | undefined;
  readonly error: RpcError;
}
export type Entry = Call | Refusal;
/** What one line holds: one message, or a batch of them. */
export type Message = { readonly entry: Entry } | { readonly batch: readonly Entry[] };

const maxParamsDepth = 1000;
// The envelope around params adds a level, a batch array another.
const envelopeDepth = 2;

/** Judges one line; whatever stands in it, the answer is a message or its refusal. */
export function parseMessage(line: string): Message {
  const clipped = line.length > maxParamsDepth ? clipDepth(line, maxParamsDepth + envelopeDepth) : undefined;
  let value: unknown;
  try {
    value = JSON.parse(clipped ?? line);
  } catch (error) {
    return { entry: refuse('null', codes.parseError, `The line is not valid JSON: ${(error as Error).message}.`) };
  }
  if (!Array.isArray(value)) return { entry: entryOf(value, line, 0) };
  if (value.length === 0)
    return { entry: refuse('null', codes.invalidRequest, 'A batch must hold at least one message.') };
  return { batch: value.map((item, index) => entryOf(item, line, index)) };
}

function entryOf(value: unknown, line: string, index: number): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('null', codes.invalidRequest, 'A message must be a JSON object.');
  const { jsonrpc, id, method, params } = value as Params;
  if (!isId(id)) return refuse('null', codes.invalidRequest, 'The id must be a string, a number or null.');
  const idText = id === undefined ? undefined : textOf(id, line, index);
  if (jsonrpc !== '2.0') return refuse(idText ?? 'null', codes.invalidRequest, 'The member jsonrpc must be "2.0".');
  if (typeof method !== 'string')
    return refuse(idText ?? 'null', codes.invalidRequest, 'The member method must be a string.');
  const problem = problemWith(params, line);
  if (problem !== undefined) return { id: idText, error: invalidParams('', problem) };
  return { id: idText, method, params: (params ?? {}) as Params };
}

type Id = string | number | null;
const isId = (id: unknown): id is Id | undefined =>
  id === undefined || id === null || typeof id === 'string' || typeof id === 'number';

function problemWith(params: unknown, line: string): string | undefined {
  if (params === undefined || params === null) return undefined;
  if (typeof params !== 'object' || Array.isArray(params))
    return 'params must be an object with named members; positional params are not supported';
  const isTooDeep = line.length > maxParamsDepth && depthOf(params) > maxParamsDepth;
  return isTooDeep ? `params are nested deeper than ${maxParamsDepth} levels` : undefined;
}

function textOf(id: Id, line: string, index: number): IdText {
  const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
  return (isExact ? undefined : idTexts(line)[index]) ?? JSON.stringify(id);
}

const refuse = (id: IdText, code: number, message: string): Refusal => ({ id, error: new RpcError(code, message) });

// clipDepth has bounded the depth, so recursion is safe.
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, child) => Math.max(deepest, depthOf(child)), 0);
}
