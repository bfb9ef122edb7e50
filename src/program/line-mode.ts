import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** How the kernel handles what is typed in a terminal. */
export interface LineMode {
  /** Whether it edits lines itself and delivers them at Enter. */
  readonly isCanonical: boolean;
  /** Whether it displays what is typed. */
  readonly hasEcho: boolean;
}

// Node cannot read the settings of a terminal.
/** Reads the settings of the terminal behind a file descriptor; undefined if that fails. */
export function readLineMode(terminal: number): Promise<LineMode | undefined> {
  return new Promise((resolve) => {
    const child = spawn('stty', ['-a'], { stdio: [terminal, 'pipe', 'ignore'], env: { PATH: process.env['PATH'] } });
    let text = '';
    child.stdout?.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(parseLineMode(text)));
  });
}

/** The same for the path of a terminal. */
export async function readLineModeOf(path: string): Promise<LineMode | undefined> {
  try {
    const terminal = openSync(path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      return await readLineMode(terminal);
    } finally {
      closeSync(terminal);
    }
  } catch {
    return undefined;
  }
}

function parseLineMode(text: string): LineMode | undefined {
  const words = new Set(text.split(/[\s;]+/));
  if (!words.has('icanon') && !words.has('-icanon')) return undefined;
  return { isCanonical: words.has('icanon'), hasEcho: words.has('echo') };
}
