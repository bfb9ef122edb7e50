// A line that is longer than this is not recognized on the screen.
const maxCharacters = 4000;
const enters = new Set(['\r', '\n', '\r\n', '\x1bOM', '\x1b[13u']);
const pasted = /^\x1b\[200~(.*)\x1b\[201~$/su;

/** The text that was typed since the last Enter, as far as it can be derived from the input bytes. */
export class TypedText {
  #text = '';

  /** Returns the text that these bytes submit: undefined unless they are Enter. */
  accept(bytes: Buffer): string | undefined {
    const written = bytes.toString('utf8');
    const text = this.#text;
    if (enters.has(written)) {
      this.#text = '';
      return text;
    }
    const typed = pasted.exec(written)?.[1] ?? written;
    for (const character of typed.slice(-maxCharacters)) this.#add(character);
    this.#text = this.#text.slice(-maxCharacters);
    return undefined;
  }

  // After a key that moves the cursor or edits the line, the line is not known any more.
  #add(character: string): void {
    if (character === '\x7f' || character === '\b') this.#text = this.#text.slice(0, -1);
    else if (character < ' ') this.#text = '';
    else this.#text += character;
  }
}
