import type { Program } from '../program/program.js';

// Their line editors run the typed text at Enter, whatever they suggest after it.
const shells = new Set(['bash', 'zsh', 'fish', 'dash', 'sh', 'ksh']);

/**
 * Knows the programs that enable bracketed paste for each line and disable it when they accept the line, as the line
 * editors of shells do. Such programs never accept a suggestion at Enter.
 */
export class LineEditors {
  readonly #program: Program;
  /** Process groups that have disabled bracketed paste after they had enabled it. */
  readonly #groups = new Set<number>();
  #group: number | undefined;
  #starts = 0;
  #ends = 0;

  constructor(program: Program) {
    this.#program = program;
    program.changed.on(() => this.#note());
  }

  /** Whether the program in the foreground is one of them and is reading a line. */
  get isReading(): boolean {
    const { emulator, isForeign } = this.#program;
    const { lineStarts, lineEnds } = emulator.reports;
    // tmux may not report the mode of a program that has enabled it before we attached.
    const isUnknown = isForeign && lineStarts + lineEnds === 0;
    if (!emulator.modes.bracketedPaste && !isUnknown) return false;
    const { group, command } = this.#program.foreground;
    return this.#groups.has(group) || (command !== undefined && shells.has(command.replace(/^-/, '')));
  }

  #note(): void {
    const { lineStarts, lineEnds } = this.#program.emulator.reports;
    if (lineEnds !== this.#ends && this.#group !== undefined) this.#groups.add(this.#group);
    // The shell is in the foreground when it enables the mode; the command that it runs may be when it disables it.
    if (lineStarts !== this.#starts) this.#group = this.#program.foreground.group;
    this.#starts = lineStarts;
    this.#ends = lineEnds;
  }
}
