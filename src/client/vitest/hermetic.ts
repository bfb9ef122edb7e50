import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { createTestDirectory } from '../temporary-directory.js';

const homeDirectories = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
};

/** The directories of one test, created on first use. */
export class TestDirectories {
  #root: string | undefined;

  /** The working directory of its programs. */
  get work(): string {
    return join(this.#create(), 'work');
  }

  /** The home directory of its programs. */
  get home(): string {
    return join(this.#create(), 'home');
  }

  /** The directory for sockets of its programs. */
  get runtime(): string {
    return join(this.#create(), 'run');
  }

  /** Removes the directories. */
  remove(): void {
    if (this.#root !== undefined) rmSync(this.#root, { recursive: true, force: true });
  }

  #create(): string {
    if (this.#root === undefined) {
      this.#root = createTestDirectory();
      mkdirSync(join(this.#root, 'work'));
      mkdirSync(join(this.#root, 'home'));
      // Some programs create only the last directory of a path.
      for (const path of Object.values(homeDirectories))
        mkdirSync(join(this.#root, 'home', path), { recursive: true, mode: 0o700 });
      // Programs refuse a directory that others can read.
      mkdirSync(join(this.#root, 'run'), { mode: 0o700 });
    }
    return this.#root;
  }
}

const inherited = ['PATH', 'TMPDIR', 'USER', 'SHELL', 'LANG', 'NODE_V8_COVERAGE'];

/** The environment of a program that does not depend on the user's settings. */
export function createHermeticEnvironment({ home, runtime }: TestDirectories): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    // Without a locale, many programs show only ASCII.
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    HOME: home,
    ...Object.fromEntries(Object.entries(homeDirectories).map(([name, path]) => [name, join(home, path)])),
    XDG_RUNTIME_DIR: runtime,
    TMUX_TMPDIR: runtime,
    SCREENDIR: runtime,
  };
}

/** Writes files below a directory. */
export function writeFiles(directory: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = resolve(directory, name);
    const inside = relative(directory, path);
    if (inside === '..' || inside.startsWith('../') || isAbsolute(inside))
      throw new TypeError(`Invalid \`files\`: ${JSON.stringify(name)} is outside of the working directory.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** A program as a test names it: a relative path is in the working directory of the program, else in the project. */
export function resolveCommand(command: string, directory: string): string {
  if (!command.includes('/') || isAbsolute(command) || existsSync(resolve(directory, command))) return command;
  return existsSync(command) ? resolve(command) : command;
}
