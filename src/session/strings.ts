import type { Core, StringParser } from './core.js';

// Enough for what a person copies (1 MiB of text in base64); the parser itself keeps 10 MB for each of its listeners.
const longestString = 2 * 1024 * 1024;
const bell = 0x07;

/** Keeps the strings that programs send (OSC and DCS) short enough: a longer one is ignored as a whole. */
export class Strings {
  readonly #core: Core;
  /** Where in the chunk that is being parsed the text ended that came last. */
  #end = 0;

  constructor(core: Core) {
    this.#core = core;
    const { _oscParser: osc, _dcsParser: dcs } = core._inputHandler._parser;
    this.#bound(osc, 'start', 'end');
    this.#bound(dcs, 'hook', 'unhook');
  }

  /** To be told before a chunk is parsed. */
  beginChunk(): void {
    this.#end = 0;
  }

  /** How the string ended that is being handled: answers end alike. */
  get terminator(): string {
    return this.#core._inputHandler._parseBuffer[this.#end] === bell ? '\x07' : '\x1b\\';
  }

  #bound<Begin extends string, End extends string>(parser: StringParser<Begin, End>, begin: Begin, end: End): void {
    const doBegin = parser[begin].bind(parser) as (...args: unknown[]) => void;
    const [doPut, doEnd] = [parser.put.bind(parser), parser[end].bind(parser)];
    let length = 0;
    const isTooLong = (): boolean => length > longestString;
    Object.assign(parser, {
      [begin]: (...args: unknown[]) => {
        length = 0;
        doBegin(...args);
      },
      put: (data: Uint32Array, from: number, to: number) => {
        this.#end = to;
        if (isTooLong()) return;
        length += to - from;
        // Whatever was collected is let go at once.
        if (isTooLong()) doEnd(false);
        else doPut(data, from, to);
      },
      [end]: (isWhole: boolean) => (isTooLong() ? undefined : doEnd(isWhole)),
    });
  }
}
