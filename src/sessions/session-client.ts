// The small program behind the commands for sessions: it connects, sends its arguments, prints what the session says, and exits.
import { fstatSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import { isatty } from 'node:tty';
import { escapeControls } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import { connectTo, converse } from './connection.js';
import { type CommandRequest, exitCodes, kindsByCode, protocol } from './conversation.js';
import { CommandError, checkName, findSession, listDirectories, nameOfProject } from './places.js';

/** Takes `-s NAME` and `--session NAME` out of the arguments before `--`. */
function takeName(args: readonly string[]): { readonly name: string | undefined; readonly rest: string[] } {
  const rest: string[] = [];
  let name: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    if (word === '--') return { name, rest: [...rest, ...args.slice(index)] };
    const [, inline] = /^(?:--session=|-s=?)(.+)$/s.exec(word) ?? [];
    if (inline !== undefined) name = inline;
    else if (word === '-s' || word === '--session') {
      index += 1;
      const next = args[index];
      if (next === undefined || next === '--') throw new CommandError(exitCodes.usage, `${word} needs a name.`);
      name = next;
    } else rest.push(word);
  }
  return { name, rest };
}

/**
 * Who asks: a name from the environment, else the terminal. A person types in a terminal; an agent that was started there
 * has pipes, and must not be taken for the person, or for an agent of another terminal.
 */
function identifyCaller(): string {
  const named = process.env['TUISPEC_CALLER'];
  if (named !== undefined && named !== '') return named.slice(0, 200);
  const terminal = [0, 1, 2].find((descriptor) => isatty(descriptor));
  if (terminal !== undefined) return `terminal ${fstatSync(terminal).rdev}`;
  const controlling = readControllingTerminal();
  return controlling === undefined ? '' : `pipe in terminal ${controlling}`;
}

/** The number of the controlling terminal; undefined if there is none, or the system does not tell. */
function readControllingTerminal(): string | undefined {
  try {
    const [, , , , terminal] = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return terminal === '0' ? undefined : terminal;
  } catch {
    return undefined;
  }
}

function readDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // It has been removed.
    return '/';
  }
}

// More often, something ends sessions as soon as they have begun.
const maxAttempts = 10;

async function perform(args: readonly string[]): Promise<number> {
  const [command = '', ...others] = args;
  const { name: given, rest } = takeName(others);
  const directories = listDirectories(process.env);
  const asking = { cwd: readDirectory(), caller: identifyCaller() };
  if (command === 'ls' || (['close', 'view'].includes(command) && rest.includes('--all'))) {
    const { runForAll } = await import('./session-list.js');
    return await runForAll([command, ...rest], directories, asking);
  }
  const chosen = given ?? (process.env['TUISPEC_SESSION'] || undefined);
  const wanted = chosen === undefined ? nameOfProject(asking.cwd) : checkName(chosen);
  return await performIn(wanted, [command, ...rest], { directories, isNamed: chosen !== undefined, ...asking });
}

interface Lookup {
  readonly directories: readonly string[];
  readonly isNamed: boolean;
}

/** Performs a command in the session with a name. */
async function performIn(
  wanted: string,
  [command = '', ...rest]: readonly string[],
  { directories, isNamed, ...asking }: Lookup & Pick<CommandRequest, 'cwd' | 'caller'>,
): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const place = await findPlace(command, wanted, rest, { directories, isNamed });
    const socket = place === undefined ? undefined : await connectOrExplain(place, command);
    if (place === undefined || socket === undefined) continue;
    const session = basename(place);
    const code = await converse(socket, { protocol, version, args: [command, ...rest], ...asking, session });
    if (code !== undefined) return code;
    // It was ending when it got the command.
    if (command !== 'open') throw new CommandError(exitCodes.noSession, `Session ${session} has ended.`);
  }
  throw new CommandError(exitCodes.failed, `Session ${wanted} ends as soon as it has begun. See tuispec ls.`);
}

/** The directory of the session that a command means; `open` starts one. */
async function findPlace(
  command: string,
  name: string,
  rest: readonly string[],
  { directories, isNamed }: Lookup,
): Promise<string | undefined> {
  const place = findSession(name, directories);
  if (command !== 'open' && place !== undefined) return place;
  const { prepareOpen, createMissingError } = await import('./session-list.js');
  if (command !== 'open') throw await createMissingError(name, directories, isNamed);
  return findSession(await prepareOpen(name, rest, directories), directories);
}

/** Connects to a session. Resolves with undefined if another attempt is worth it. */
async function connectOrExplain(place: string, command: string): Promise<Socket | undefined> {
  try {
    return await connectTo(place);
  } catch (error) {
    const { explainFailure } = await import('./session-list.js');
    // Throws, unless the session has just ended, or a new one can replace it.
    await explainFailure(place, error as NodeJS.ErrnoException, command);
    return undefined;
  }
}

/** Runs the command of this process. */
export async function runSessionClient(args: readonly string[]): Promise<void> {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    process.exitCode = await perform(args);
  } catch (error) {
    const isExpected = error instanceof CommandError;
    const { message } = error as Error;
    const code = isExpected ? error.code : exitCodes.failed;
    process.exitCode = args[0] === 'run' ? 125 : code;
    if (args.includes('--json'))
      process.stdout.write(
        `${JSON.stringify({ error: { kind: kindsByCode[code] ?? 'failed', message, screen: '' } })}\n`,
      );
    process.stderr.write(`tuispec: ${escapeControls(message)}\n`);
  }
}
