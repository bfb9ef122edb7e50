// Where sessions are: names, directories, and what a session leaves when it is killed. Commands load it before anything else.
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** A command cannot be performed: one line on standard error, and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }

  /** Files that are loaded late have copies of the class. */
  static override [Symbol.hasInstance](value: unknown): value is CommandError {
    return value instanceof Error && value.name === 'CommandError';
  }
}

const namePattern = /^(?![.-])[A-Za-z0-9._-]{1,64}$/;

/** Checks the name of a session. */
export function checkName(name: string): string {
  if (namePattern.test(name)) return name;
  throw new CommandError(
    2,
    `Invalid session name ${JSON.stringify(name.slice(0, 100))}. A name has 1 to 64 letters, digits, dots, dashes and underscores, and does not begin with a dot or a dash.`,
  );
}

/** The directory of a project: the nearest one with `.git`, else the directory itself. */
export function findProject(cwd: string): string {
  let root = cwd;
  while (!existsSync(join(root, '.git')) && dirname(root) !== root) root = dirname(root);
  return existsSync(join(root, '.git')) ? root : cwd;
}

/** The name of the session of a project. */
export function nameOfProject(cwd: string): string {
  const root = findProject(cwd);
  const base = basename(root)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 59);
  return `${base === '' ? 'session' : base}-${hash(root)}`;
}

// FNV-1a, folded to 16 bits: two checkouts with the same name must not meet. Loading a better hash takes longer than all else.
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return ((value >>> 16) ^ (value & 0xffff)).toString(16).padStart(4, '0');
}

const userId = (): number => process.getuid?.() ?? 0;

/** The directories in which sessions are looked up, that of new ones first. */
export function listDirectories(variables: Variables): readonly string[] {
  const chosen = variables['TUISPEC_SESSION_DIR'];
  if (chosen !== undefined && chosen !== '') return [resolve(chosen)];
  const runtime = variables['XDG_RUNTIME_DIR'];
  const first = runtime === undefined || runtime === '' ? [] : [join(runtime, 'tuispec')];
  return [...new Set([...first, `/tmp/tuispec-${userId()}`, `/run/user/${userId()}/tuispec`])];
}

/** Whether a directory exists. Throws if another user could have put something into it. */
export function isSafeDirectory(directory: string): boolean {
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  const problem = !entry.isDirectory()
    ? 'is not a directory'
    : entry.uid !== userId()
      ? 'belongs to another user'
      : (entry.mode & 0o077) === 0
        ? undefined
        : `may be used by others (mode ${(entry.mode & 0o777).toString(8).padStart(4, '0')} instead of 0700)`;
  if (problem === undefined) return true;
  throw new CommandError(
    5,
    `The directory of sessions ${directory} ${problem}. Remove it, or set TUISPEC_SESSION_DIR to a directory of your own.`,
  );
}

/** Whether there is a file, or the reason why that is unknown is to be explained. */
function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** The directory of a session with this name; undefined if there is none. */
export function findSession(name: string, directories: readonly string[]): string | undefined {
  for (const directory of directories) {
    const place = join(directory, name);
    if (mayExist(place) && isSafeDirectory(directory)) return place;
  }
  return undefined;
}
