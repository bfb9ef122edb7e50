import type { Random } from './random.js';

const fillers = ['lorem', 'ipsum', '12', '#', 'x x', '漢字', 'naïve', 'e\u0301', '\u212b', '한', '-'.repeat(13)];
const colors = ['31', '38;5;9', '1', '0', '7', '48;2;1;2;3'];

/** Writes plausible output of a terminal program, piece by piece. */
export class RandomProgram {
  readonly #random: Random;
  readonly #words: readonly string[];
  readonly #scrollback: number;
  readonly #isAppending: boolean;

  /** With `isAppending` it only writes after its previous output. */
  constructor(random: Random, words: readonly string[], scrollback: number, isAppending: boolean) {
    this.#random = random;
    this.#words = words;
    this.#scrollback = scrollback;
    this.#isAppending = isAppending;
  }

  createOutput(pieces: number): string {
    return Array.from({ length: this.#random.below(pieces) }, () => this.#piece()).join('');
  }

  #piece(): string {
    const kind = this.#random.below(this.#isAppending ? 10 : 16);
    if (kind < 3) return `${this.#text()}\r\n`;
    if (kind < 6) return this.#text();
    if (kind < 7) return `\x1b[${this.#random.pick(colors)}m`;
    if (kind < 8) return this.#burst();
    if (kind < 10) return '\r\n';
    if (kind < 12) return this.#move();
    if (kind < 13)
      return this.#random.pick(['\x1b[H\x1b[2J', '\x1b[K', '\x1b[2K', '\x1b[J', '\x1b[H\x1b[2J\x1b[3J', '\x1bc']);
    if (kind < 15) return this.#frames();
    return this.#random.pick(['\x1b[?1049h', '\x1b[?1049l']);
  }

  #text(): string {
    const words = this.#random.chance(0.3) ? this.#words : fillers;
    const text = Array.from({ length: 1 + this.#random.below(5) }, () => this.#random.pick(words)).join(' ');
    return this.#random.chance(0.2) ? text.normalize('NFD') : text;
  }

  // More lines than the scrollback, in one piece.
  #burst(): string {
    const lines = this.#random.below(3 * this.#scrollback + 10);
    const marked = this.#random.below(lines + 1);
    return Array.from({ length: lines }, (_, line) => `${line === marked ? this.#text() : line}\r\n`).join('');
  }

  #move(): string {
    return this.#random.pick([
      `\x1b[${1 + this.#random.below(8)};${1 + this.#random.below(30)}H`,
      '\r',
      '\b\b',
      '\x1b[A',
      '\x1bM',
      '\x1b[L',
      '\x1b[M',
      '\x1b[S',
      '\x1b[2T',
      '\x1b[1;3r',
      '\x1b[2;4r',
      '\x1b[r',
      '\x1b[4P',
      '\x1b[3@',
    ]);
  }

  #frames(): string {
    return Array.from({ length: 1 + this.#random.below(4) }, () => {
      const inside = Array.from({ length: this.#random.below(4) }, () => `${this.#move()}${this.#text()}`).join('');
      return `\x1b[?2026h${this.#random.chance(0.6) ? '\x1b[H\x1b[2J' : ''}${inside}\x1b[?2026l`;
    }).join('');
  }
}
