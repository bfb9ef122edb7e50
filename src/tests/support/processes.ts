import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

interface ProcessState {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Returns the kernel's information about a process; undefined if there is none. */
export function readProcessState(pid: number): ProcessState | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent), group: Number(group), session: Number(session) };
  } catch {
    return undefined;
  }
}

/** Lists the live processes of a session; zombies that wait for their parent are excluded. */
export function findLiveProcesses(session: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const found = Number.isInteger(pid) ? readProcessState(pid) : undefined;
      return found?.session === session && found.state !== 'Z' && found.state !== 'X';
    });
}

/** Whether a process is the shell that guards the programs of a server. */
export function isGuard(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('tuispec-guard');
  } catch {
    return false;
  }
}

/** The peak memory of a process, in MiB. */
export const readPeakMebibytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

// The kernel counts processor time in hundredths of a second.
const tickMs = 10;

/** The processor time that a process has used, with all its threads, in milliseconds. It does not grow with the load of the machine. */
export function readProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tickMs;
}

/** Returns the processor time that a function of this process takes, in milliseconds. */
export function measureProcessorMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const maxPollMs = 20;

/** Polls for changes in other processes that no event reports. A check may start a process, so the pauses grow. */
export async function pollUntil(isTrue: () => boolean): Promise<void> {
  for (let pauseMs = 1; !isTrue(); pauseMs = Math.min(2 * pauseMs, maxPollMs)) await sleep(pauseMs);
}

/** Keeps every core busy while `work` runs. */
export async function runWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for(;;){}']));
  try {
    return await work();
  } finally {
    await Promise.all(loops.map(kill));
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Finds live processes whose command line matches a pattern: all, or those below another process. */
export function findProcessesBy(pattern: RegExp, ancestor?: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid === process.pid) return false;
      const state = readProcessState(pid)?.state;
      if (state === undefined || state === 'Z' || !pattern.test(readCommandLine(pid))) return false;
      return ancestor === undefined || isBelow(pid, ancestor);
    });
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function isBelow(pid: number, ancestor: number): boolean {
  const parent = readProcessState(pid)?.parent ?? 0;
  return parent === ancestor || (parent > 1 && isBelow(parent, ancestor));
}
