import { closeSync, constants, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { ReadStream } from 'node:tty';
import { CpuTimer } from '../../base/cpu-time.js';
import { yieldToEvents } from '../../base/deadline.js';
import { createSystemError } from '../../base/errors.js';
import { toExit } from '../../base/exit.js';
import type { IdleQueue } from '../../base/idle-queue.js';
import type { ProcessSession } from '../../base/system/facts.js';
import { system } from '../../base/system/system.js';
import type { Environment } from './launch.js';
import { endProcesses, killProcesses } from './processes.js';
import { DrainMarker, PtyInput } from './pty-io.js';
import { type LineMode, readLineMode, type SourceListener, type TerminalSource } from './terminal-source.js';

const magic = 0x7f454c46;
const is64Bit = 2;
const interpreterSegment = 3;

/** Whether an executable runs on musl, the C library of Alpine, instead of glibc; false if unknown. */
export function usesMusl(executable = system.executable): boolean {
  try {
    return readLoader(executable)?.includes('ld-musl') === true;
  } catch {
    return false;
  }
}

// `process.report` has the version of glibc, but takes 140 ms.
/** The path of the dynamic loader of an ELF file. */
function readLoader(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, at);
    return bytes;
  };
  try {
    const header = read(0, 64);
    if (header.readUInt32BE(0) !== magic || header[4] !== is64Bit) return undefined;
    const [size, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
    const table = read(Number(header.readBigUInt64LE(32)), size * count);
    for (let at = 0; at < table.length; at += size)
      if (table.readUInt32LE(at) === interpreterSegment)
        return read(Number(table.readBigUInt64LE(at + 8)), Number(table.readBigUInt64LE(at + 32))).toString('latin1');
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** What to run, and the size of its terminal. */
interface PtyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
}

// node-pty's JavaScript loses the end of the output (https://github.com/microsoft/node-pty/issues/72) and reports exits
// up to 200 ms late; its native part does neither.
interface NativePty {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    isUtf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
}
interface NativeLoader {
  loadNativeModule(name: 'pty'): { readonly dir: string; readonly module: NativePty };
}

// state: a native part, loaded on first use.
let loaded: { readonly native: NativePty; readonly helper: string } | undefined;

function loadNative(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const loader = require.resolve('node-pty/lib/utils.js');
  const { dir, module } = (require(loader) as NativeLoader).loadNativeModule('pty');
  requireUsable(dir);
  // Only macOS starts programs through a helper.
  loaded = { native: module, helper: resolve(dirname(loader), dir, 'spawn-helper') };
  return loaded;
}

/** Throws an error if the native library in a directory of node-pty would crash in this process. */
export function requireUsable(directory: string, executable?: string): void {
  // node-pty has no prebuilt library for musl. The one for glibc can be loaded there, and crashes when a program starts.
  if (!directory.includes('prebuilds') || process.platform !== 'linux' || !usesMusl(executable)) return;
  const advice = 'Use an image such as node:24-slim, or install make, g++ and python3, and run';
  throw new Error(`tuispec requires glibc, and this is musl. ${advice} npm rebuild --build-from-source node-pty`);
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
  #isPaused = false;
  /** Bytes per read: less if parsing takes long. */
  #readSize = readBuffer.length;
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
    this.#drainMarker = new DrainMarker(this.#slave, {
      onOutput: (bytes) => listener.onOutput(bytes),
      onEnd: (exit) => {
        this.close();
        this.#isEnded = true;
        listener.onExit(exit);
      },
      readAvailable: () => this.#readAvailable(),
    });
    onExit = (code, signal) => this.#drainMarker.begin(toExit(code, signal));
    this.#reader = new ReadStream(forked.fd, {
      onread: {
        buffer: () => readBuffer.subarray(0, this.#readSize),
        callback: (length: number) => {
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
    if (!this.#isLost) loadNative().native.resize(this.#fd, cols, rows, 0, 0);
  }

  // Events come with the next turn of the event loop at the earliest.
  start(): void {}

  readHealth(): undefined {}

  /** How the kernel handles what is typed; undefined if that cannot be determined. */
  async readLineMode(): Promise<LineMode | undefined> {
    return this.#isClosed ? undefined : await readLineMode(this.#path);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    this.#isPaused = true;
    this.#reader.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#isClosed) return;
    this.#isPaused = false;
    this.#reader.resume();
  }

  verify(): undefined {}

  /** Delivers all output that has arrived, including output that a busy kernel has not signaled yet. */
  drainNow(): void {
    if (!this.#isPaused) this.#drainBuffered(0);
  }

  async drain(): Promise<void> {
    await yieldToEvents();
    this.drainNow();
  }

  /** Ends every process of its session. */
  async end(how: 'gently' | 'at once', graceMs?: number): Promise<void> {
    await (how === 'gently' ? endProcesses(this.processes, graceMs) : killProcesses(this.processes));
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
    const startedAt = performance.now();
    this.#drainMarker.push(readBuffer.subarray(0, firstLength));
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
