// Programs that do not depend on the settings of a person: their directories and their environment.
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasRoomForSockets, system } from './system/system.js';

const homeDirectories = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
};

/** The directories of one test, created on first use. */
export class HermeticDirectories {
  readonly #createRoot: (place?: string) => string;
  #root: string | undefined;
  #runtime: string | undefined;

  /** `createRoot` creates a directory below `place`, by default the one for temporary files. */
  constructor(createRoot: (place?: string) => string) {
    this.#createRoot = createRoot;
  }

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
    this.#runtime ??= this.#createRuntime(this.#create());
    return this.#runtime;
  }

  /** Removes the directories. */
  remove(): void {
    // A program that is being ended may still write to it.
    for (const directory of [this.#root, this.#runtime])
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Removes the directories in the background; never rejects. */
  async removeLater(): Promise<void> {
    for (const directory of [this.#root, this.#runtime])
      if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }

  #create(): string {
    if (this.#root === undefined) {
      this.#root = this.#createRoot();
      mkdirSync(join(this.#root, 'work'));
      mkdirSync(join(this.#root, 'home'));
      // Some programs create only the last directory of a path.
      for (const path of Object.values(homeDirectories))
        mkdirSync(join(this.#root, 'home', path), { recursive: true, mode: 0o700 });
    }
    return this.#root;
  }

  /** The paths of sockets are short; the temporary directory of macOS, for one, leaves too little of them. */
  #createRuntime(root: string): string {
    const directory = join(root, 'run');
    if (!hasRoomForSockets(directory)) return this.#createRoot('/tmp');
    // Programs refuse a directory that others can read.
    mkdirSync(directory, { mode: 0o700 });
    return directory;
  }
}

const inherited = ['PATH', 'TMPDIR', 'USER', 'SHELL', 'LANG', 'NODE_V8_COVERAGE'];

/** The environment of a program that does not depend on the user's settings. */
export function createHermeticEnvironment(
  { home, runtime }: HermeticDirectories,
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    // Without a locale, many programs show only ASCII.
    LANG: system.utf8Locale,
    ...Object.fromEntries(kept),
    HOME: home,
    ...Object.fromEntries(Object.entries(homeDirectories).map(([name, path]) => [name, join(home, path)])),
    XDG_RUNTIME_DIR: runtime,
    TMUX_TMPDIR: runtime,
    SCREENDIR: runtime,
  };
}
