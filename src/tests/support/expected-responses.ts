import { isUtf8 } from 'node:buffer';

/** A response that the server must send. */
export interface ExpectedResponse {
  /** The id in comparable form. */
  readonly key: string;
  readonly id: unknown;
  readonly method: unknown;
}
/** The expected effect of some bytes: the required responses, and whether they contain a request that must not be sent. */
export interface Expectation {
  readonly expected: readonly ExpectedResponse[];
  readonly isHarmful: boolean;
}

/** Returns an id in comparable form: equal ids give equal strings, including infinite ids and -0. */
export const toIdKey = (id: unknown): string => (typeof id === 'number' ? `number ${id}` : JSON.stringify(id));

const invalidMessage = Symbol('invalid message');

/** Computes the required responses to lines from the rules of JSON-RPC alone. */
export function computeExpectation(bytes: Buffer): Expectation {
  const expected: ExpectedResponse[] = [];
  let isHarmful = false;
  for (const messages of parseLines(bytes)) {
    for (const message of messages) {
      const response = toExpectedResponse(message);
      if (response !== undefined) expected.push(response);
      isHarmful ||= isHarmfulMessage(message, messages.length > 1);
    }
  }
  return { expected, isHarmful };
}

/** The messages in each line that is not blank: those of a batch, or one. Lines that are longer are invalid. */
export const parseLines = (bytes: Buffer, maxLineBytes = Number.POSITIVE_INFINITY): readonly (readonly unknown[])[] =>
  linesOf(bytes).map((line) => (line.length > maxLineBytes ? [invalidMessage] : parseMessages(line)));

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found;
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines.filter((line) => line.some((byte) => ![0x20, 0x09, 0x0d].includes(byte)));
}

function parseMessages(line: Buffer): readonly unknown[] {
  if (!isUtf8(line)) return [invalidMessage];
  try {
    const value: unknown = JSON.parse(line.toString());
    return Array.isArray(value) && value.length > 0 ? value : [value];
  } catch {
    return [invalidMessage];
  }
}

function toExpectedResponse(message: unknown): ExpectedResponse | undefined {
  const anonymous = { key: 'null', id: null, method: undefined };
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return anonymous;
  const { jsonrpc, id, method } = message as Record<string, unknown>;
  const isCall = jsonrpc === '2.0' && typeof method === 'string';
  if (id === undefined) return isCall ? undefined : anonymous;
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') return anonymous;
  return { key: toIdKey(id), id, method: isCall ? method : undefined };
}

// Such a request would end the run, or could not be cancelled.
function isHarmfulMessage(message: unknown, isInBatch: boolean): boolean {
  const { id, method, params } = Object(message) as Record<string, unknown>;
  if (method === 'server.shutdown') return !isInBatch;
  if (id === undefined && method === 'replay') return true;
  const text = JSON.stringify(params) ?? '';
  return (id === undefined && /\d{4}/.test(text)) || /timeoutSeconds":(?!0)/.test(text);
}
