import {
  type CallMessage,
  codes,
  createCancelledError,
  type Entry,
  type IdText,
  type Message,
  parseMessage,
  RpcError,
  shortenStrings,
} from '../protocol/message.js';

/** One message of a line, and its response. */
interface Job {
  readonly id: IdText | undefined;
  /** Undefined while its task is packed. */
  entry: Entry | undefined;
  /** Set while the job runs. */
  abort: AbortController | undefined;
  answer: string | undefined;
  /** Set for a call of this process: it gets the result, and the client gets no response. */
  readonly caller?: Caller | undefined;
}

/** A caller in this process. */
interface Caller {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The messages of one line. */
interface QueuedTask {
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
type ParseLine = (line: string) => Message;

/** Memory of a queued message in addition to its text, rounded up. */
const bytesPerMessage = 1024;
/** Longer lines are queued as bytes and parsed when they run: text and params need several times the memory. */
const maxUnpackedBytes = 4096;
/** While more tasks are queued, messages are parsed when they run: their line takes less than half the memory. */
const maxParsedTasks = 1000;
// Longer than the names of all methods and the usual ids.
const maxPreviewString = 256;

/** Creates the task of a message from a line of `bytes` bytes. */
function createTask(message: Message, bytes: number, line?: string): QueuedTask {
  const entries = 'entry' in message ? [message.entry] : message.batch;
  const jobs = entries.map((entry): Job => ({ id: entry.id, entry, abort: undefined, answer: undefined }));
  return { line, jobs, isArray: 'batch' in message, weight: bytes + entries.length * bytesPerMessage };
}

/** Parses a call without its long strings, so that only its id and method are reliable; undefined if that fails. */
function parsePreview(line: Buffer): CallMessage | undefined {
  const message = parseMessage(shortenStrings(line, maxPreviewString));
  return 'batch' in message || 'error' in message.entry ? undefined : message.entry;
}

/** Reduces a task to its ids and the bytes of its line, to be parsed when it runs. */
function packTask(task: QueuedTask, line: Buffer, parse: ParseLine): QueuedTask {
  // The bytes may be a small part of the chunk that they were received in.
  const bytes = line.length * 2 > line.buffer.byteLength ? line : Buffer.from(line);
  for (const job of task.jobs) job.entry = undefined;
  task.line = { bytes, parse };
  return task;
}

/** Reduces the task of a short valid call to its line and its id, to be parsed when it runs. */
function dropMessage(task: QueuedTask): QueuedTask {
  for (const job of task.jobs) job.entry = undefined;
  return task;
}

/** Restores the messages of a task; returns its line. */
function unpackTask(task: QueuedTask): string | undefined {
  const { line, jobs } = task;
  task.line = undefined;
  const text = typeof line === 'string' ? line : line?.bytes.toString();
  if (text === undefined || jobs[0]?.entry !== undefined) return text;
  const message = typeof line === 'object' ? line.parse(text) : parseMessage(text);
  const entries = 'entry' in message ? [message.entry] : message.batch;
  for (const [index, job] of jobs.entries()) job.entry = entries[index];
  return text;
}

/** Maximum length of all responses to a batch, in characters. They form one line and are buffered until the last one. */
export const maxAnswerLength = 64 * 1024 * 1024;

/** The error of batch messages after the limit, which are not run. */
export const createBatchTooLargeError = (): RpcError =>
  new RpcError(
    codes.invalidRequest,
    `Batch responses exceed ${maxAnswerLength} characters. Send the remaining messages in another batch.`,
  );

/** Whether a call was sent alone or in a JSON-RPC array. */
export type CallOrigin = 'alone' | 'array';
/** The methods, as the dispatcher uses them. */
export interface CallRunner {
  /** Whether the call belongs to the control plane and runs out of order. */
  isControl(call: CallMessage): boolean;
  /** Runs the call; `signal` aborts when the response is no longer needed. */
  run(call: CallMessage, signal: AbortSignal, place: CallOrigin, onWaiting?: () => void): Promise<unknown>;
}
/** Receives responses and events. */
interface ResponseSink {
  /** The messages of this line start to run; a control message, possibly while another request is pending. */
  onResponseStart(line: string, isControl: boolean): void;
  write(line: string): void;
  /** A call of this process has a response, which is not for the client. */
  note(line: string): void;
  /** Resolves when there is room for another response; with false if the server ends first. */
  waitForRoom(): Promise<boolean>;
  /** A request or notification failed. */
  onFailure(error: RpcError): void;
  /** Receives the cause of an internal error, which the client sees as -32603. */
  onBug(error: unknown): void;
}

// Shared, because capturing a stack per error would make V8 follow the whole chain of pending responses.
const tooLate = createCancelledError();

/** Runs requests in the order of their arrival; the control plane and cancellation do not wait. */
export class Dispatcher {
  readonly #api: CallRunner;
  readonly #out: ResponseSink;
  readonly #queue = new Set<QueuedTask>();
  /** Pending responses of the control plane, in order. */
  #control: Promise<void> = Promise.resolve();
  #controlCount = 0;
  #current: QueuedTask | undefined;
  #running: Promise<void> = Promise.resolve();
  #weight = 0;
  #isClosed = false;
  #onProgress: (() => void)[] = [];

