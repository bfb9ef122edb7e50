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
// The number and the arguments of a picture, before its data.
const maxHeadLength = 4096;
const iterm2Prefix = '1337;';
/** A protocol with which programs send pictures. */
export type PictureProtocol = 'sixel' | 'kitty' | 'iterm2';
/** Called at the end of a string with a picture: its first characters, without its number, and its length. */
type OnPicture = (protocol: PictureProtocol, head: string, length: number) => void;
const bell = 0x07;
const terminators = [bell, 0x1b, 0x9c];

/**
 * Limits the length of the strings that programs send (OSC and DCS); ignores a longer one completely. Strings with
 * pictures are reported whatever their length, without their data.
 */
export class StringSequences {
  readonly #core: Core;
  /** Where the last string data ended in the chunk that is being parsed. */
  #end = 0;

  constructor(core: Core, onPicture: OnPicture) {
    this.#core = core;
    const { _parser: parser } = core._inputHandler;
    const { _oscParser: osc, _dcsParser: dcs } = parser;
    this.#limit(osc, 'start', 'end', {
      maxLength: () => (osc._id === clipboard ? maxClipboardLength : maxStringLength),
      picture: new PictureString(() => 'iterm2', iterm2Prefix, onPicture),
    });
    // The command strings of kitty (APC) arrive as device control strings.
    const protocols = new Map<unknown, PictureProtocol>([
      [parser._identifier({ final: 'q' }), 'sixel'],
      [parser._identifier({ final: '_' }), 'kitty'],
    ]);
    this.#limit(dcs, 'hook', 'unhook', {
      maxLength: () => maxStringLength,
      picture: new PictureString((identifier) => protocols.get(identifier), '', onPicture),
    });
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
    { maxLength, picture }: { maxLength(): number; readonly picture: PictureString },
  ): void {
    const doBegin = parser[begin].bind(parser) as (...args: unknown[]) => void;
    const [doPut, doEnd] = [parser.put.bind(parser), parser[end].bind(parser)];
    let length = 0;
    let isTooLong = false;
    Object.assign(parser, {
      [begin]: (...args: unknown[]) => {
        length = 0;
        isTooLong = false;
        picture.begin(args[0]);
        doBegin(...args);
      },
      put: (data: Uint32Array, from: number, to: number) => {
        this.#end = to;
        picture.add(data, from, to);
        if (isTooLong) return;
        length += to - from;
        isTooLong = length > maxLength();
        // Free the collected data immediately.
        if (isTooLong) doEnd(false);
        else doPut(data, from, to);
      },
      [end]: (isWhole: boolean) => {
        picture.end(isWhole);
        return isTooLong ? undefined : doEnd(isWhole);
      },
    });
  }
}

/** Counts the characters of a string that is a picture. */
class PictureString {
  readonly #protocolOf: (identifier: unknown) => PictureProtocol | undefined;
  readonly #prefix: string;
  readonly #onPicture: OnPicture;
  #protocol: PictureProtocol | undefined;
  #head = '';
  #length = 0;

  /** A picture begins with the prefix. */
  constructor(protocolOf: (identifier: unknown) => PictureProtocol | undefined, prefix: string, onPicture: OnPicture) {
    this.#protocolOf = protocolOf;
    this.#prefix = prefix;
    this.#onPicture = onPicture;
  }

  begin(identifier: unknown): void {
    this.#protocol = this.#protocolOf(identifier);
    this.#head = '';
    this.#length = 0;
  }

  add(data: Uint32Array, from: number, to: number): void {
    if (this.#protocol === undefined) return;
    this.#length += to - from;
    const prefix = this.#prefix;
    const isKnown = this.#head.length >= prefix.length;
    const missing = (isKnown ? maxHeadLength : prefix.length) - this.#head.length;
    if (missing <= 0) return;
    for (let at = from; at < Math.min(to, from + missing); at += 1)
      this.#head += String.fromCodePoint(data[at] as number);
    if (isKnown) return;
    if (!prefix.startsWith(this.#head)) this.#protocol = undefined;
    else if (this.#head.length === prefix.length && from + missing < to) {
      // What follows the prefix is counted again.
      this.#length -= to - from - missing;
      this.add(data, from + missing, to);
    }
  }

  end(isWhole: boolean): void {
    const protocol = this.#protocol;
    this.#protocol = undefined;
    const { length } = this.#prefix;
    if (isWhole && protocol !== undefined && this.#head.length >= length)
      this.#onPicture(protocol, this.#head.slice(length), this.#length - length);
  }
}
