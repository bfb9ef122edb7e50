import { type Call, type Entry, type IdText, type Message, parseMessage, shortenStrings } from '../protocol/message.js';

/** One message of a line, and its response. */
export interface Job {
  readonly id: IdText | undefined;
  /** Undefined while its task is packed. */
  entry: Entry | undefined;
  /** Set while the job runs. */
  abort: AbortController | undefined;
  answer: string | undefined;
}

/** The messages of one line. */
export interface QueuedTask {
  /** The received line if it was readable, until it runs. */
  line: string | PackedLine | undefined;
  readonly jobs: readonly Job[];
  readonly isArray: boolean;
  readonly weight: number;
}

/** A long line as UTF-8 bytes. */
interface PackedLine {
  readonly bytes: Buffer;
  readonly parse: ParseLine;
}

/** Returns the messages of a line. */
export type ParseLine = (line: string) => Message;

/** Memory of a queued message in addition to its text, rounded up. */
export const bytesPerMessage = 1024;
/** Longer lines are queued as bytes and parsed when they run: text and params need several times the memory. */
export const maxUnpackedBytes = 4096;
/** While more tasks are queued, messages are parsed when they run: their line takes less than half the memory. */
export const maxParsedTasks = 1000;
// Longer than the names of all methods and the usual ids.
const maxPreviewString = 256;

/** Creates the task of a message from a line of `bytes` bytes. */
export function createTask(message: Message, bytes: number, line?: string): QueuedTask {
  const entries = 'entry' in message ? [message.entry] : message.batch;
  const jobs = entries.map((entry): Job => ({ id: entry.id, entry, abort: undefined, answer: undefined }));
  return { line, jobs, isArray: 'batch' in message, weight: bytes + entries.length * bytesPerMessage };
}

/** Parses a call without its long strings, so that only its id and method are reliable; undefined if that fails. */
export function parsePreview(line: Buffer): Call | undefined {
  const message = parseMessage(shortenStrings(line, maxPreviewString));
  return 'batch' in message || 'error' in message.entry ? undefined : message.entry;
}

/** Reduces a task to its ids and the bytes of its line, to be parsed when it runs. */
export function packTask(task: QueuedTask, line: Buffer, parse: ParseLine): QueuedTask {
  // The bytes may be a small part of the chunk that they were received in.
  const bytes = line.length * 2 > line.buffer.byteLength ? line : Buffer.from(line);
  for (const job of task.jobs) job.entry = undefined;
  task.line = { bytes, parse };
  return task;
}

/** Reduces the task of a short valid call to its line and its id, to be parsed when it runs. */
export function dropMessage(task: QueuedTask): QueuedTask {
  for (const job of task.jobs) job.entry = undefined;
  return task;
}

/** Restores the messages of a task; returns its line. */
export function unpackTask(task: QueuedTask): string | undefined {
  const { line, jobs } = task;
  task.line = undefined;
  const text = typeof line === 'string' ? line : line?.bytes.toString();
  if (text === undefined || jobs[0]?.entry !== undefined) return text;
  const message = typeof line === 'object' ? line.parse(text) : parseMessage(text);
  const entries = 'entry' in message ? [message.entry] : message.batch;
  for (const [index, job] of jobs.entries()) job.entry = entries[index];
  return text;
}
