import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isObject, parseJson } from '../../base/json.js';

/** Said to viewers and clients that try to type. */
export const readOnlyMessage =
  'The view is read-only. Start it with --interactive (tuispec view) or --view-interactive (tuispec server).';

/** A request that is answered with an error. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** The error in a word, for programs. */
  readonly type: string;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, type: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.headers = headers;
  }
}

// For documents that load nothing and run nothing.
const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'; sandbox";

const maxBodyBytes = 64 * 1024;
// Most clients read the response when they have sent everything.
const maxDiscardedBytes = 16 * 1024 * 1024;
const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': documentPolicy,
};

/** Sets the headers that all responses have. */
export function setCommonHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
}

/** Sends a whole response. */
export function send(response: ServerResponse, type: string, content: string | Buffer, status = 200): void {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Sends a value as JSON. */
export const sendJson = (response: ServerResponse, value: object, status = 200): void =>
  send(response, jsonType, JSON.stringify(value), status);

/** Sends an error. */
export function sendError(response: ServerResponse, error: RequestError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, String(value));
  sendJson(response, describeError(error), error.status);
}

/** Answers an upgrade or a malformed request with an error, and ends the connection. */
export function refuseConnection(socket: Duplex, { status, type, message, headers }: RequestError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(describeError({ type, message }));
  const all = {
    ...commonHeaders,
    ...headers,
    'Content-Type': jsonType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

/** Reads the body of a request as JSON. Rejects with a RequestError if it is too long or is not a JSON object. */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new RequestError(415, 'unsupported_media_type', 'The Content-Type must be application/json.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop would end the connection before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) break;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) throw new RequestError(413, 'too_large', `The body is longer than ${maxBodyBytes} bytes.`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch {
    // Answered below.
  }
  throw new RequestError(400, 'invalid_request', 'The body must be a JSON object in UTF-8.');
}

const jsonType = 'application/json; charset=utf-8';

const describeError = ({ type, message }: { readonly type: string; readonly message: string }): object => ({
  status: 'error',
  error_type: type,
  message,
});
