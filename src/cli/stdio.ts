// Standard output and error without blocking the process: they may be slow pipes or terminals.
import { spawn } from 'node:child_process';
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';
import { system } from '../base/system/system.js';
import { escapeControls } from '../base/text.js';
import { QuickSocket } from '../protocol/lines.js';

// Delay before the next attempt when the buffer is full.
const retryMs = 2;

/** Writes as much as a non-blocking descriptor accepts now; returns the number of bytes. */
export function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Writes all bytes synchronously; returns false if the reader accepts nothing for `maxPauseMs`. */
export function writeWithRetries(descriptor: number, bytes: Uint8Array, maxPauseMs: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let lastAt = performance.now();
  for (let rest = bytes; rest.length > 0; ) {
    const written = writeSome(descriptor, rest);
    rest = rest.subarray(written);
    if (written > 0) lastAt = performance.now();
    else if (performance.now() - lastAt > maxPauseMs) return false;
    else Atomics.wait(pause, 0, 0, retryMs);
  }
  return true;
}

// Maximum buffered standard error output, in bytes. Further output is dropped.
const maxWaitingErrors = 65_536;
// Maximum time that a terminal that accepts no data, for example after Ctrl+S, can delay the process.
const maxPauseMs = 500;

/** Standard output that never blocks. `process.stdout` blocks when a pipe is full, or a terminal stopped. */
export function openOutput(standard: Writable): Writable {
  const stat = fstatSync(1);
  if (stat.isFIFO()) return new QuickSocket({ fd: 1, readable: false, writable: true });
  if (stat.isCharacterDevice() && isatty(1)) return openOutputTerminal() ?? standard;
  if (!stat.isSocket()) return standard;
  // One socket can be both input and output. Its end is then the end of the input only.
  return fstatSync(0).ino === stat.ino
    ? new QuickSocket({ fd: 1, readable: false, writable: true })
    : openWatchedSocket();
}

/** The terminal of standard output; undefined if it cannot be opened again. */
function openOutputTerminal(): Writable | undefined {
  const fd = openAgain(1);
  if (fd === undefined) return undefined;
  const terminal = new WriteStream(fd) as WriteStream & { _handle?: { setBlocking?(isBlocking: boolean): void } };
  // Node makes every terminal blocking.
  terminal._handle?.setBlocking?.(false);
  return terminal;
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
  const isTerminal = isatty(2);
  const own = stat.isFIFO() || isTerminal ? openAgain(2) : undefined;
  if (stat.isFIFO() && own === undefined) return createRelayWriter();
  const fd = own ?? 2;
  let isStuck = false;
  return (text) => {
    try {
      // A terminal accepts a long text in pieces.
      if (isTerminal) isStuck = !writeWithRetries(fd, Buffer.from(text), isStuck ? 0 : maxPauseMs);
      else writeSync(fd, text);
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

/**
 * Writes to a pipe that cannot be opened again, through a process that may wait for its reader; the process starts with the first text.
 */
function createRelayWriter(): (text: string) => void {
  let write: ((text: string) => void) | undefined;
  return (text) => {
    write ??= startRelay();
    write(text);
  };
}

function startRelay(): (text: string) => void {
  // A process group of its own: Ctrl+C must not cut off what is being said.
  const relay = spawn('/bin/cat', [], { stdio: ['pipe', 2, 'ignore'], cwd: '/', env: {}, detached: true });
  relay.on('error', () => {});
  relay.unref();
  const input = relay.stdin as Socket;
  input.unref();
  // Its reader does not read: what is left is dropped.
  process.once('exit', () => void (input.writableLength > 0 && relay.kill('SIGKILL')));
  return createSocketWriter(input);
}

// A separate open file description: other processes often share the pipe or terminal, and it must stay blocking for them.
function openAgain(fd: 1 | 2): number | undefined {
  const path = system.pathOfStream(fd);
  if (path === undefined) return undefined;
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}
