// What commands need besides one session that answers: all sessions, new ones, and those that were killed.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { escapeControls, findNearest } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import { checkNative } from '../session/program/native-pty.js';
import { connectTo, converse } from './connection.js';
import { exitCodes, protocol } from './conversation.js';
import { CommandError, findSession, isSafeDirectory } from './places.js';
import { createDirectory, judgeProcess, readRecord, removeDead, type SessionRecord } from './record.js';

/** Sessions of a user at once. */
const maxSessions = 32;

/** The names of the sessions in the directories, each once. */
function listPlaces(directories: readonly string[]): readonly string[] {
  const places = new Map<string, string>();
  for (const directory of directories) {
    try {
      if (!isSafeDirectory(directory)) continue;
    } catch (error) {
      // Nobody has chosen the others.
      if (directory === directories[0]) throw error;
      continue;
    }
    for (const entry of readdirSync(directory, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith('.') && !places.has(entry.name))
        places.set(entry.name, join(directory, entry.name));
  }
  return [...places.keys()].sort().map((name) => places.get(name) as string);
}

/** There is no session with this name: the error names the nearest and all that are open. */
export async function createMissingError(
  name: string,
  directories: readonly string[],
  isNamed: boolean,
): Promise<CommandError> {
  const names = listPlaces(directories).map((place) => basename(place));
  const nearest = findNearest(name, names);
  const what = isNamed ? `No session ${JSON.stringify(name)}.` : `No session of this project (${name}).`;
  const hint = nearest === undefined || !isNamed ? '' : ` Did you mean ${nearest}?`;
  const open =
    names.length === 0
      ? 'None is open: start one with tuispec open.'
      : `Open: ${names.join(', ')}. Choose one with -s NAME.`;
  return new CommandError(exitCodes.noSession, `${what}${hint} ${open}`);
}

/** Makes sure that a session can be opened: starts its process if there is none. Returns its name, which `--new` chooses. */
export async function prepareOpen(
  wanted: string,
  args: readonly string[],
  directories: readonly string[],
): Promise<string> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const isNew = args.slice(0, separator).includes('--new');
  const [directory = '/tmp'] = directories;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    const place = findSession(name, directories);
    if (place !== undefined) {
      if (!isNew) return name;
      continue;
    }
    if (listLiving(directories).length >= maxSessions)
      throw new CommandError(
        exitCodes.conflict,
        `${maxSessions} sessions are open, which is the maximum. Close one: tuispec ls, tuispec close -s NAME.`,
      );
    requireNative();
    prepareDirectory(directory);
    if ((await startProcess(directory, name)) || !isNew) return name;
  }
}

/** The sessions that are not dead, whose number is limited: a dead one stays until a command has reported it. */
const listLiving = (directories: readonly string[]): readonly string[] =>
  listPlaces(directories).filter((place) => {
    const record = readRecord(place);
    return record !== undefined && judgeProcess(record) !== 'dead';
  });

/** A session without programs would be of no use. */
function requireNative(): void {
  try {
    checkNative();
  } catch (error) {
    throw new CommandError(exitCodes.failed, `Cannot start programs: ${(error as Error).message}.`);
  }
}

function prepareDirectory(directory: string): void {
  try {
    createDirectory(directory);
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      exitCodes.failed,
      `Cannot create the directory of sessions ${directory}: ${message}.${adviseOn(message)}`,
    );
  }
  isSafeDirectory(directory);
}

