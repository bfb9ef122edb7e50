import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type Foreground, type Member, type ProcessSession, type System, trySignal } from './facts.js';

interface ProcessState {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly foregroundGroup: number;
}

function readState(pid: number): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain any character; after it: state ppid pgrp session tty_nr tpgid …
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 6);
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

/** Sends a signal to a process, or to a group if the number is negative; false if it is gone or not ours. */
function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  if (trySignal(target, signal) === undefined) return true;
  if (target > 0) return false;
  // A program that is starting has no group yet, or only since the previous check.
  return trySignal(isStarting(-target) ? -target : target, signal) === undefined;
}

/** Identifies a process by its start time, in ticks since the system was started. */
function readStartId(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name is in parentheses and may contain any character.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

// read, readv, poll, ppoll, select, pselect6, epoll_wait, epoll_pwait and epoll_pwait2, by their numbers.
const waitingCalls: Readonly<Record<string, ReadonlySet<string>>> = {
  x64: new Set(['0', '19', '7', '271', '23', '270', '232', '281', '441']),
  arm64: new Set(['63', '65', '73', '72', '22', '441']),
};

/** Whether a process waits for input. All of its threads count: a runtime may read in any of them. */
function isWaitingForInput(pid: number): boolean | undefined {
  const calls = waitingCalls[process.arch];
  if (calls === undefined) return undefined;
  try {
    return readdirSync(`/proc/${pid}/task`).some((thread) => {
      const [call = ''] = orEmpty(() => readFileSync(`/proc/${pid}/task/${thread}/syscall`, 'latin1')).split(' ');
      return calls.has(call);
    });
  } catch {
    return undefined;
  }
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

/** Linux, by /proc. */
export const linux: System = {
  name: 'linux',
  executable: '/proc/self/exe',
  pollIntervalMs: 5,
  guardScript,
  utf8Locale: 'C.UTF-8',
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
  isWaitingForInput,
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
