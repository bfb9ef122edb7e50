import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { createSystemError, MethodError } from '../base/errors.js';
import { statusAfterSignal, statusOf } from '../base/exit.js';
import { createHermeticEnvironment, HermeticDirectories } from '../base/hermetic.js';
import type { RecordedTape, verifyTape as VerifyTape } from '../tapes/record.js';
import {
  type Command,
  defineOption,
  type ProcessHost,
  parseBoolean,
  parseNonEmpty,
  parseNumberIn,
  parseOptionsBefore,
  UsageError,
  type UsedTerminal,
  type Values,
} from './options.js';
import { openServer } from './view-command.js';

const recordOptions = {
  out: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'the tape to write (default: <command>.tape), or a recording (.jsonl) of the requests that do the same',
    parse: parseNonEmpty,
    default: undefined,
  }),
  cols: defineOption<number | undefined>({
    placeholder: 'N',
    help: 'width of the program: a part of your terminal',
    parse: parseNumberIn(2, 1000),
    default: undefined,
  }),
  rows: defineOption<number | undefined>({
    placeholder: 'N',
    help: 'height of the program: a part of your terminal',
    parse: parseNumberIn(1, 1000),
    default: undefined,
  }),
  env: defineOption<string | undefined>({
    placeholder: 'NAME[=VALUE]',
    help: 'pass this variable, and write it into the tape',
    parse: parseNonEmpty,
    default: undefined,
    isRepeatable: true,
  }),
  'no-hermetic': defineOption({
    help: 'run the program in your environment, with your settings',
    parse: parseBoolean,
    default: false,
  }),
  verify: defineOption({
    placeholder: 'N',
    help: 'run the tape so often; a wait that fails is replaced',
    parse: parseNumberIn(0, 1000),
    default: 0,
  }),
  force: defineOption({ help: 'replace the file', parse: parseBoolean, default: false }),
};

/** `tuispec record`. */
export const recordCommand: Command = {
  what: 'use a program by hand, and get a tape that tests it',
  explanation: `Runs a program in your terminal, and writes what you do as a tape, with waits for what the program does.
The program runs in the environment of tests, so that a test sees what you have recorded.
Passwords are not written: the tape types variables such as SECRET_1.`,
  operands: [],
  commandLine: 'COMMAND [ARG]...',
  options: recordOptions,
  examples: [
    ['Record vim without your settings:', 'tuispec record --out edit.tape -- vim -u NONE notes.txt'],
    ['Run the tape as a test:', 'tuispec test edit.tape'],
  ],
  run: runRecord,
};

type RecordValues = Values<typeof recordOptions>;

