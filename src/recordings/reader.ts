import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { MethodError } from '../base/errors.js';
import { createReadError, notRegularFile } from '../base/files.js';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { recordingValidators } from '../protocol/generated/validators.js';
import { findStringEnd } from '../protocol/message.js';

/** An event as stored in a file. */
export interface RecordedEvent extends RecordingEvent {
  /** Byte offset of the line: `readEvents` can continue from there. */
  readonly offset: number;
}

// A request has at most 16 MiB by default; escaping it as a JSON string can more than double its size.
const maxLineBytes = 64 * 1024 * 1024;
// A file that starts with this many invalid lines is not a recording.
const maxForeignLines = 100;
const knownVersion = 1;

/** How a recording is read. */
interface ReaderOptions {
  readonly cancel?: AbortSignal | undefined;
  /** Whether the file may still grow: an incomplete last line is then read later, and the file may be empty. */
  readonly isGrowing?: boolean;
}

/** Reads a recording incrementally, up to its size when it was opened. Invalid lines are skipped and counted. */
export class RecordingReader implements AsyncDisposable {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #isGrowing: boolean;
  #bytes: number;
  #resumeAt = 0;
  #skippedLines = 0;
  #isTorn = false;
  #checkedUpTo = 0;

  private constructor(path: string, file: FileHandle, bytes: number, isGrowing: boolean) {
    this.path = path;
    this.#file = file;
    this.#bytes = bytes;
    this.#isGrowing = isGrowing;
  }

  /** Opens a recording; fails with kind `io` if the file cannot be read, `bad-recording` if it is not a recording. */
  static async open(path: string, { cancel, isGrowing = false }: ReaderOptions = {}): Promise<RecordingReader> {
    const { file, bytes } = await openFile(path);
    const reader = new RecordingReader(path, file, bytes, isGrowing);
    try {
      await reader.readEvents(0, cancel).next();
    } catch (error) {
      await reader[Symbol.asyncDispose]();
      throw error;
    }
    return reader;
  }

  /** Size of the file when it was opened or last extended. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The offset after the last complete line that was read: `readEvents` can continue from there when the file has grown. */
  get resumeAt(): number {
    return this.#resumeAt;
  }

