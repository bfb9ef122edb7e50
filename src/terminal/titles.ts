import type { SequenceParser } from '../xterm/terminal.js';

// Nobody reads more of it, and it stands in every answer.
const maxTitle = 4096;
// As many as xterm keeps.
const maxSaved = 10;
const [save, restore] = [22, 23];
// 1 is the title of the icon alone, which nobody sees.
const iconOnly = 1;

/** The title that a program has set, and those that it has saved. */
export class Titles {
  #title = '';
  readonly #saved: string[] = [];

  constructor(parser: SequenceParser) {
    for (const number of [0, 2])
      parser.registerOscHandler(number, (data) => {
        this.#title = data.slice(0, maxTitle);
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
    if (this.#saved.length > maxSaved) this.#saved.shift();
  }
}
