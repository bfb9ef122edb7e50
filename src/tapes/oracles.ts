// What is always wrong in a program, whatever it is for. Each check returns a sentence about what it has found.
import { setTimeout as sleep } from 'node:timers/promises';
import { describeExit } from '../base/exit.js';
import type { Member } from '../base/system/facts.js';
import { system } from '../base/system/system.js';
import { quote } from '../base/text.js';
import type { Server } from '../server/server.js';
import type { Program } from '../session/program/program.js';
import type { Oracle } from './commands.js';

/** What the oracles look at. */
export interface OracleSubject {
  readonly server: Server;
  readonly program: Program;
  readonly timeoutMs: number;
  /** The statuses of the commands that a shell has run. */
  readonly statuses: readonly number[];
  /** Exit codes that are no crash, besides 0. */
  readonly allowedExits: readonly number[];
  /** The mark with which the terminal is compared, if the program is a shell. */
  readonly mark: string | undefined;
  /** The memory of the program when it had started, in bytes. */
  readonly memory: number | undefined;
}

const faults = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGSYS', 'SIGTRAP'];
const faultStatuses = [132, 133, 134, 135, 136, 139, 159];
// What sanitizers, runtimes and shells print about a crash.
const reports = String.raw`AddressSanitizer|UndefinedBehaviorSanitizer|ThreadSanitizer|MemorySanitizer|runtime error:|panicked at |^panic: |^fatal error: |Traceback \(most recent call last\)|Segmentation fault|Aborted \(core dumped\)`;
const hangMs = 5000;
const sampleMs = 100;
const minOverflow = { cols: 40, rows: 10 };
const maxGrowth = 3;
const minGrowthBytes = 50_000_000;

const checks: Readonly<Record<Oracle, (subject: OracleSubject) => Promise<string | undefined>>> = {
  crash: async ({ server, program, statuses, allowedExits }) => {
    const { exit } = program;
    if (exit?.signal != null && faults.includes(exit.signal)) return `the program has ended ${describeExit(exit)}.`;
    if (exit?.exitCode != null && exit.exitCode !== 0 && !allowedExits.includes(exit.exitCode))
      return `the program has ended ${describeExit(exit)}.`;
    const fault = statuses.find((status) => faultStatuses.includes(status) && !allowedExits.includes(status));
    if (fault !== undefined) return `a command has ended with status ${fault}.`;
    const selector = { type: 'regex', pattern: reports, flags: 'm' } as const;
    const { matches } = await server.call('find', { selector, scope: 'scrollback', limit: 1 });
    return matches[0] === undefined ? undefined : `the program has reported ${quote(matches[0].text)}.`;
  },
  hang: async ({ program }) => {
    if (system.isWaitingForInput === undefined) return undefined;
    await program.drain();
    const sleeps = new Map<number, number>();
    const { outputBytes } = program;
    for (let leftMs = hangMs; leftMs > 0; leftMs -= sampleMs) {
      if (program.exit !== undefined || program.outputBytes !== outputBytes) return undefined;
      const members = await listForeground(program);
      const isFirst = sleeps.size === 0;
      if (members.length === 0 || members.some(({ pid }) => isWaiting(pid, sleeps, isFirst))) return undefined;
      await sleep(sampleMs);
    }
    return `for ${hangMs / 1000} s there was no output, and no process in the foreground waits for input.`;
  },
  restored: async ({ server, mark, timeoutMs }) =>
    await describeFailure(server.call('expectRestored', { ...(mark === undefined ? {} : { since: mark }), timeoutMs })),
  resize: async ({ server, program, timeoutMs }) => {
    const { cols, rows } = program.emulator;
    const sizes: [number, number][] = [[Math.max(2, cols - 1), Math.max(1, rows - 1)]];
    // Copies of a live region, and a program that never is quiet, are not meant here.
    return await describeFailure(server.call('expectSurvivesResize', { sizes, timeoutMs }), ({ findings = [] }) =>
      findings.some(({ what }) => what === 'changed'),
    );
  },
  overflow: async ({ server, program }) => {
    const { cols, rows, isAlternate } = program.emulator;
    if (!isAlternate || cols < minOverflow.cols || rows < minOverflow.rows) return undefined;
    const { matches } = await server.call('find', {
      selector: { type: 'regex', pattern: '.+', flags: '' },
      limit: 1000,
    });
    const found = matches.find(({ row, endRow }) => row !== endRow);
    return found === undefined ? undefined : `row ${found.row} continues on the next one: ${quote(found.text)}.`;
  },
  replacement: async ({ server }) => {
    const selector = { type: 'exact', text: '\ufffd', ignoreCase: false } as const;
    const { matches } = await server.call('find', { selector, limit: 1 });
    const [found] = matches;
    return found === undefined ? undefined : `U+FFFD is in row ${found.row}, column ${found.col}.`;
  },
  memory: async ({ program, memory = 0 }) => {
    const now = await measureMemory(program);
    const hasGrown = now > memory * maxGrowth && now - memory > minGrowthBytes;
    return hasGrown ? `the memory has grown from ${toMegabytes(memory)} to ${toMegabytes(now)} MB.` : undefined;
  },
};

/** Checks an oracle; resolves with a sentence about what is wrong, or undefined. */
export const checkOracle = async (oracle: Oracle, subject: OracleSubject): Promise<string | undefined> =>
  await checks[oracle](subject);

/** The memory of the processes in the foreground of a program, in bytes; 0 if the system does not tell. */
export async function measureMemory(program: Program): Promise<number> {
  const members = await listForeground(program);
  return members.reduce((sum, { pid }) => sum + (system.readMemory?.(pid) ?? 0), 0);
}

async function listForeground(program: Program): Promise<readonly Member[]> {
  const { group } = program.foreground;
  return (await program.listMembers()).filter((member) => member.group === group);
}

/** Whether a process waits for input, or does something in between: it has just started, or sleeps again and again. */
function isWaiting(pid: number, sleeps: Map<number, number>, isFirst: boolean): boolean {
  if (system.isWaitingForInput?.(pid) !== false) return true;
  const count = system.countSleeps?.(pid) ?? 0;
  const before = sleeps.get(pid);
  sleeps.set(pid, count);
  if (before === undefined) return !isFirst;
  return before > 0 && count > before;
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

interface FailureFacts {
  readonly details?: string;
  readonly findings?: readonly { readonly what: string }[];
}

async function describeFailure(
  asserted: Promise<unknown>,
  counts: (facts: FailureFacts) => boolean = () => true,
): Promise<string | undefined> {
  try {
    await asserted;
    return undefined;
  } catch (error) {
    const { message, data } = error as Error & { readonly data?: FailureFacts };
    if (!counts(data ?? {})) return undefined;
    return (data?.details ?? message).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  }
}
