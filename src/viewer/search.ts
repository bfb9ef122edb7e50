import type { Spot } from './compared-screens.js';
import { create, createButton, createIcon } from './dom.js';
import { formatCount } from './messages.js';
import { cellsAt, emptyRow, type RecordedFrame, type RecordingModel, type Row } from './recording-model.js';

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

/** The field that searches all screens of a recording. */
export class SearchField {
  readonly element = create('div', { class: 'search', role: 'search' });
  readonly #input = create('input', {
    type: 'search',
    placeholder: 'Search all screens: text or /regex/',
    'aria-label': 'Search all screens for a text or a /regex/',
    spellcheck: 'false',
  });
  readonly #count = create('output', {});
  readonly #recording: RecordingModel;
  readonly #now: () => number;
  readonly #goTo: (at: number) => void;
  #search: Search | undefined;
  #hits: readonly number[] = [];

  constructor(recording: RecordingModel, now: () => number, goTo: (at?: number) => void) {
    this.#recording = recording;
    this.#now = now;
    this.#goTo = goTo;
    this.element.append(
      this.#input,
      this.#count,
      createButton('Previous hit', createIcon('up'), () => this.move(-1), 'Previous hit (Shift+Enter)'),
      createButton('Next hit', createIcon('down'), () => this.move(1), 'Next hit (Enter)'),
    );
    // Escape and the button that clears the field are `search` events.
    for (const name of ['input', 'search'])
      this.#input.addEventListener(name, () => {
        this.update();
        goTo();
      });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.move(event.shiftKey ? -1 : 1);
    });
  }

  get search(): Search | undefined {
    return this.#search;
  }

  /** The moments at which a match appears. */
  get hits(): readonly number[] {
    return this.#hits;
  }

  /** Focuses the field and selects its text. */
  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** Searches again, after the query or the recording has changed. */
  update(): void {
    const { value } = this.#input;
    this.#search = Search.parse(value);
    this.#hits = this.#search?.findHits(this.#recording) ?? [];
    const isInvalid = value !== '' && this.#search === undefined;
    this.#input.setAttribute('aria-invalid', String(isInvalid));
    this.#showCount();
  }

  /** Goes to the next or previous hit, from the last one to the first and back. */
  move(direction: 1 | -1): void {
    const hits = this.#hits;
    const now = this.#now();
    const next = direction === 1 ? hits.find((at) => at > now) : hits.findLast((at) => at < now);
    const at = next ?? (direction === 1 ? hits[0] : hits.at(-1));
    if (at !== undefined) this.#goTo(at);
    this.#showCount();
  }

  #showCount(): void {
    const current = this.#hits.indexOf(this.#now()) + 1;
    const { value } = this.#input;
    const total = this.#hits.length;
    const text = current > 0 ? `${current} / ${total}` : formatCount(total, 'hit');
    this.#count.textContent = value === '' ? '' : this.#search === undefined ? 'Invalid regex' : text;
  }
}
