import { cancelled, codes, RpcError } from './errors.js';
import { type Call, type Entry, type IdText, type Message, parseMessage } from './message.js';
import { maxAnswerLength, tooMuch } from './response-limit.js';

/** Whether a call came by itself or in a JSON-RPC array. */
export type Place = 'alone' | 'array';
/** What the dispatcher asks of those who know the methods. */
export interface Api {
  /** Whether the call is answered at once, out of turn. */
  isControl(call: Call): boolean;
  /** Runs the call; `signal` aborts when nobody waits for the answer any more. */
  run(call: Call, signal: AbortSignal, place: Place): Promise<unknown>;
}
/** Where answers and news go. */
export interface ResponseSink {
  /** What came in this line begins to be carried out. */
  begins(line: string): void;
  write(line: string): void;
  /** Resolves with whether there is room for another answer: not when the end has come before. */
  room(): Promise<boolean>;
  /** A request or notification failed. */
  failed(error: RpcError): void;
  /** A bug: the client gets -32603, this gets its cause. */
  bug(error: unknown): void;
}

interface Job {
  readonly id: IdText | undefined;
  /** Undefined while its task is packed. */
  entry: Entry | undefined;
  /** Only while it runs. */
  abort: AbortController | undefined;
  answer: string | undefined;
}
interface Task {
  /** As it came, where it was readable at all; UTF-8 while the task is packed. */
  line: string | Buffer | undefined;
  readonly jobs: readonly Job[];
  readonly isArray: boolean;
  readonly weight: number;
}

// What a queued message takes in addition to its text, rounded up.
const bytesPerMessage = 1024;
// A longer line is queued as bytes and parsed again in its turn: its text and params take several times as much.
const maxUnpackedBytes = 4096;
// One for all: for the stack of each V8 would follow the chain of answers that wait, however long that is.
const tooLate = cancelled();

/** Runs requests in the order of their arrival; the control plane and cancellation do not wait. */
export class Dispatcher {
  readonly #api: Api;
  readonly #out: ResponseSink;
  readonly #queue = new Set<Task>();
  /** Answers of the control plane on their way out, one after another. */
  #control: Promise<void> = Promise.resolve();
  #controlCount = 0;
  #current: Task | undefined;
  #running: Promise<void> = Promise.resolve();
  #weight = 0;
  #isClosed = false;
  #onProgress: (() => void)[] = [];

  constructor(api: Api, out: ResponseSink) {
    this.#api = api;
    this.#out = out;
  }

  /** Bytes that queued requests take: the length of their lines and 1 KiB for each message. */
  get queuedBytes(): number {
    return this.#weight;
  }

  /** Bytes that responses of the control plane take which the client has not read, about. */
  get controlBytes(): number {
    return this.#controlCount * bytesPerMessage;
  }

