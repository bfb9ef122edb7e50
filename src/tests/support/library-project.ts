import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from './client.js';
import { pollUntil } from './processes.js';

// Identifies the processes that a project has started, directly or not.
const marker = 'TUISPEC_TEST_PROJECT';

/** Options of a run in a project. */
export interface ProjectRunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The program to run. Default: node. */
  readonly command?: string;
  /** Called with the running process and each piece of its output. */
  readonly onOutput?: (child: ChildProcess, output: string) => void;
}
/** A completed run in a project. */
export interface ProjectRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** A directory in which the package `tuispec` is installed, with its own directory for temporary files. */
export class LibraryProject {
  readonly directory = createTemporaryDirectory();
  readonly temporary = createTemporaryDirectory();

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.link('tuispec', process.cwd());
    this.write({ 'package.json': '{"private":true,"type":"module"}', ...files });
    onTestFinished(async () => await this.ended());
  }

  /** Makes a package of a directory available to the project. */
  link(name: string, target: string): void {
    const path = join(this.directory, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(resolve(target), path);
  }

  /** Installs a copy of the libraries: code in its real place would find the vitest of this project. */
  copyPackage(): void {
    const target = join(this.directory, 'node_modules/tuispec');
    rmSync(target);
    mkdirSync(join(target, 'dist'), { recursive: true });
    copyFileSync('package.json', join(target, 'package.json'));
    for (const name of readdirSync('dist')) {
      const [from, to] = [resolve('dist', name), join(target, 'dist', name)];
      if (name.endsWith('.mjs')) copyFileSync(from, to);
      else symlinkSync(from, to);
    }
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  read(name: string): string {
    return readFileSync(join(this.directory, name), 'utf8');
  }

  /** The variables of a run that differ from those of this process; undefined removes one. */
  get variables(): Readonly<Record<string, string | undefined>> {
    const own = { TMPDIR: this.temporary, NO_COLOR: '1', [marker]: this.directory, NODE_DISABLE_COMPILE_CACHE: '1' };
    return { ...own, CI: undefined, VITEST: undefined, VITEST_WORKER_ID: undefined, NODE_OPTIONS: undefined };
  }

  /** Runs node or another program in the project. */
  async run(
    args: readonly string[],
    { env = {}, command = process.execPath, onOutput }: ProjectRunOptions = {},
  ): Promise<ProjectRun> {
    const child = spawn(command, args, {
      cwd: this.directory,
      env: { ...process.env, ...this.variables, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput?.(child, output);
      });
    const [exitCode, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { exitCode, signal, output };
  }

  /** The processes that the project has started and that are running. */
  processes(): number[] {
    const needle = `${marker}=${this.directory}\0`;
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(needle))
      .map(Number);
  }

  /** Resolves when no process of the project is left. */
  async ended(): Promise<void> {
    await pollUntil(() => this.processes().length === 0);
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
