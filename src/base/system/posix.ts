import { execFile, execFileSync } from 'node:child_process';
import { existsSync, fstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { type Foreground, type Limits, type Member, type ProcessSession, type System, trySignal } from './facts.js';
import { linuxLimits } from './linux.js';

/** A process, as `ps` describes it. */
interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly foregroundGroup: number;
  readonly state: string;
  readonly terminal: string;
  readonly command: string;
}

// These columns exist on Linux, macOS and the BSDs. The session (`sess`) is missing on purpose: macOS does not report it.
const columns = ['pid', 'ppid', 'pgid', 'tpgid', 'stat', 'tty', 'ucomm'].flatMap((name) => ['-o', `${name}=`]);
const options = {
  // It does not keep a directory busy that is to be removed.
  cwd: '/',
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
} as const;
const run = promisify(execFile);

const rowPattern = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(.*)$/;

function parseRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [found, pid, parent, group, foregroundGroup, state = '', terminal = '', command = ''] =
      rowPattern.exec(line) ?? [];
    if (found === undefined) return [];
    const [numbers, words] = [[pid, parent, group, foregroundGroup].map(Number), { state, terminal }];
    const [id = 0, parentId = 0, groupId = 0, foregroundId = 0] = numbers;
    return [
      { pid: id, parent: parentId, group: groupId, foregroundGroup: foregroundId, ...words, command: command.trim() },
    ];
  });
}

// A signal to the process group of this process, such as that of Ctrl+C, ends `ps`, too.
const maxTries = 3;
const isEndedBySignal = (error: unknown): boolean => (error as { signal?: unknown }).signal != null;

async function readAll(tries = 1): Promise<Row[]> {
  try {
    return parseRows((await run('ps', ['-A', ...columns], options)).stdout);
  } catch (error) {
    if (tries < maxTries && isEndedBySignal(error)) return await readAll(tries + 1);
    throw error;
  }
}

const readOne = (pid: number): Row | undefined => parseRows(runNow([...columns, '-p', String(pid)]))[0];

/** The output of `ps`; empty if there is no such process. */
function runNow(args: readonly string[], tries = 1): string {
  try {
    return execFileSync('ps', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return tries < maxTries && isEndedBySignal(error) ? runNow(args, tries + 1) : '';
  }
}

const isAlive = ({ state }: Row): boolean => !/^[ZX]/.test(state);

// state: keyed weakly by session. When its leader has ended, nothing else tells which processes belong to it.
const groupsOf = new WeakMap<ProcessSession, Set<number>>();

/**
 * The rows of a session: by its terminal while the leader lives, by groups in which a member was seen, and by parents.
 * Terminals are reused, so that their names say nothing once the leader is gone.
 */
function selectMembers(rows: readonly Row[], session: ProcessSession): Row[] {
  const { leader, terminal } = session;
  const groups = groupsOf.get(session) ?? new Set([leader]);
  groupsOf.set(session, groups);
  const isGone = session.isLeaderGone();
  // A process with the id of an ended leader belongs to another session.
  if (isGone && rows.some(({ pid, group }) => pid === leader && group === leader)) return [];
  // Until it leads a session, its group and its terminal are those of the server, which must not get its signals.
  const starting = rows.find((row) => row.pid === leader && row.group !== leader && !isGone);
  if (starting !== undefined) return isAlive(starting) ? [{ ...starting, group: leader }] : [];
  const pids = new Set(isGone ? [] : [leader]);
  const found = new Set<Row>();
  const isMember = (row: Row): boolean =>
    pids.has(row.pid) ||
    groups.has(row.group) ||
    pids.has(row.parent) ||
    (!isGone && terminal !== '' && row.terminal === terminal);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const row of rows) {
      if (row.pid === process.pid || found.has(row) || !isMember(row)) continue;
      found.add(row);
      pids.add(row.pid);
      groups.add(row.group);
    }
  }
  return [...found].filter(isAlive);
}

function readForeground({ leader, terminal }: ProcessSession): Foreground {
  const row = readOne(leader);
  const group = row?.foregroundGroup ?? 0;
  // Before it leads a session, its terminal and foreground group are those of the server.
  const isOther = terminal !== '' && row?.terminal !== terminal;
  if (isOther || group <= 0 || group === leader || trySignal(-group, 0) === 'ESRCH')
    return { group: leader, command: row?.command };
  return { group, command: readOne(group)?.command };
}

