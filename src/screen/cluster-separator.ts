import type { Kind } from '../unicode/character-kind.js';
import { begin, type Cluster, clusterWidth, join, unknown } from '../unicode/cluster.js';
import { kindsOfAll } from '../unicode/kind-table.js';
import type { Line } from './line.js';

// Nothing before the combining marks joins anything.
const mayJoin = /[\u0300-\uffff]/;
// What they do to a width they only do where no escape code comes in between.
const selectors = /[\ufe0e\ufe0f]/g;

/** Prints cells one behind the other, and parts with an escape code those that would become one character. */
export class Seams {
  #before: Cluster = unknown;

  /** An escape code was printed: what follows joins nothing. */
  part(): void {
    this.#before = unknown;
  }

  /** The text of cells, with `code` wherever it needs a part. */
  sew(line: Line, col: number, text: string, code: string): string {
    if (!mayJoin.test(text)) {
      this.#before = text === '' ? this.#before : unknown;
      return text;
    }
    let sewn = '';
    let at = col;
    for (let left = text.length; left > 0; ) {
      const end = at + Math.max(1, line.widthAt(at));
      const cell = line.slice(at, end);
      const joins = this.#joins(cell);
      const isAsWide = clusterWidth(this.#before) === Math.max(1, line.widthAt(at));
      sewn += (joins ? code : '') + (isAsWide ? cell : cell.replaceAll(selectors, (selector) => code + selector));
      left -= cell.length;
      at = end;
    }
    return sewn;
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
