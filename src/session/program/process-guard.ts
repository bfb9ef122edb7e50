import { type ChildProcess, spawn } from 'node:child_process';

// Reads lines with the state of the program; the last one counts. Its input ends when the server ends, also by SIGKILL:
// then it kills the session. It uses builtins only, so that it depends on no other program.
const script = `
trap '' HUP INT QUIT TERM
state=$1
while read -r line; do state=$line; done
set -- $state
[ $# -eq 2 ] || exit 0
leader=$1 life=$2 round=0
while [ "$round" -lt 200 ]; do
  round=$((round + 1)) found=
  for path in /proc/[0-9]*/stat; do
    pid=\${path#/proc/}
    pid=\${pid%/stat}
    { read -r stat < "$path"; } 2> /dev/null || continue
    set -- \${stat##*) }
    [ "$4" = "$leader" ] || continue
    case $1 in Z | X) continue ;; esac
    # The process id of an ended leader may belong to another session now.
    [ "$life" = ended ] && [ "$pid" = "$leader" ] && exit 0
    kill -KILL "$pid" && found=1
  done
  [ -n "$found" ] || exit 0
done
`;

// Starting the shell blocks the server for 3 ms. A short script is done by then and does not pay for it.
const startAfterMs = 200;

/**
 * Ends a program that ignores SIGHUP when its server was killed by SIGKILL and could not do so: a shell, one for each
 * server, that waits for the end of a pipe. It takes 2 MB, most of it shared.
 */
export class ProcessGuard implements Disposable {
  #shell: ChildProcess | undefined;
  #state = '';
  #timer: NodeJS.Timeout | undefined;

  /** From now on, this process session is ended with the server. */
  watch(leader: number): void {
    this.#send(`${leader} running`);
    if (process.platform === 'linux') this.#timer ??= setTimeout(() => this.#start(), startAfterMs).unref();
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
    const shell: ChildProcess = spawn('/bin/sh', ['-c', script, 'tuispec-guard', this.#state], {
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
