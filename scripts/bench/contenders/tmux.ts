import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Contender, Program, Terminal } from '../contender.js';
import { printedBy } from './absent.js';

const run = promisify(execFile);
const betweenPollsMs = 50;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
let sockets = 0;

/** tmux as used in scripts: send-keys, and capture-pane every 50 ms. */
export async function tmux(): Promise<Contender> {
  const version = await printedBy('tmux', ['-V'], 'not installed');
  const about = `${version}, polled every ${betweenPollsMs} ms; the CPU time of polling is included`;
  return { name: 'tmux, polled', version: about, isTerminal: true, open };
}

async function open({ command, args, cols, rows }: Program): Promise<Terminal> {
  sockets += 1;
  const socket = `tuispec-bench-${process.pid}-${sockets}`;
  const ask = async (...words: string[]): Promise<string> => (await run('tmux', ['-L', socket, ...words])).stdout;
  const start = ['-f', '/dev/null', 'start-server', ';', 'set', '-g', 'status', 'off', ';'];
  const session = ['new-session', '-d', '-s', 's', '-x', String(cols), '-y', String(rows), '-P', '-F', '#{pid}'];
  const pid = Number(await ask(...start, ...session, [command, ...args].map(quoted).join(' ')));
  const look = async (): Promise<string> => await ask('capture-pane', '-p', '-t', 's');
  return {
    memoryOf: [pid],
    // Polling is done here.
    workOf: [pid, process.pid],
    write: async (text) => {
      await ask('send-keys', '-t', 's', '-l', text);
    },
    waitFor: async (text, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      while (!(await look()).includes(text)) {
        if (performance.now() > deadline) throw new Error('timeout');
        await pause(betweenPollsMs);
      }
      return process.hrtime.bigint();
    },
    look,
    close: async () => {
      await ask('kill-server');
    },
  };
}
