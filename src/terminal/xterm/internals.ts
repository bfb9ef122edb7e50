/** The version of @xterm/headless whose internals `internals.ts` declares. */
export const supportedVersion = '6.0.0';

type Kind = 'number' | 'string' | 'boolean' | 'function' | 'object';
type Members = Readonly<Record<string, Kind>>;
interface Part {
  /** The name of the class in the sources of xterm.js. */
  readonly of: string;
  find(core: Core): unknown;
  readonly members: Members;
  /** Members that are replaced or changed: a getter without a setter is missing. */
  readonly written?: readonly string[];
}

const defineMembers = (kind: Kind, names: string): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]));
const defineFunctions = (names: string): Members => defineMembers('function', names);
const defineObjects = (names: string): Members => defineMembers('object', names);
const defineNumbers = (names: string): Members => defineMembers('number', names);
const defineBooleans = (names: string): Members => defineMembers('boolean', names);

const parts: readonly Part[] = [
  {
    of: 'Terminal',
    find: (core) => core,
    members: {
      ...defineNumbers('cols rows'),
      ...defineObjects('buffers coreService coreMouseService optionsService _charsetService _inputHandler'),
      ...defineFunctions('registerCsiHandler registerEscHandler'),
    },
  },
  {
    of: 'CoreService',
    find: ({ coreService }) => coreService,
    members: { isCursorHidden: 'boolean', ...defineObjects('modes decPrivateModes') },
    written: ['isCursorHidden'],
  },
  { of: 'CoreService.modes', find: ({ coreService }) => coreService.modes, members: defineBooleans('insertMode') },
  {
    of: 'CoreService.decPrivateModes',
    find: ({ coreService }) => coreService.decPrivateModes,
    members: defineBooleans(
      'synchronizedOutput applicationCursorKeys applicationKeypad bracketedPasteMode origin reverseWraparound sendFocus wraparound',
    ),
    written: ['origin'],
  },
  {
    of: 'CoreMouseService',
    find: ({ coreMouseService }) => coreMouseService,
    members: { activeProtocol: 'string' },
  },
  {
    of: 'CharsetService',
    find: ({ _charsetService }) => _charsetService,
    members: { ...defineNumbers('glevel'), _charsets: 'object' },
  },
  { of: 'OptionsService', find: ({ optionsService }) => optionsService, members: defineObjects('rawOptions options') },
  {
    of: 'OptionsService.options',
    find: ({ optionsService }) => optionsService.options,
    members: defineBooleans('cursorBlink convertEol'),
  },
  {
    of: 'BufferSet',
    find: ({ buffers }) => buffers,
    members: { ...defineObjects('active normal alt'), ...defineFunctions('onBufferActivate resize') },
  },
  {
    of: 'Buffer',
    find: ({ buffers }) => buffers.normal,
    members: {
      lines: 'object',
      ...defineNumbers('_cols _rows ybase ydisp x y savedX savedY scrollTop scrollBottom'),
      ...defineFunctions('getBlankLine getNullCell resize'),
    },
    written: ['_cols', 'ybase', 'ydisp', 'x', 'y', 'savedX', 'savedY', 'scrollTop', 'scrollBottom'],
  },
  {
    of: 'CircularList',
    find: ({ buffers }) => buffers.normal.lines,
    members: {
      ...defineNumbers('length maxLength'),
      ...defineFunctions('get push splice onTrim'),
      onTrimEmitter: 'object',
    },
    written: ['length', 'maxLength'],
  },
  {
    of: 'BufferLine',
    find: ({ buffers }) => buffers.normal.lines.get(0),
    members: {
      ...defineObjects('_data _combined _extendedAttrs'),
      isWrapped: 'boolean',
      ...defineFunctions('getWidth hasContent getTrimmedLength resize clone addCodepointToCell setCellFromCodepoint'),
    },
    written: ['isWrapped'],
  },
  {
    of: 'InputHandler',
    find: ({ _inputHandler }) => _inputHandler,
    members: {
      ...defineFunctions(
        'parse print charPosAbsolute cursorCharAbsolute eraseInDisplay eraseInLine fullReset restoreCursor saveCursor',
      ),
      ...defineFunctions('markRangeDirty screenAlignmentPattern scrollDown softReset'),
      ...defineFunctions('_eraseAttrData _extractColor _moveCursor _processSGR0 _setCursor'),
      ...defineObjects('_curAttrData _dirtyRowTracker _parseBuffer _parser'),
    },
  },
  {
    of: 'AttributeData',
    find: ({ _inputHandler }) => _inputHandler._curAttrData,
    members: { ...defineNumbers('fg bg'), extended: 'object', ...defineFunctions('isProtected updateExtended') },
    written: ['extended'],
  },
  {
    of: 'ExtendedAttrs',
    find: ({ _inputHandler }) => _inputHandler._curAttrData.extended,
    members: { ...defineNumbers('_ext urlId'), clone: 'function' },
    written: ['urlId'],
  },
  {
    of: 'DirtyRowTracker',
    find: ({ _inputHandler }) => _inputHandler._dirtyRowTracker,
    members: { ...defineNumbers('start end'), markRangeDirty: 'function' },
  },
  {
    of: 'EscapeSequenceParser',
    find: ({ _inputHandler }) => _inputHandler._parser,
    members: {
      ...defineNumbers('currentState precedingJoinState'),
      ...defineObjects('_transitions _csiHandlers _escHandlers _oscParser _dcsParser'),
      ...defineFunctions('_identifier setExecuteHandler setPrintHandler'),
    },
  },
  {
    of: 'TransitionTable',
    find: ({ _inputHandler }) => _inputHandler._parser._transitions,
    members: defineObjects('table'),
  },
  {
    of: 'OscParser',
    find: ({ _inputHandler }) => _inputHandler._parser._oscParser,
    members: { _id: 'number', ...defineFunctions('put start end') },
  },
  {
    of: 'DcsParser',
    find: ({ _inputHandler }) => _inputHandler._parser._dcsParser,
    members: defineFunctions('put hook unhook'),
  },
];

