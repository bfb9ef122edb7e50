// `open`: one program per session. Whoever asks for the same program gets the session that runs it.

import { describeExit } from '../base/exit.js';
import type { WaitForResult } from '../protocol/generated/types.js';
import { RpcError } from '../protocol/message.js';
import { Call } from '../session/call.js';
import { parseTime, parseWhole } from './commands.js';
import { exitCodes } from './conversation.js';
import {
  type CommandCall,
  defaultSize,
  explainRpcError,
  type Launched,
  type OpenSession,
  toPath,
} from './open-session.js';
import { type Awaited, describeMiss, toWaitStep } from './outcome.js';
import { CommandError } from './places.js';
import { formatScreen, maxScrollback, shorten } from './printing.js';
import { isAlive } from './record.js';
import { parseWanted, toVisible } from './texts.js';

const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);

/** The arguments of `open`, checked. */
interface Opening {
  readonly command: readonly string[];
  /** Undefined, as the size: not given. */
  readonly cwd: string | undefined;
  readonly cols: number | undefined;
  readonly rows: number | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly expected: readonly string[];
  readonly timeoutMs: number;
  /** Undefined: never. */
  readonly idleMs: number | undefined;
  readonly whilePid: number | undefined;
  readonly record: string | undefined;
  readonly tmux: string | undefined;
  readonly isRestart: boolean;
}

function parseOpening(call: CommandCall): Opening {
  const { options, command } = call.parsed;
  const optionOf = (name: string): string | undefined => options.get(name)?.at(-1);
  const env: Record<string, string> = {};
  for (const text of options.get('env') ?? []) {
    const at = text.indexOf('=');
    if (at < 1) throw usage(`--env needs K=V, not ${JSON.stringify(text)}.`);
    env[text.slice(0, at)] = text.slice(at + 1);
  }
  const expected = options.get('expect') ?? [];
  for (const text of expected) parseWanted(text);
  const [idle, tmux, directory] = [optionOf('idle') ?? '8h', optionOf('tmux'), optionOf('cwd')];
  const wholeOf = (name: string, min: number, max: number): number | undefined => {
    const text = optionOf(name);
    return text === undefined ? undefined : parseWhole(`--${name}`, text, min, max);
  };
  const whilePid = wholeOf('while', 1, 2 ** 31 - 1);
  if (whilePid !== undefined && !isAlive(whilePid)) throw usage(`--while: there is no process ${whilePid}.`);
  if (tmux !== undefined && command.length > 0) throw usage('--tmux uses an existing pane and takes no COMMAND.');
  return {
    command,
    cwd: directory === undefined ? undefined : toPath(call, directory),
    cols: wholeOf('cols', 2, 1000),
    rows: wholeOf('rows', 1, 1000),
    env,
    expected,
    timeoutMs: parseTime('timeout', optionOf('timeout') ?? '10s'),
    idleMs: idle === 'never' ? undefined : parseTime('idle', idle),
    whilePid,
    record: optionOf('record'),
    tmux,
    isRestart: options.has('restart'),
  };
}

/** When a session ends by itself. */
export interface Lifetime {
  idleMs: number | undefined;
  whilePid: number | undefined;
}

/** Starts the program of a session, or finds that it runs; prints the name and the first settled screen. */
export async function open(session: OpenSession, call: CommandCall, lifetime: Lifetime): Promise<number> {
  const startedAt = performance.now();
  const opening = parseOpening(call);
  using turn = await session.takeTurn(call.signal);
  const isUsed = session.isRunning && !opening.isRestart;
  if (isUsed) {
    requireSame(session, call, opening);
    await startRecording(session, call, opening.record);
  } else await start(session, call, opening, lifetime);
  if (isUsed) call.note(`Session ${session.name} is already open.`);
  turn.end();
  const outcome = await waitForFirstScreen(session, call, opening, isUsed);
  return await print(session, call, startedAt, outcome);
}

function requireSame({ launched, name }: OpenSession, call: CommandCall, opening: Opening): void {
  const { command, cwd = toPath(call, '.'), tmux } = opening;
  const isSame =
    tmux !== undefined
      ? launched?.tmux === tmux
      : command.length === 0 || (launched?.cwd === cwd && JSON.stringify(launched.command) === JSON.stringify(command));
  if (isSame) return;
  throw new CommandError(
    exitCodes.conflict,
    `Session ${name} runs ${JSON.stringify(launched?.command.join(' ') ?? '')} in ${launched?.cwd}. Choose another name with -s NAME, or use --new or --restart.`,
  );
}

async function startRecording(session: OpenSession, call: CommandCall, record: string | undefined): Promise<void> {
  if (record === undefined) return;
  await session.request('recording.start', { path: toPath(call, record), append: false }, call.signal);
}

