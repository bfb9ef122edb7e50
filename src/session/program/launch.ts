import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MethodError } from '../../base/errors.js';
import { system } from '../../base/system/system.js';

// The directories that execvp searches if PATH is not set.
const defaultPath = '/bin:/usr/bin';

/** Throws kind `spawn` unless the command can be started in `cwd`. Has no side effects. */
function checkCommand(command: string, cwd: string, path: string | undefined): void {
  const cwdReason = findDirectoryProblem(cwd);
  if (cwdReason !== undefined) throw createLaunchError(command, `the working directory ${cwd} ${cwdReason}`);
  const isPath = command.includes('/');
  const candidates = isPath
    ? [resolve(cwd, command)]
    : (path ?? defaultPath).split(':').map((folder) => resolve(cwd, folder, command));
  const results = candidates.map((file) => checkFile(file, cwd));
  if (results.includes('fine')) return;
  const isLine = /\S\s+\S/.test(command);
  const missing =
    (isPath ? 'no such file' : 'command not found in PATH') + (isLine ? '. Pass arguments in `args`' : '');
  const reason = results.find((result) => result !== 'missing') ?? missing;
  throw createLaunchError(command, reason);
}

/** Kind `spawn` for a command that cannot be started. */
const createLaunchError = (command: string, reason: string, cause?: unknown): MethodError =>
  new MethodError('spawn', `Cannot start ${JSON.stringify(command)}: ${reason}.`, {}, { cause });

/** Returns `fine`, `missing`, or a description of the problem. */
function checkFile(file: string, cwd: string): string {
  const stat = tryStat(file);
  if (stat === undefined) return 'missing';
  if (stat.isDirectory()) return 'it is a directory';
  if (!stat.isFile() || !hasAccess(file, constants.X_OK)) return 'it is not executable';
  const interpreter = readInterpreter(file);
  if (interpreter === undefined || tryStat(resolve(cwd, interpreter)) !== undefined) return 'fine';
  return `its interpreter ${interpreter} does not exist`;
}

function readInterpreter(file: string): string | undefined {
  const head = Buffer.alloc(system.limits.hashBangBytes);
  try {
    const descriptor = openSync(file, constants.O_RDONLY);
    try {
      readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  return /^#![ \t]*([^ \t\n\0]+)[ \t\n\0]/.exec(head.toString())?.[1];
}

function findDirectoryProblem(path: string): string | undefined {
  const stat = tryStat(path);
  if (stat === undefined) return 'does not exist';
  if (!stat.isDirectory()) return 'is not a directory';
  return hasAccess(path, constants.X_OK) ? undefined : 'is not accessible';
}

function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Throws kind `spawn` if arguments and environment exceed the limits of the system. */
function checkLength(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const strings = [command, ...args, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const lengths = strings.map((text) => Buffer.byteLength(text));
  const pointerBytes = 9;
  const { argumentBytes, argumentsBytes } = system.limits;
  const total = lengths.reduce((sum, length) => sum + length + pointerBytes, 0);
  if (lengths.some((length) => length > argumentBytes))
    throw createLaunchError(command, `an argument or variable exceeds the maximum of ${argumentBytes} bytes`);
  if (total > argumentsBytes)
    throw createLaunchError(
      command,
      `arguments and environment exceed the maximum of ${argumentsBytes} bytes in total`,
    );
}

/** Variables as given to a program. */
export type Environment = Record<string, string>;

// Variables that describe the terminal that the server itself runs in; programs run in our terminal.
const outerTerminal =
  /^(?:TMUX.*|STY|WINDOW|WINDOWID|TERMCAP|TERM_PROGRAM.*|TERM_SESSION_ID|TERMINAL_EMULATOR|VTE_VERSION|KITTY_.*|WT_.*|ITERM_.*|LC_TERMINAL.*|ALACRITTY_.*|WEZTERM_.*|KONSOLE_.*|DOMTERM|WARP_.*|TERM_FEATURES|NVIM|NVIM_LISTEN_ADDRESS|VIM_TERMINAL|TERMUX_VERSION|ConEmu.*|GHOSTTY_.*|GNOME_TERMINAL_.*|XTERM_.*|ZELLIJ.*|TERMINATOR_UUID|TILIX_ID|INSIDE_EMACS|COLORFGBG|LINES|COLUMNS|OLDPWD)$/;

/** The environment of a program: inherited variables, those of its terminal, `changes`, and a UTF-8 locale. */
function createEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  changes: Readonly<Record<string, string | null>>,
  cwd: string,
  terminal: Readonly<Record<string, string | null>>,
): Environment {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(inherited))
    if (value !== undefined && !outerTerminal.test(name)) result.set(name, value);
  if (result.has('PWD')) result.set('PWD', cwd);
  for (const [name, value] of [...Object.entries(terminal), ...Object.entries(changes)]) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  if (!isUtf8(result.get('LC_ALL') || result.get('LC_CTYPE') || result.get('LANG'))) {
    // Variables that the client set explicitly are not changed.
    if (!Object.hasOwn(changes, 'LC_ALL')) result.delete('LC_ALL');
    if (!Object.hasOwn(changes, 'LC_CTYPE')) result.set('LC_CTYPE', system.utf8Locale);
  }
  return Object.fromEntries(result);
}

const isUtf8 = (locale: string | undefined): boolean => /utf-?8/i.test(locale ?? '');

/** A program to be started. */
export interface LaunchSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly inheritEnv: boolean;
  readonly cwd: string;
  /** Variables that describe the terminal; null removes one. */
  readonly terminalVariables: Readonly<Record<string, string | null>>;
}

/** Resolves the working directory and environment; throws kind `spawn` if the program cannot start. Has no side effects. */
export function resolveLaunch(
  spec: LaunchSpec,
  inherited: Readonly<Record<string, string | undefined>>,
): { readonly cwd: string; readonly env: Environment } {
  const { command, args } = spec;
  const cwd = resolveWorkingDirectory(spec);
  const env = createEnvironment(spec.inheritEnv ? inherited : {}, spec.env, cwd, spec.terminalVariables);
  checkCommand(command, cwd, env['PATH']);
  checkLength(command, args, env);
  return { cwd, env };
}

function resolveWorkingDirectory({ command, cwd }: LaunchSpec): string {
  try {
    return resolve(cwd);
  } catch (error) {
    const reason = "the server's working directory no longer exists. Set `cwd` to an absolute path";
    throw createLaunchError(command, reason, error);
  }
}