  /** Takes a message that came in a line of so many bytes; one that could not be read has no text. */
  receive(message: Message, bytes: number, line?: string): void {
    if ('entry' in message && !('error' in message.entry)) {
      const call = message.entry;
      if (isCancellation(call)) {
        this.#begin(line);
        this.#cancel(call.params['id']);
        return;
      }
      if (this.#api.isControl(call)) {
        this.#begin(line);
        this.#answerAtOnce(call);
        return;
      }
    }
    const entries = 'entry' in message ? [message.entry] : message.batch;
    const jobs = entries.map((entry): Job => ({ id: entry.id, entry, abort: undefined, answer: undefined }));
    const weight = bytes + entries.length * bytesPerMessage;
    const task: Task = { line, jobs, isArray: 'batch' in message, weight };
    if (this.#current !== undefined && bytes > maxUnpackedBytes) pack(task);
    this.#queue.add(task);
    this.#weight += weight;
    if (this.#current === undefined) this.#running = this.#drain();
  }

  /** Ends everything pending and queued with -32800. */
  cancelAll(): void {
    for (const task of this.#tasks()) for (const job of task.jobs) this.#cancelJob(job, task);
  }

  /** Begins no further request; those that are queued or still come get -32800. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is running or queued. */
  async idle(): Promise<void> {
    while (this.#current !== undefined || this.#controlCount > 0) await Promise.all([this.#running, this.#control]);
  }

  /** Resolves when the next request has been answered. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  #cancel(id: unknown): void {
    // What names nothing must not end notifications, which have no id either.
    if (id === undefined) return;
    const isInexact = typeof id === 'number' && !Number.isSafeInteger(id);
    const text = JSON.stringify(id);
    for (const task of this.#tasks())
      for (const job of task.jobs) if (isInexact ? Number(job.id) === id : job.id === text) this.#cancelJob(job, task);
  }

  #cancelJob(job: Job, task: Task): void {
    if (job.answer !== undefined) return;
    job.answer = this.#refuse(job.id, cancelled());
    job.abort?.abort();
    if (!task.isArray) this.#write(job.answer);
  }

  *#tasks(): Generator<Task> {
    if (this.#current !== undefined) yield this.#current;
    yield* this.#queue;
  }

  async #drain(): Promise<void> {
    // What is added meanwhile is met as well.
    for (const task of this.#queue) {
      this.#queue.delete(task);
      this.#current = task;
      // Whatever happens to one, those behind it have their turn.
      await this.#runTask(task).catch((error: unknown) => this.#out.bug(error));
      this.#weight -= task.weight;
      this.#tellProgress();
    }
    this.#current = undefined;
  }

  async #runTask(task: Task): Promise<void> {
    if (!this.#isClosed && !task.jobs.every(isAnswered)) this.#begin(unpack(task));
    if (!this.#isClosed) await this.#out.room();
    await (task.isArray ? this.#runArray(task) : this.#run(task.jobs[0] as Job, task));
  }

  #begin(line: string | undefined): void {
    if (line !== undefined) this.#out.begins(line);
  }

  async #runArray(task: Task): Promise<void> {
    let length = 0;
    for (const job of task.jobs) {
      if (length > maxAnswerLength) job.answer ??= this.#refuse(job.id, tooMuch());
      await this.#run(job, task);
      length += job.answer?.length ?? 0;
    }
    const answers = task.jobs.map((job) => job.answer).filter((answer) => answer !== '');
    if (answers.length > 0) this.#write(`[${answers.join(',')}]`);
  }

  #tellProgress(): void {
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }

  async #run(job: Job, task: Task): Promise<void> {
    if (this.#isClosed) this.#cancelJob(job, task);
    if (isAnswered(job) || job.entry === undefined) return;
    job.abort = new AbortController();
    const answer = await this.#carryOut(job.entry, job.abort.signal, task.isArray ? 'array' : 'alone');
    if (isAnswered(job)) return;
    job.answer = answer;
    if (!task.isArray) this.#write(answer);
  }

  // It is run at once, but a client that does not read must not make answers pile up.
  #answerAtOnce(call: Call): void {
    const wasClosed = this.#isClosed;
    const running = this.#api.run(call, new AbortController().signal, 'alone');
    const isEnding = this.#isClosed && !wasClosed;
    // A failure is looked at when its turn to be written has come.
    running.catch(() => {});
    this.#controlCount += 1;
    this.#control = this.#control.then(async () => {
      const hasRoom = await this.#out.room();
      this.#write(hasRoom || isEnding ? await this.#answer(call.id, running) : this.#refuse(call.id, tooLate));
      this.#controlCount -= 1;
      this.#tellProgress();
    });
  }

  #carryOut(entry: Entry, signal: AbortSignal, place: Place): string | Promise<string> {
    if ('error' in entry) return this.#refuse(entry.id, entry.error);
    if (!isCancellation(entry)) return this.#answer(entry.id, this.#api.run(entry, signal, place), signal);
    this.#cancel(entry.params['id']);
    return '';
  }

  async #answer(id: IdText | undefined, running: Promise<unknown>, signal?: AbortSignal): Promise<string> {
    try {
      const result = await running;
      return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
    } catch (error) {
      return signal?.aborted === true ? '' : this.#explain(id, error);
    }
  }

  #explain(id: IdText | undefined, error: unknown): string {
    let bug = error;
    try {
      if (error instanceof RpcError) return this.#refuse(id, error);
    } catch (unsayable) {
      // It is longer than a string can be.
      bug = unsayable;
    }
    this.#out.bug(bug);
    const message = 'Internal error: a bug in tuispec; its stack is on stderr.';
    return this.#refuse(id, new RpcError(codes.internalError, message));
  }

  #refuse(id: IdText | undefined, error: RpcError): string {
    this.#out.failed(error);
    return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
  }

  #write(answer: string): void {
    if (answer !== '') this.#out.write(answer);
  }
}

/** Keeps of a task only the bytes of its line and the ids. */
function pack(task: Task): void {
  if (typeof task.line !== 'string') return;
  task.line = Buffer.from(task.line);
  for (const job of task.jobs) job.entry = undefined;
}

/** The line of a task, whose messages are there again. */
function unpack(task: Task): string | undefined {
  if (task.line === undefined || typeof task.line === 'string') return task.line;
  const line = task.line.toString();
  const message = parseMessage(line);
  const entries = 'entry' in message ? [message.entry] : message.batch;
  for (const [index, job] of task.jobs.entries()) job.entry = entries[index];
  task.line = undefined;
  return line;
}

/** The convention of language servers: a notification that ends the request of an id. */
const isCancellation = ({ id, method }: Call): boolean => method === '$/cancelRequest' && id === undefined;

// Also asked after waiting: it may have been cancelled meanwhile.
const isAnswered = (job: Job): boolean => job.answer !== undefined;
