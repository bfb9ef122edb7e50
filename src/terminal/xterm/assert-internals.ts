import type { Core } from './internals.js';

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
      ...defineObjects('buffers coreService coreMouseService optionsService _inputHandler'),
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
      ...defineFunctions('screenAlignmentPattern scrollDown softReset'),
      ...defineFunctions('_eraseAttrData _extractColor _moveCursor _processSGR0 _setCursor'),
      ...defineObjects('_curAttrData _dirtyRowTracker _parseBuffer _parser'),
    },
  },
  {
    of: 'AttributeData',
    find: ({ _inputHandler }) => _inputHandler._curAttrData,
    members: { ...defineNumbers('fg bg'), extended: 'object', isProtected: 'function' },
  },
  {
    of: 'ExtendedAttrs',
    find: ({ _inputHandler }) => _inputHandler._curAttrData.extended,
    members: defineNumbers('_ext'),
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
