import { clearTimeout, setTimeout } from '../async/timers.js';
import { TuispecError } from './errors.js';
import { ServerProcess } from './server-process.js';

const noSession = -32001;
const minCloseMs = 1000;
// Added to the time that a program has between SIGHUP and SIGKILL.
const closeMarginMs = 500;

/** How long the end of a session may take. */
interface CloseLimits {
  /** The time that the program has between SIGHUP and SIGKILL. */
  readonly graceMs?: number | undefined;
  /** Additional time, such as for writing a trace. */
  readonly extraMs?: number;
}

/** The servers of this process. A server runs one session at a time; its end returns it to the pool. */
class ServerPool {
  readonly #idle = new Map<string, ServerProcess[]>();
  readonly #all = new Set<ServerProcess>();
  #isWatchingExit = false;

  /** Returns an idle server that was started by this command with the current values of variables, or starts one. */
  take(command: readonly string[], variables: readonly string[] = []): ServerProcess {
    const idle = this.#idle.get(keyOf(command)) ?? [];
    for (const server of idle.filter(({ isUsable }) => !isUsable)) {
      idle.splice(idle.indexOf(server), 1);
      server.kill();
    }
    const index = idle.findLastIndex(({ environment }) =>
      variables.every((name) => environment[name] === process.env[name]),
    );
    return index === -1 ? this.#start(command) : (idle.splice(index, 1)[0] as ServerProcess);
  }

  /** Starts a server for the next `take`, unless one is idle. */
  prepare(command: readonly string[]): void {
    this.#add(command, this.take(command));
  }

  /** Ends the session of a server. The server is used again if it responds in time; otherwise it is killed. */
  async giveBack(
    command: readonly string[],
    server: ServerProcess,
    { graceMs = 500, extraMs = 0 }: CloseLimits = {},
  ): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(minCloseMs, graceMs + closeMarginMs) + extraMs);
    });
    const closed = server.request('close', { graceMs }).catch((error: unknown) => {
      // Without a session, there is nothing to close.
      if (!(error instanceof TuispecError && error.code === noSession)) throw error;
    });
    // The recording belongs to the terminal. A failure to write it was reported on standard error.
    const stopped = server.request('recording.stop', {}).catch(() => {});
    const isClosed = await Promise.race([Promise.all([closed, stopped]).then(isTrue, isFalse), late]);
    clearTimeout(timer);
    if (isClosed && server.isUsable) this.#add(command, server);
    else server.kill();
  }

  /** Ends all idle servers. */
  endIdle(): void {
    for (const servers of this.#idle.values()) for (const server of servers.splice(0)) server.end();
  }

  #start(command: readonly string[]): ServerProcess {
    const server = new ServerProcess(command);
    this.#all.add(server);
    server.onEnded(() => this.#all.delete(server));
    if (!this.#isWatchingExit) {
      this.#isWatchingExit = true;
      // A killed process cannot do this: then the servers exit because their input ends.
      process.once('exit', () => {
        for (const running of this.#all) running.kill();
      });
    }
    return server;
  }

  #add(command: readonly string[], server: ServerProcess): void {
    const key = keyOf(command);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), server]);
  }
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;
const keyOf = (command: readonly string[]): string => JSON.stringify(command);

/** The pool that `launch` uses. */
export const serverPool = new ServerPool();
