/**
 * What is known of the inside of @xterm/headless 6, which its public API neither tells nor lets change. What is not
 * readonly is changed by somebody in this folder, methods included.
 */
export interface Core {
  readonly cols: number;
  readonly rows: number;
  readonly buffers: RawBuffers;
  readonly coreService: {
    isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    readonly decPrivateModes: {
      readonly synchronizedOutput: boolean;
      readonly applicationCursorKeys: boolean;
      readonly applicationKeypad: boolean;
      readonly bracketedPasteMode: boolean;
      readonly cursorBlink: boolean | undefined;
      readonly cursorStyle: string | undefined;
      origin: boolean;
      readonly reverseWraparound: boolean;
      readonly sendFocus: boolean;
      readonly wraparound: boolean;
    };
  };
  readonly coreMouseService: { readonly activeProtocol: string };
  readonly optionsService: {
    readonly rawOptions: { readonly cursorBlink: boolean; readonly convertEol: boolean };
    /** The same; to set one tells who depends on it. */
    readonly options: { cursorBlink: boolean; convertEol: boolean };
  };
  readonly _inputHandler: InputHandler;
  registerCsiHandler(id: SequenceId, handler: CsiHandler): unknown;
  registerEscHandler(id: SequenceId, handler: () => boolean): unknown;
}

/** What names a control sequence. */
export interface SequenceId {
  readonly prefix?: string;
  readonly final: string;
}
/** The parameters of a control sequence as the parser holds them; valid only while it is handled. */
export interface RawParams {
  readonly params: Int32Array;
  readonly length: number;
  toArray(): number[];
}
/** Parameters of which some have parts (`4:3`). */
export interface PartedParams {
  readonly params: Int32Array;
  readonly length: number;
  hasSubParams(index: number): boolean;
  /** -1 stands for a part that is empty. */
  getSubParams(index: number): Int32Array | null;
}
/** Does what a control sequence asks for; false leaves it to the handler that was registered before. */
export type CsiHandler = (params: RawParams) => boolean;

/** Does what output asks for. */
export interface InputHandler {
  parse(bytes: Uint8Array): void;
  print: Print;
  charPosAbsolute: CsiHandler;
  cursorCharAbsolute: CsiHandler;
  eraseInDisplay(params: RawParams, respectProtect: boolean): boolean;
  eraseInLine(params: RawParams, respectProtect: boolean): boolean;
  fullReset(): boolean;
  restoreCursor(params?: RawParams): boolean;
  saveCursor(params?: RawParams): boolean;
  screenAlignmentPattern(): boolean;
  softReset(params?: RawParams): boolean;
  _eraseAttrData(): AttributeData;
  /** Gives a look the color that SGR 38, 48 or 58 names, and tells how many parameters more that took. */
  _extractColor(params: PartedParams, at: number, look: AttributeData): number;
  _moveCursor(cols: number, rows: number): void;
  _processSGR0(look: AttributeData): void;
  /** Takes a row of the region in origin mode. */
  _setCursor(col: number, row: number): void;
  /** How the next character will look. */
  readonly _curAttrData: AttributeData;
  /** Which rows have been written to since the parsing of a piece began. */
  readonly _dirtyRowTracker: { readonly start: number; readonly end: number };
  /** The characters of the chunk that is being parsed. */
  readonly _parseBuffer: Uint32Array;
  readonly _parser: Parser;
}
/** Prints characters. */
export type Print = (data: Uint32Array, start: number, end: number) => void;

/** Cuts output into characters, control sequences and strings. */
export interface Parser {
  /** State 0 is the ground. */
  readonly currentState: number;
  readonly precedingJoinState: number;
  /** What is done with a code in a state, and the state that follows. */
  readonly _transitions: { readonly table: Uint8Array };
  readonly _csiHandlers: Readonly<Record<number, readonly CsiHandler[]>>;
  readonly _escHandlers: Readonly<Record<number, readonly (() => boolean)[]>>;
  readonly _oscParser: StringParser<'start', 'end'> & { readonly _id: number };
  readonly _dcsParser: StringParser<'hook', 'unhook'>;
  _identifier(id: SequenceId, finals?: readonly [first: number, last: number]): number;
  setExecuteHandler(control: string, handler: () => unknown): void;
  setPrintHandler(handler: Print): void;
}
/** The part of the parser that collects what stands in a string. */
export type StringParser<Begin extends string, End extends string> = {
  put(data: Uint32Array, from: number, to: number): void;
} & { [begin in Begin]: (...args: never[]) => void } & { [end in End]: (isWhole: boolean) => unknown };

/** How characters look, in the words of a cell. */
export interface AttributeData {
  readonly fg: number;
  bg: number;
  /** That of underlines; never changed, only replaced. */
  extended: { readonly _ext: number };
  isProtected(): number;
}

/** Both buffers of a terminal. */
export interface RawBuffers {
  readonly active: RawBuffer;
  readonly normal: RawBuffer;
  readonly alt: RawBuffer;
  onBufferActivate(listener: () => void): unknown;
  resize(cols: number, rows: number): void;
}
/** One of them. */
export interface RawBuffer {
  readonly lines: RawLines;
  ybase: number;
  ydisp: number;
  /** Behind the last column while it waits to wrap. */
  x: number;
  readonly y: number;
  /** Counted from the top of the scrollback. */
  savedY: number;
  scrollTop: number;
  scrollBottom: number;
  getBlankLine(look: AttributeData): RawLine;
}
/** The lines of a buffer, the oldest first. */
export interface RawLines {
  readonly length: number;
  readonly maxLength: number;
  get(index: number): RawLine | undefined;
  push(line: RawLine): void;
  /** Tells how many lines were dropped from the top. */
  onTrim(listener: (count: number) => void): { dispose(): void };
}
/**
 * A line. The public API hands out a cell at a time; copying the words is ten times as fast and makes lines that never
 * change. Their layout is that of `Cells`; a test holds it against the public API.
 */
export interface RawLine {
  readonly _data: Uint32Array;
  readonly _combined: Readonly<Record<number, string>>;
  readonly _extendedAttrs: Readonly<Record<number, { readonly _ext: number } | undefined>>;
  isWrapped: boolean;
  getWidth(col: number): number;
  hasContent(col: number): number;
  addCodepointToCell(col: number, codePoint: number, width: number): void;
  setCellFromCodepoint(col: number, codePoint: number, width: number, look: AttributeData): void;
}

/** The inner part of a terminal of @xterm/headless. */
export const coreOf = (terminal: object): Core => (terminal as { readonly _core: Core })._core;
