import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDisplay } from './display.js';
import { runCommand } from './run-command.js';
import { openError, openOutput } from './stdio.js';

// Whoever sends one of these wants the end; other signals have other meanings, or cannot be caught.
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGALRM', 'SIGQUIT', 'SIGABRT'] as const;
// These would leave a file with all memory behind.
const dumping: readonly string[] = ['SIGQUIT', 'SIGABRT'];

// The only file that knows the process it runs in.
process.exitCode = 1;
void run();

async function run(): Promise<void> {
  const exitCode = await runCommand(process.argv.slice(2), {
    variables: process.env,
    platform: process.platform,
    input: process.stdin,
    isInteractive: process.stdin.isTTY === true,
    openOutput: () => openOutput(process.stdout),
    openDisplay: () => openDisplay(process.stdin, process.stdout),
    writeError: openError(),
    suspend: async () => {
      // All that was started with it, as the terminal does.
      process.kill(0, 'SIGTSTP');
      // While the process is stopped, so are its timers.
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
    // Whoever waits sees the signal itself. And Node's own exit would abort where the terminal is gone.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    await sleep(1000);
  }
  process.exit(exitCode);
}