/** What is started: without a command, the program that runs or has ended, as it was. */
function chooseProgram(session: OpenSession, call: CommandCall, opening: Opening, shell: string | undefined): Launched {
  const { command, tmux, env } = opening;
  const again = command.length === 0 && tmux === undefined ? session.launched : undefined;
  if (again !== undefined) return { ...again, cwd: opening.cwd ?? again.cwd, env: { ...again.env, ...env } };
  const cwd = opening.cwd ?? toPath(call, '.');
  if (tmux !== undefined) return { command: ['tmux', tmux], cwd, env, tmux };
  return { command: command.length > 0 ? command : [shell || '/bin/sh'], cwd, env, tmux };
}

async function start(session: OpenSession, call: CommandCall, opening: Opening, lifetime: Lifetime): Promise<void> {
  const { signal } = call;
  const environment = ((await call.ask({ ask: 'environment' })) ?? {}) as Readonly<Record<string, string>>;
  session.adoptEnvironment(environment);
  const program = chooseProgram(session, call, opening, environment['SHELL']);
  const { command, cwd, env, tmux } = program;
  const size = (opening.command.length > 0 ? undefined : session.server.session) ?? defaultSize;
  const { cols = size.cols, rows = size.rows } = opening;
  try {
    if (session.server.session === undefined)
      await session.request(
        'initialize',
        { name: session.name, terminalCols: cols, terminalRows: rows, scrollback: maxScrollback },
        signal,
      );
    await startRecording(session, call, opening.record);
    if (tmux === undefined) {
      const [file = '', ...args] = command;
      await session.request('launch', { command: file, args: [...args], cwd, env, cols, rows }, signal);
    } else await session.request('attach', { pane: tmux, scrollback: maxScrollback }, signal);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message } = explainRpcError(error);
    throw new CommandError(exitCodes.failed, message);
  }
  session.launched = program;
  lifetime.idleMs = opening.idleMs;
  lifetime.whilePid = opening.whilePid;
}

/** How the wait for the first screen has ended. */
interface FirstScreen {
  readonly code: number;
  readonly message?: string;
}

// A program that prints nothing at first, such as `cat`, must not delay the result for longer.
const maxFirstScreenMs = 1000;
const quietMs = 100;

async function waitForFirstScreen(
  session: OpenSession,
  call: CommandCall,
  { expected, timeoutMs }: Opening,
  isUsed: boolean,
): Promise<FirstScreen> {
  const { signal } = call;
  if (expected.length === 0) {
    if (isUsed) await session.settle(signal);
    else {
      using wait = new Call(session.terminal, { cancel: signal, timeoutMs: maxFirstScreenMs });
      await session.terminal.waitForChange(
        { since: 'lastInput', stableMs: quietMs, styles: false, cursor: false },
        wait,
      );
    }
    return { code: exitCodes.done };
  }
  const wanted = expected.map((text) => ({ what: JSON.stringify(text), condition: toVisible(parseWanted(text)) }));
  const awaited: Awaited = { fails: [], wanted, timeoutMs };
  const { method, params } = toWaitStep(awaited, 'any');
  try {
    const { index = 0 } = (await session.request(method, params, signal)) as WaitForResult;
    if (expected.length > 1) call.note(`${JSON.stringify(expected[index])} was met first.`);
    await session.settle(signal);
    return { code: exitCodes.done };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message, kind } = explainRpcError(error);
    if (kind !== 'timeout' && kind !== 'exited') throw error;
    const isTimeout = kind === 'timeout';
    return {
      code: isTimeout ? exitCodes.notMet : exitCodes.exited,
      message: describeMiss(awaited, isTimeout, message),
    };
  }
}

async function print(
  session: OpenSession,
  call: CommandCall,
  startedAt: number,
  { code, message }: FirstScreen,
): Promise<number> {
  const { screen, shown } = await session.read(call.signal);
  session.stateOf(call.caller).shown = shown;
  const exit = session.exitFacts;
  if (message !== undefined) call.note(message);
  if (exit.exited)
    call.note(
      `The program has ended ${session.program?.exit === undefined ? '' : describeExit(session.program.exit)}.`,
    );
  const text = shorten(formatScreen(shown), session);
  if (call.isJson) {
    const { cols, rows, revision } = screen;
    const found = call.parsed.options.has('expect') ? { found: code === exitCodes.done } : {};
    const result = {
      session_id: session.name,
      pid: session.program?.pid ?? 0,
      cols,
      rows,
      screen_text: text,
      revision,
      elapsed_ms: Math.round(performance.now() - startedAt),
      ...found,
      ...(message === undefined ? {} : { note: message }),
      ...exit,
      ...session.typedBy(call.caller),
    };
    call.print(`${JSON.stringify(result)}\n`);
  } else call.print(`${session.name}\n${text === '' ? '' : `${text}\n`}`);
  return code;
}
