import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type LaunchOptions, launch, type Terminal } from 'tuispec';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from './client.js';

// Copies a pipe to its terminal. Exits when the pipe is closed.
const program = 'exec 3<"$0"; cat <&3; exit 3';

/** Launches a program with the library; it is closed after the test. */
export async function openTerminal(command: string, options: LaunchOptions = {}): Promise<Terminal> {
  const terminal = await launch(command, { artifactDir: createTemporaryDirectory(), ...options });
  onTestFinished(async () => await terminal.close().catch(() => {}));
  return terminal;
}

/** Runs a shell script in a terminal. */
export const openShell = async (script: string, options: LaunchOptions = {}): Promise<Terminal> =>
  await openTerminal('sh', { args: ['-c', script], ...options });

/** A terminal of 20 × 6 whose program prints text on demand. */
export class LibraryPrinter {
  readonly terminal: Terminal;
  readonly #pipe: FileHandle;
  #count = 0;
  #isOpen = true;

  private constructor(terminal: Terminal, pipe: FileHandle) {
    this.terminal = terminal;
    this.#pipe = pipe;
    onTestFinished(this.end);
  }

  /** Starts it, and prints text on the blank screen. */
  static async showing(text: string, options: LaunchOptions = {}): Promise<LibraryPrinter> {
    const path = join(createTemporaryDirectory(), 'pipe');
    spawnSync('mkfifo', [path]);
    const args = ['-c', program, path];
    const terminal = await openTerminal('sh', { args, cols: 20, rows: 6, ...options });
    // Resolves when the program has opened the pipe.
    const printer = new LibraryPrinter(terminal, await open(path, 'w'));
    if (text !== '') await printer.show(text);
    return printer;
  }

  /** Makes it write text, up to 4 KB at once. */
  readonly print = (text: string): void => void writeSync(this.#pipe.fd, text);

  /** Makes it write text, and resolves when that is on the screen. The title changes. */
  readonly show = async (text: string): Promise<void> => {
    this.#count += 1;
    this.print(`${text}\x1b]2;shown ${this.#count}\x07`);
    await this.terminal.waitFor({ anyOf: [{ title: `^shown ${this.#count}$` }], timeout: 20_000 });
  };

  /** Ends the program with exit code 3. */
  readonly end = async (): Promise<void> => {
    if (this.#isOpen) await this.#pipe.close();
    this.#isOpen = false;
  };
}
