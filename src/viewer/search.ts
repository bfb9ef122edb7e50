import type { Spot } from './moments.js';
import type { Frame, Recording } from './recording.js';
import { cellsAt, type Row } from './rows.js';

/** A search over all screens of a recording. */
export class Search {
  readonly pattern: RegExp;
  readonly #matches = new Map<Row, readonly (readonly [from: number, to: number])[]>();

  private constructor(pattern: RegExp) {
    this.pattern = pattern;
  }

  /** A search for a text, or for a /regex/; undefined if the query is empty or not a valid regex. */
  static parse(query: string): Search | undefined {
    if (query === '') return undefined;
    const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(query) ?? [];
    try {
      if (source !== undefined) return new Search(new RegExp(source, [...new Set(`${flags}g`)].join('')));
    } catch {
      return undefined;
    }
    // Like most editors: lower-case text matches any case.
    const isAnyCase = query === query.toLowerCase();
    return new Search(new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isAnyCase ? 'gi' : 'g'));
  }

  /** The moments at which a match appears. */
  hitsIn({ frames }: Recording): number[] {
    const hits: number[] = [];
    let before: Frame | undefined;
    for (const frame of frames) {
      const isHit = frame.rows.some(
        (row, index) => row !== before?.rows[index] && this.#isNew(row, index, before) && this.#in(row).length > 0,
      );
      if (isHit) hits.push(frame.at);
      before = frame;
    }
    return hits;
  }

  /** The matches on a screen. */
  spotsOn({ rows }: Frame): Spot[] {
    return rows.flatMap((row, index) =>
      this.#in(row).map(([from, to]) => ({ row: index, ...cellsAt(row, from, to), kind: 'search' as const })),
    );
  }

  // A row that still has the same matches is no new hit, although other text in it has changed.
  #isNew(row: Row, index: number, before: Frame | undefined): boolean {
    const old = before?.rows[index];
    if (old === undefined) return true;
    const [texts, oldTexts] = [this.#textsIn(row), this.#textsIn(old)];
    return texts !== oldTexts;
  }

  #textsIn(row: Row): string {
    return this.#in(row)
      .map(([from, to]) => `${from} ${row.text.slice(from, to)}`)
      .join('\n');
  }

  #in(row: Row): readonly (readonly [from: number, to: number])[] {
    let matches = this.#matches.get(row);
    if (matches === undefined) {
      matches = [...row.text.matchAll(this.pattern)]
        .filter(([text]) => text !== '')
        .map(({ 0: text, index }) => [index, index + text.length] as const);
      this.#matches.set(row, matches);
    }
    return matches;
  }
}
