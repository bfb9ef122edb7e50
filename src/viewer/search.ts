import type { Spot } from './moments.js';
import type { RecordedFrame, RecordingModel } from './recording-model.js';
import { cellsAt, emptyRow, type Row } from './rows.js';

/** A search over all screens of a recording. */
export class Search {
  readonly pattern: RegExp;
  readonly #matches = new Map<Row, readonly (readonly [from: number, to: number])[]>();

  private constructor(pattern: RegExp) {
    this.pattern = pattern;
  }

  /** Parses a text or a /regex/; undefined if the query is empty or not a valid regex. */
  static parse(query: string): Search | undefined {
    if (query === '') return undefined;
    const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(query) ?? [];
    try {
      if (source !== undefined) return new Search(new RegExp(source, [...new Set(`${flags}g`)].join('')));
    } catch {
      return undefined;
    }
    // As in most editors, lower-case text matches any case.
    const isAnyCase = query === query.toLowerCase();
    return new Search(new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isAnyCase ? 'gi' : 'g'));
  }

  /** Returns the times at which a match appears. */
  findHits({ frames }: RecordingModel): number[] {
    const hits: number[] = [];
    let before: RecordedFrame | undefined;
    for (const frame of frames) {
      const old = before?.rows ?? [];
      if (frame.rows.some((row, index) => row !== old[index] && this.#hasNewMatch(row, old[index])))
        hits.push(frame.at);
      before = frame;
    }
    return hits;
  }

  /** Returns the matches on a screen. */
  findSpots({ rows }: RecordedFrame): Spot[] {
    return rows.flatMap((row, index) =>
      this.#findMatches(row).map(([from, to]) => ({ row: index, ...cellsAt(row, from, to), kind: 'search' as const })),
    );
  }

  // A row with the same matches as before is not a new hit, even if other text in it has changed.
  #hasNewMatch(row: Row, old = emptyRow): boolean {
    const texts = this.#listMatchedTexts(row);
    return texts !== '' && texts !== this.#listMatchedTexts(old);
  }

  #listMatchedTexts(row: Row): string {
    return this.#findMatches(row)
      .map(([from, to]) => `${from} ${row.text.slice(from, to)}`)
      .join('\n');
  }

  #findMatches(row: Row): readonly (readonly [from: number, to: number])[] {
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
