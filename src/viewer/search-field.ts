import { formatCount } from './describe-call.js';
import { create, createButton, createIcon } from './dom.js';
import type { RecordingModel } from './recording-model.js';
import { Search } from './search.js';

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
