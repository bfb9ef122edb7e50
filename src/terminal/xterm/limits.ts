import type { Core, StringParser } from './internals.js';

// Sequences that count rows, and those that count columns. Counts greater than the screen size make no visible difference.
const byRows = ['L', 'M', 'S', 'T'];
const byCols = ['b', 'I', 'Z'];

/** Limits repeat counts, which xterm.js loops over for hours; only a handler of its core can change the count. */
export function limitRepeatCounts(core: Core): void {
  const limit = (final: string, max: () => number): unknown =>
    core.registerCsiHandler({ final }, ({ params }) => {
      params[0] = Math.min(params[0] as number, max());
      return false;
    });
  for (const final of byRows) limit(final, () => core.rows);
  for (const final of byCols) limit(final, () => core.cols);
}

// Characters. A whole palette takes 8 KB. The parser's own limit is 10 MB per handler, and it uses many times as much memory.
const maxStringLength = 65_536;
// 1 MiB of copied text in base64.
const maxClipboardLength = 1_500_000;
const clipboard = 52;
const bell = 0x07;
const terminators = [bell, 0x1b, 0x9c];

/** Limits the length of the strings that programs send (OSC and DCS); ignores a longer one completely. */
export class StringSequences {
  readonly #core: Core;
  /** Where the last string data ended in the chunk that is being parsed. */
  #end = 0;

  constructor(core: Core) {
    this.#core = core;
    const { _oscParser: osc, _dcsParser: dcs } = core._inputHandler._parser;
    this.#limit(osc, 'start', 'end', () => (osc._id === clipboard ? maxClipboardLength : maxStringLength));
    this.#limit(dcs, 'hook', 'unhook', () => maxStringLength);
  }

  /** Must be called before each chunk is parsed. */
  beginChunk(): void {
    this.#end = 0;
  }

  /** The terminator of the string that is being handled: replies use the same one. */
  get terminator(): string {
    const { _parseBuffer: characters } = this.#core._inputHandler;
    let at = this.#end;
    // Other control characters are ignored inside a string.
    while (at < characters.length && !terminators.includes(characters[at] as number)) at += 1;
    return characters[at] === bell ? '\x07' : '\x1b\\';
  }

  #limit<Begin extends string, End extends string>(
    parser: StringParser<Begin, End>,
    begin: Begin,
    end: End,
    maxLength: () => number,
  ): void {
    const doBegin = parser[begin].bind(parser) as (...args: unknown[]) => void;
    const [doPut, doEnd] = [parser.put.bind(parser), parser[end].bind(parser)];
    let length = 0;
    let isTooLong = false;
    Object.assign(parser, {
      [begin]: (...args: unknown[]) => {
        length = 0;
        isTooLong = false;
        doBegin(...args);
      },
      put: (data: Uint32Array, from: number, to: number) => {
        this.#end = to;
        if (isTooLong) return;
        length += to - from;
        isTooLong = length > maxLength();
        // Free the collected data immediately.
        if (isTooLong) doEnd(false);
        else doPut(data, from, to);
      },
      [end]: (isWhole: boolean) => (isTooLong ? undefined : doEnd(isWhole)),
    });
  }
}
