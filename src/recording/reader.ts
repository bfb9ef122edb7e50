import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MethodError } from '../protocol/errors.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { recordingValidators } from '../protocol/generated/validators.js';
import { linesOf } from './file-lines.js';

/** An event as it stands in a file. */
export interface RecordedEvent extends RecordingEvent {
  /** Where its line begins, in bytes: `events` can go on from there. */
  readonly offset: number;
}

// The longest request that a server takes by default has 16 MiB; escaped as a string it may have twice as much and more.
const maxLineBytes = 64 * 1024 * 1024;
// A file that begins with more of them is something else.
const maxForeignLines = 100;
const knownVersion = 1;

/** Reads a recording piece by piece, as far as it reached when it was opened; lines that are no events are skipped. */
export class RecordingReader implements AsyncDisposable {
  readonly path: string;
  /** How long it was when it was opened. */
  readonly bytes: number;
  readonly #file: FileHandle;
  #skippedLines = 0;
  #isTorn = false;
  #judgedUpTo = 0;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.path = path;
    this.#file = file;
    this.bytes = bytes;
  }

  /** Opens a recording; a file that cannot be read is kind `io`, one that is no recording kind `bad-recording`. */
  static async open(path: string, cancel?: AbortSignal): Promise<RecordingReader> {
    const { file, bytes } = await openFile(path);
    const reader = new RecordingReader(path, file, bytes);
    try {
      await reader.events(0, cancel).next();
    } catch (error) {
      await reader[Symbol.asyncDispose]();
      throw error;
    }
    return reader;
  }

  /** How many lines so far were no events; blank ones do not count. */
  get skippedLines(): number {
    return this.#skippedLines;
  }

  /** Whether the last line is no event because its end is missing, as when a server was killed; it counts as skipped. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** The events, in order, from the line on that begins at `from`; `cancel` ends the reading. */
  async *events(from = 0, cancel?: AbortSignal): AsyncGenerator<RecordedEvent, void, void> {
    let isRecording = from > 0;
    let foreignLines = 0;
    for await (const { offset, bytes, isEnded } of this.#lines(from, cancel)) {
      if (bytes !== undefined && isBlank(bytes)) continue;
      const event = bytes === undefined ? undefined : this.#parse(bytes);
      if (event === undefined) this.#countSkipped(offset, isEnded);
      else yield { ...event, offset };
      isRecording ||= event !== undefined;
      if (!isRecording) foreignLines += 1;
      if (foreignLines === maxForeignLines) break;
    }
    if (foreignLines > 0 && !isRecording)
      throw new MethodError(
        'bad-recording',
        `${this.path} is no recording: it does not begin with events, one a line.`,
      );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async *#lines(from: number, cancel: AbortSignal | undefined): ReturnType<typeof linesOf> {
    try {
      yield* linesOf(this.#file, from, this.bytes, maxLineBytes, cancel);
    } catch (error) {
      cancel?.throwIfAborted();
      throw unreadable(this.path, error);
    }
  }

  #parse(bytes: Buffer): RecordingEvent | undefined {
    if (!isUtf8(bytes)) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString());
    } catch {
      return undefined;
    }
    const version = versionOf(value);
    if (version > knownVersion)
      throw new MethodError(
        'bad-recording',
        `${this.path} was recorded in version ${version} of the format, which is newer than this tuispec; it knows version ${knownVersion}.`,
      );
    return recordingValidators.event(value) ? value : undefined;
  }

  // What is read again is not counted again.
  #countSkipped(offset: number, isEnded: boolean): void {
    if (offset < this.#judgedUpTo) return;
    this.#judgedUpTo = offset + 1;
    this.#skippedLines += 1;
    if (!isEnded) this.#isTorn = true;
  }
}

async function openFile(path: string): Promise<{ file: FileHandle; bytes: number }> {
  let file: FileHandle | undefined;
  try {
    // Without it, opening a pipe would wait for somebody who writes into it.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (stat.isFile()) return { file, bytes: stat.size };
  } catch (error) {
    await file?.close();
    throw unreadable(path, error);
  }
  await file.close();
  throw new MethodError('io', `${path} is not a file that could be read as a recording, but a directory or a device.`);
}

function unreadable(path: string, error: unknown): MethodError {
  if (error instanceof MethodError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const words = code === 'ENOENT' ? `There is no file ${path}.` : `Cannot read ${path}: ${message}`;
  return new MethodError('io', words, {}, { cause: error });
}

function versionOf(value: unknown): number {
  const version = typeof value === 'object' && value !== null ? (value as { version?: unknown }).version : undefined;
  return Number.isInteger(version) ? (version as number) : knownVersion;
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
