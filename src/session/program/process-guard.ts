import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { isatty } from 'node:tty';
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
    // It may fail to start, for example for lack of descriptors: the next launch retries.
    const retry = (): void => {
      this.#shell = undefined;
      this.#timer = undefined;
    };
    try {
      const shell = startShell(this.#state);
      shell.on('error', retry);
      // The shell was killed.
      shell.stdin?.on('error', () => {});
      shell.unref();
      this.#shell = shell;
    } catch {
      retry();
    }
  }
}

function startShell(state: string): ChildProcess {
  const nothing = openSync('/dev/null', 'r+');
  try {
    // A process group of its own: a signal to the group of the server must not reach it.
    return spawn('/bin/sh', ['-c', system.guardScript, 'tuispec-guard', state], {
      stdio: ['pipe', 'ignore', 'ignore', ...replaceTerminals(nothing)],
      cwd: '/',
      env: {},
      detached: true,
    });
  } finally {
    closeSync(nothing);
  }
}

// node-pty opens terminals without close-on-exec: the guard would keep those of ended programs as long as its server lives.
/** What a child gets instead of the descriptors from 3 on: another one for each terminal. */
function replaceTerminals(replacement: number): readonly (number | 'ignore')[] {
  const descriptors = existsSync('/dev/fd') ? readdirSync('/dev/fd').map(Number) : [];
  const terminals = descriptors.filter((descriptor) => descriptor > 2 && isatty(descriptor));
  const count = Math.max(2, ...terminals) - 2;
  return Array.from({ length: count }, (_, index) => (terminals.includes(index + 3) ? replacement : 'ignore'));
}
