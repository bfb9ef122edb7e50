import { Emulator } from '../../terminal/emulator.js';
import type { Random } from './random.js';

/** An action of a program: it prints lines, scrolls or moves them, redraws a pane, or clears; or the size changes. */
export type TaintedStep = 'print' | 'scroll' | 'move' | 'redraw' | 'clear' | 'resize';

/** The text that is searched for. */
export const word = '42';
const others = ['ab', 'cd', '$ ', 'word', '', '42 ', 'x 4'];

/**
 * Writes the same to two terminals. In the second one everything printed after the baseline is bold, also after
 * a redraw: the style shows what is new, independently of how the first one determines it.
 */
export class TaintedProgram {
  readonly emulator: Emulator;
  readonly oracle: Emulator;
  readonly #random: Random;
  #isNew = false;
  #count = 0;

  constructor(random: Random, size: { readonly cols: number; readonly rows: number; readonly scrollback: number }) {
    this.#random = random;
    this.emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
    this.oracle = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
  }

  /** From now on everything that is printed is new. */
  beginNew(): void {
    this.#isNew = true;
    this.write('', '\x1b[1m');
  }

  run(step: TaintedStep): void {
    this.#steps[step]();
  }

  write(text: string, tainted = text): void {
    this.emulator.feed(Buffer.from(text));
    this.oracle.feed(Buffer.from(tainted));
  }

  dispose(): void {
    this.emulator.dispose();
    this.oracle.dispose();
  }

  readonly #steps: Readonly<Record<TaintedStep, () => void>> = {
    print: () => this.#printLine(),
    scroll: () =>
      this.write(this.#random.pick(['\x1b[S', '\x1b[2S', '\x1b[T', '\x1bM', '\x1b[L', '\x1b[2M', '\r\n\n'])),
    move: () => this.#printElsewhere(),
    redraw: () => this.#redraw(),
    clear: () => this.write(this.#random.pick(['\x1b[H\x1b[2J', '\x1b[J'])),
    resize: () => this.#resize(),
  };

  // Printing the same text in the same place is a repaint; both results are correct.
  #printLine(): void {
    const { lines, cursor } = this.oracle.getScreen();
    const isBlank = lines[cursor.row]?.trimmed === '';
    this.write(`${isBlank ? '' : '\x1b[L'}${this.#line()}\r\n`);
  }

  #line(): string {
    this.#count += 1;
    return this.#random.chance(0.4) ? word : `${this.#random.pick(others)}${this.#count}`;
  }

  #printElsewhere(): void {
    const rows = this.oracle.getScreen().lines.map((line, row) => ({ row, text: line.trimmed }));
    const { row } = this.#random.pick(
      rows.filter(({ text }) => text === '').concat({ row: this.emulator.rows - 1, text: '' }),
    );
    const isBlank = rows[row]?.text === '';
    this.write(`\x1b[${row + 1};1H${isBlank ? this.#line() : '\r\n'}`);
  }

  /** Redraws the lines of the screen some rows higher, and new lines below them. */
  #redraw(): void {
    const { lines, rows } = this.oracle.getScreen();
    const shift = this.#random.below(rows);
    const kept = lines.slice(shift).map((line) => ({ text: line.trimmed, isNew: line.styleAt(0).bold }));
    const added = Array.from({ length: shift }, () => ({ text: this.#line(), isNew: this.#isNew }));
    const drawn = [...kept, ...added].map(({ text, isNew }, row) => {
      const place = `\x1b[${row + 1};1H\x1b[2K`;
      return [`${place}${text}`, `${place}\x1b[${isNew ? 1 : 22}m${text}`] as const;
    });
    const end = this.#isNew ? '\x1b[1m' : '\x1b[22m';
    this.write(drawn.map(([text]) => text).join(''), `${drawn.map(([, tainted]) => tainted).join('')}${end}`);
  }

  #resize(): void {
    const [cols, rows] = [6 + this.#random.below(30), 3 + this.#random.below(6)];
    for (const emulator of [this.emulator, this.oracle]) emulator.resize(cols, rows);
  }
}
