import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { CpuTimer } from '../../base/cpu-time.js';
import { yieldToEvents } from '../../base/deadline.js';
import { createSystemError } from '../../base/errors.js';
import { type Exit, toExit } from '../../base/exit.js';
import type { IdleQueue } from '../../base/idle-queue.js';
import type { ProcessSession } from '../../base/system/facts.js';
import { system } from '../../base/system/system.js';
import { type KernelSettings, type LineMode, readKernelSettings, readLineMode } from './kernel-settings.js';
import type { Environment } from './launch.js';
import { loadNative, type NativePty } from './native-pty.js';
import { endProcesses, killProcesses } from './processes.js';
import type { SourceListener, TerminalSource } from './terminal-source.js';

/** What to run, and the size of its terminal. */
interface PtyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  /** A person whose own terminal shows the program and answers its queries. */
  readonly person?: Person | undefined;
}

/** The terminal of a person that shows a program besides ours. */
export interface Person {
  /** Receives what the program writes; the bytes are valid only during the call. */
  onOutput(bytes: Uint8Array): void;
  /** The program has sent a query; the text is what our terminal would reply. */
  onQuery(reply: string): void;
}

// Linux returns at most 4 KB of terminal output per read, and buffers less than this.
const readBuffer = Buffer.alloc(131_072);
// When the processes of a session are noted: soon, because a program may leave jobs behind, and then after output.
const [firstNoteMs, nextNoteMs] = [200, 2000];
// After a first read of fewer bytes there is rarely more, and a useless read costs as much as a useful one.
const shortReadBytes = 1024;
// Output that is slow to parse must not delay requests. In processor time, so that a busy machine does not count.
const maxTurnMs = 100;
const minReadBytes = 64;

/** A program in a pseudo-terminal of its own; the leader of its session and process group. */
export class Pty implements TerminalSource {
  readonly pid: number;
  readonly isForeign = false;
  readonly resynced = undefined;
  readonly #input: PtyInput;
  readonly processes: ProcessSession;
  readonly #fd: number;
  /** Our own descriptor on the program's side: while it is open, a hang-up cannot cut off output. */
  readonly #slave: number;
  readonly #path: string;
  readonly #reader: ReadStream;
  readonly #drainMarker: DrainMarker;
  #isLost = false;
  isPaused = false;
  /** Bytes per read: less if parsing takes long. */
  #readSize = readBuffer.length;
  readonly takeReply: ((text: string) => void) | undefined;
  readonly #cpuTimer: CpuTimer;
  #isClosed = false;
  #isEnded = false;
  #noteTimer: NodeJS.Timeout | undefined;

