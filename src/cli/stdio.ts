import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { printable } from '../text/printable.js';

// What may wait for a reader of standard error; the rest of a flood is dropped.
const maxWaitingErrors = 65_536;

/** Standard output that never blocks: `process.stdout` stands still when a pipe is full. */
export function openOutput(standard: Writable): Writable {
  const stat = fstatSync(1);
  if (stat.isFIFO()) return new QuickSocket({ fd: 1, readable: false, writable: true });
  if (!stat.isSocket()) return standard;
  // One socket may be input and output at once; then its end is the end of the input only.
  return fstatSync(0).ino === stat.ino ? new QuickSocket({ fd: 1, readable: false, writable: true }) : watchedSocket();
}

// What Node calls the encoding of what is no text.
const bytes = 'buffer' as BufferEncoding;

/** Writes what there is room for at once: what Node's own way takes longer than a wait that is answered should. */
class QuickSocket extends Socket {
  // What Node itself asks when it decides whether a socket is idle.
  declare readonly _handle?: { readonly writeQueueSize: number } | null;

  /** Bytes of the write under way that the other side has not taken yet. */
  get untakenBytes(): number | undefined {
    return this._handle?.writeQueueSize;
  }

  override _write(chunk: string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const written = writtenNow(chunk);
    if (written === undefined) super._write(chunk, encoding, done);
    else if (written === Buffer.byteLength(chunk)) done();
    else super._write(Buffer.from(chunk).subarray(written), bytes, done);
  }
}

// The stream will find out itself what is wrong.
function writtenNow(text: string): number | undefined {
  try {
    return writeSync(1, text);
  } catch {
    return undefined;
  }
}

// A reader that goes away is noticed at once; of a pipe only when something is written.
function watchedSocket(): Socket {
  const socket = new QuickSocket({ fd: 1, readable: true, writable: true, allowHalfOpen: true });
  socket.on('end', () => socket.destroy(Object.assign(new Error('the reader is gone'), { code: 'EPIPE' })));
  return socket.resume();
}

/** A writer to standard error that never blocks; what cannot be written is nobody's loss, and no terminal obeys it. */
export function openError(): (text: string) => void {
  const write = errorWriter();
  return (text) => write(printable(text));
}

function errorWriter(): (text: string) => void {
  const stat = fstatSync(2);
  if (stat.isSocket()) return socketWriter(new Socket({ fd: 2, readable: false, writable: true }));
  const fd = stat.isFIFO() ? ownPipeEnd() : 2;
  return (text) => {
    try {
      writeSync(fd, text);
    } catch {
      // Closed or full.
    }
  };
}

function socketWriter(socket: Socket): (text: string) => void {
  socket.on('error', () => {});
  return (text) => {
    if (socket.writableLength < maxWaitingErrors) socket.write(text);
  };
}

// Opened anew: a pipe is often shared with other processes, which must not find it non-blocking.
function ownPipeEnd(): number {
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return 2;
  }
}
