import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { escapeControls } from '../text/escape-controls.js';

// Maximum buffered standard error output, in bytes. Further output is dropped.
const maxWaitingErrors = 65_536;

/** Standard output that never blocks. `process.stdout` blocks when a pipe is full. */
export function openOutput(standard: Writable): Writable {
  const stat = fstatSync(1);
  if (stat.isFIFO()) return new QuickSocket({ fd: 1, readable: false, writable: true });
  if (!stat.isSocket()) return standard;
  // One socket can be both input and output. Its end is then the end of the input only.
  return fstatSync(0).ino === stat.ino
    ? new QuickSocket({ fd: 1, readable: false, writable: true })
    : openWatchedSocket();
}

// Node's name for the encoding of binary chunks.
const bytes = 'buffer' as BufferEncoding;

/** Writes synchronously what fits into the buffer. Node's asynchronous write would delay the response of a wait. */
class QuickSocket extends Socket {
  // Node itself uses this member to determine whether a socket is idle.
  declare readonly _handle?: { readonly writeQueueSize: number } | null;

  /** Bytes of the current write that the reader has not accepted yet. */
  get untakenBytes(): number | undefined {
    return this._handle?.writeQueueSize;
  }

  override _write(chunk: string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const written = tryWrite(chunk);
    if (written === undefined) super._write(chunk, encoding, done);
    else if (written === Buffer.byteLength(chunk)) done();
    else super._write(Buffer.from(chunk).subarray(written), bytes, done);
  }
}

// The stream reports the error when it writes.
function tryWrite(text: string): number | undefined {
  try {
    return writeSync(1, text);
  } catch {
    return undefined;
  }
}

// Detects immediately that the reader of a socket has closed it. For a pipe, only a write detects this.
function openWatchedSocket(): Socket {
  const socket = new QuickSocket({ fd: 1, readable: true, writable: true, allowHalfOpen: true });
  socket.on('end', () =>
    socket.destroy(Object.assign(new Error('the reader has closed the socket'), { code: 'EPIPE' })),
  );
  return socket.resume();
}

/** Creates a writer to standard error that never blocks. It drops text that cannot be written and escapes control characters. */
export function openError(): (text: string) => void {
  const write = createErrorWriter();
  return (text) => write(escapeControls(text));
}

function createErrorWriter(): (text: string) => void {
  const stat = fstatSync(2);
  if (stat.isSocket()) return createSocketWriter(new Socket({ fd: 2, readable: false, writable: true }));
  const fd = stat.isFIFO() ? openOwnPipeEnd() : 2;
  return (text) => {
    try {
      writeSync(fd, text);
    } catch {
      // Closed or full.
    }
  };
}

function createSocketWriter(socket: Socket): (text: string) => void {
  socket.on('error', () => {});
  return (text) => {
    if (socket.writableLength < maxWaitingErrors) socket.write(text);
  };
}

// A separate open file description: other processes often share the pipe, and it must stay blocking for them.
function openOwnPipeEnd(): number {
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return 2;
  }
}
