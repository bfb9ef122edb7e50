// `run`: a command at the prompt of a shell, whose end an invisible mark reports.
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { callAfterRunning } from '../base/deadline.js';
import { statusOf } from '../base/exit.js';
import type { Line } from '../screen/line.js';
import { type LinePlace, textBetween } from '../screen/logical-line.js';
import { Call } from '../session/call.js';
import type { Program } from '../session/program/program.js';
import type { CommandCall, OpenSession } from './open-session.js';
import { CommandError } from './places.js';
import { clean, shorten } from './printing.js';

const timedOut = 124;
const failed = 125;

const shells = new Set(['sh', 'dash', 'bash', 'zsh', 'ksh', 'ksh93', 'mksh', 'ash', 'busybox', 'fish']);
// In these, an error in `eval` ends the whole line, unless it is called by `command`.
const small = new Set(['sh', 'dash', 'ash', 'busybox']);
type Dialect = 'fish' | 'posix' | 'small';
// A shell on another machine is not to be seen from here.
const remote = new Set(['ssh', 'mosh-client', 'docker', 'podman', 'kubectl', 'incus', 'lxc']);

/** How a command has ended: its exit code, and where its output is. */
interface Ended {
  /** Undefined if the shell has ended with it. */
  readonly code: number | undefined;
  readonly from: LinePlace;
  readonly to: LinePlace;
}

/** Runs a command; resolves with its exit code, 124 after the timeout, 125 if it could not be run. */
export async function runInShell(
  session: OpenSession,
  call: CommandCall,
  command: string,
  timeoutMs: number,
): Promise<number> {
  const startedAt = performance.now();
  if (!session.isRunning)
    throw new CommandError(failed, 'The program of the session has ended. To start a shell: tuispec open.');
  await session.waitUntilUnpaused(timeoutMs, call.signal);
  using turn = await session.takeTurn(call.signal);
  const program = session.requireRunning();
  const shell = await findShell(session, call);
  const nonce = randomBytes(8).toString('hex');
  using ending = waitForEnd(program, nonce, timeoutMs, call.signal);
  session.noteInput(call.caller);
  const text = toLine(command, shell, nonce);
  await session.request('sendText', { text, paste: true, settleMs: 0 }, call.signal);
  await session.request('sendKey', { keys: ['Enter'], settleMs: 0 }, call.signal);
  turn.end();
  const ended = await ending.ended;
  call.signal.throwIfAborted();
  const output = ended === 'timeout' ? '' : readBetween(program, ended, session);
  await session.settle(call.signal);
  const state = session.stateOf(call.caller);
  state.shown = (await session.read(call.signal)).shown;
  if (ended === 'timeout') {
    call.note(`The command has not ended within ${timeoutMs} ms; it keeps running.`);
    const result = { timed_out: true, screen_text: session.screenText, ...session.typedBy(call.caller) };
    call.print(`${call.isJson ? JSON.stringify(result) : result.screen_text}\n`);
    return timedOut;
  }
  const { exit } = program;
  const code = ended.code ?? (exit === undefined ? failed : (statusOf(exit) ?? failed));
  if (ended.code === undefined) call.note(`The shell has ended with exit code ${code}.`);
  const shown = shorten(output, session);
  const result = {
    output: shown,
    exit_code: code,
    elapsed_ms: Math.round(performance.now() - startedAt),
    ...session.exitFacts,
    ...session.typedBy(call.caller),
  };
  if (call.isJson) call.print(`${JSON.stringify(result)}\n`);
  else if (shown !== '') call.print(`${shown}\n`);
  return code;
}

async function findShell(session: OpenSession, { signal }: CommandCall): Promise<Dialect> {
  using call = new Call(session.terminal, { cancel: signal });
  const { command } = await session.terminal.readHealth(call);
  const name = basename(command ?? '').replace(/^-/, '');
  if (name === 'fish') return 'fish';
  if (shells.has(name)) return small.has(name) ? 'small' : 'posix';
  if (remote.has(name)) return 'posix';
  throw new CommandError(
    failed,
    `The program in the foreground is ${name === '' ? 'unknown' : name}, not the prompt of a shell (${[...shells].slice(0, 5).join(', ')}, fish). To interrupt it: tuispec send -s ${session.name} Ctrl+c`,
  );
}

// Marks of shell integration (FinalTerm), which terminals do not display. `eval` reports also what is no valid command.
function toLine(command: string, shell: Dialect, nonce: string): string {
  const quoted =
    shell === 'fish' ? `'${command.replaceAll(/[\\']/g, '\\$&')}'` : `'${command.replaceAll("'", "'\\''")}'`;
  const status = shell === 'fish' ? '$status' : '"$?"';
  const evaluate = shell === 'small' ? 'command eval' : 'eval';
  return ` printf '\\033]133;C;${nonce}\\007'; ${evaluate} ${quoted}; printf '\\033]133;D;%d;${nonce}\\007' ${status}`;
}

/** Watches for the marks of a command, from now on. */
function waitForEnd(
  program: Program,
  nonce: string,
  timeoutMs: number,
  signal: AbortSignal,
): Disposable & { readonly ended: Promise<Ended | 'timeout'> } {
  let from: LinePlace | undefined;
  const removals: (() => void)[] = [];
  const ended = new Promise<Ended | 'timeout'>((resolve) => {
    const { emulator } = program;
    removals.push(
      emulator.reports.shellMarks.on((data) => {
        if (data === `C;${nonce}`) from = emulator.place;
        const [, code] = new RegExp(`^D;(\\d+);${nonce}$`).exec(data) ?? [];
        if (code !== undefined) resolve({ code: Number(code), from: from ?? emulator.place, to: emulator.place });
      }),
      program.exited.on(() => resolve({ code: undefined, from: from ?? emulator.place, to: emulator.place })),
    );
    const timer = callAfterRunning(timeoutMs, () => resolve('timeout'));
    removals.push(() => timer[Symbol.dispose]());
    const abort = (): void => resolve('timeout');
    signal.addEventListener('abort', abort, { once: true });
    removals.push(() => signal.removeEventListener('abort', abort));
  });
  const stop = (): void => {
    for (const remove of removals.splice(0)) remove();
  };
  return { ended, [Symbol.dispose]: stop };
}

/** The text between two places, as it is displayed: soft-wrapped lines are joined. */
function readBetween(program: Program, { from, to }: Ended, session: OpenSession): string {
  const { emulator } = program;
  const { secrets } = session.terminal;
  const { screen } = program;
  const above: readonly Line[] = emulator.getLinesAbove(Math.max(0, screen.top - from.line));
  const lines = secrets.redactLines([...above, ...screen.lines]);
  return clean(textBetween(lines, screen.top - above.length, from, to)).replace(/\n+$/, '');
}
