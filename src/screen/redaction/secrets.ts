import type { Line } from '../line.js';
import type { Screen } from '../screen.js';
import { redactLines } from './redact-lines.js';
import { redactText, redactTogether } from './redact-text.js';
import { formsOf, isLongEnough, piecesOf } from './secret-forms.js';
import { StreamRedactor } from './stream-redactor.js';
import { TextFinder } from './text-finder.js';

/** The texts that a session keeps out of files, logs and errors. Without any, all functions return what they are given. */
export class Secrets {
  readonly #texts = new Set<string>();
  #forms = new TextFinder([]);
  /** What is searched for on screens. */
  #pieces = new TextFinder([]);
  #typed: string | undefined;

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.add(text);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  add(text: string): void {
    if (this.#texts.has(text) || !isLongEnough(text)) return;
    this.#texts.add(text);
    this.#forms = new TextFinder([...this.#forms.texts, ...formsOf(text)]);
    this.#pieces = new TextFinder([
      ...this.#pieces.texts,
      ...piecesOf(text.normalize('NFC').replaceAll(/\r\n?/g, '\n')),
    ]);
  }

  /** Runs a function that types a text. Meanwhile, the parts of a secret that are already displayed are hidden, too. */
  async redactWhileTyping<T>(text: string, run: () => Promise<T>): Promise<T> {
    if (this.isEmpty) return await run();
    this.#typed = text.normalize('NFC');
    try {
      return await run();
    } finally {
      this.#typed = undefined;
    }
  }

  /** A text in which each character of a secret is `•`, also where a line break or an escape sequence interrupts it. */
  redactText(text: string): string {
    return this.isEmpty ? text : redactText(text, this.#forms);
  }

  /** The same for texts in which a secret may begin in one and end in another. */
  redactTogether(texts: readonly string[]): readonly string[] {
    return this.isEmpty ? texts : redactTogether(texts, this.#forms);
  }

  /** Lines in which each cell of a secret is `•`. */
  redactLines(lines: readonly Line[]): readonly Line[] {
    return this.isEmpty ? lines : redactLines(lines, { pieces: this.#pieces, typed: undefined });
  }

  /** A screen in which each cell of a secret is `•`, in the same style. Rows and columns do not change. */
  redactScreen(screen: Screen): Screen {
    return this.isEmpty ? screen : this.#withLines(screen, this.redactLines(screen.lines));
  }

  /** The same for a screen at any moment: also hides the beginning of a secret before the cursor. */
  redactFrame(screen: Screen): Screen {
    if (this.isEmpty) return screen;
    const hidden = { pieces: this.#pieces, typed: this.#typed };
    return this.#withLines(screen, redactLines(screen.lines, hidden, screen.cursor));
  }

  /** Redacts a stream of terminal output. */
  openStream(write: (bytes: Uint8Array) => void): StreamRedactor {
    return new StreamRedactor(() => this.#forms, write);
  }

  #withLines(screen: Screen, lines: readonly Line[]): Screen {
    const title = this.redactText(screen.title);
    return lines === screen.lines && title === screen.title ? screen : { ...screen, lines, title };
  }
}