  constructor(api: CallRunner, out: ResponseSink) {
    this.#api = api;
    this.#out = out;
  }

  /** Bytes that queued requests take: the length of their lines and 1 KiB for each message. */
  get queuedBytes(): number {
    return this.#weight;
  }

  /** Approximate size in bytes of the control plane responses that the client has not read. */
  get controlBytes(): number {
    return this.#controlCount * bytesPerMessage;
  }

  /** Accepts a line, which `parse` splits into messages. */
  receive(line: Buffer, parse: ParseLine = parseMessage): void {
    const isQueuedLong = this.#current !== undefined && line.length > maxUnpackedBytes;
    const preview = isQueuedLong ? parsePreview(line) : undefined;
    if (preview !== undefined && !this.#isUrgent(preview)) {
      this.#add(packTask(createTask({ entry: preview }, line.length), line, parse));
      return;
    }
    const text = line.toString();
    const message = parse(text);
    const call = 'entry' in message && !('error' in message.entry) ? message.entry : undefined;
    if (call === undefined || !this.#isUrgent(call)) {
      const task = createTask(message, line.length, text);
      if (isQueuedLong) packTask(task, line, parse);
      else if (call !== undefined && this.#queue.size > maxParsedTasks) dropMessage(task);
      this.#add(task);
      return;
    }
    this.#begin(text, true);
    if (isCancellation(call)) this.#cancel(call.params['id']);
    else this.#respondImmediately(call);
  }

  /** Runs a call of this process after the requests before it; resolves with its result. */
  call(line: string, entry: CallMessage, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const caller: Caller = { resolve, reject };
      const job: Job = { id: entry.id, entry, abort: undefined, answer: undefined, caller };
      const task: QueuedTask = { line, jobs: [job], isArray: false, weight: line.length + bytesPerMessage };
      signal?.addEventListener('abort', () => this.#cancelJob(job, task), { once: true });
      if (signal?.aborted === true) this.#cancelJob(job, task);
      else this.#add(task);
    });
  }

  /** Responds to a line that could not be read. */
  refuse(error: RpcError): void {
    this.#add(createTask({ entry: { id: 'null', error } }, 0));
  }

  /** Ends everything pending and queued with -32800. */
  cancelAll(): void {
    for (const task of this.#listTasks()) for (const job of task.jobs) this.#cancelJob(job, task);
  }

  /** Starts no more requests; queued and later ones fail with -32800. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is running or queued. */
  async waitForIdle(): Promise<void> {
    while (this.#current !== undefined || this.#controlCount > 0) await Promise.all([this.#running, this.#control]);
  }

  /** Resolves when the next response has been written. */
  waitForProgress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  #isUrgent(call: CallMessage): boolean {
    return isCancellation(call) || this.#api.isControl(call);
  }

  #add(task: QueuedTask): void {
    this.#queue.add(task);
    this.#weight += task.weight;
    if (this.#current === undefined) this.#running = this.#drain();
  }

  #cancel(id: unknown): void {
    // A cancellation without an id must not match notifications, which have no id either.
    if (id === undefined) return;
    const isInexact = typeof id === 'number' && !Number.isSafeInteger(id);
    const text = JSON.stringify(id);
    for (const task of this.#listTasks())
      for (const job of task.jobs) if (isInexact ? Number(job.id) === id : job.id === text) this.#cancelJob(job, task);
  }

  #cancelJob(job: Job, task: QueuedTask): void {
    if (job.answer !== undefined) return;
    const cancelled = createCancelledError();
    job.answer = this.#refuse(job.id, cancelled);
    job.abort?.abort();
    job.caller?.reject(cancelled);
    if (!task.isArray) this.#write(job.answer, job);
  }

  *#listTasks(): Generator<QueuedTask> {
    if (this.#current !== undefined) yield this.#current;
    yield* this.#queue;
  }

