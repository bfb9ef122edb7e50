import type { Core, StringParser } from '../internals.js';

// A palette whole is 8 KB long. The parser itself keeps 10 MB for each of its listeners, and takes many times as much for it.
const maxString = 65_536;
// What a person copies: 1 MiB of text in base64.
const maxClipboard = 1_500_000;
const clipboard = 52;
const bell = 0x07;
const terminators = [bell, 0x1b, 0x9c];

/** Keeps the strings that programs send (OSC and DCS) short enough: a longer one is ignored as a whole. */
export class Strings {
  readonly #core: Core;
  /** Where in the chunk that is being parsed the text ended that came last. */
  #end = 0;

  constructor(core: Core) {
    this.#core = core;
    const { _oscParser: osc, _dcsParser: dcs } = core._inputHandler._parser;
    this.#bound(osc, 'start', 'end', () => (osc._id === clipboard ? maxClipboard : maxString));
    this.#bound(dcs, 'hook', 'unhook', () => maxString);
  }

  /** To be told before a chunk is parsed. */
  beginChunk(): void {
    this.#end = 0;
  }

  /** How the string ended that is being handled: answers end alike. */
  get terminator(): string {
    const { _parseBuffer: characters } = this.#core._inputHandler;
    let at = this.#end;
    // Other controls are ignored in a string.
    while (at < characters.length && !terminators.includes(characters[at] as number)) at += 1;
    return characters[at] === bell ? '\x07' : '\x1b\\';
  }

  #bound<Begin extends string, End extends string>(
    parser: StringParser<Begin, End>,
    begin: Begin,
    end: End,
    longest: () => number,
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
        isTooLong = length > longest();
        // Whatever was collected is let go at once.
        if (isTooLong) doEnd(false);
        else doPut(data, from, to);
      },
      [end]: (isWhole: boolean) => (isTooLong ? undefined : doEnd(isWhole)),
    });
  }
}
