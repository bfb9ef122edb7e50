// What this program asks the operating system, in the words of any system.

/** A living process. */
export interface Member {
  readonly pid: number;
  readonly group: number;
}
/** The process group in the foreground of a terminal, and the name of its leader. */
export interface Foreground {
  readonly group: number;
  readonly command: string | undefined;
}
/** The processes of a terminal, by the process that leads or led them. */
export interface ProcessSession {
  readonly leader: number;
  /** The terminal as `ps` names it: `pts/3`, `ttys003`. Empty if unknown. */
  readonly terminal: string;
  isLeaderGone(): boolean;
}

/** Where process ids mean the same processes. Members are empty if unknown. */
export interface ProcessSpace {
  readonly boot: string;
  readonly namespace: string;
}

/** The limits of a system, in bytes. */
export interface Limits {
  /** Of one argument or variable of a program; infinite if only the sum is limited. */
  readonly argumentBytes: number;
  /** Of all arguments and variables of a program. */
  readonly argumentsBytes: number;
  /** Of a line that a terminal edits for a program, without its end; the kernel drops the rest. */
  readonly lineBytes: number;
  /** Of the path of a socket. */
  readonly socketPathBytes: number;
  /** Of the first line of a script that the kernel reads. */
  readonly hashBangBytes: number;
}

/** Facts that only the operating system knows. */
export interface System {
  readonly name: 'linux' | 'posix';
  /** The file of this process's program. */
  readonly executable: string;
  /** How often to ask for processes that are ending: nothing reports their exits. */
  readonly pollIntervalMs: number;
  /** A script of /bin/sh that kills a session when its input ends, with the arguments `state`, as `ProcessGuard` writes it. */
  readonly guardScript: string;
  /** A locale with UTF-8 that every installation has. */
  readonly utf8Locale: string;
  readonly limits: Limits;
  /** What cannot be known here, as clauses: which promises are weaker. */
  readonly weaker: readonly string[];
  /** Whether a program cannot end, not even by SIGKILL, before its output has been read. */
  readonly needsReader: boolean;
  /** The living processes of a session; a zombie is not one. */
  listMembers(session: ProcessSession): readonly Member[] | Promise<readonly Member[]>;
  /** Remembers what belongs to a session while its leader lives; undefined if that can be found out later. */
  readonly noteMembers?: (session: ProcessSession) => Promise<void>;
  /** The foreground of a session leader's terminal; the leader's own group if unknown. */
  readForeground(session: ProcessSession): Foreground;
  /** The command and arguments of a process; undefined if it has ended. */
  readCommandLine(pid: number): string | undefined;
  /** Whether a process that was started here has ended, even if its exit has not been reported yet. */
  hasEnded(pid: number): boolean;
  /** Whether a process is computing or suspended instead of waiting; false if unknown. */
  isBusy(pid: number): boolean;
  /** The processor time that a process has taken, in milliseconds; 0 if unknown. */
  readProcessorMs(pid: number): number;
  /** Whether a process waits for input: it reads, polls or selects. Undefined if it is gone; absent if the system does not tell. */
  readonly isWaitingForInput?: (pid: number) => boolean | undefined;
  /** Whether a process waits until somebody types; absent if the system does not tell. */
  readonly isReadingTerminal?: (pid: number) => boolean;
  /** How often a process that sleeps now has waited before, 0 if it does not sleep; absent if the system does not tell. */
  readonly countSleeps?: (pid: number) => number;
  /** The memory of a process, in bytes; absent if the system does not tell. */
  readonly readMemory?: (pid: number) => number | undefined;
  /** Sends a signal to a process, or to a group if the number is negative; false if it is gone or not ours. */
  sendSignal(target: number, signal: NodeJS.Signals): boolean;
  /** Whether a process or group exists but cannot be signaled, because it runs as another user. */
  isForbidden(target: number): boolean;
  /** Identifies a process among those that have had its id; undefined if there is none. */
  readStartId(pid: number): string | undefined;
  /** Where process ids mean the same processes: changes with a reboot, and with a sandbox that has processes of its own. */
  readProcessSpace(): ProcessSpace;
  /** The path of a standard stream, to open it once more with flags of its own; undefined if the system has none. */
  pathOfStream(descriptor: 1 | 2): string | undefined;
}

/** Sends a signal; returns the code of the error, or undefined. */
export function trySignal(target: number, signal: NodeJS.Signals | 0): string | undefined {
  try {
    process.kill(target, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
