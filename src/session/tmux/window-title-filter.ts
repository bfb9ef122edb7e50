const [escapeByte, backslash, letterK] = [0x1b, 0x5c, 0x6b];
// A title that does not end is not one.
const maxTitleBytes = 4096;

/** Removes `ESC k title ESC \`, with which programs name a window of tmux or GNU screen; other terminals print the title. */
export class WindowTitleFilter {
  #state: 'text' | 'escape' | 'title' | 'title-escape' = 'text';
  #length = 0;

  push(bytes: Buffer): Buffer {
    if (this.#state === 'text' && !bytes.includes('\x1bk') && bytes.at(-1) !== escapeByte) return bytes;
    const kept = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    for (const byte of bytes) {
      for (const one of this.#take(byte)) {
        kept[length] = one;
        length += 1;
      }
    }
    return kept.subarray(0, length);
  }

  /** The bytes to keep after this one has arrived. */
  #take(byte: number): readonly number[] {
    switch (this.#state) {
      case 'text':
        if (byte !== escapeByte) return [byte];
        this.#state = 'escape';
        return [];
      case 'escape':
        return this.#takeAfterEscape(byte);
      default:
        this.#state = this.#skip(byte);
        return [];
    }
  }

  #takeAfterEscape(byte: number): readonly number[] {
    if (byte === escapeByte) return [escapeByte];
    this.#state = byte === letterK ? 'title' : 'text';
    this.#length = 0;
    return byte === letterK ? [] : [escapeByte, byte];
  }

  #skip(byte: number): 'text' | 'title' | 'title-escape' {
    this.#length += 1;
    const isEnd = this.#state === 'title-escape' && byte === backslash;
    if (isEnd || this.#length > maxTitleBytes) return 'text';
    return byte === escapeByte ? 'title-escape' : 'title';
  }
}
