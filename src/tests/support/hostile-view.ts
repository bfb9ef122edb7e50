import type { Random } from './random.js';
import { createUpgrade, formatRequest } from './raw-http.js';

/** A frame of a WebSocket, valid or not. */
export interface FrameSpec {
  readonly opcode?: number;
  readonly payload?: Buffer;
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  readonly reserved?: number;
  /** Default: that of the payload. */
  readonly length?: number;
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** Encodes a frame as a client sends it. */
export function createFrame({
  opcode = opcodes.text,
  payload = Buffer.alloc(0),
  isLast = true,
  isMasked = true,
  reserved = 0,
  length = payload.length,
}: FrameSpec): Buffer {
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = isMasked ? 0x80 : 0;
  const head = Buffer.alloc(length < 126 ? 2 : length < 0x1_0000 ? 4 : 10);
  head[0] = first;
  head[1] = mask | (length < 126 ? length : length < 0x1_0000 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const key = Buffer.from([1, 2, 3, 4]);
  const body = isMasked ? payload.map((byte, at) => byte ^ (key[at % 4] as number)) : payload;
  return Buffer.concat([head, ...(isMasked ? [key] : []), body]);
}

const texts = [
  '{',
  '{}',
  '[]',
  'null',
  '"',
  '{"type":"key"}',
  '{"type":"text","seq":1,"text":"\\ud800"}',
  '\0',
  'é',
  '',
];
const members = [
  'type',
  'seq',
  'key',
  'text',
  'row',
  'col',
  'action',
  'button',
  'modifiers',
  '__proto__',
  'constructor',
];
const values: readonly unknown[] = [
  ...[
    'key',
    'text',
    'paste',
    'mouse',
    'press',
    'wheel',
    'left',
    'up',
    'Ctrl+c',
    'F13',
    '漢',
    '\ud800',
    'x'.repeat(999),
  ],
  ...[0, -1, 1, 1001, 1.5, 2 ** 53, null, true, [], {}, [['Ctrl']], { toString: 1 }],
];

const createPayload = (random: Random): Buffer => {
  if (random.chance(0.5)) {
    const count = random.below(6);
    const message = Array.from({ length: count }, () => [random.pick(members), random.pick(values)] as const);
    return Buffer.from(JSON.stringify(Object.fromEntries(message)));
  }
  if (random.chance(0.5)) return Buffer.from(random.pick(texts));
  const size = random.pick([0, 1, 3, 125, 126, 127, 1000, 65_535, 65_536, 65_537]);
  return Buffer.alloc(size, random.below(256));
};

/** A few frames that a client could send by mistake or on purpose. */
export function createHostileFrames(random: Random): Buffer {
  const frames = Array.from({ length: 1 + random.below(6) }, () => {
    const payload = createPayload(random);
    const frame = createFrame({
      opcode: random.chance(0.6) ? opcodes.text : random.below(16),
      payload,
      isLast: random.chance(0.85),
      isMasked: random.chance(0.95),
      reserved: random.chance(0.95) ? 0 : random.below(8),
      length: random.chance(0.95) ? payload.length : random.pick([0, 125, 65_536, 2 ** 31, 2 ** 52]),
    });
    return random.chance(0.95) ? frame : frame.subarray(0, random.below(frame.length + 1));
  });
  return Buffer.concat(frames);
}

/** The bytes of an upgrade; some are not complete or not valid. */
export function createHostileUpgrade(random: Random, protocols: readonly string[]): Buffer {
  const offered = random.chance(0.1) ? [random.pick(['', ',', 'a b', '\x01', 'x'.repeat(5000)])] : protocols;
  const headers = createUpgrade(offered).filter(() => !random.chance(0.02));
  const bytes = formatRequest({ target: random.chance(0.95) ? '/ws' : '/ws?screens=cells&close=exit', headers });
  return random.chance(0.95) ? bytes : bytes.subarray(0, random.below(bytes.length));
}

const requestLines = [
  'GET / HTTP/1.1',
  'GET /api/state HTTP/1.1',
  'POST /api/respond/demo HTTP/1.1',
  'GET /%ff HTTP/1.1',
];
const oddLines = [
  '',
  'GET',
  'GET / HTTP/0.9',
  'PRI * HTTP/2.0',
  'CONNECT a:1 HTTP/1.1',
  '\x16\x03\x01',
  'get / http/1.1',
];
const headerLines = [
  ...[
    'Host: localhost',
    'Host: evil.example',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999',
  ],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Expect: 100-continue', 'Connection: close'],
  ...['Connection: Upgrade', 'Upgrade: websocket', 'Upgrade: h2c', 'Content-Type: application/json', 'Origin: null'],
  ...['X: \x00', ': x', 'X', ' folded', `X: ${'y'.repeat(9000)}`, 'Authorization: Bearer ü', 'Range: bytes=0-1'],
];
const bodies = [
  '',
  'hello',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  'fffffffffffffffff\r\n',
  '5;x=y\r\nhel',
  '-1\r\n',
  '{',
];

/** The bytes of a few requests, valid or not. */
export function createHostileRequests(random: Random): Buffer {
  const requests = Array.from({ length: 1 + random.below(4) }, () => {
    const first = random.pick(random.chance(0.8) ? requestLines : oddLines);
    const host = random.chance(0.8) ? ['Host: 127.0.0.1'] : [];
    const lines = Array.from({ length: random.below(5) }, () => random.pick(headerLines));
    const end = random.chance(0.95) ? '\r\n' : random.pick(['\n', '\r', '']);
    return `${[first, ...host, ...lines].join(end)}${end}${end}${random.pick(bodies)}`;
  });
  const bytes = Buffer.from(requests.join(''), 'latin1');
  for (let count = random.chance(0.2) ? random.below(8) : 0; count > 0; count -= 1)
    bytes[random.below(bytes.length)] = random.below(256);
  return random.chance(0.9) ? bytes : bytes.subarray(0, random.below(bytes.length));
}