/** Throws if a terminal of @xterm/headless lacks a member that `internals.ts` declares; names all that are missing. */
export function assertInternals(core: Core): void {
  const missing = parts.flatMap((part) => findMissing(part, core));
  if (missing.length === 0) return;
  throw new Error(
    `Unsupported version of @xterm/headless: missing ${missing.join(', ')}. Expected version ${supportedVersion}.`,
  );
}

function findMissing({ of, find, members, written = [] }: Part, core: Core): string[] {
  const target = findOrUndefined(find, core);
  // Its owner is missing, and reported.
  if (target === undefined) return [];
  return Object.entries(members).flatMap(([name, kind]) => {
    if (typeof target[name] !== kind || target[name] === null) return [`${of}.${name} (${kind})`];
    return written.includes(name) && !isWritable(target, name) ? [`${of}.${name} (writable)`] : [];
  });
}

function findOrUndefined(find: Part['find'], core: Core): Record<string, unknown> | undefined {
  try {
    return (find(core) ?? undefined) as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}

function isWritable(target: object, name: string): boolean {
  for (let owner: object | null = target; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    if (property !== undefined) return property.writable === true || property.set !== undefined;
  }
  return false;
}

/**
 * The internals of @xterm/headless 6 that its public API does not expose. Members that are not `readonly`, methods
 * included, are replaced or changed in this folder.
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
    /** The same options; setting one notifies the listeners. */
    readonly options: { cursorBlink: boolean; convertEol: boolean };
  };
  readonly _charsetService: {
    /** The number of the character set in use: 0 is G0. */
    readonly glevel: number;
    /** What the characters of each set are replaced by; undefined for ASCII. */
    readonly _charsets: readonly (Readonly<Record<string, string>> | undefined)[];
  };
  readonly _inputHandler: InputHandler;
  registerCsiHandler(id: SequenceId, handler: CsiHandler): unknown;
  registerEscHandler(id: SequenceId, handler: () => boolean): unknown;
}

/** Identifies a control sequence. */
interface SequenceId {
  readonly prefix?: string;
  readonly final: string;
}
/** The parameters of a control sequence, in the parser's own memory: valid only while the sequence is handled. */
export interface RawParams {
  readonly params: Int32Array;
  readonly length: number;
  toArray(): number[];
}
/** Parameters, some of which have sub-parameters (`4:3`). */
export interface SubParams {
  readonly params: Int32Array;
  readonly length: number;
  hasSubParams(index: number): boolean;
  /** -1 is an empty sub-parameter. */
  getSubParams(index: number): Int32Array | null;
}
/** Executes a control sequence; false passes it on to the handler that was registered before. */
type CsiHandler = (params: RawParams) => boolean;

/** Executes output. */
interface InputHandler {
  parse(bytes: Uint8Array): void;
  print: Print;
  charPosAbsolute: CsiHandler;
  cursorCharAbsolute: CsiHandler;
  eraseInDisplay(params: RawParams, respectProtect: boolean): boolean;
  eraseInLine(params: RawParams, respectProtect: boolean): boolean;
  fullReset(): boolean;
  markRangeDirty(first: number, last: number): void;
  restoreCursor(params?: RawParams): boolean;
  saveCursor(params?: RawParams): boolean;
  screenAlignmentPattern(): boolean;
  scrollDown(params: RawParams): boolean;
  softReset(params?: RawParams): boolean;
  _eraseAttrData(): AttributeData;
  /** Stores the color of SGR 38, 48 or 58 in `attributes`; returns how many more parameters it consumed. */
  _extractColor(params: SubParams, at: number, attributes: AttributeData): number;
  _moveCursor(cols: number, rows: number): void;
  _processSGR0(attributes: AttributeData): void;
  /** In origin mode, `row` is relative to the scroll region. */
  _setCursor(col: number, row: number): void;
  /** The attributes of the next character. */
  readonly _curAttrData: AttributeData;
  /** The rows written to since the parsing of the current chunk began. */
  readonly _dirtyRowTracker: {
    readonly start: number;
    readonly end: number;
    markRangeDirty(first: number, last: number): void;
  };
  /** The characters of the chunk that is being parsed. */
  readonly _parseBuffer: Uint32Array;
  readonly _parser: Parser;
}
/** Prints characters. */
export type Print = (data: Uint32Array, start: number, end: number) => void;

