import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../base/artifacts.js';
import { sleep } from '../base/deadline.js';
import { Emitter } from '../base/emitter.js';
import { createSystemError } from '../base/errors.js';
import { checkDiskSpace, resolveAbsolutePath } from '../base/files.js';
import { findLastTime } from './frames.js';

const mebibyte = 1024 * 1024;
// The maximum size of one write, and of the end of the file that is read for its last timestamp.
const pieceLength = mebibyte;
// With more pending data than this, no frames are recorded until some is written.
const highWaterLength = mebibyte;
// With more pending data than this, the disk is too slow and the recording fails.
const maxPendingLength = 32 * mebibyte;
// A full pipe does not signal when it is writable again, so the write is retried.
const pipeRetryMs = 20;

/** Writes a recording file in the background: complete lines, in order. */
export class RecordingWriter {
  readonly path: string;
  /** The last timestamp in the file when it was opened; 0 if there was none. */
  readonly lastMicros: number;
  /** Fires at most once, when the file can no longer be written. */
  readonly failed = new Emitter();
  readonly #file: FileHandle;
  #queue: string[] = [];
  #pendingLength = 0;
  #appendedLength = 0;
  #writing: Promise<void> | undefined;
  #isOver = false;
  #failure: string | undefined;
  #onProgress: (() => void)[] = [];

  private constructor(path: string, file: FileHandle, end: string) {
    this.path = path;
    this.lastMicros = findLastTime(end);
    this.#file = file;
    // End a truncated last line, so that the first event starts a new line.
    if (end !== '' && !end.endsWith('\n')) this.append('\n');
  }

  /**
   * Opens a file for appending; creates it and its directories if missing. Fails with kind `io`. A file that will be
   * emptied is not read.
   */
  static async open(path: string, willBeEmptied = false): Promise<RecordingWriter> {
    const absolute = resolveAbsolutePath(path);
    let file: FileHandle | undefined;
    let isNew = false;
    try {
      makeDirectory(dirname(absolute));
      ({ file, isNew } = await openOrCreate(absolute));
      await checkDiskSpace(file, absolute);
      const end = !willBeEmptied && (await file.stat()).isFile() ? await readEnd(absolute) : '';
      return new RecordingWriter(absolute, file, end);
    } catch (error) {
      await file?.close();
      if (isNew) await rm(absolute, { force: true });
      throw createSystemError('io', `Cannot record to ${path}`, error);
    }
  }

  /** Why the file can no longer be written. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Truncates the file before anything is appended; pipes and devices are not changed. */
  async empty(): Promise<void> {
    try {
      if ((await this.#file.stat()).isFile()) await this.#file.truncate();
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  append(line: string): void {
    if (this.#isOver) return;
    if (this.#pendingLength > maxPendingLength) {
      this.#fail(`the file is too slow: ${maxPendingLength / mebibyte} MiB are waiting to be written`);
      return;
    }
    this.#queue.push(line);
    this.#pendingLength += line.length;
    this.#appendedLength += line.length;
    this.#writing ??= this.#write();
  }

  /** Resolves when there is capacity for more; undefined if there is capacity now. */
  waitForCapacity(): Promise<void> | undefined {
    return this.#pendingLength > highWaterLength ? this.#waitForRoom() : undefined;
  }

  /** Resolves when all lines appended so far have been written or discarded. */
  async waitUntilWritten(): Promise<void> {
    const goal = this.#appendedLength;
    while (this.#appendedLength - this.#pendingLength < goal && !this.#isOver) await this.#waitForProgress();
  }

  /** Resolves when all lines have been written or discarded, and the file is closed. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#isOver) return;
    const isGone = (await this.#file.stat()).nlink === 0;
    if (isGone) this.#fail('the file was removed');
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#file.close();
  }

  /** Fails the recording and discards unwritten lines. */
  abandon(reason: string): void {
    this.#fail(reason);
  }

  async #waitForRoom(): Promise<void> {
    while (this.#pendingLength > highWaterLength) await this.#waitForProgress();
  }

  #waitForProgress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  async #write(): Promise<void> {
    try {
      // Include the lines that are appended in the same tick.
      await Promise.resolve();
      while (this.#queue.length > 0) {
        const text = this.#takePiece();
        await this.#writeWhole(Buffer.from(text));
        this.#reportProgress(text.length);
      }
    } catch (error) {
      this.#fail((error as Error).message);
    }
    this.#writing = undefined;
  }

  #takePiece(): string {
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
        await sleep(pipeRetryMs);
      }
    }
  }

  #reportProgress(length: number): void {
    this.#pendingLength = Math.max(0, this.#pendingLength - length);
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue = [];
    this.#reportProgress(this.#pendingLength);
    // Closing may hang together with a pending write, so it is not awaited.
    void this.#file.close().catch(() => {});
    this.#failure = `Recording to ${this.path} stopped: ${reason}.`;
    this.failed.fire();
  }
}

async function openOrCreate(path: string): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  // Non-blocking for pipes: they may have no reader.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
  try {
    return { file: await open(path, flags | constants.O_EXCL, 0o600), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { file: await open(path, flags, 0o600), isNew: false };
  }
}

/** The end of a file; for a write-only file, text without a newline, so that a new line is started. */
async function readEnd(path: string): Promise<string> {
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
