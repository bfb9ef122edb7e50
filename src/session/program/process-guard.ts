import { type ChildProcess, spawn } from 'node:child_process';
import { system } from '../../base/system/system.js';

// Starting the shell blocks the server for 3 ms. A short script is done by then and does not pay for it.
const usualDelayMs = 200;

/**
 * Ends a program that ignores SIGHUP when its server was killed by SIGKILL and could not do so: a shell, one for each
 * server, that waits for the end of a pipe. It takes 2 MB, most of it shared.
 */
export class ProcessGuard implements Disposable {
  #shell: ChildProcess | undefined;
  #state = '';
  #timer: NodeJS.Timeout | undefined;
  readonly #delayMs: number;

  constructor(delayMs = usualDelayMs) {
    this.#delayMs = delayMs;
  }

  /** From now on, this process session is ended with the server. */
  watch(leader: number): void {
    this.#send(`${leader} running`);
    this.#timer ??= setTimeout(() => this.#start(), this.#delayMs).unref();
  }

  /** The leader has ended; other processes of its session may be left. */
  noteEnd(leader: number): void {
    this.#send(`${leader} ended`);
  }

  /** No process of the session is left, or none that can be ended. */
  release(): void {
    this.#send('');
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#shell?.stdin?.end();
  }

  #send(state: string): void {
    this.#state = state;
    this.#shell?.stdin?.write(`${state}\n`);
  }

  #start(): void {
    // A process group of its own: a signal to the group of the server must not reach it.
    const shell: ChildProcess = spawn('/bin/sh', ['-c', system.guardScript, 'tuispec-guard', this.#state], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: {},
      detached: true,
    });
    // It may fail to start, for example for lack of descriptors: the next launch retries.
    shell.on('error', () => {
      this.#shell = undefined;
      this.#timer = undefined;
    });
    // The shell was killed.
    shell.stdin?.on('error', () => {});
    shell.unref();
    this.#shell = shell;
  }
}
