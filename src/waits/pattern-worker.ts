import { Worker } from 'node:worker_threads';

/** An expression and the texts to find it in. */
export interface Job {
  readonly pattern: string;
  readonly flags: string;
  readonly texts: readonly string[];
  /** Only the first match in each text is sought, and that may be empty. */
  readonly isFirstOnly: boolean;
}
/** Where an expression was found: number of the text, index and length, again and again. */
export type Finds = Uint32Array;
/** The thread was ended in the middle of a job. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** There could be no thread. */
export class NoThread extends Error {
  override readonly name = 'NoThread';
}

interface Pending {
  readonly resolve: (finds: Finds) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that matches expressions which could run for ever; it can be killed while it does. */
export class PatternWorker {
  #worker: Worker | undefined;
  #pending: Pending | undefined;

  /**
   * Finds the expression in each text; rejects with Killed, NoThread, or the engine's reason for giving up. One job at a
   * time.
   */
  run(job: Job): Promise<Finds> {
    if (this.#pending !== undefined) throw new Error('the worker is busy');
    const worker = this.#start();
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      worker.postMessage(job);
    });
  }

  /** Ends the thread, in the middle of a match if need be; the next job starts another. */
  kill(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle()?.reject(new Killed('the worker was killed'));
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(`(${main.toString()})(require('node:worker_threads').parentPort)`, { eval: true });
    worker.unref();
    worker.on('message', (answer: Finds | string) => {
      if (worker !== this.#worker) return;
      if (typeof answer === 'string') this.#settle()?.reject(new Error(answer));
      else this.#settle()?.resolve(answer);
    });
    // Out of memory, say: a job that does that once would do it again.
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

// Runs in the thread: its text is all that gets there, so it may use nothing from outside.
function main(port: NonNullable<typeof import('node:worker_threads').parentPort>): void {
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
  port.on('message', ({ pattern, flags, texts, isFirstOnly }: Job) => {
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
