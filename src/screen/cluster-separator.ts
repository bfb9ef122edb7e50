import type { Kind } from '../unicode/character-kind.js';
import { begin, type Cluster, clusterWidth, join, unknown } from '../unicode/cluster.js';
import { kindsOfAll } from '../unicode/kind-table.js';
import type { Line } from './line.js';

// Code points below the combining marks never join.
const mayJoin = /[\u0300-\uffff]/;
// They change a width only if no escape code precedes them.
const selectors = /[\ufe0e\ufe0f]/g;

/** Prints cells in order, and separates those that would become one character with an escape code. */
export class Seams {
  #before: Cluster = unknown;

  /** An escape code was printed: the next character does not join. */
  part(): void {
    this.#before = unknown;
  }

  /** The text of cells, with `code` between those that must not join. */
  sew(line: Line, col: number, text: string, code: string): string {
    if (!mayJoin.test(text)) {
      this.#before = text === '' ? this.#before : unknown;
      return text;
    }
    let separated = '';
    let at = col;
    for (let left = text.length; left > 0; ) {
      const end = at + Math.max(1, line.widthAt(at));
      const cell = line.slice(at, end);
      const joins = this.#joins(cell);
      const isAsWide = clusterWidth(this.#before) === Math.max(1, line.widthAt(at));
      separated += (joins ? code : '') + (isAsWide ? cell : cell.replaceAll(selectors, (selector) => code + selector));
      left -= cell.length;
      at = end;
    }
    return separated;
  }

  #joins(cell: string): boolean {
    const kinds = kindsOfAll();
    let joins = false;
    for (const [index, character] of Array.from(cell).entries()) {
      const of = kinds[character.codePointAt(0) as number] as Kind;
      const joined = this.#before === unknown ? undefined : join(this.#before, of);
      joins ||= index === 0 && joined !== undefined;
      this.#before = (index === 0 ? undefined : joined) ?? begin(of);
    }
    return joins;
  }
}
