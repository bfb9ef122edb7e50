import { unescapeOutput } from './unescape-output.js';

/** Receives what a control-mode client of tmux prints. */
export interface ControlListener {
  /** The program in a pane has written bytes. */
  onOutput(pane: string, bytes: Buffer): void;
  /** Any other notification: its name without `%`, and the rest of its line. */
  onNotification(name: string, rest: string): void;
  /** A line inside a reply. */
  onReplyLine(line: Buffer): void;
  /** A reply has ended. */
  onReplyEnd(hasFailed: boolean): void;
  /** Whether the reply that begins contains screens, in which any line may look like the end of a reply. */
  isRaw(): boolean;
}

const beginning = /^%begin (\d+ \d+ \d+)$/;
const newline = 0x0a;
const percent = 0x25;
const outputPrefix = Buffer.from('%output ');
const extendedPrefix = Buffer.from('%extended-output ');

/** Parses the protocol of tmux's control mode, in chunks of any size. */
export class ControlParser {
  readonly #listener: ControlListener;
  #partial: Buffer[] = [];
  /** The numbers of the reply that has begun. */
  #reply: string | undefined;

  constructor(listener: ControlListener) {
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end);
      start = end + 1;
      if (this.#partial.length === 0) this.#handleLine(line);
      else {
        const whole = Buffer.concat([...this.#partial, line]);
        this.#partial = [];
        this.#handleLine(whole);
      }
    }
    // The chunk is reused.
    if (start < chunk.length) this.#partial.push(Buffer.from(chunk.subarray(start)));
  }

  #handleLine(line: Buffer): void {
    if (this.#reply !== undefined) this.#handleReplyLine(line, this.#reply);
    else if (line[0] === percent) this.#handleNotification(line);
  }

  #handleReplyLine(line: Buffer, reply: string): void {
    if (line[0] === percent && this.#listener.isRaw()) {
      // Several replies in a row; the frame directly before the last line is genuine.
      const begun = beginning.exec(line.toString('latin1'))?.[1];
      if (begun !== undefined) this.#reply = begun;
    } else if (line[0] === percent) {
      const text = line.toString('latin1');
      if (text === `%end ${reply}` || text === `%error ${reply}`) {
        this.#reply = undefined;
        this.#listener.onReplyEnd(text.startsWith('%error'));
        return;
      }
      // Before tmux 3.8, a command can notify from inside its own reply.
      if (/^%(?:pause|continue) /.test(text)) {
        this.#handleNotification(line);
        return;
      }
    }
    this.#listener.onReplyLine(line);
  }

  #handleNotification(line: Buffer): void {
    if (line.subarray(0, outputPrefix.length).equals(outputPrefix)) {
      const end = line.indexOf(0x20, outputPrefix.length);
      const pane = line.toString('latin1', outputPrefix.length, end);
      this.#listener.onOutput(pane, unescapeOutput(line.subarray(end + 1)));
      return;
    }
    if (line.subarray(0, extendedPrefix.length).equals(extendedPrefix)) {
      const end = line.indexOf(0x20, extendedPrefix.length);
      const colon = line.indexOf(' : ', end);
      const pane = line.toString('latin1', extendedPrefix.length, end);
      if (colon !== -1) this.#listener.onOutput(pane, unescapeOutput(line.subarray(colon + 3)));
      return;
    }
    const text = line.toString('utf8');
    const space = text.indexOf(' ');
    const [name, rest] = space === -1 ? [text.slice(1), ''] : [text.slice(1, space), text.slice(space + 1)];
    if (name === 'begin') this.#reply = rest;
    else this.#listener.onNotification(name, rest);
  }
}
