import { cancelled, codes, RpcError } from './errors.js';
import type { Call, Entry, IdText, Message } from './message.js';

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
export interface Outlet {
  write(line: string): void;
  /** Resolves when there is room for another answer. */
  room(): Promise<void>;
  /** A request or notification failed. */
  failed(error: RpcError): void;
  /** A bug: the client gets -32603, this gets its cause. */
  bug(error: unknown): void;
}

interface Job {
  readonly entry: Entry;
  readonly abort: AbortController;
  answer: string | undefined;
}
interface Task {
  readonly jobs: readonly Job[];
  readonly isArray: boolean;
  readonly bytes: number;
}

/** Runs requests in the order of their arrival; the control plane and cancellation do not wait. */
export class Dispatcher {
  readonly #api: Api;
  readonly #out: Outlet;
  readonly #queue: Task[] = [];
  #current: Task | undefined;
  #running: Promise<void> = Promise.resolve();
  #queuedBytes = 0;
  #isClosed = false;
  #onProgress: (() => void)[] = [];

  constructor(api: Api, out: Outlet) {
    this.#api = api;
    this.#out = out;
  }

  /** Bytes of the lines that wait for their turn. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  receive(message: Message, bytes: number): void {
    if ('entry' in message && !('error' in message.entry)) {
      const call = message.entry;
      if (call.method === '$/cancelRequest' && call.id === undefined) {
        this.#cancel(call.params['id']);
        return;
      }
      if (this.#api.isControl(call)) {
        void this.#answerAtOnce(call);
        return;
      }
    }
    const entries = 'entry' in message ? [message.entry] : message.batch;
    const jobs = entries.map((entry) => ({ entry, abort: new AbortController(), answer: undefined }));
    this.#queue.push({ jobs, isArray: 'batch' in message, bytes });
    this.#queuedBytes += bytes;
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
    while (this.#current !== undefined) await this.#running;
  }

  /** Resolves when the next request has been answered. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  #cancel(id: unknown): void {
    for (const task of this.#tasks())
      for (const job of task.jobs)
        if (job.entry.id !== undefined && JSON.parse(job.entry.id) === id) this.#cancelJob(job, task);
  }

  #cancelJob(job: Job, task: Task): void {
    if (job.answer !== undefined || job.abort.signal.aborted) return;
    job.abort.abort();
    job.answer = this.#refuse(job.entry.id, cancelled());
    if (!task.isArray) this.#write(job.answer);
  }

  #tasks(): Task[] {
    return this.#current === undefined ? this.#queue : [this.#current, ...this.#queue];
  }

  async #drain(): Promise<void> {
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift()) {
      this.#current = task;
      if (!this.#isClosed) await this.#out.room();
      for (const job of task.jobs) await this.#run(job, task);
      if (task.isArray) this.#write(arrayOf(task.jobs));
      this.#queuedBytes -= task.bytes;
      this.#tellProgress();
    }
    this.#current = undefined;
  }

  #tellProgress(): void {
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }

  async #run(job: Job, task: Task): Promise<void> {
    if (this.#isClosed) this.#cancelJob(job, task);
    if (job.abort.signal.aborted) return;
    const answer = await this.#answer(job.entry, job.abort.signal, task.isArray ? 'array' : 'alone');
    if (job.abort.signal.aborted) return;
    job.answer = answer;
    if (!task.isArray) this.#write(answer);
  }

  async #answerAtOnce(call: Call): Promise<void> {
    this.#write(await this.#answer(call, new AbortController().signal, 'alone'));
  }

  async #answer(entry: Entry, signal: AbortSignal, place: Place): Promise<string> {
    if ('error' in entry) return this.#refuse(entry.id, entry.error);
    try {
      const result = await this.#api.run(entry, signal, place);
      return entry.id === undefined ? '' : `{"jsonrpc":"2.0","id":${entry.id},"result":${JSON.stringify(result)}}`;
    } catch (error) {
      if (signal.aborted) return '';
      if (error instanceof RpcError) return this.#refuse(entry.id, error);
      this.#out.bug(error);
      const bug = new RpcError(codes.internalError, 'Internal error: a bug in tuispec; its stack is on stderr.');
      return this.#refuse(entry.id, bug);
    }
  }

  #refuse(id: IdText | undefined, error: RpcError): string {
    this.#out.failed(error);
    return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
  }

  #write(answer: string): void {
    if (answer !== '') this.#out.write(answer);
  }
}

const arrayOf = (jobs: readonly Job[]): string => {
  const answers = jobs.map((job) => job.answer ?? '').filter((answer) => answer !== '');
  return answers.length === 0 ? '' : `[${answers.join(',')}]`;
};
