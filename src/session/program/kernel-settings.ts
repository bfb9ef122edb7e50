// The settings that the kernel has for a terminal (termios). Node cannot read them, so that each reading starts `stty`.
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** How the kernel handles what is typed in a terminal. */
export interface LineMode {
  /** Whether it edits lines itself and delivers them at Enter. */
  readonly isCanonical: boolean;
  /** Whether it displays what is typed. */
  readonly hasEcho: boolean;
}
/** The settings by name, each as `stty` prints it: `-echo`, `intr = ^C`. */
export type KernelSettings = ReadonlyMap<string, string>;

/** Reads the settings of the terminal at a path; undefined if that fails. */
export async function readKernelSettings(path: string): Promise<KernelSettings | undefined> {
  try {
    // Node makes the standard streams of a child blocking, for every descriptor of the same open file description: the
    // descriptor to which the server writes must not be one of them.
    const terminal = openSync(path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      return parseKernelSettings(await runStty(terminal));
    } finally {
      closeSync(terminal);
    }
  } catch {
    return undefined;
  }
}

/** How the kernel handles what is typed in the terminal at a path; undefined if that cannot be determined. */
export async function readLineMode(path: string): Promise<LineMode | undefined> {
  const settings = await readKernelSettings(path);
  return (
    settings && {
      isCanonical: settings.get('icanon') === 'icanon',
      hasEcho: settings.get('echo') === 'echo',
    }
  );
}

function runStty(terminal: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('stty', ['-a'], {
      stdio: [terminal, 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'] },
    });
    let text = '';
    child.stdout?.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}

// The size and the speed belong to the terminal, not to its program.
const geometry = /\b(?:speed \d+ baud|rows \d+|columns \d+|\d+ rows|\d+ columns|line = \d+);/g;

/** Parses what `stty -a` prints on Linux, macOS and the BSDs; undefined if it is something else. */
export function parseKernelSettings(text: string): KernelSettings | undefined {
  const settings = new Map<string, string>();
  // The BSDs print a word before each group, such as `lflags:`.
  const plain = text.replaceAll(geometry, ' ').replaceAll(/\b[a-z]+:/g, ' ');
  const flags = plain.replaceAll(/(\w+) = ([^;\s]+);/g, (_, name: string, value: string) => {
    settings.set(name, `${name} = ${value}`);
    return ' ';
  });
  for (const [word] of flags.matchAll(/-?\w+/g)) settings.set(word.replace('-', ''), word);
  return settings.has('icanon') ? settings : undefined;
}
