import { type Kind, loadKinds } from '../base/unicode/characters.js';
import { beginCluster, type Cluster, getClusterWidth, joinCluster, unknown } from '../base/unicode/cluster.js';
import type { Line } from './line.js';

// Code points below the combining marks never join.
const mayJoin = /[\u0300-\uffff]/;
// They change a width only if no escape code precedes them.
const selectors = /[\ufe0e\ufe0f]/g;

/** Prints cells in order, and separates those that would become one character with an escape code. */
export class ClusterSeparator {
  #before: Cluster = unknown;

  /** An escape code was printed: the next character does not join. */
  reset(): void {
    this.#before = unknown;
  }

  /** The text of cells, with `code` between those that must not join. */
  separate(line: Line, col: number, text: string, code: string): string {
    if (!mayJoin.test(text)) {
      this.#before = text === '' ? this.#before : unknown;
      return text;
    }
    let separated = '';
    let at = col;
    for (let left = text.length; left > 0; ) {
      const end = at + Math.max(1, line.widthAt(at));
      const cell = line.slice(at, end);
      const joins = this.#canJoin(cell);
      const isAsWide = getClusterWidth(this.#before) === Math.max(1, line.widthAt(at));
      separated += (joins ? code : '') + (isAsWide ? cell : cell.replaceAll(selectors, (selector) => code + selector));
      left -= cell.length;
      at = end;
    }
    return separated;
  }

  #canJoin(cell: string): boolean {
    const kinds = loadKinds();
    let joins = false;
    for (const [index, character] of Array.from(cell).entries()) {
      const of = kinds[character.codePointAt(0) as number] as Kind;
      const joined = this.#before === unknown ? undefined : joinCluster(this.#before, of);
      joins ||= index === 0 && joined !== undefined;
      this.#before = (index === 0 ? undefined : joined) ?? beginCluster(of);
    }
    return joins;
  }
}
