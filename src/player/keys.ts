/** What a person wants the player to do. */
export type Wish =
  | 'toggle'
  | 'next'
  | 'previous'
  | 'skip-forward'
  | 'skip-back'
  | 'redraw'
  | 'quit'
  | 'interrupt'
  | 'suspend';

const keys: Readonly<Record<string, Wish>> = {
  ' ': 'toggle',
  r: 'redraw',
  R: 'redraw',
  '\x0c': 'redraw',
  q: 'quit',
  Q: 'quit',
  '\x04': 'quit',
  // In raw mode Ctrl+C, Ctrl+\ and Ctrl+Z are bytes, not signals.
  '\x03': 'interrupt',
  '\x1c': 'interrupt',
  '\x1a': 'suspend',
};
const arrows: Readonly<Record<string, Wish>> = {
  A: 'skip-back',
  B: 'skip-forward',
  C: 'next',
  D: 'previous',
};

// A key with Alt is ESC and the key, in some terminals also before the sequence of an arrow.
const sequence = /\x1b?\x1b(?:\[[0-?]*[ -/]*([@-~])|O[0-9;]*([@-~]))|\x1b([^\x1b[O])|([^\x1b])/y;
const beginning = /^\x1b?\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*)?$/;
// How long a terminal may take for the rest of a sequence.
const escapeMs = 50;
// No key has a longer sequence.
const longest = 32;

/** Turns what a terminal sends into wishes; a sequence may come in pieces. */
export class KeyDecoder {
  #rest = '';

  /** Whether an ESC has come that may be the Escape key or the beginning of a sequence. */
  get isUndecided(): boolean {
    return this.#rest === '\x1b' || this.#rest === '\x1b\x1b';
  }

  push(text: string): Wish[] {
    const source = this.#rest + text;
    const wishes: Wish[] = [];
    let at = 0;
    this.#rest = '';
    while (at < source.length) {
      const tail = source.slice(at, at + longest);
      if (at + tail.length === source.length && beginning.test(tail)) {
        this.#rest = tail;
        break;
      }
      sequence.lastIndex = at;
      const found = sequence.exec(source);
      wishes.push(...(found === null ? escaped(source, at) : meant(found)));
      at = found === null ? at + 1 : sequence.lastIndex;
    }
    return wishes;
  }

  /** Nothing followed the ESC: it was the Escape key. */
  decide(): Wish[] {
    if (!this.isUndecided) return [];
    this.#rest = '';
    return ['quit'];
  }
}

// Two ESC in a row that begin no sequence: the Escape key was pressed twice.
const escaped = (source: string, at: number): Wish[] => (source[at + 1] === '\x1b' ? ['quit'] : []);

function meant([, csi, ss3, , plain]: RegExpExecArray): Wish[] {
  const final = csi ?? ss3;
  const [table, key] = final === undefined ? [keys, plain ?? ''] : [arrows, final];
  const wish = Object.hasOwn(table, key) ? table[key] : undefined;
  return wish === undefined ? [] : [wish];
}

/** A listener for what a terminal sends, as it comes. */
export function keyListener(onWish: (wish: Wish) => void): (text: string) => void {
  const decoder = new KeyDecoder();
  let timer: NodeJS.Timeout | undefined;
  return (text) => {
    clearTimeout(timer);
    for (const wish of decoder.push(text)) onWish(wish);
    if (decoder.isUndecided) timer = setTimeout(() => decoder.decide().forEach(onWish), escapeMs);
  };
}
