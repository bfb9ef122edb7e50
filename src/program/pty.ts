import { closeSync, constants, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { ReadStream } from 'node:tty';
import { MethodError } from '../protocol/errors.js';
import { cpuTimeSince } from './cpu-time.js';
import { DrainMarker } from './drain-marker.js';
import type { Environment } from './environment.js';
import { type Exit, exitOf } from './exit.js';
import { sendSignal } from './processes.js';
import { PtyInput } from './pty-input.js';

/** What to run, and in a terminal of which size. */
export interface PtyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
}
/** What a Pty tells its owner. */
export interface PtyListener {
  /** Output; the bytes are only valid during the call. */
  output(bytes: Uint8Array): void;
  /** The program has ended and all it wrote has been told. */
  exit(exit: Exit): void;
}

// node-pty's JavaScript loses the end of the output and reports exits up to 200 ms late; its native part does neither.
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

let loaded: { readonly native: NativePty; readonly helper: string } | undefined;

function loadNative(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  const loader = require.resolve('node-pty/lib/utils.js');
  const { dir, module } = (require(loader) as NativeLoader).loadNativeModule('pty');
  // Only macOS starts programs by way of a helper.
  loaded = { native: module, helper: resolve(dirname(loader), dir, 'spawn-helper') };
  return loaded;
}

// Linux hands out at most 4 KB of terminal output per read, and holds less than this.
const readBuffer = Buffer.alloc(131_072);
// After a first read of fewer bytes there is hardly more, and to ask costs as much as to read.
const shortRead = 1024;
// Output that is slow to parse must not keep everybody else waiting. Told in processor time: a busy machine is another thing.
const maxTurnMs = 100;
const minRead = 64;

/** A program in a pseudo-terminal of its own; the leader of its session and process group. */
export class Pty {
  readonly pid: number;
  readonly input: PtyInput;
  readonly #fd: number;
  /** Our own hold on the program's side: as long as it is open, output cannot be cut off by a hang-up. */
  readonly #slave: number;
  readonly #reader: ReadStream;
  readonly #tail: DrainMarker;
  #isLost = false;
  #isPaused = false;
  /** How much is read at once: less, the longer it takes to parse. */
  #readSize = readBuffer.length;
  #isClosed = false;

  constructor(options: PtyOptions, listener: PtyListener) {
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
      throw new MethodError('spawn', `Cannot start ${command}: ${(error as Error).message}`, {}, { cause: error });
    }
    this.pid = forked.pid;
    this.#fd = forked.fd;
    this.#slave = openSlave(command, forked);
    this.input = new PtyInput(forked.fd);
    this.#tail = new DrainMarker(this.#slave, {
      output: (bytes) => listener.output(bytes),
      end: (exit) => {
        this.close();
        listener.exit(exit);
      },
      readNow: () => this.#readNow(),
    });
    onExit = (code, signal) => this.#tail.begin(exitOf(code, signal));
    this.#reader = new ReadStream(forked.fd, {
      onread: {
        buffer: () => readBuffer.subarray(0, this.#readSize),
        callback: (length: number) => {
          this.#take(length);
          this.input.retry();
          return true;
        },
      },
    } as object);
    // Somebody hung the terminal up (vhangup); the program may run on.
    this.#reader.on('error', () => {});
    this.#reader.on('close', () => this.#lose());
    this.#reader.resume();
  }

  resize(cols: number, rows: number): void {
    if (!this.#isLost) loadNative().native.resize(this.#fd, cols, rows, 0, 0);
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

  /** Tells all output that has arrived: a busy kernel may have it without saying so, but not when it is asked. */
  readArrived(): void {
    if (!this.#isPaused) this.#readOn(0);
  }

  /** Stops reading and lets go of the terminal; what still writes to it gets an error. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tail.close();
    this.#lose();
    this.#reader.destroy();
    closeSync(this.#slave);
  }

  // All that has arrived is taken at once, lest a request that came later be answered first.
  #take(firstLength: number): void {
    const startedAt = performance.now();
    this.#tail.push(readBuffer.subarray(0, firstLength));
    this.#adapt(cpuTimeSince(startedAt), firstLength);
    if (firstLength >= shortRead) this.#readOn(firstLength);
  }

  #adapt(tookMs: number, length: number): void {
    if (tookMs > maxTurnMs) this.#readSize = Math.max(minRead, Math.floor((length * maxTurnMs) / tookMs));
    else if (tookMs * 4 < maxTurnMs) this.#readSize = Math.min(this.#readSize * 2, readBuffer.length);
  }

  #readOn(sofar: number): void {
    const startedAt = performance.now();
    let tookMs = 0;
    for (let total = sofar; total < readBuffer.length && tookMs < maxTurnMs; ) {
      const bytes = this.#readNow();
      if (bytes.length === 0) return;
      total += bytes.length;
      this.#tail.push(bytes);
      const sinceMs = cpuTimeSince(startedAt);
      this.#adapt(sinceMs - tookMs, bytes.length);
      tookMs = sinceMs;
    }
  }

  // The reader closes its descriptor, and the number may soon be that of another file.
  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.input.close();
    this.#tail.lose();
  }

  #readNow(): Uint8Array {
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
    sendSignal(pid, 'SIGKILL');
    closeSync(fd);
    throw new MethodError('spawn', `Cannot start ${command}: ${(error as Error).message}`, {}, { cause: error });
  }
}