/** Starts the process of a session; resolves with whether the name was free. */
async function startProcess(directory: string, name: string): Promise<boolean> {
  // No stream, process group or terminal of the caller: its end must not wait for the session, nor end it.
  const child = spawn(process.execPath, [join(__dirname, 'cli.js'), 'session', directory, name], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const failed = new Promise<string>((resolve) => child.once('error', ({ message }) => resolve(`failed ${message}`)));
  const said = await Promise.race([readAll(child.stdio[3] as Readable), failed]);
  child.unref();
  if (said === 'ready') return true;
  if (said === 'taken') return false;
  const reason = said.replace(/^failed /, '').replace(/\.$/, '') || 'its process has ended';
  const advice = adviseOn(reason);
  throw new CommandError(exitCodes.failed, `The session could not start: ${reason}.${advice}`);
}

async function readAll(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Explains why a session does not answer. Returns if it is worth another attempt; removes what a dead session has left. */
export async function explainFailure(place: string, error: NodeJS.ErrnoException, command: string): Promise<void> {
  const name = basename(place);
  const { code = '' } = error;
  if (code === 'EPERM' || code === 'EACCES')
    throw new CommandError(
      exitCodes.failed,
      `This process may not connect to session ${name} (${code}).${describeSandbox()}`,
    );
  if (statSync(place, { throwIfNoEntry: false }) === undefined) return;
  const record = readRecord(place);
  const state = record === undefined ? 'dead' : judgeProcess(record);
  if (state === 'of another host')
    throw new CommandError(
      exitCodes.noSession,
      `Session ${name} belongs to the host ${record?.host}. It is left alone.`,
    );
  if (state === 'alive') {
    // Its queue of connections is full, or it is ending.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return;
  }
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT')
    throw new CommandError(exitCodes.failed, `Cannot connect to session ${name}: ${error.message}.`);
  const isFree = removeDead(place, record);
  if (command === 'open' || !isFree) return;
  throw new CommandError(
    exitCodes.noSession,
    `Session ${name} died: ${describeLast(record)} It has been removed; tuispec open starts it again.`,
  );
}

function describeLast(record: SessionRecord | undefined): string {
  if (record === undefined) return 'it has left no record.';
  const what =
    record.command === undefined
      ? 'It had run no program.'
      : `It ran ${JSON.stringify(record.command)} in ${record.cwd}.`;
  return `its process ${record.session_pid}, begun ${record.created_at}, was killed. ${what}`;
}

/** What to do if a session cannot begin, which the message of an error explains. */
function adviseOn(reason: string): string {
  if (/^(ENOSPC|EDQUOT|EFBIG)\b/.test(reason))
    return ' Free some space, or set TUISPEC_SESSION_DIR to a directory elsewhere.';
  if (/^(ENOENT|ENOTDIR)\b/.test(reason))
    return ' Create the directory that contains it, or set TUISPEC_SESSION_DIR to a directory of your own.';
  return describeSandbox();
}

/** What to do in a sandbox that allows no connections or ends all processes of a command. */
function describeSandbox(): string {
  const { env } = process;
  const variable =
    Object.keys(env).find((name) => /^CODEX_SANDBOX/.test(name)) ??
    ('SANDBOX_RUNTIME' in env ? 'SANDBOX_RUNTIME' : undefined);
  const where = variable === undefined ? ' If this is a sandbox' : ` This is a sandbox (${variable})`;
  return `${where}${variable === undefined ? ', allow' : ': allow'} tuispec to run outside it in its settings, or use tuispec mcp.`;
}

/** A session as `ls` lists it. */
interface Listed {
  readonly name: string;
  readonly state: 'running' | 'exited' | 'died';
  readonly pid?: number | undefined;
  readonly session_pid: number;
  readonly command: string;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  readonly age_seconds: number;
  readonly idle_seconds: number;
  readonly exit_code?: number;
  readonly signal?: string;
}

interface Asking {
  readonly cwd: string;
  readonly caller: string;
}

/** What a session prints for a command. */
interface Answer {
  readonly out: string;
  readonly errors: string;
  /** Undefined if the session has ended before. */
  readonly code: number | undefined;
}

async function ask(place: string, args: readonly string[], asking: Asking): Promise<Answer> {
  let out = '';
  let errors = '';
  const stdout = { write: (text: string | Uint8Array) => (out += String(text)) };
  const stderr = { write: (text: string) => (errors += text) };
  const socket = await connectTo(place);
  const code = await converse(
    socket,
    { protocol, version, args, ...asking, session: basename(place) },
    { stdout, stderr },
  );
  return { out, errors, code };
}

/** `ls`, `close --all` and `view --all`. */
export async function runForAll(
  args: readonly string[],
  directories: readonly string[],
  asking: Asking,
): Promise<number> {
  const [command = '', ...options] = args;
  checkOptions(command, options);
  const isJson = options.includes('--json');
  const places = listPlaces(directories);
  if (command === 'ls') return printList(await Promise.all(places.map((place) => describe(place))), isJson);
  const passed = [command, ...options.filter((option) => option !== '--all' && option !== '--json')];
  const results: { readonly name: string; readonly message: string }[] = [];
  let exitCode: number = exitCodes.done;
  for (const place of places) {
    const answer = await askLiving(place, passed, asking);
    if (answer === undefined) continue;
    const { out, errors, code = exitCodes.done } = answer;
    const name = basename(place);
    const message = command === 'close' ? 'closed' : options.includes('--stop') ? 'has no view now' : out.trim();
    if (code === exitCodes.done || command === 'close') results.push({ name, message });
    if (code !== exitCodes.done) process.stderr.write(errors.replaceAll(/^tuispec: /gm, `tuispec: ${name}: `));
    exitCode = Math.max(exitCode, code);
  }
  const lines = results.map(({ name, message }) => `${name} ${message}\n`);
  process.stdout.write(isJson ? `${JSON.stringify(results)}\n` : lines.join(''));
  return exitCode;
}

const allOptions: Readonly<Record<string, readonly string[]>> = {
  ls: ['--json'],
  close: ['--all', '--json'],
  view: ['--all', '--json', '--interactive', '--listen', '--stop'],
};

function checkOptions(command: string, options: readonly string[]): void {
  const known = allOptions[command] ?? [];
  const isKnown = (option: string): boolean => known.includes(option.replace(/=.*/s, ''));
  // The value of `--listen` is checked by each session.
  const unknown = options.find((option, index) => !isKnown(option) && options[index - 1] !== '--listen');
  if (unknown !== undefined)
    throw new CommandError(
      exitCodes.usage,
      `Unknown option ${JSON.stringify(unknown)}. tuispec ${command} accepts ${known.join(', ')}.`,
    );
}

/** What a session prints; undefined if it belongs to another host. One that is dead is removed. */
async function askLiving(place: string, args: readonly string[], asking: Asking): Promise<Answer | undefined> {
  try {
    return await ask(place, args, asking);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    try {
      await explainFailure(place, error as NodeJS.ErrnoException, 'open');
      return args[0] === 'close' ? { out: '', errors: '', code: undefined } : undefined;
    } catch (reason) {
      // A session of another host is left alone.
      if (!(reason instanceof CommandError) || reason.code !== exitCodes.noSession) throw reason;
    }
    return undefined;
  }
}

// A session that is stopped must not keep `ls` from answering.
const maxListMs = 2000;

/** How a session is, or was last seen: a dead one is reported once. */
async function describe(place: string): Promise<Listed> {
  const record = readRecord(place);
  const judged = record === undefined ? 'dead' : judgeProcess(record);
  const age = record === undefined ? 0 : Math.round((Date.now() - Date.parse(record.created_at)) / 1000);
  const last: Listed = {
    name: basename(place),
    state: judged === 'alive' ? 'running' : 'died',
    pid: record?.pid,
    session_pid: record?.session_pid ?? 0,
    command: record?.command ?? '',
    cwd: record?.cwd ?? '',
    cols: record?.cols ?? 0,
    rows: record?.rows ?? 0,
    age_seconds: age,
    idle_seconds: age,
  };
  if (judged === 'dead') removeDead(place, record);
  if (judged !== 'alive') return last;
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(last), maxListMs);
    void readFacts(place)
      .catch(() => last)
      .then((facts) => {
        clearTimeout(timer);
        resolve({ ...last, ...facts });
      });
  });
}

