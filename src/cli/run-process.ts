import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDisplay } from './display.js';
import type { ProcessHost } from './options.js';
import { openError, openOutput } from './stdio.js';

// Signals that request termination. Other signals have other meanings or cannot be caught.
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGALRM', 'SIGQUIT', 'SIGABRT'] as const;
// The default action of these signals is a core dump.
const dumping: readonly string[] = ['SIGQUIT', 'SIGABRT'];

// The only file that accesses the global process state.
/** Runs a command line in this process, and exits. */
export async function runProcess(run: (args: readonly string[], host: ProcessHost) => Promise<number>): Promise<void> {
  process.exitCode = 1;
  const exitCode = await run(process.argv.slice(2), {
    variables: process.env,
    platform: process.platform,
    input: process.stdin,
    isInteractive: process.stdin.isTTY === true,
    openOutput: () => openOutput(process.stdout),
    openDisplay: () => openDisplay(process.stdin, process.stdout),
    isErrorTerminal: process.stderr.isTTY === true,
    writeError: openError(),
    suspend: async () => {
      // Signal the whole process group, as the terminal does.
      process.kill(0, 'SIGTSTP');
      // Timers do not run while the process is stopped.
      await sleep(50);
    },
    onSignal: (handle) => {
      for (const name of endings) process.on(name, () => handle(name));
    },
    onBug: (handle) => {
      process.on('uncaughtException', handle);
      process.on('unhandledRejection', handle);
    },
  });
  const [signal] = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number) ?? [];
  if (signal !== undefined && !dumping.includes(signal)) {
    // The parent process sees the signal itself. Node's own exit would abort if the terminal has been closed.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    await sleep(1000);
  }
  process.exit(exitCode);
}
