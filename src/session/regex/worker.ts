import { Worker } from 'node:worker_threads';

/** An expression and the texts to find it in. */
export interface MatchJob {
  readonly pattern: string;
  readonly flags: string;
  readonly texts: readonly string[];
  /** Only the first match in each text is needed, and it may be empty. */
  readonly isFirstOnly: boolean;
}
/** The matches of an expression, each as three numbers: number of the text, index and length. */
export type Finds = Uint32Array;
/** The thread was terminated during a job. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** The thread could not be started. */
export class NoThread extends Error {
  override readonly name = 'NoThread';
}

interface Pending {
  readonly resolve: (finds: Finds) => void;
  readonly reject: (error: Error) => void;
}

/** A thread for expressions that may backtrack endlessly. It can be terminated while it matches. */
export class PatternWorker {
  #worker: Worker | undefined;
  #pending: Pending | undefined;
  #isReady = false;

  /** Whether the thread has started. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Finds the expression in each text. Rejects with `Killed`, `NoThread` or the engine's error. Runs one job at a time.
   */
  run(job: MatchJob): Promise<Finds> {
    if (this.#pending !== undefined) throw new Error('The worker is busy.');
    const worker = this.#start();
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      worker.postMessage(job);
    });
  }

  /** Terminates the thread, even during a match. The next job starts another one. */
  kill(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle()?.reject(new Killed('the worker was killed'));
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(`(${runWorker.toString()})(require('node:worker_threads').parentPort)`, { eval: true });
    worker.unref();
    this.#isReady = false;
    worker.on('online', () => {
      if (worker === this.#worker) this.#isReady = true;
    });
    worker.on('message', (response: Finds | string) => {
      if (worker !== this.#worker) return;
      if (typeof response === 'string') this.#settle()?.reject(new Error(response));
      else this.#settle()?.resolve(response);
    });
    // For example, out of memory. The job is not repeated, because it would fail again.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#settle()?.reject(error.code === 'ERR_WORKER_INIT_FAILED' ? new NoThread(error.message) : error);
    });
    this.#worker = worker;
    return worker;
  }

  #settle(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }
}

// Runs in the thread. Only its source text is sent there, so it must not refer to anything outside.
function runWorker(port: NonNullable<typeof import('node:worker_threads').parentPort>): void {
  let finds = new Uint32Array();
  let count = 0;
  const add = (find: readonly number[]): void => {
    if (count === finds.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(finds);
      finds = larger;
    }
    finds.set(find, count);
    count += find.length;
  };
  const search = (expression: RegExp, text: string, number: number, isFirstOnly: boolean): void => {
    for (const { index, 0: found } of text.matchAll(expression)) {
      if (found !== '' || isFirstOnly) add([number, index, found.length]);
      if (isFirstOnly) return;
    }
  };
  port.on('message', ({ pattern, flags, texts, isFirstOnly }: MatchJob) => {
    try {
      const expression = new RegExp(pattern, flags);
      [finds, count] = [new Uint32Array(96), 0];
      for (const [number, text] of texts.entries()) search(expression, text, number, isFirstOnly);
      port.postMessage(finds.slice(0, count));
    } catch (error) {
      port.postMessage((error as Error).message);
    }
  });
}
