import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request, written byte for byte. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** In this order; a name may occur twice. Without `Host`, the loopback address is added. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
  readonly version?: string;
}
/** A response as received. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Opens a connection, which is ended after the test. */
export function openConnection(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Writes bytes, and resolves with all that the server sends until it ends the connection. */
export async function exchange(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = openConnection(port);
  for (const piece of pieces) socket.write(piece);
  return await readAll(socket);
}

/** Resolves with all that the server sends until it ends the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await new Promise<void>((resolve) => {
    socket.on('end', resolve);
    socket.on('close', () => resolve());
  });
  socket.destroy();
  return text;
}

/** Formats a request for a connection that ends after it. */
export function formatRequest({
  method = 'GET',
  target = '/',
  headers = [],
  body = '',
  version = '1.1',
}: RawRequest): Buffer {
  const all = [...headers];
  if (!all.some(([name]) => name.toLowerCase() === 'host')) all.unshift(['Host', '127.0.0.1']);
  if (!all.some(([name]) => name.toLowerCase() === 'connection')) all.push(['Connection', 'close']);
  if (body.length > 0) all.push(['Content-Length', String(Buffer.byteLength(body))]);
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines}\r\n`),
    Buffer.from(body as string),
  ]);
}

/** Sends a request, and resolves with the response to it. */
export const sendRaw = async (port: number, request: RawRequest): Promise<RawResponse> =>
  parseResponse(await exchange(port, formatRequest(request)));

/** Parses the first response; its status is 0 if there is none. */
export function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(status.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}

/** The headers of a WebSocket upgrade, with subprotocols. */
export const createUpgrade = (protocols: readonly string[]): (readonly [string, string])[] => [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ...(protocols.length > 0 ? [['Sec-WebSocket-Protocol', protocols.join(', ')] as const] : []),
];

/** Upgrades a connection, and resolves with the head of the response; the connection is closed. */
export async function upgrade(
  port: number,
  protocols: readonly string[],
  { headers = [], ...more }: RawRequest = {},
): Promise<RawResponse> {
  const socket = openConnection(port);
  socket.write(formatRequest({ target: '/ws', ...more, headers: [...headers, ...createUpgrade(protocols)] }));
  let text = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.startsWith('HTTP/1.1 101') && text.includes('\r\n\r\n')) break;
  }
  return parseResponse(text);
}