  /** Includes what was written since; returns whether the file has grown. Has an effect only if the file may grow. */
  async extend(): Promise<boolean> {
    if (!this.#isGrowing) return false;
    const { size } = await this.#file.stat();
    const hasGrown = size > this.#bytes;
    this.#bytes = Math.max(size, this.#bytes);
    return hasGrown;
  }

  /** The number of invalid lines so far, not counting blank lines. */
  get skippedLines(): number {
    return this.#skippedLines;
  }

  /** Whether the last line is truncated, as happens when a server is killed; it counts as skipped. */
  get isTruncated(): boolean {
    return this.#isTorn;
  }

  /** Yields the events in order, starting with the line at byte `from`, until `cancel` is aborted. */
  async *readEvents(from = 0, cancel?: AbortSignal): AsyncGenerator<RecordedEvent, void, void> {
    let isRecording = from > 0;
    let foreignLines = 0;
    for await (const { offset, bytes, isEnded } of this.#readLines(from, cancel)) {
      if (bytes !== undefined && isBlankLine(bytes)) continue;
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
        `${this.path} is not a recording: it does not start with events. Expected one JSON event per line.`,
      );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async *#readLines(from: number, cancel: AbortSignal | undefined): ReturnType<typeof readLines> {
    try {
      for await (const line of readLines(this.#file, from, this.#bytes, maxLineBytes, cancel)) {
        // The rest of the line has not been written yet.
        if (!line.isEnded && this.#isGrowing) return;
        this.#resumeAt = line.end;
        yield line;
      }
    } catch (error) {
      cancel?.throwIfAborted();
      throw createReadError(this.path, error);
    }
  }

  #parse(bytes: Buffer): RecordingEvent | undefined {
    if (!isUtf8(bytes)) return undefined;
    const text = bytes.toString();
    if (hasTooManyValues(text)) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    const version = readVersion(value);
    if (version > knownVersion)
      throw new MethodError(
        'bad-recording',
        `Cannot read ${this.path}: unknown format version ${version}. Expected version ${knownVersion}. Update tuispec.`,
      );
    return recordingValidators.event(value) && !isTooLarge(value) ? value : undefined;
  }

  // Lines that are read again are not counted again.
  #countSkipped(offset: number, isEnded: boolean): void {
    if (offset < this.#checkedUpTo) return;
    this.#checkedUpTo = offset + 1;
    this.#skippedLines += 1;
    if (!isEnded) this.#isTorn = true;
  }
}

async function openFile(path: string): Promise<{ file: FileHandle; bytes: number }> {
  let file: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe blocks until a process opens it for writing.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (stat.isFile()) return { file, bytes: stat.size };
  } catch (error) {
    await file?.close();
    throw createReadError(path, error);
  }
  await file.close();
  throw new MethodError('io', `Cannot read ${path}: ${notRegularFile}.`);
}

function readVersion(value: unknown): number {
  const version = typeof value === 'object' && value !== null ? (value as { version?: unknown }).version : undefined;
  return Number.isInteger(version) ? (version as number) : knownVersion;
}

/** Whether the JSON text in an event has too many values. A complete screen is not JSON. */
const isTooLarge = ({ direction, line, ansi = '' }: RecordingEvent): boolean =>
  direction !== 'frame' && (hasTooManyValues(line) || hasTooManyValues(ansi));

interface FileLine {
  /** Offset of the first byte. */
  readonly offset: number;
  /** Offset of the byte after its newline, or after its last byte if it has none. */
  readonly end: number;
  /** Without the newline; undefined if the line is too long. Valid only until the next line is requested. */
  readonly bytes: Buffer | undefined;
  /** Whether a newline ends the line: the last line of a file may have none. */
  readonly isEnded: boolean;
}

const newline = 0x0a;
// Larger chunks are not faster.
const chunkBytes = 256 * 1024;

/** Reads the lines between two byte offsets on demand, until the consumer stops or `cancel` is aborted. */
async function* readLines(
  file: FileHandle,
  from: number,
  to: number,
  maxLineBytes: number,
  cancel: AbortSignal | undefined,
): AsyncGenerator<FileLine, void, void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const partial = new PartialLine(maxLineBytes);
  let offset = from;
  for (let at = from; at < to; ) {
    cancel?.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkBytes, to - at), at);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    let start = 0;
    for (let end = read.indexOf(newline); end >= 0; end = read.indexOf(newline, start)) {
      const bytes = partial.finish(read.subarray(start, end));
      start = end + 1;
      yield { offset, end: at + start, bytes, isEnded: true };
      offset = at + start;
    }
    partial.append(read.subarray(start));
    at += bytesRead;
  }
  if (!partial.isEmpty) yield { offset, end: to, bytes: partial.finish(Buffer.alloc(0)), isEnded: false };
}

/** The beginning of a line whose end has not been read yet. */
class PartialLine {
  readonly #maxLineBytes: number;
  /** Its size doubles when it is full: concatenating each chunk would take quadratic time. */
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  append(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#maxLineBytes) this.#buffer = Buffer.alloc(0);
    else {
      if (size > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(this.#maxLineBytes, size * 2));
        this.#buffer.copy(larger, 0, 0, this.#size);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, this.#size);
    }
    this.#size = size;
  }

  /** The complete line, ending with `part`; undefined if it is too long. */
  finish(part: Buffer): Buffer | undefined {
    if (this.#size > 0) this.append(part);
    const size = this.#size || part.length;
    const whole = this.#size === 0 ? part : this.#buffer.subarray(0, size);
    this.#size = 0;
    // Release the memory of a long line before the end of the file.
    if (size > chunkBytes) this.#buffer = Buffer.alloc(0);
    return size > this.#maxLineBytes ? undefined : whole;
  }
}

// More than any message of a server has. They take up to 500 MB of memory when they are parsed.
const maxValues = 4_000_000;
const [quote, comma] = [0x22, 0x2c];
const [bracket, brace] = [0x5b, 0x7b];

/** Whether JSON text has more values than should be parsed. Recordings are not trusted: a line of 64 MiB can have millions. */
function hasTooManyValues(json: string): boolean {
  // A value takes at least two characters.
  if (json.length <= 2 * maxValues) return false;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = findStringEnd(json, at);
    else if (code === comma || code === bracket || code === brace) values += 1;
    if (values > maxValues) return true;
  }
  return false;
}

const isBlankLine = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