async function readFacts(place: string): Promise<Partial<Listed>> {
  const { out } = await ask(place, ['ls'], { cwd: '/', caller: '' });
  return JSON.parse(out) as Partial<Listed>;
}

function printList(sessions: readonly Listed[], isJson: boolean): number {
  if (isJson) process.stdout.write(`${toSafeJson(sessions)}\n`);
  else if (sessions.length === 0) process.stderr.write('tuispec: No session is open.\n');
  else {
    const rows = sessions.map(({ name, state, pid, cols, rows: height, age_seconds, command, cwd, exit_code }) => [
      name,
      exit_code === undefined ? state : `${state} ${exit_code}`,
      pid === undefined ? '' : String(pid),
      `${cols}x${height}`,
      formatAge(age_seconds),
      toCell(shortenHome(cwd)),
      toCell(command),
    ]);
    const table = [['NAME', 'STATE', 'PID', 'SIZE', 'AGE', 'DIRECTORY', 'COMMAND'], ...rows];
    const widths = (table[0] as string[]).map((_, column) =>
      Math.max(...table.map((row) => (row[column] as string).length)),
    );
    for (const row of table)
      process.stdout.write(
        `${row
          .map((cell, column) => cell.padEnd(widths[column] as number))
          .join('  ')
          .trimEnd()}\n`,
      );
  }
  return exitCodes.done;
}

// What a terminal would interpret, or what would end the row.
const toCell = (text: string): string =>
  escapeControls(text).replaceAll(/[\n\t]/g, (control) => (control === '\n' ? '\\n' : '\\t'));
const toSafeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);

const formatAge = (seconds: number): string =>
  seconds < 120 ? `${seconds}s` : seconds < 7200 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3600)}h`;

const shortenHome = (path: string): string =>
  path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