  async #drain(): Promise<void> {
    // The iteration includes tasks that are added meanwhile.
    for (const task of this.#queue) {
      this.#queue.delete(task);
      this.#current = task;
      // A failed task must not stop the tasks after it.
      await this.#runTask(task).catch((error: unknown) => this.#out.onBug(error));
      this.#weight -= task.weight;
      this.#notifyProgress();
    }
    this.#current = undefined;
  }

  async #runTask(task: QueuedTask): Promise<void> {
    if (!this.#isClosed && !task.jobs.every(isAnswered)) this.#begin(unpackTask(task), false);
    if (!this.#isClosed) await this.#out.waitForRoom();
    await (task.isArray ? this.#runArray(task) : this.#run(task.jobs[0] as Job, task));
  }

  #begin(line: string | undefined, isControl: boolean): void {
    if (line !== undefined) this.#out.onResponseStart(line, isControl);
  }

  async #runArray(task: QueuedTask): Promise<void> {
    let length = 0;
    for (const job of task.jobs) {
      if (length > maxAnswerLength) job.answer ??= this.#refuse(job.id, createBatchTooLargeError());
      await this.#run(job, task);
      length += job.answer?.length ?? 0;
    }
    const answers = task.jobs.map((job) => job.answer).filter((answer) => answer !== '');
    if (answers.length > 0) this.#write(`[${answers.join(',')}]`);
  }

  #notifyProgress(): void {
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }

  async #run(job: Job, task: QueuedTask): Promise<void> {
    if (this.#isClosed) this.#cancelJob(job, task);
    if (isAnswered(job) || job.entry === undefined) return;
    job.abort = new AbortController();
    const answer = await this.#runEntry(job.entry, job.abort.signal, task.isArray ? 'array' : 'alone', job.caller);
    if (isAnswered(job)) return;
    job.answer = answer;
    if (!task.isArray) this.#write(answer, job);
  }

  // The call runs immediately, but its response waits for room, so that memory stays bounded if the client does not read.
  #respondImmediately(call: CallMessage): void {
    const wasClosed = this.#isClosed;
    const running = this.#api.run(call, new AbortController().signal, 'alone');
    const isEnding = this.#isClosed && !wasClosed;
    // A rejection is handled when the response is written.
    running.catch(() => {});
    this.#controlCount += 1;
    this.#control = this.#control.then(async () => {
      const hasRoom = await this.#out.waitForRoom();
      this.#write(hasRoom || isEnding ? await this.#respond(call.id, running) : this.#refuse(call.id, tooLate));
      this.#controlCount -= 1;
      this.#notifyProgress();
    });
  }

  #runEntry(
    entry: Entry,
    signal: AbortSignal,
    place: CallOrigin,
    caller: Caller | undefined,
  ): string | Promise<string> {
    if ('error' in entry) return this.#refuse(entry.id, entry.error);
    if (!isCancellation(entry)) {
      const running = this.#api.run(entry, signal, place);
      if (caller !== undefined) running.then(caller.resolve, caller.reject);
      return this.#respond(entry.id, running, signal);
    }
    this.#cancel(entry.params['id']);
    return '';
  }

  async #respond(id: IdText | undefined, running: Promise<unknown>, signal?: AbortSignal): Promise<string> {
    try {
      const result = await running;
      return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
    } catch (error) {
      return signal?.aborted === true ? '' : this.#respondWithError(id, error);
    }
  }

  #respondWithError(id: IdText | undefined, error: unknown): string {
    let bug = error;
    try {
      if (error instanceof RpcError) return this.#refuse(id, error);
    } catch (tooLong) {
      // The response exceeds the maximum string length.
      bug = tooLong;
    }
    this.#out.onBug(bug);
    const message = 'Internal error caused by a bug in tuispec. The stack trace is on stderr.';
    return this.#refuse(id, new RpcError(codes.internalError, message));
  }

  #refuse(id: IdText | undefined, error: RpcError): string {
    this.#out.onFailure(error);
    return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
  }

  #write(answer: string, job?: Job): void {
    if (answer === '') return;
    if (job?.caller === undefined) this.#out.write(answer);
    else this.#out.note(answer);
  }
}

/** The convention of language servers: a notification that ends the request of an id. */
const isCancellation = ({ id, method }: CallMessage): boolean => method === '$/cancelRequest' && id === undefined;

// Also checked after each await, because the job may have been cancelled meanwhile.
const isAnswered = (job: Job): boolean => job.answer !== undefined;
