import { readdirSync, readFileSync } from 'node:fs';

/** The peak memory of processes, in megabytes. */
export function measurePeakMemory(pids: readonly number[]): number {
  return sum(pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / 1024));
}

/** The CPU time of processes and their exited children, in milliseconds. */
export function measureProcessorTime(pids: readonly number[]): number {
  return sum(pids.map((pid) => readThreadTime(pid) + readChildTime(pid)));
}

function readThreadTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return sum(threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6));
}

// cutime and cstime, in ticks of 10 ms.
function readChildTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The processes that a process has started and that are running. */
export function listChildren(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

const read = (path: string): string => readFileSync(path, 'utf8');
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
