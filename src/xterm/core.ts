/**
 * A line as @xterm/headless keeps it. Its public API hands out a cell at a time; copying the words is ten times as
 * fast and makes lines that never change. The layout is that of `Cells`; a test holds it against the public API.
 */
export interface RawLine {
  readonly _data: Uint32Array;
  readonly _combined: Readonly<Record<number, string>>;
  readonly _extendedAttrs: Readonly<Record<number, { readonly _ext: number } | undefined>>;
  readonly isWrapped: boolean;
}

/** The lines of a buffer, the oldest first. */
export interface RawLines {
  readonly length: number;
  get(index: number): RawLine | undefined;
  /** Tells how many lines were dropped from the top. */
  onTrim(listener: (count: number) => void): { dispose(): void };
}
/** One of the buffers of a terminal. */
export interface RawBuffer {
  readonly lines: RawLines;
  readonly ybase: number;
  readonly x: number;
  readonly y: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
}
/** Both buffers of a terminal as @xterm/headless keeps them. */
export interface RawBuffers {
  onBufferActivate(listener: () => void): unknown;
  readonly active: RawBuffer;
  readonly normal: RawBuffer;
}
/** The parameters of a control sequence as the parser holds them; valid only while it is handled. */
export interface RawParams {
  readonly params: Int32Array;
  readonly length: number;
}
/** The part of the parser that collects what stands in a string. */
export type StringParser<Begin extends string, End extends string> = {
  put(data: Uint32Array, from: number, to: number): void;
} & { [begin in Begin]: (...args: never[]) => void } & { [end in End]: (isWhole: boolean) => unknown };

/** The part of a line that puts a character to that of another cell. */
export interface CombiningLine {
  readonly _data: Uint32Array;
  readonly _combined: Readonly<Record<number, string>>;
  addCodepointToCell(col: number, codePoint: number, width: number): void;
}

/** What the public API of @xterm/headless does not tell. */
export interface Core {
  registerCsiHandler(
    id: { readonly prefix?: string; readonly final: string },
    handler: (params: RawParams) => boolean,
  ): unknown;
  readonly buffers: RawBuffers & {
    readonly normal: { readonly lines: { get(index: number): CombiningLine | undefined } };
  };
  readonly _inputHandler: {
    parse(bytes: Uint8Array): void;
    /** Which rows have been written to since the parsing of a piece began. */
    readonly _dirtyRowTracker: { readonly start: number; readonly end: number };
    readonly _parser: {
      /** State 0 is the ground. */
      readonly currentState: number;
      readonly _oscParser: StringParser<'start', 'end'> & { readonly _id: number };
      readonly _dcsParser: StringParser<'hook', 'unhook'>;
    };
    /** The characters of the chunk that is being parsed. */
    readonly _parseBuffer: Uint32Array;
    /** How the next character will look. */
    readonly _curAttrData: {
      readonly fg: number;
      readonly bg: number;
      readonly extended: { readonly _ext: number };
      isProtected(): number;
    };
  };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    readonly decPrivateModes: {
      readonly synchronizedOutput: boolean;
      readonly applicationCursorKeys: boolean;
      readonly applicationKeypad: boolean;
      readonly bracketedPasteMode: boolean;
      readonly cursorBlink: boolean | undefined;
      readonly cursorStyle: string | undefined;
      readonly origin: boolean;
      readonly reverseWraparound: boolean;
      readonly sendFocus: boolean;
      readonly wraparound: boolean;
    };
  };
  readonly coreMouseService: { readonly activeProtocol: string };
  readonly optionsService: { readonly rawOptions: { readonly cursorBlink: boolean; readonly convertEol: boolean } };
}

/** The inner part of a terminal of @xterm/headless. */
export const coreOf = (terminal: object): Core => (terminal as { readonly _core: Core })._core;
