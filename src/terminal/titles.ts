import type { SequenceParser } from './xterm/terminal.js';

// Every response may contain the title, so limit its length.
const maxTitleLength = 4096;
// The limit of xterm.
const maxSavedTitles = 10;
const [save, restore] = [22, 23];
// 1 is the icon title, which is not shown.
const iconOnly = 1;

/** The title that a program has set, and its stack of saved titles. */
export class Titles {
  #title = '';
  readonly #saved: string[] = [];

  constructor(parser: SequenceParser) {
    for (const number of [0, 2])
      parser.registerOscHandler(number, (data) => {
        // Without half of a character at its end.
        this.#title = data.slice(0, maxTitleLength).replace(/[\ud800-\udbff]$/, '');
        return true;
      });
    parser.registerOscHandler(iconOnly, () => true);
    parser.registerCsiHandler({ final: 't' }, ([action, which]) => {
      if (which !== iconOnly) this.#move(action);
      return false;
    });
  }

  get current(): string {
    return this.#title;
  }

  #move(action: unknown): void {
    if (action === save) this.#saved.push(this.#title);
    if (action === restore) this.#title = this.#saved.pop() ?? this.#title;
    if (this.#saved.length > maxSavedTitles) this.#saved.shift();
  }
}
