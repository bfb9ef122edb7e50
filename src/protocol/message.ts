// Messages of JSON-RPC: parsed within limits, whatever a line contains.
import type { ErrorCodes, ResponseMessage } from 'vscode-jsonrpc';

/** All error codes; the first five are defined by JSON-RPC. */
export const codes = {
  parseError: -32700 satisfies typeof ErrorCodes.ParseError,
  invalidRequest: -32600 satisfies typeof ErrorCodes.InvalidRequest,
  methodNotFound: -32601 satisfies typeof ErrorCodes.MethodNotFound,
  invalidParams: -32602 satisfies typeof ErrorCodes.InvalidParams,
  internalError: -32603 satisfies typeof ErrorCodes.InternalError,
  noSession: -32001,
  sessionActive: -32002,
  failed: -32004,
  notInBatch: -32020,
  cancelled: -32800,
} as const;

/** An error that is sent to the client. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }

  toJSON(): NonNullable<ResponseMessage['error']> {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** -32602 with one finding at `pointer`, a JSON pointer into params. `reason` is a sentence. */
export function createInvalidParamsError(pointer: string, reason: string): RpcError {
  return new RpcError(codes.invalidParams, `Invalid params: ${reason}`, { errors: [{ pointer, reason }] });
}

/** -32800. */
export const createCancelledError = (): RpcError => new RpcError(codes.cancelled, 'The request was cancelled.');

/** An id as JSON text, so that it is returned exactly as received. */
export type IdText = string;
/** The params of a call before validation. */
export type Params = Record<string, unknown>;

/** A valid request, or a notification if it has no `id`. */
export interface CallMessage {
  readonly id: IdText | undefined;
  readonly method: string;
  readonly params: Params;
}
/** A message that is rejected before it runs; without `id`, no response is sent. */
interface Refusal {
  readonly id: IdText | undefined;
  /** The method, if it could be read. */
  readonly method?: string;
  readonly error: RpcError;
}
/** A parsed message. */
export type Entry = CallMessage | Refusal;
/** The content of one line: a message or a batch. */
export type Message = { readonly entry: Entry } | { readonly batch: readonly Entry[] };

const maxParamsDepth = 1000;
// The message adds one level and a batch array another; a third distinguishes too deep from the maximum depth.
const levelsAround = 3;
// 16 MiB of `1,1,1` would cause eight million responses or errors.
const maxBatchLength = 10_000;
const maxParamsValues = 200_000;

/** Parses the lines of one stream; errors name the line, counted from 1. */
export class MessageParser {
  #hasHinted = false;

  parse(text: string, line: number): Message {
    return parseMessage(
      text,
      (error) => `Line ${line} is not valid JSON: ${describeReason(error)}.${this.#createHint(text)}`,
    );
  }

  // Formatted JSON has an error in each of its lines: one hint is enough.
  #createHint(text: string): string {
    if (this.#hasHinted || !/[{[,]\s*$/.test(text)) return '';
    this.#hasHinted = true;
    return ' A message must be on a single line; formatted JSON is not accepted.';
  }
}

/** Validates one line: the result is a message or its rejection, whatever the line contains. */
export function parseMessage(line: string, describe = describeSyntax): Message {
  const clipped = line.length > maxParamsDepth ? clipDepth(line, maxParamsDepth + levelsAround) : undefined;
  let value: unknown;
  try {
    value = JSON.parse(clipped ?? line);
  } catch (error) {
    return { entry: refuse('null', codes.parseError, describe(error as SyntaxError)) };
  }
  if (!Array.isArray(value)) return { entry: parseEntry(value, line, () => findIdTexts(line)[0]) };
  if (value.length === 0)
    return { entry: refuse('null', codes.invalidRequest, 'A batch must contain at least one message.') };
  if (value.length > maxBatchLength)
    return {
      entry: refuse('null', codes.invalidRequest, `A batch must contain at most ${maxBatchLength} messages.`),
    };
  return { batch: parseBatch(value, line) };
}

const describeSyntax = (error: SyntaxError): string => `The line is not valid JSON: ${describeReason(error)}.`;

/** The engine's reason, without its copy of the text and its line number, which is always 1. */
const describeReason = ({ message }: SyntaxError): string =>
  message
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')
    .replace(/ in JSON(?= at position)/, '')
    .replace(/ \(line \d+ column \d+\)$/, '');

function parseBatch(values: readonly unknown[], line: string): Entry[] {
  let texts: readonly (string | undefined)[] | undefined;
  let containers = 0;
  return values.map((value) => {
    const index = containers;
    if (typeof value === 'object' && value !== null) containers += 1;
    return parseEntry(value, line, () => {
      texts ??= findIdTexts(line);
      return texts[index];
    });
  });
}

