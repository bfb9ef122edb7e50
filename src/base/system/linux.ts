import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { type Foreground, type Limits, type Member, type ProcessSession, type System, trySignal } from './facts.js';

interface ProcessState {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly foregroundGroup: number;
}

// state: scratch memory. All processes are read again and again while some end; readFileSync would allocate for each.
const statBuffer = Buffer.allocUnsafe(4096);

/** What the system tells about a process, from its state on. */
function readStat(pid: number): string | undefined {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    let stat: string;
    try {
      stat = statBuffer.toString('latin1', 0, readSync(file, statBuffer));
    } finally {
      closeSync(file);
    }
    // The name is in parentheses and may contain any character; after it: state ppid pgrp session tty_nr tpgid …
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}

function readState(pid: number): ProcessState | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  const [state = '', ...fields] = stat.split(' ', 6);
  const [parent = 0, group = 0, session = 0, , foregroundGroup = 0] = fields.map(Number);
  return { state, parent, group, session, foregroundGroup };
}

const isAlive = ({ state }: ProcessState): boolean => state !== 'Z' && state !== 'X';

/** The living processes of a session; a zombie is not one. */
function listMembers(session: number): Member[] {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return trySignal(session, 0) === undefined ? [{ pid: session, group: session }] : [];
  }
  return entries.map(Number).flatMap((pid) => {
    const process = Number.isInteger(pid) ? readState(pid) : undefined;
    return process?.session === session && isAlive(process) ? [{ pid, group: process.group }] : [];
  });
}

/** Whether a process that was started here has ended, even if its exit has not been reported yet. */
function hasEnded(pid: number): boolean {
  const state = readState(pid);
  return state === undefined ? trySignal(pid, 0) !== undefined : !isAlive(state);
}

/** Whether a process that was started here does not lead its own session yet. */
function isStarting(pid: number): boolean {
  const state = readState(pid);
  return state !== undefined && state.parent === process.pid && state.session !== pid && isAlive(state);
}

/** The foreground process group of a session leader's terminal; the leader's own group if unknown. */
function findForegroundGroup(leader: number): number {
  const state = readState(leader);
  // Before it leads a session, its terminal and foreground group are those of the server.
  if (state === undefined || state.session !== leader) return leader;
  const { foregroundGroup } = state;
  return foregroundGroup > 0 && trySignal(-foregroundGroup, 0) !== 'ESRCH' ? foregroundGroup : leader;
}

/** The name of a process; undefined if it has ended or the system does not tell. */
function readCommandName(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

/** The command and arguments of a process; undefined if it has ended. */
function readCommandLine(pid: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.join(' ').trim() || readCommandName(pid);
  } catch {
    return undefined;
  }
}

/** Whether a process is computing or suspended instead of waiting; false if unknown. */
function isBusy(pid: number): boolean {
  const state = readState(pid)?.state ?? 'S';
  return ['R', 'D', 'T', 't'].includes(state);
}

// The unit of times in /proc, on every architecture.
const tickMs = 10;

/** The processor time that a process has taken, in milliseconds; 0 if unknown. */
function readProcessorMs(pid: number): number {
  const fields = readStat(pid)?.split(' ', 13) ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
}

/** Sends a signal to a process, or to a group if the number is negative; false if it is gone or not ours. */
function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  if (trySignal(target, signal) === undefined) return true;
  if (target > 0) return false;
  // A program that is starting has no group yet, or only since the previous check.
  return trySignal(isStarting(-target) ? -target : target, signal) === undefined;
}

/** Identifies a process by its start time, in ticks since the system was started. */
function readStartId(pid: number): string | undefined {
  return readStat(pid)?.split(' ')[19];
}

// read, readv, poll, ppoll, select and pselect6, by their numbers.
const waitingCalls: Readonly<Record<string, ReadonlySet<string>>> = {
  x64: new Set(['0', '19', '7', '271', '23', '270']),
  arm64: new Set(['63', '65', '73', '72']),
};
const readCalls: Readonly<Record<string, string>> = { x64: '0', arm64: '63' };
// nanosleep and clock_nanosleep.
const sleepCalls: Readonly<Record<string, ReadonlySet<string>>> = {
  x64: new Set(['35', '230']),
  arm64: new Set(['101', '115']),
};
// epoll_wait, epoll_pwait and epoll_pwait2.
const epollCalls: Readonly<Record<string, ReadonlySet<string>>> = {
  x64: new Set(['232', '281', '441']),
  arm64: new Set(['22', '441']),
};

