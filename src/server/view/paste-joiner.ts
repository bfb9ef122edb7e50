import { InvalidParamError } from '../../base/errors.js';

// The page sends up to 1 MB.
const maxCharacters = 1024 * 1024;

/** Joins the pieces of a paste that is too long for one message. */
export class PasteJoiner {
  #text = '';

  /** Adds a piece. Returns the whole text, or undefined if more pieces follow. */
  add(piece: string, hasMore: boolean): string | undefined {
    const text = this.#text + piece;
    this.#text = '';
    if (text.length > maxCharacters)
      throw new InvalidParamError('/text', `A paste may have up to ${maxCharacters} characters.`);
    if (!hasMore) return text;
    this.#text = text;
    return undefined;
  }
}
