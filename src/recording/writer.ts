import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Emitter } from '../async/emitter.js';
import { sleep } from '../async/idle-queue.js';
import { makeDirectory } from '../files/artifacts.js';
import { checkRoom } from '../files/check-disk-space.js';
import { absolutePath } from '../files/safe-files.js';
import { MethodError } from '../protocol/errors.js';
import { lastTimeIn } from './format.js';

const mebibyte = 1024 * 1024;
// One write, and how much of a file's end is looked at.
const pieceLength = mebibyte;
// What may wait for a slow disk before no more frames are taken.
const roomyLength = mebibyte;
// What may wait at all: a disk that is slower than this cannot hold the recording.
const maxWaiting = 32 * mebibyte;
// A pipe that is full tells nobody when it is so no longer.
const fullPipeMs = 20;

/** The file that a recording goes to: whole lines, in order, written while everything else goes on. */
export class RecordingWriter {
  readonly path: string;
  /** The last time that stood in the file when it was opened; 0 when there was none. */
  readonly lastMicros: number;
  /** It can be written no longer; fires at most once. */
  readonly failed = new Emitter();
  readonly #file: FileHandle;
  #queue: string[] = [];
  #waitingLength = 0;
  #appendedLength = 0;
  #writing: Promise<void> | undefined;
  #isOver = false;
  #failure: string | undefined;
  #onProgress: (() => void)[] = [];

  private constructor(path: string, file: FileHandle, end: string) {
    this.path = path;
    this.lastMicros = lastTimeIn(end);
    this.#file = file;
    // What follows a torn line begins a new one.
    if (end !== '' && !end.endsWith('\n')) this.append('\n');
  }

  /**
   * Opens a file to append to, and makes it and its directories where there are none; kind `io` when that fails. A file
   * that will be emptied is not read.
   */
  static async open(path: string, willBeEmptied = false): Promise<RecordingWriter> {
    const absolute = absolutePath(path);
    let file: FileHandle | undefined;
    let isNew = false;
    try {
      makeDirectory(dirname(absolute));
      ({ file, isNew } = await openOrMake(absolute));
      await checkRoom(file, absolute);
      const end = !willBeEmptied && (await file.stat()).isFile() ? await endOf(absolute) : '';
      return new RecordingWriter(absolute, file, end);
    } catch (error) {
      await file?.close();
      if (isNew) await rm(absolute, { force: true });
      throw new MethodError('io', `Cannot record into ${path}: ${(error as Error).message}`, {}, { cause: error });
    }
  }

  /** Why it can be written no longer. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Removes what is in the file, before anything is appended; a pipe or a device stays as it is. */
  async empty(): Promise<void> {
    try {
      if ((await this.#file.stat()).isFile()) await this.#file.truncate();
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  append(line: string): void {
    if (this.#isOver) return;
    if (this.#waitingLength > maxWaiting) {
      this.#fail(`it is too slow: ${maxWaiting / mebibyte} MiB wait to be written`);
      return;
    }
    this.#queue.push(line);
    this.#waitingLength += line.length;
    this.#appendedLength += line.length;
    this.#writing ??= this.#write();
  }

  /** Resolves when little waits to be written, undefined when that is so. */
  room(): Promise<void> | undefined {
    return this.#waitingLength > roomyLength ? this.#roomAgain() : undefined;
  }

  /** Resolves when what was appended up to now is in the file, or will never be. */
  async written(): Promise<void> {
    const goal = this.#appendedLength;
    while (this.#appendedLength - this.#waitingLength < goal && !this.#isOver) await this.#nextProgress();
  }

  /** Resolves when all is in the file, or will never be. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#isOver) return;
    const isGone = (await this.#file.stat()).nlink === 0;
    if (isGone) this.#fail('it has been removed');
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#file.close();
  }

  /** Gives up what has not been written. */
  abandon(reason: string): void {
    this.#fail(reason);
  }

  async #roomAgain(): Promise<void> {
    while (this.#waitingLength > roomyLength) await this.#nextProgress();
  }

  #nextProgress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  async #write(): Promise<void> {
    try {
      // What else happens in this tick goes along.
      await Promise.resolve();
      while (this.#queue.length > 0) {
        const text = this.#nextPiece();
        await this.#writeWhole(Buffer.from(text));
        this.#progress(text.length);
      }
    } catch (error) {
      this.#fail((error as Error).message);
    }
    this.#writing = undefined;
  }

  #nextPiece(): string {
    let length = 0;
    const end = this.#queue.findIndex((line) => {
      length += line.length;
      return length > pieceLength;
    });
    return this.#queue.splice(0, end < 0 ? this.#queue.length : Math.max(1, end)).join('');
  }

  async #writeWhole(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#isOver; ) {
      try {
        at += (await this.#file.write(bytes, at)).bytesWritten;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        await sleep(fullPipeMs);
      }
    }
  }

  #progress(length: number): void {
    this.#waitingLength = Math.max(0, this.#waitingLength - length);
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue = [];
    this.#progress(this.#waitingLength);
    // A write that hangs would keep the file from being closed; nobody waits for that.
    void this.#file.close().catch(() => {});
    this.#failure = `Cannot record into ${this.path} any longer: ${reason}`;
    this.failed.fire();
  }
}

async function openOrMake(path: string): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  // Non-blocking for pipes: nobody may be reading them.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
  try {
    return { file: await open(path, flags | constants.O_EXCL, 0o600), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { file: await open(path, flags, 0o600), isNew: false };
  }
}

/** The end of a file, as far as it is of interest; a file that may only be written seems to end in the middle of a line. */
async function endOf(path: string): Promise<string> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return '?';
  }
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, pieceLength));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('latin1');
  } finally {
    await file.close();
  }
}
