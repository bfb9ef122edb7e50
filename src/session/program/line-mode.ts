import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** How the kernel handles what is typed in a terminal. */
export interface LineMode {
  /** Whether it edits lines itself and delivers them at Enter. */
  readonly isCanonical: boolean;
  /** Whether it displays what is typed. */
  readonly hasEcho: boolean;
}

/** Reads the settings of the terminal at a path; undefined if that fails. */
export async function readLineMode(path: string): Promise<LineMode | undefined> {
  try {
    // Node makes the standard streams of a child blocking, for every descriptor of the same open file description: the
    // descriptor to which the server writes must not be one of them.
    const terminal = openSync(path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      return parseLineMode(await runStty(terminal));
    } finally {
      closeSync(terminal);
    }
  } catch {
    return undefined;
  }
}

// Node cannot read the settings of a terminal.
function runStty(terminal: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('stty', ['-a'], { stdio: [terminal, 'pipe', 'ignore'], env: { PATH: process.env['PATH'] } });
    let text = '';
    child.stdout?.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}

function parseLineMode(text: string): LineMode | undefined {
  const words = new Set(text.split(/[\s;]+/));
  if (!words.has('icanon') && !words.has('-icanon')) return undefined;
  return { isCanonical: words.has('icanon'), hasEcho: words.has('echo') };
}
