import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callAfterRunning } from '../base/deadline.js';
import { ownTimers } from '../base/timers.js';
import { TuispecError } from './errors.js';
import { ServerProcess } from './server-process.js';

// The server needs Node. Bun and Deno run the library, and find Node by PATH.
const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined;

/** The command that starts the server of this package. */
export const findInstalledServer = (): readonly string[] => [
  isNode ? process.execPath : 'node',
  fileURLToPath(new URL('./cli.js', import.meta.url)),
  'server',
];

const noSession = -32001;
const minCloseMs = 1000;
// Added to the time that a program has between SIGHUP and SIGKILL.
const closeMarginMs = 500;
// A server that is late is asked whether it responds at all: within this time, and this often.
const pingMs = 500;
const maxPings = 60;

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
    const idle = this.#idle.get(commandKeyOf(command)) ?? [];
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

  /** Ends the session of a server. The server is used again if it responds; if it is late and responds to nothing, it is killed. */
  async giveBack(
    command: readonly string[],
    server: ServerProcess,
    { graceMs = 500, extraMs = 0 }: CloseLimits = {},
  ): Promise<void> {
    using watch = new ResponseWatch(server, Math.max(minCloseMs, graceMs + closeMarginMs) + extraMs);
    const closed = server.request('close', { graceMs }).catch((error: unknown) => {
      // Without a session, there is nothing to close.
      if (!(error instanceof TuispecError && error.code === noSession)) throw error;
    });
    // The recording belongs to the terminal. A failure to write it was reported on standard error.
    const stopped = server.request('recording.stop', {}).catch(() => {});
    const isClosed = await Promise.race([Promise.all([closed, stopped]).then(isTrue, isFalse), watch.gaveUp]);
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
    const key = commandKeyOf(command);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), server]);
  }
}

/** Resolves when a server takes too long to respond: it may be slow for some time if it responds to pings. */
class ResponseWatch implements Disposable {
  readonly gaveUp: Promise<false>;
  readonly #server: ServerProcess;
  #timer: Disposable | undefined;
  #pings = 0;

  constructor(server: ServerProcess, milliseconds: number) {
    this.#server = server;
    this.gaveUp = new Promise((resolve) => {
      this.#timer = callAfterRunning(milliseconds - pingMs, () => this.#ping(() => resolve(false)), ownTimers);
    });
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }

  #ping(giveUp: () => void): void {
    let isAlive = false;
    this.#pings += 1;
    this.#server.request('server.ping', {}).then(
      () => (isAlive = true),
      () => {},
    );
    this.#timer = callAfterRunning(
      pingMs,
      () => (isAlive && this.#pings < maxPings ? this.#ping(giveUp) : giveUp()),
      ownTimers,
    );
  }
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;
const commandKeyOf = (command: readonly string[]): string => JSON.stringify(command);

// state: one test process has one pool of servers.
/** The pool that `launch` uses. */
export const serverPool = new ServerPool();

const testsFolder = 'tests';

// The input of this shell ends with this process, also by SIGKILL. Then it removes what the exit handler could not.
const script = `
trap '' HUP INT QUIT TERM
read -r line
cd "$1" 2> /dev/null || exit 0
round=0
while [ -d ${testsFolder} ] && [ "$round" -lt 100 ]; do
  rm -rf ${testsFolder}
  round=$((round + 1))
done
find . -name '.*.owner' -exec rm -f {} +
find . -depth -type d -exec rmdir {} \\;
cd /
rmdir "$1"
`;

// state: one test process has one temporary directory in each place.
const roots = new Map<string, string>();

/** The directory for files of sessions that name none. It is removed at the end of this process if it has no files. */
export function createTemporaryArtifacts(place = tmpdir()): string {
  const known = roots.get(place);
  if (known !== undefined) return known;
  const root = mkdtempSync(join(place, 'tuispec-'));
  roots.set(place, root);
  process.once('exit', () => removeAll(root));
  cleanUpAfterKill(root);
  return root;
}

/** Creates a directory for the programs of a test. It is removed at the end of this process at the latest. */
export function createTestDirectory(place?: string): string {
  const parent = join(createTemporaryArtifacts(place), testsFolder);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'test-'));
}

function removeAll(path: string): void {
  try {
    rmSync(join(path, testsFolder), { recursive: true, force: true });
  } catch {
    // A program that is being ended writes to it: the shell removes it.
  }
  removeEmptyDirectories(path);
}

/** Removes a directory and those below it, except directories with files. Claims of sessions do not count. */
export function removeEmptyDirectories(path: string): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) removeEmptyDirectories(child);
      else if (entry.name.endsWith('.owner')) rmSync(child, { force: true });
    }
    rmdirSync(path);
  } catch {
    // It contains files, or it was removed by others.
  }
}

function cleanUpAfterKill(path: string): void {
  const shell = spawn('/bin/sh', ['-c', script, 'tuispec-cleanup', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // A process group of its own: signals to the group of this process must not reach it.
    detached: true,
  });
  // Without the shell, only a killed process leaves its directory.
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as Partial<Socket> | null)?.unref?.();
}