function parseEntry(value: unknown, line: string, writtenId: () => string | undefined): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('null', codes.invalidRequest, 'A message must be a JSON object.');
  const { jsonrpc, id, method, params } = value as Params;
  if (!isId(id)) return refuse('null', codes.invalidRequest, '`id` must be a string, a number or null.');
  const isExact = typeof id !== 'number' || Number.isSafeInteger(id);
  const idText = id === undefined ? undefined : ((isExact ? undefined : writtenId()) ?? JSON.stringify(id));
  if (jsonrpc !== '2.0') return refuse(idText ?? 'null', codes.invalidRequest, '`jsonrpc` must be "2.0".');
  if (typeof method !== 'string') return refuse(idText ?? 'null', codes.invalidRequest, '`method` must be a string.');
  const problem = checkParams(params, line);
  if (problem !== undefined) return { id: idText, method, error: createInvalidParamsError('', problem) };
  return { id: idText, method, params: (params ?? {}) as Params };
}

type Id = string | number | null;
const isId = (id: unknown): id is Id | undefined =>
  id === undefined || id === null || typeof id === 'string' || typeof id === 'number';

function checkParams(params: unknown, line: string): string | undefined {
  if (params === undefined || params === null) return undefined;
  if (typeof params !== 'object' || Array.isArray(params))
    return '`params` must be an object with named members; positional params are not supported.';
  if (line.length <= maxParamsDepth) return undefined;
  const { depth, values } = measure(params);
  if (depth > maxParamsDepth) return `\`params\` are nested deeper than the maximum of ${maxParamsDepth} levels.`;
  return values > maxParamsValues
    ? `\`params\` contain more than the maximum of ${maxParamsValues} values.`
    : undefined;
}

const refuse = (id: IdText, code: number, message: string): Refusal => ({
  id,
  error: new RpcError(code, message),
});

// clipDepth has bounded the depth, so recursion is safe.
function measure(value: object): { depth: number; values: number } {
  let deepest = 0;
  let values = 0;
  for (const child of Object.values(value) as unknown[]) {
    values += 1;
    if (typeof child !== 'object' || child === null) continue;
    const inside = measure(child);
    deepest = Math.max(deepest, inside.depth);
    values += inside.values;
  }
  return { depth: 1 + deepest, values };
}

// Scans JSON text in one pass for data that JSON.parse does not report or must not receive.

/** The text with everything nested deeper than `maxDepth` replaced by null; undefined if nothing is. */
export function clipDepth(text: string, maxDepth: number): string | undefined {
  let depth = 0;
  let clipped = '';
  let from = 0;
  for (const { char, index } of scanStructure(text)) {
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth === maxDepth + 1) clipped += `${text.slice(from, index)}null`;
    } else if (char === '}' || char === ']') {
      if (depth === maxDepth + 1) from = index + 1;
      depth -= 1;
    }
  }
  if (clipped === '') return undefined;
  return depth > maxDepth ? clipped : clipped + text.slice(from);
}

/**
 * The `id` members of the messages in `text` as they were written, for numbers that a double cannot represent. In a batch
 * only objects and arrays count.
 */
export function findIdTexts(text: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const messageDepth = text.trimStart().startsWith('[') ? 2 : 1;
  let depth = 0;
  for (const { char, index, string } of scanStructure(text)) {
    if (char === '{' || char === '[') {
      depth += 1;
      if (depth === messageDepth) found.push(undefined);
    } else if (char !== '"') depth -= 1;
    else if (depth === messageDepth && isIdText(string))
      found[found.length - 1] = readNumberAfter(text, index + string.length + 2) ?? found.at(-1);
  }
  return found;
}

/** JSON text in which each string of more than `maxBytes` bytes is replaced by `{}`. Reads bytes, to save memory. */
export function shortenStrings(json: Buffer, maxBytes: number): string {
  let shortened = '';
  let from = 0;
  for (let start = json.indexOf(quote); start >= 0; ) {
    let end = start + 1;
    while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1;
    if (end - start - 1 > maxBytes) {
      shortened += `${json.toString('utf8', from, start)}{}`;
      from = end + 1;
    }
    start = json.indexOf(quote, end + 1);
  }
  return shortened + json.toString('utf8', from);
}

const quote = 0x22;
const backslash = 0x5c;
const maxId = '\\u0069\\u0064'.length;
const isIdText = (string: string): boolean =>
  string === 'id' || (string.length <= maxId && string.includes('\\') && JSON.parse(`"${string}"`) === 'id');

function readNumberAfter(text: string, index: number): string | undefined {
  const value = /\s*:\s*(-?[\d.eE+-]+)/y;
  value.lastIndex = index;
  return value.exec(text)?.[1];
}

interface Mark {
  readonly char: string;
  readonly index: number;
  /** For a quote: the content of the string, with escapes as written. */
  readonly string: string;
}

function* scanStructure(text: string): Generator<Mark> {
  const next = /["[\]{}]/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const index = found.index;
    let string = '';
    if (found[0] === '"') {
      const end = findStringEnd(text, index);
      string = text.slice(index + 1, end);
      next.lastIndex = end + 1;
    }
    yield { char: found[0], index, string };
  }
}

/** The index of the quote that ends the string which begins at `start`; the length of the text if there is none. */
export function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