/** Splits output into characters, control sequences and strings. */
interface Parser {
  /** State 0 is the ground state. */
  readonly currentState: number;
  readonly precedingJoinState: number;
  /** The action for each state and code, and the next state. */
  _transitions: TransitionTable;
  readonly _csiHandlers: Readonly<Record<number, readonly CsiHandler[]>>;
  readonly _escHandlers: Readonly<Record<number, readonly (() => boolean)[]>>;
  readonly _oscParser: StringParser<'start', 'end'> & { readonly _id: number };
  readonly _dcsParser: StringParser<'hook', 'unhook'>;
  _identifier(id: SequenceId, finals?: readonly [first: number, last: number]): number;
  setExecuteHandler(control: string, handler: () => unknown): void;
  setPrintHandler(handler: Print): void;
}
/** A row of the table has 256 codes. */
export interface TransitionTable {
  readonly table: Uint8Array;
}
/** The part of the parser that collects the content of a string. */
export type StringParser<Begin extends string, End extends string> = {
  put(data: Uint32Array, from: number, to: number): void;
} & { [begin in Begin]: (...args: never[]) => void } & { [end in End]: (isWhole: boolean) => unknown };

/** Character attributes, as the words of a cell. */
export interface AttributeData {
  readonly fg: number;
  bg: number;
  /** Underline attributes and the number of a link; never changed in place, only replaced. */
  extended: ExtendedAttributes;
  isProtected(): number;
  /** To be called when `extended` has been replaced. */
  updateExtended(): void;
}

interface ExtendedAttributes {
  readonly _ext: number;
  /** 0: no link. */
  urlId: number;
  clone(): ExtendedAttributes;
}

/** Both buffers of a terminal. */
export interface RawBuffers {
  readonly active: RawBuffer;
  readonly normal: RawBuffer;
  readonly alt: RawBuffer;
  onBufferActivate(listener: () => void): unknown;
  resize(cols: number, rows: number): void;
}
export interface RawBuffer {
  readonly lines: RawLines;
  /** The size that the lines have; during a resize, the core already has the new one. */
  _cols: number;
  readonly _rows: number;
  ybase: number;
  ydisp: number;
  /** Equal to the number of columns while a wrap is pending. */
  x: number;
  y: number;
  savedX: number;
  /** Counted from the top of the scrollback. */
  savedY: number;
  scrollTop: number;
  scrollBottom: number;
  /** Returns a line of as many columns as the core has. */
  getBlankLine(attributes: AttributeData, isWrapped?: boolean): RawLine;
  getNullCell(): AttributeData;
  resize(cols: number, rows: number): void;
}
/** The lines of a buffer, the oldest first. The alternate buffer has none while it is inactive. */
export interface RawLines {
  length: number;
  maxLength: number;
  get(index: number): RawLine | undefined;
  push(line: RawLine): void;
  splice(start: number, deleteCount: number, ...lines: RawLine[]): void;
  /** Reports how many lines were dropped from the top. */
  onTrim(listener: (count: number) => void): { dispose(): void };
  readonly onTrimEmitter: { fire(count: number): void };
}
/**
 * A line. The public API returns one cell at a time; copying the words is ten times as fast and gives immutable lines.
 * The layout is that of `Cells`; a test compares it with the public API.
 */
export interface RawLine {
  readonly _data: Uint32Array;
  readonly _combined: Record<number, string>;
  readonly _extendedAttrs: Record<number, Pick<ExtendedAttributes, '_ext' | 'urlId'> | undefined>;
  isWrapped: boolean;
  getWidth(col: number): number;
  hasContent(col: number): number;
  /** The number of columns up to the last character. */
  getTrimmedLength(): number;
  resize(cols: number, fill: AttributeData): unknown;
  clone(): RawLine;
  addCodepointToCell(col: number, codePoint: number, width: number): void;
  setCellFromCodepoint(col: number, codePoint: number, width: number, attributes: AttributeData): void;
}

/** The internals of a terminal of @xterm/headless. */
export const coreOf = (terminal: object): Core => (terminal as { readonly _core: Core })._core;