async function runRecord(args: readonly string[], host: ProcessHost): Promise<number> {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const options = parseOptionsBefore('record', recordOptions, args.slice(0, separator), host.variables);
  const command = args.slice(separator + 1);
  if (command.length === 0)
    throw new UsageError('Missing argument COMMAND after --, as in: tuispec record -- vim notes.txt.');
  const variables = parseVariables(options.env, host.variables);
  const path = options.out ?? `${basename(command[0] ?? '').replace(/\.\w+$/, '')}.tape`;
  if (isRecording(path) && options.verify > 0)
    throw new UsageError(`--verify needs a tape: --out must end with .tape, not ${JSON.stringify(path)}.`);
  checkFile(path, options.force);
  const terminal = host.openTerminal();
  if (terminal === undefined)
    throw new MethodError('io', 'Recording needs a terminal as standard input and standard output.');
  const { cols, rows } = chooseSize(options, terminal);
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-record-'));
  const directories = new HermeticDirectories((place = directory) => mkdtempSync(join(place, 'program-')));
  // The recording does not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  const server = await openServer(['--artifact-dir', directory], host);
  try {
    const isHermetic = !options['no-hermetic'];
    await server.call('initialize', { name: basename(command[0] ?? ''), terminalCols: cols, terminalRows: rows });
    const { RecordedTape, verifyTape } = await import('../tapes/record.js');
    const tape = new RecordedTape(server.requireSession(), {
      command,
      env: isHermetic ? createHermeticEnvironment(directories, host.variables) : {},
      inheritsEnv: !isHermetic,
      variables,
      cwd: process.cwd(),
      expectsXterm: isHermetic && variables['TERM'] === undefined && !/^xterm/.test(host.variables['TERM'] ?? ''),
    });
    return await recordInTerminal(tape, terminal, { path, options, host, isHermetic, verifyTape });
  } finally {
    await server.close();
    clearInterval(alive);
    directories.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Recording {
  readonly path: string;
  readonly options: RecordValues;
  readonly host: ProcessHost;
  readonly isHermetic: boolean;
  readonly verifyTape: typeof VerifyTape;
}

async function recordInTerminal(
  tape: RecordedTape,
  terminal: UsedTerminal,
  { path, options, host, isHermetic, verifyTape }: Recording,
): Promise<number> {
  let interrupt: (status: number) => void = () => {};
  const interrupted = new Promise<number>((resolve) => {
    interrupt = resolve;
  });
  const { exited } = await tape.start(terminal);
  try {
    host.writeError(
      isHermetic
        ? 'tuispec: recording in a clean environment (yours: --no-hermetic)\n'
        : 'tuispec: recording in your environment\n',
    );
    host.onSignal((name) => interrupt(statusAfterSignal(name)));
    terminal.open({
      onInput: (chunk) => tape.pass(chunk),
      onResize: () => {
        const { cols, rows } = chooseSize(options, terminal);
        tape.resize(cols, rows);
      },
      onFull: (isFull) => tape.pause(isFull),
      onLost: () => interrupt(statusAfterSignal('SIGHUP')),
    });
    const end = await Promise.race([exited, interrupted]);
    await tape.finish(typeof end === 'number' ? undefined : end);
    terminal.close(tape.repair);
    writeTape(path, tape, options.force);
    if (isRecording(path)) reportHidden(tape, host);
    else reportFindings(tape, host);
    const cancel = new AbortController();
    void interrupted.then(() => cancel.abort(new Error('The verification was interrupted.')));
    const { verify: count } = options;
    let isVerified = true;
    if (count > 0 && typeof end !== 'number')
      isVerified = await verifyTape(tape, {
        ...{ path, count, isHermetic, variables: host.variables, signal: cancel.signal },
        openServer: async () => await openServer([], host),
        report: (message) => host.writeError(`tuispec: ${message}\n`),
      });
    reportFile(path, host);
    if (typeof end === 'number') return end;
    const status = statusOf(end) ?? 1;
    // SIGHUP: the terminal has been closed, which this process does not survive either.
    return end.signal === 'SIGHUP' ? status : host.asProgramStatus(status === 0 && !isVerified ? 1 : status);
  } finally {
    terminal.close(tape.repair);
  }
}

/** The variables of `--env`, with the values of the caller where none is given. */
function parseVariables(text: string | undefined, variables: ProcessHost['variables']): Record<string, string> {
  if (text === undefined) return {};
  // The parser joins repeated flags with commas; a value may contain commas.
  const entries: [string, string][] = [];
  for (const part of text.split(',')) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(part) ?? [];
    const last = entries.at(-1);
    if (name !== undefined && (value !== undefined || variables[name] !== undefined))
      entries.push([name, value ?? variables[name] ?? '']);
    else if (last !== undefined) last[1] += `,${part}`;
    else if (name === undefined) throw new UsageError(`--env must be NAME or NAME=VALUE, not ${JSON.stringify(part)}.`);
    else throw new UsageError(`--env ${name}: the variable is not set. Use --env ${name}=VALUE.`);
  }
  return Object.fromEntries(entries);
}

/** The size of the program: that of the terminal, or a part of it. */
function chooseSize({ cols, rows }: RecordValues, terminal: UsedTerminal): { cols: number; rows: number } {
  const size = terminal.getSize();
  return { cols: Math.min(cols ?? size.cols, size.cols), rows: Math.min(rows ?? size.rows, size.rows) };
}

const isRecording = (path: string): boolean => extname(path) === '.jsonl';

/** Rejects a file that cannot be written, before anything runs. */
function checkFile(path: string, isForced: boolean): void {
  if (extname(path) !== '.tape' && !isRecording(path))
    throw new UsageError(`--out must end with .tape or .jsonl, not ${JSON.stringify(path)}.`);
  try {
    if (existsSync(path) && !statSync(path).isFile()) throw new Error('it is not a file');
    accessSync(existsSync(path) ? path : dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw createSystemError('io', `Cannot write ${path}`, error);
  }
  if (existsSync(path) && !isForced) throw new MethodError('io', `${path} exists. Use --force to replace it.`);
}

function writeTape(path: string, tape: RecordedTape, isForced: boolean): void {
  try {
    const text = isRecording(path) ? tape.formatRecording() : tape.format();
    writeFileSync(path, text, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    throw createSystemError('io', `Cannot write ${path}`, error);
  }
}

/** A recording types what it contains. */
function reportHidden(tape: RecordedTape, host: ProcessHost): void {
  for (const name of tape.secrets.keys())
    host.writeError(
      `tuispec: The recording does not contain the hidden text ${name}. A tape types a variable instead.\n`,
    );
}

function reportFindings(tape: RecordedTape, host: ProcessHost): void {
  for (const [name, value] of tape.secrets) {
    const isShort = [...value].length < 4;
    host.writeError(
      `tuispec: The tape types the variable ${name} instead of a hidden text.${isShort ? ' Its value has fewer than 4 characters, which tests refuse.' : ' Set it to run the tape.'}\n`,
    );
  }
  for (const bytes of tape.unnamed)
    host.writeError(`tuispec: The input ${bytes} has no name. The tape contains a comment in its place.\n`);
}

/** The last line: the file, and what to do with it. */
function reportFile(path: string, host: ProcessHost): void {
  const name = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
  const stem = basename(path, extname(path)).replaceAll(/[^\w-]/g, '-');
  // A recording without frames has no pictures.
  const pictures = isRecording(path) ? '' : `tuispec export ${name} | `;
  host.writeError(
    `tuispec: wrote ${name}: tuispec test ${name} | ${pictures}tuispec export ${name} --out ${stem}.test.ts\n`,
  );
}
