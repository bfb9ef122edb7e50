import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BenchProgram, Contender, ContenderTerminal } from '../contender.js';
import { openSession } from './tuispec.js';
import { readOutput } from './unavailable-contender.js';

const run = promisify(execFile);
const betweenPollsMs = 50;
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** tmux as used in scripts: send-keys, and capture-pane every 50 ms. */
export async function createTmux(): Promise<Contender> {
  const version = await readOutput('tmux', ['-V'], 'not installed');
  const about = `${version}, polled every ${betweenPollsMs} ms; the CPU time of polling is included`;
  return { name: 'tmux, polled', version: about, isTerminal: true, open };
}

/** tuispec in a pane of tmux, through control mode. */
export async function createAttached(): Promise<Contender> {
  const version = await readOutput('tmux', ['-V'], 'not installed');
  return { name: 'tuispec in a tmux pane', version, isTerminal: true, open: openAttached };
}

async function openAttached(program: BenchProgram): Promise<ContenderTerminal> {
  const { socketPath, pid, stop } = await startTmux(program);
  try {
    const terminal = await openSession(program, async (client) => {
      await client.request('attach', { pane: 's', socketPath });
    });
    const close = async (): Promise<void> => {
      await terminal.close();
      await stop();
    };
    const { memoryOf, workOf } = terminal;
    return { ...terminal, memoryOf: [...memoryOf, pid], workOf: [...workOf, pid], close };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface StartedTmux {
  readonly socketPath: string;
  readonly pid: number;
  readonly runTmux: (...words: string[]) => Promise<string>;
  /** Ends the server, and removes its socket. */
  readonly stop: () => Promise<void>;
}

async function startTmux({ command, args, cols, rows }: BenchProgram): Promise<StartedTmux> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const socketPath = join(directory, 'socket');
  const runTmux = async (...words: string[]): Promise<string> =>
    (await run('tmux', ['-S', socketPath, ...words])).stdout;
  const stop = async (): Promise<void> => {
    // It may have ended with its program.
    await runTmux('kill-server').catch(() => {});
    rmSync(directory, { recursive: true, force: true });
  };
  const start = ['-f', '/dev/null', 'start-server', ';', 'set', '-g', 'status', 'off', ';'];
  const session = ['new-session', '-d', '-s', 's', '-x', String(cols), '-y', String(rows), '-P', '-F', '#{pid}'];
  const pid = Number(await runTmux(...start, ...session, [command, ...args].map(quote).join(' ')));
  return { socketPath, pid, runTmux, stop };
}

async function open(program: BenchProgram): Promise<ContenderTerminal> {
  const { pid, runTmux, stop } = await startTmux(program);
  const readScreen = async (): Promise<string> => await runTmux('capture-pane', '-p', '-t', 's');
  return {
    memoryOf: [pid],
    // Polling is done here.
    workOf: [pid, process.pid],
    write: async (text) => {
      await runTmux('send-keys', '-t', 's', '-l', text);
    },
    waitFor: async (text, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      while (!(await readScreen()).includes(text)) {
        if (performance.now() > deadline) throw new Error('timeout');
        await pause(betweenPollsMs);
      }
      return process.hrtime.bigint();
    },
    readScreen,
    close: stop,
  };
}