// The same as on Linux with `ps`: members by parents and groups, which are remembered from round to round.
const guardScript = `
trap '' HUP INT QUIT TERM
PATH=/usr/bin:/bin
state=$1
while read -r line; do state=$line; done
set -- $state
[ $# -eq 2 ] || exit 0
leader=$1 life=$2 groups=$1 round=0
while [ "$round" -lt 200 ]; do
  round=$((round + 1))
  groups=$(ps -A -o pid= -o ppid= -o pgid= -o stat= | awk -v leader="$leader" -v life="$life" -v known="$groups" '
    BEGIN {
      count = split(known, list, " ")
      for (i = 1; i <= count; i++) group[list[i]] = 1
    }
    {
      pid[NR] = $1; parent[NR] = $2; of[NR] = $3; dead[NR] = $4 ~ /^[ZX]/
      # A leader that is starting is still in the group of the server.
      if (life == "running" && $1 == leader && $3 == leader) member[leader] = 1
      if (life == "ended" && $1 == leader) reused = 1
    }
    END {
      if (reused) exit
      do {
        grown = 0
        for (i = 1; i <= NR; i++) if (!(pid[i] in member) && (parent[i] in member || of[i] in group)) { member[pid[i]] = 1; grown = 1 }
        for (i = 1; i <= NR; i++) if (pid[i] in member && !(of[i] in group)) { group[of[i]] = 1; grown = 1 }
      } while (grown)
      for (i = 1; i <= NR; i++) if (pid[i] in member && !dead[i] && !(of[i] in printed)) { printed[of[i]] = 1; printf "%s ", of[i] }
    }')
  [ -n "$groups" ] || exit 0
  for group in $groups; do kill -s KILL -- "-$group"; done
done
`;

/** Whether a process, or a process of a group if the number is negative, lives, by the output of `ps`. */
export const isTargetAlive = (output: string, target: number): boolean =>
  parseRows(output).some((row) => (target > 0 ? row.pid === target : row.group === -target) && isAlive(row));

/** The name of the terminal of a standard stream: opening /dev/fd/1 would only duplicate the descriptor. */
function findTerminal(descriptor: 1 | 2): string | undefined {
  if (!isatty(descriptor)) return undefined;
  const { rdev } = fstatSync(descriptor);
  const places = [
    ['/dev', /^tty[a-z]?\d/],
    ['/dev/pts', /^\d/],
  ] as const;
  for (const [place, pattern] of places) {
    const names = existsSync(place) ? readdirSync(place).filter((name) => pattern.test(name)) : [];
    const found = names.find((name) => statSync(join(place, name), { throwIfNoEntry: false })?.rdev === rdev);
    if (found !== undefined) return join(place, found);
  }
  return undefined;
}

const macLimits: Limits = {
  // Only the sum is limited.
  argumentBytes: Number.POSITIVE_INFINITY,
  argumentsBytes: 1024 * 1024 - 4096,
  lineBytes: 1023,
  socketPathBytes: 103,
  hashBangBytes: 512,
};

/** Systems with `ps` and without /proc, such as macOS. */
export const createPosix = (platform: string): System => ({
  name: 'posix',
  executable: process.execPath,
  // One `ps` takes 10 ms of processor time.
  pollIntervalMs: 20,
  guardScript,
  // macOS has `C.UTF-8` only since version 15; `UTF-8` alone would break shells to which ssh forwards it.
  utf8Locale: platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
  limits: platform === 'linux' ? linuxLimits : macLimits,
  weaker: [
    'a job in a group of its own is not ended with its session if the program leaves it within 200 ms of its launch',
    'the end of processes is noticed up to 20 ms later',
    'processes of a sandbox with its own process ids are not told from others',
    'the oracle hang finds nothing, because nothing tells what a process waits for',
  ],
  needsReader: true,
  listMembers: async (session): Promise<readonly Member[]> => selectMembers(await readAll(), session),
  noteMembers: async (session) => {
    selectMembers(await readAll(), session);
  },
  readForeground,
  readCommandLine: (pid) => runNow(['-o', 'args=', '-p', String(pid)]).trim() || undefined,
  // A process that has ended counts as running until node-pty has waited for it, less than a millisecond later.
  hasEnded: (pid) => trySignal(pid, 0) === 'ESRCH',
  isBusy: (pid) => /^[RDUT]/i.test(readOne(pid)?.state ?? 'S'),
  // `[[days-]hours:]minutes:seconds`
  readProcessorMs: (pid) =>
    runNow(['-o', 'time=', '-p', String(pid)])
      .trim()
      .replace(/^\d+-/, '')
      .split(':')
      .reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000,
  readMemory: (pid) => Number(runNow(['-o', 'rss=', '-p', String(pid)])) * 1024 || undefined,
  sendSignal: (target, signal) => {
    const error = trySignal(target, signal);
    if (error === undefined || target > 0 || error !== 'ESRCH') return error === undefined;
    // A program that is starting has no group yet.
    return readOne(-target)?.parent === process.pid && trySignal(-target, signal) === undefined;
  },
  // EPERM: the process of another user, or on macOS a group of zombies.
  isForbidden: (target) => trySignal(target, 0) === 'EPERM' && isTargetAlive(runNow(['-A', ...columns]), target),
  // A zombie has no start: nothing may ever wait for it, as in a container without init.
  readStartId: (pid) => {
    const [, state = 'Z', start] =
      /^\s*(\S+)\s+(.*\S)\s*$/.exec(runNow(['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)])) ?? [];
    return /^[ZX]/.test(state) ? undefined : start?.replaceAll(/\s+/g, '-');
  },
  // The start of the first process is that of the system.
  readProcessSpace: () => ({ boot: runNow(['-o', 'lstart=', '-p', '1']).trim(), namespace: '' }),
  pathOfStream: findTerminal,
});
export const posix = createPosix(process.platform);
