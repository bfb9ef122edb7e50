/** Input of a person, as a message without its number. */
export type PageInput =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  /** A piece of a paste; `more` if others follow. */
  | { readonly type: 'paste'; readonly text: string; readonly more?: true }
  | PageMouse;
/** A mouse event; rows and columns count from 1. */
export interface PageMouse {
  readonly type: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel';
  readonly row: number;
  readonly col: number;
  readonly button?: string;
  readonly modifiers: readonly string[];
}

// The server disconnects pages that send more than 200 messages per second.
const maxPerSecond = 150;

/** Sends input in order, not faster than the server permits. */
export class InputSender {
  readonly #send: (message: object) => void;
  readonly #now: () => number;
  #queue: PageInput[] = [];
  #allowance = maxPerSecond;
  #refilledAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSeq = 0;
  /** What the server has not confirmed yet, by number. */
  readonly #sent = new Map<number, PageInput>();

  constructor(send: (message: object) => void, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
    this.#refilledAt = now();
  }

  /** Sends inputs, after those that are waiting. */
  add(...inputs: readonly PageInput[]): void {
    for (const input of inputs) {
      // Of several movements that are waiting, the last one counts.
      if (isMove(input) && isMove(this.#queue.at(-1))) this.#queue.pop();
      this.#queue.push(input);
    }
    this.flush();
  }

  /** Discards what is waiting: the connection or the program has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#sent.clear();
  }

  /** Returns the input to which the server has responded; undefined if it is unknown. */
  takeSent(seq: number): PageInput | undefined {
    const input = this.#sent.get(seq);
    this.#sent.delete(seq);
    return input;
  }

  /** Sends what is waiting, as far as it is permitted. */
  flush(): void {
    const now = this.#now();
    this.#allowance = Math.min(maxPerSecond, this.#allowance + ((now - this.#refilledAt) * maxPerSecond) / 1000);
    this.#refilledAt = now;
    const count = Math.min(this.#queue.length, Math.floor(this.#allowance));
    this.#allowance -= count;
    for (const input of this.#queue.splice(0, count)) {
      this.#lastSeq += 1;
      this.#sent.set(this.#lastSeq, input);
      this.#send({ seq: this.#lastSeq, ...input });
    }
    clearTimeout(this.#timer);
    this.#timer = this.#queue.length === 0 ? undefined : setTimeout(() => this.flush(), 1000 / maxPerSecond);
  }
}

const isMove = (input: PageInput | undefined): boolean => input?.type === 'mouse' && input.action === 'move';