  constructor(options: PtyOptions, listener: SourceListener, idleQueue: IdleQueue) {
    this.#cpuTimer = new CpuTimer(idleQueue);
    const env = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
    const { command, args, cwd, cols, rows } = options;
    let onExit: (code: number, signal: number) => void = () => {};
    let forked: ReturnType<NativePty['fork']>;
    try {
      const { native, helper } = loadNative();
      forked = native.fork(command, args, env, cwd, cols, rows, -1, -1, true, helper, (code, signal) =>
        onExit(code, signal),
      );
    } catch (error) {
      throw createSystemError('spawn', `Cannot start ${JSON.stringify(command)}`, error);
    }
    this.pid = forked.pid;
    this.processes = {
      leader: forked.pid,
      terminal: forked.pty.replace('/dev/', ''),
      isLeaderGone: () => this.#isEnded,
    };
    this.#noteMembersIn(firstNoteMs);
    this.#fd = forked.fd;
    this.#slave = openSlave(command, forked);
    this.#path = forked.pty;
    this.#input = new PtyInput(forked.fd);
    const { person } = options;
    this.takeReply = person && ((text) => person.onQuery(text));
    this.#drainMarker = new DrainMarker(this.#slave, {
      onOutput: (bytes) => {
        person?.onOutput(bytes);
        listener.onOutput(bytes);
      },
      onEnd: (exit) => {
        this.#retire();
        listener.onExit(exit);
      },
      readAvailable: () => this.#readAvailable(),
    });
    onExit = (code, signal) => this.#drainMarker.begin(toExit(code, signal));
    this.#reader = new ReadStream(forked.fd, {
      onread: {
        buffer: () => readBuffer.subarray(0, this.#readSize),
        callback: (length: number) => {
          if (this.#isEnded) {
            this.close();
            return false;
          }
          this.#handleChunk(length);
          this.#input.retry();
          this.#noteMembersIn(nextNoteMs);
          return true;
        },
      },
    } as object);
    // A process hung up the terminal (vhangup); the program may continue to run.
    this.#reader.on('error', () => {});
    this.#reader.on('close', () => this.#disconnect());
    this.#reader.resume();
  }

  /** Remembers the processes of the session after a time; each output requests it again. */
  #noteMembersIn(milliseconds: number): void {
    const { noteMembers } = system;
    if (noteMembers === undefined || this.#noteTimer !== undefined) return;
    this.#noteTimer = setTimeout(() => {
      if (this.#isEnded) return;
      void noteMembers(this.processes).finally(() => {
        this.#noteTimer = undefined;
      });
    }, milliseconds).unref();
  }

  get isEnding(): boolean {
    return !this.#isEnded && system.hasEnded(this.pid);
  }

  get waitingInputBytes(): number {
    return this.#input.waitingBytes;
  }

  write(bytes: Buffer): undefined {
    this.#input.write(bytes);
  }

  resize(cols: number, rows: number): void {
    if (!this.#isLost && !this.#isEnded) loadNative().native.resize(this.#fd, cols, rows, 0, 0);
  }

  // Events come with the next turn of the event loop at the earliest.
  start(): void {}

  readHealth(): undefined {}

  /** How the kernel handles what is typed; undefined if that cannot be determined. */
  async readLineMode(): Promise<LineMode | undefined> {
    return this.#isEnded ? undefined : await readLineMode(this.#path);
  }

  /** All settings that the kernel has for the terminal, also after the exit; undefined if they cannot be determined. */
  async readKernelSettings(): Promise<KernelSettings | undefined> {
    return this.#isClosed ? undefined : await readKernelSettings(this.#path);
  }

  pause(): void {
    this.isPaused = true;
    this.#reader.pause();
  }

  resume(): void {
    if (this.#isClosed) return;
    this.isPaused = false;
    this.#reader.resume();
  }

  verify(): undefined {}

  /** Delivers all output that has arrived, including output that a busy kernel has not signaled yet. */
  drainNow(): void {
    if (!this.isPaused && !this.#isEnded) this.#drainBuffered(0);
  }

  async drain(): Promise<void> {
    await yieldToEvents();
    this.drainNow();
  }

  /** Ends every process of its session. */
  async end(how: 'gently' | 'at once', graceMs?: number): Promise<void> {
    // On macOS it could not end before its output is read.
    if (system.needsReader && this.isPaused) this.resume();
    await (how === 'gently' ? endProcesses(this.processes, graceMs) : killProcesses(this.processes));
  }

  /**
   * The program has ended. Its terminal stays open, because its settings are gone when it is closed, but processes that
   * still write to it close it: nobody would read what they write.
   */
  #retire(): void {
    this.#isEnded = true;
    this.#input.close();
    if (this.#isLost) this.close();
    else this.#reader.unref();
  }

  /** Stops reading and closes the terminal; processes that still write to it get an error. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#drainMarker.close();
    this.#disconnect();
    this.#reader.destroy();
    closeSync(this.#slave);
  }

  // Drain available output now; otherwise a later request could be answered before earlier output is processed.
  #handleChunk(firstLength: number): void {
    const startedAt = firstLength < minReadBytes ? undefined : performance.now();
    this.#drainMarker.push(readBuffer.subarray(0, firstLength));
    // So little that no read could be smaller.
    if (startedAt === undefined) return;
    this.#adaptReadSize(this.#cpuTimer.measureSince(startedAt), firstLength);
    if (firstLength >= shortReadBytes) this.#drainBuffered(firstLength);
  }

  #adaptReadSize(tookMs: number, length: number): void {
    if (tookMs > maxTurnMs) this.#readSize = Math.max(minReadBytes, Math.floor((length * maxTurnMs) / tookMs));
    else if (tookMs * 4 < maxTurnMs) this.#readSize = Math.min(this.#readSize * 2, readBuffer.length);
  }

  #drainBuffered(alreadyRead: number): void {
    const startedAt = performance.now();
    let tookMs = 0;
    for (let total = alreadyRead; total < readBuffer.length && tookMs < maxTurnMs; ) {
      const bytes = this.#readAvailable();
      if (bytes.length === 0) return;
      total += bytes.length;
      this.#drainMarker.push(bytes);
      const sinceMs = this.#cpuTimer.measureSince(startedAt);
      this.#adaptReadSize(sinceMs - tookMs, bytes.length);
      tookMs = sinceMs;
    }
  }

  // The reader closes its descriptor, whose number may soon be reused for another file.
  #disconnect(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#input.close();
    this.#drainMarker.handleUnreadable();
  }

  #readAvailable(): Uint8Array {
    if (this.#isLost) return readBuffer.subarray(0, 0);
    try {
      return readBuffer.subarray(0, readSync(this.#fd, readBuffer, 0, this.#readSize, null));
    } catch {
      return readBuffer.subarray(0, 0);
    }
  }
}

function openSlave(command: string, { fd, pid, pty }: ReturnType<NativePty['fork']>): number {
  try {
    return openSync(pty, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch (error) {
    system.sendSignal(pid, 'SIGKILL');
    closeSync(fd);
    throw createSystemError('spawn', `Cannot start ${JSON.stringify(command)}`, error);
  }
}

/** Receives the output without the marker, then the end exactly once. */
interface DrainListener {
  onOutput(bytes: Uint8Array): void;
  onEnd(exit: Exit): void;
  /** Reads output that has arrived and was not delivered yet; empty if there is none. */
  readAvailable(): Uint8Array;
}

// Errors of a terminal that is gone: no marker can be written, and no other process writes.
const revoked: ReadonlySet<string | undefined> = new Set(['EIO', 'ENXIO', 'EBADF']);
const nothing = Buffer.alloc(0);
const markerLength = 32;
// Output does not contain this many specific letters by chance.
const minMarkerLength = 12;
// Twice what a terminal buffers; other processes may continue to write indefinitely after the program has ended.
const maxBytesAfterExit = 128 * 1024;
// If the marker cannot be written (the terminal is stopped, or others fill it), this much silence means the end.
const silenceMs = 60;
// A written marker is read back unless a process flushes the terminal, or writes into the middle of the marker.
const maxDrainMs = 2000;

/**
 * Finds the end of a program's output. When the program has ended, a marker is written after its output; everything
 * before the marker belongs to the program.
 */
export class DrainMarker {
  readonly #slave: number;
  readonly #listener: DrainListener;
  #exit: Exit | undefined;
  #marker = nothing;
  #unwritten = 0;
  #buffered = nothing;
  #bytesAfterExit = 0;
  #endsAt = Number.POSITIVE_INFINITY;
  #isReadable = true;
  /** Whether the system has taken the terminal away, as macOS does when a session leader ends. */
  #isRevoked = false;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(slave: number, listener: DrainListener) {
    this.#slave = slave;
    this.#listener = listener;
  }

  /** The program has ended; some of its output may not have been read yet. */
  begin(exit: Exit): void {
    if (this.#isEnded) return;
    this.#exit = exit;
    // Created only now, so that the program cannot know it; capitals pass every output mode unchanged.
    const letters = Array.from({ length: markerLength }, () => 65 + Math.floor(Math.random() * 26));
    this.#marker = Buffer.from(letters);
    this.#unwritten = markerLength;
    this.#endsAt = performance.now() + maxDrainMs;
    if (!this.#isReadable) {
      this.#end();
      return;
    }
    this.#writeMarker();
    if (this.#isRevoked) this.#endAfterReading();
    else this.#restartTimer();
  }

  /** Nothing more can be read. */
  handleUnreadable(): void {
    this.#isReadable = false;
    if (this.#exit !== undefined) this.#end();
  }

  push(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#exit === undefined) {
      this.#listener.onOutput(bytes);
      return;
    }
    const all = Buffer.concat([this.#buffered, bytes]);
    const found = all.indexOf(this.#marker);
    const end = found >= 0 ? found : all.length - measureOverlap(all, this.#marker);
    this.#buffered = found >= 0 ? nothing : all.subarray(end);
    this.#bytesAfterExit += bytes.length;
    if (end > 0) this.#listener.onOutput(all.subarray(0, end));
    if (found >= 0 || this.#bytesAfterExit > maxBytesAfterExit) {
      this.#end();
      return;
    }
    this.#writeMarker();
    this.#restartTimer();
  }

  close(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #writeMarker(): void {
    if (this.#unwritten === 0) return;
    try {
      this.#unwritten -= writeSync(this.#slave, this.#marker, this.#marker.length - this.#unwritten);
    } catch (error) {
      // Otherwise full or stopped: retry after the next output, or silence ends the wait.
      this.#isRevoked = revoked.has((error as NodeJS.ErrnoException).code);
    }
    const written = this.#marker.length - this.#unwritten;
    // A full terminal accepts only a part, and others may write before the rest.
    if (written < minMarkerLength) return;
    this.#marker = this.#marker.subarray(0, written);
    this.#unwritten = 0;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#endsAt - performance.now());
    const delayMs = this.#unwritten === 0 ? leftMs : Math.min(leftMs, silenceMs);
    this.#timer = setTimeout(() => this.#handleSilence(), delayMs);
  }

  // On a busy machine, the server itself may have been late, so first read everything that is available.
  #handleSilence(): void {
    const [bytesBefore, unwrittenBefore] = [this.#bytesAfterExit, this.#unwritten];
    this.#readAll();
    if (this.#isEnded) return;
    this.#writeMarker();
    const hasMoved = this.#bytesAfterExit > bytesBefore || this.#unwritten < unwrittenBefore;
    if (hasMoved && performance.now() < this.#endsAt) this.#restartTimer();
    else this.#end();
  }

  #readAll(): void {
    for (let bytes = this.#listener.readAvailable(); bytes.length > 0; bytes = this.#listener.readAvailable()) {
      this.push(bytes);
      if (this.#isEnded) return;
    }
  }

  // Nobody can write anymore, so that all that can be read is the rest.
  #endAfterReading(): void {
    this.#readAll();
    this.#end();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.close();
    // Retained bytes that look like the start of the marker belong to the program, unless exactly that much was written.
    if (this.#buffered.length !== this.#marker.length - this.#unwritten && this.#buffered.length > 0)
      this.#listener.onOutput(this.#buffered);
    this.#listener.onEnd(this.#exit as Exit);
  }
}

/** The number of bytes at the end of `bytes` that could be the start of the marker. */
function measureOverlap(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length;
  return 0;
}

/** The maximum number of bytes queued for a program that does not read; more is an error, not a slow reader. */
export const maxWaitingBytes = 64 * 1024 * 1024;
// Short queued texts are joined; otherwise each would take more memory than its bytes.
const maxJoinedBytes = 4096;
// A full terminal does not report when it has room again: poll often while the program reads, and less often otherwise.
const firstDelayMs = 1;
const maxDelayMs = 16;

/** Writes input to the terminal: completely, in order, without blocking. */
class PtyInput {
  readonly #fd: number;
  #queue: Buffer[] = [];
  #waiting = 0;
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Bytes that the terminal has not accepted yet. */
  get waitingBytes(): number {
    return this.#waiting;
  }

  write(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0) return;
    this.#waiting += bytes.length;
    // The first one may be partly written.
    const last = this.#queue.length > 1 ? this.#queue.at(-1) : undefined;
    if (last !== undefined && last.length + bytes.length <= maxJoinedBytes)
      this.#queue[this.#queue.length - 1] = Buffer.concat([last, bytes]);
    else this.#queue.push(bytes);
    if (this.#queue.length === 1) this.#pump();
  }

  /** The program was active, so it may have read input: write again. */
  retry(): void {
    if (this.#timer === undefined) return;
    this.#delayMs = firstDelayMs;
    clearTimeout(this.#timer);
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#waiting = 0;
  }

  #pump(): void {
    this.#timer = undefined;
    for (let bytes = this.#queue[0]; bytes !== undefined; bytes = this.#queue[0]) {
      const count = this.#tryWrite(bytes);
      if (this.#isClosed) return;
      if (count === 0) {
        this.#timer = setTimeout(() => this.#pump(), this.#delayMs);
        this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
        return;
      }
      this.#delayMs = firstDelayMs;
      this.#waiting -= count;
      if (count < bytes.length) this.#queue[0] = bytes.subarray(count);
      else this.#queue.shift();
    }
  }

  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      this.close();
      return 0;
    }
  }
}
