/** A command that the user gives the player. */
export type PlayerKey =
  | 'toggle'
  | 'next'
  | 'previous'
  | 'skip-forward'
  | 'skip-back'
  | 'redraw'
  | 'quit'
  | 'interrupt'
  | 'suspend';

const keys: Readonly<Record<string, PlayerKey>> = {
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
const arrows: Readonly<Record<string, PlayerKey>> = {
  A: 'skip-back',
  B: 'skip-forward',
  C: 'next',
  D: 'previous',
};

// A key with Alt is ESC followed by the key; some terminals also send ESC before the sequence of an arrow key.
const sequence = /\x1b?\x1b(?:\[[0-?]*[ -/]*([@-~])|O[0-9;]*([@-~]))|\x1b([^\x1b[O])|([^\x1b])/y;
const beginning = /^\x1b?\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*)?$/;
// The maximum delay between ESC and the rest of a sequence.
const escapeMs = 50;
// The maximum length of the sequence of a key.
const maxSequenceLength = 32;

/** Decodes terminal input as commands; a sequence may be split across chunks. */
export class KeyDecoder {
  #rest = '';

  /** Whether the input ends with an ESC that may be the Escape key or the start of a sequence. */
  get isUndecided(): boolean {
    return this.#rest === '\x1b' || this.#rest === '\x1b\x1b';
  }

  push(text: string): PlayerKey[] {
    const source = this.#rest + text;
    const pressed: PlayerKey[] = [];
    let at = 0;
    this.#rest = '';
    while (at < source.length) {
      const tail = source.slice(at, at + maxSequenceLength);
      if (at + tail.length === source.length && beginning.test(tail)) {
        this.#rest = tail;
        break;
      }
      sequence.lastIndex = at;
      const found = sequence.exec(source);
      pressed.push(...(found === null ? decodeEscape(source, at) : decodeSequence(found)));
      at = found === null ? at + 1 : sequence.lastIndex;
    }
    return pressed;
  }

  /** Nothing followed the ESC: it was the Escape key. */
  flush(): PlayerKey[] {
    if (!this.isUndecided) return [];
    this.#rest = '';
    return ['quit'];
  }
}

// Two consecutive ESC without a sequence: the Escape key was pressed twice.
const decodeEscape = (source: string, at: number): PlayerKey[] => (source[at + 1] === '\x1b' ? ['quit'] : []);

function decodeSequence([, csi, ss3, , plain]: RegExpExecArray): PlayerKey[] {
  const final = csi ?? ss3;
  const [table, key] = final === undefined ? [keys, plain ?? ''] : [arrows, final];
  const decoded = Object.hasOwn(table, key) ? table[key] : undefined;
  return decoded === undefined ? [] : [decoded];
}

/** Creates a listener for terminal input. */
export function createKeyListener(onKey: (decoded: PlayerKey) => void): (text: string) => void {
  const decoder = new KeyDecoder();
  let timer: NodeJS.Timeout | undefined;
  return (text) => {
    clearTimeout(timer);
    for (const decoded of decoder.push(text)) onKey(decoded);
    if (decoder.isUndecided) timer = setTimeout(() => decoder.flush().forEach(onKey), escapeMs);
  };
}
