import { Worker } from 'node:worker_threads';
import type { Span } from '../screen/selector.js';

/** An expression and the texts to find it in. */
export interface Job {
  readonly pattern: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

/** A thread that matches expressions which could run for ever; it can be killed while it does. */
export class PatternWorker {
  #worker: Worker | undefined;

  /** The spans in each of the texts; rejects when the worker is killed. One job at a time. */
  async run(job: Job): Promise<Span[][]> {
    const worker = this.#start();
    return await new Promise((resolve, reject) => {
      const done = (): void => {
        worker.off('message', onMessage);
        worker.off('exit', onExit);
      };
      const onMessage = (spans: Span[][]): void => {
        done();
        resolve(spans);
      };
      const onExit = (): void => {
        done();
        reject(new Error('the worker was killed'));
      };
      worker.on('message', onMessage);
      worker.on('exit', onExit);
      worker.postMessage(job);
    });
  }

  /** Ends the thread, in the middle of a match if need be; the next job starts another. */
  kill(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    if (this.#worker === undefined) {
      const source = `(${main.toString()})(require('node:worker_threads').parentPort)`;
      this.#worker = new Worker(source, { eval: true });
      this.#worker.unref();
    }
    return this.#worker;
  }
}

// Runs in the thread: its text is all that gets there, so it may use nothing from outside.
function main(port: NonNullable<typeof import('node:worker_threads').parentPort>): void {
  port.on('message', ({ pattern, flags, texts }: Job) => {
    const expression = new RegExp(pattern, flags);
    const spans = texts.map((text) =>
      Array.from(text.matchAll(expression), (found) => ({ index: found.index, length: found[0].length })).filter(
        ({ length }) => length > 0,
      ),
    );
    port.postMessage(spans);
  });
}