/** Whether a process waits for input, with its first thread or another one. */
function isWaitingForInput(pid: number): boolean | undefined {
  const [waiting, epoll] = [waitingCalls[process.arch], epollCalls[process.arch]];
  if (waiting === undefined || epoll === undefined) return undefined;
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => {
      const words = orEmpty(() => readFileSync(`/proc/${pid}/task/${thread}/syscall`, 'latin1')).split(' ');
      const [call = '', descriptor = ''] = words;
      if (!epoll.has(call)) return waiting.has(call);
      // A thread of Node waits for its timers all the time.
      return thread === String(pid) || watchesTerminal(pid, Number(descriptor));
    });
  } catch {
    return undefined;
  }
}

/** Whether a terminal is among the files of an epoll descriptor. */
function watchesTerminal(pid: number, descriptor: number): boolean {
  const info = orEmpty(() => readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'latin1'));
  return [...info.matchAll(/^tfd:\s*(\d+)/gm)].some(([, file = '']) => isTerminal(pid, file));
}

const isTerminal = (pid: number, file: string): boolean =>
  /^\/dev\/(?:pts\/|tty)/.test(orEmpty(() => readlinkSync(`/proc/${pid}/fd/${file}`)));

/** Whether a process waits until somebody types: it reads a terminal, or watches one with epoll. */
function isReadingTerminal(pid: number): boolean {
  const [call = '', descriptor = ''] = orEmpty(() => readFileSync(`/proc/${pid}/syscall`, 'latin1')).split(' ');
  if (epollCalls[process.arch]?.has(call)) return watchesTerminal(pid, Number(descriptor));
  return readCalls[process.arch] === call && isTerminal(pid, String(Number(descriptor)));
}

/** How often a process that sleeps now has waited before: a number that grows if it looks for input between short sleeps. */
function countSleeps(pid: number): number {
  const [call = ''] = orEmpty(() => readFileSync(`/proc/${pid}/syscall`, 'latin1')).split(' ');
  if (sleepCalls[process.arch]?.has(call) !== true) return 0;
  const status = orEmpty(() => readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

function readMemory(pid: number): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(orEmpty(() => readFileSync(`/proc/${pid}/status`, 'latin1'))) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function orEmpty(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

// Reads lines with the state of the program; the last one counts. Its input ends when the server ends, also by SIGKILL:
// then it kills the session. It uses builtins only, so that it depends on no other
// program.
const guardScript = `
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

export const linuxLimits: Limits = {
  // Without NUL.
  argumentBytes: 128 * 1024 - 1,
  // With the default stack size; the kernel takes a part for itself.
  argumentsBytes: 2 * 1024 * 1024 - 4096,
  lineBytes: 4095,
  socketPathBytes: 107,
  hashBangBytes: 256,
};

/** Linux, by /proc. */
export const linux: System = {
  name: 'linux',
  executable: '/proc/self/exe',
  pollIntervalMs: 5,
  guardScript,
  utf8Locale: 'C.UTF-8',
  limits: linuxLimits,
  weaker: [],
  needsReader: false,
  listMembers: ({ leader, isLeaderGone }: ProcessSession): readonly Member[] => {
    // Checked first: a process that becomes session leader after this check is found by the next line.
    const starting = isStarting(leader) ? [{ pid: leader, group: leader }] : [];
    const members = listMembers(leader);
    // Once the leader is gone, a process with its id leads a different session.
    if (isLeaderGone() && members.some(({ pid }) => pid === leader)) return [];
    return [...starting, ...members];
  },
  readForeground: ({ leader }): Foreground => {
    const group = findForegroundGroup(leader);
    return { group, command: readCommandName(group) };
  },
  readCommandLine,
  hasEnded,
  isBusy,
  readProcessorMs,
  isWaitingForInput,
  isReadingTerminal,
  countSleeps,
  readMemory,
  sendSignal,
  isForbidden: (target) => trySignal(target, 0) === 'EPERM',
  readStartId,
  readProcessSpace: () => ({
    boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
    namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  }),
  pathOfStream: (descriptor) => `/proc/self/fd/${descriptor}`,
};
