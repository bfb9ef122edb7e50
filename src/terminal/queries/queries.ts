import { cellPixels } from '../../screen/cells.js';
import { encodeSgr } from '../../screen/style.js';
import { onReset } from '../osc.js';
import type { SequenceParser } from '../xterm/terminal.js';
import type { QueryFamily } from './profiles.js';
import { colorSequences, createColorReport, type ProgramColors, parseColorRequests } from './program-colors.js';
import { createCapabilityReports, type ModeSwitches, type QueryParams, type TerminalState } from './terminal-state.js';

/** A query that was not answered. */
interface Query {
  /** As in `CSI > q`. */
  readonly sequence: string;
  readonly meaning: string;
}

/** The terminal that receives the queries. */
interface QueriedTerminal {
  readonly parser: SequenceParser;
  readonly state: TerminalState;
  readonly colors: ProgramColors;
  /** The terminator of the string that is being handled. */
  getTerminator(): string;
  /** Sends a reply to the program; returns false when there is no room. */
  reply(text: string): unknown;
}

// Limits the memory for a program that sends many different queries.
const maxQueries = 100;
const maxSequenceLength = 80;

/** Records a query that was not answered: the sequence, such as `CSI > q`, and what it requests. */
type Note = (sequence: string, meaning: string) => void;

/** Replies to queries at the byte that ends them, and records those that are not answered. */
export class Queries {
  readonly #terminal: QueriedTerminal;
  readonly #unanswered = new Map<string, Query>();

  readonly #note: Note = (sequence, meaning) => {
    const query = { sequence: sequence.slice(0, maxSequenceLength).replace(/[\ud800-\udbff]$/, ''), meaning };
    if (this.#unanswered.size < maxQueries) this.#unanswered.set(query.sequence, query);
  };

  constructor(terminal: QueriedTerminal) {
    this.#terminal = terminal;
    for (const query of csiQueries) this.#handleCsi(query);
    this.#handleStrings();
    this.#handleColors();
    noteUnsupportedQueries(terminal.parser, this.#note);
  }

  /** The queries that were not answered, without duplicates. */
  get unanswered(): readonly Query[] {
    return [...this.#unanswered.values()];
  }

  /** The answerback message (ENQ) is empty. */
  readonly handleEnquiry = (): void => this.#note('ENQ', 'the answerback message');

  readonly handleCommand = (text: string): void => noteCommand(text, this.#note);

  #handleCsi({ prefix, intermediates, final, meaning, family, reply }: CsiQuery): void {
    const { parser, state } = this.#terminal;
    const id = {
      ...(prefix === undefined ? {} : { prefix }),
      ...(intermediates === undefined ? {} : { intermediates }),
    };
    parser.registerCsiHandler({ ...id, final }, (params) => {
      const requested = meaning(params);
      if (requested === undefined) return false;
      const isSilent = family !== undefined && !this.#answers(family);
      const text = isSilent ? undefined : reply?.(params, state);
      const end = `${intermediates ?? ''}${final}`;
      if (text === undefined || !this.#reply(text))
        this.#note(['CSI', prefix, formatNumbers(params), end].filter(Boolean).join(' '), requested);
      // Otherwise, xterm.js would answer some of them.
      return text !== undefined || reply !== undefined;
    });
  }

  #handleStrings(): void {
    const { parser, state } = this.#terminal;
    // DECID, an older DA1.
    parser.registerEscHandler({ final: 'Z' }, () => {
      const [attributes] = csiQueries;
      const text = attributes?.reply?.([0], state);
      if (text === undefined || !this.#reply(text)) this.#note('ESC Z', 'identification (DECID)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, (text) => {
      const data = removeDelete(text);
      if (!this.#answers('others') || !this.#reply(createSettingReport(data, state)))
        this.#note(`DCS $ q ${data}`, 'a setting (DECRQSS)');
      return true;
    });
    parser.registerDcsHandler({ intermediates: '+', final: 'q' }, (text) => {
      const data = removeDelete(text);
      if (!this.#answers('capabilities')) this.#note(`DCS + q ${data}`, 'terminfo capabilities (XTGETTCAP)');
      else
        for (const report of createCapabilityReports(data, state))
          if (!this.#reply(report)) {
            this.#note(`DCS + q ${data}`, 'terminfo capabilities (XTGETTCAP)');
            break;
          }
      return true;
    });
  }

  #handleColors(): void {
    const { parser, colors } = this.#terminal;
    for (const number of colorSequences)
      parser.registerOscHandler(number, (data) => {
        this.#handleColor(number, data);
        return true;
      });
    onReset(parser, () => colors.resetAll());
  }

  #handleColor(number: number, data: string): void {
    const { colors, getTerminator } = this.#terminal;
    const requests = parseColorRequests(number, data);
    if (requests.length === 0 && data.endsWith('?')) this.#note(`OSC ${number} ; ${data}`, 'a color');
    for (const request of requests) {
      if (request.kind === 'set') colors.set(request.place, request.color);
      else if (request.kind === 'reset') colors.reset(request.place);
      else if (
        !this.#answers('colors') ||
        !this.#reply(`${createColorReport(request.place, colors.getColor(request.place))}${getTerminator()}`)
      ) {
        this.#note(`OSC ${number} ; ${data}`, 'a color');
        return;
      }
    }
  }

  #answers(family: QueryFamily): boolean {
    return this.#terminal.state.identity.answers.includes(family);
  }

  #reply(text: string): boolean {
    return this.#terminal.reply(text) !== false;
  }
}

// DEL must be ignored inside a string, but the parser ignores it only at the start of a chunk.
const removeDelete = (text: string): string => text.replaceAll('\x7f', '');
const formatNumbers = (params: QueryParams): string => params.join(';').replace(/^0$/, '');

const getFirst = (params: QueryParams): number => Number(params[0] ?? 0);
const describeOneOf =
  (meanings: Readonly<Record<number, string>>) =>
  (params: QueryParams): string | undefined =>
    meanings[getFirst(params)];
const describeOnly =
  (meaning: string) =>
  (params: QueryParams): string | undefined =>
    getFirst(params) === 0 ? meaning : undefined;
// 0, 3 and 997 are replies, which some programs print back.
const replyParams = [0, 3, 997];
const describeStatus =
  (meanings: Readonly<Record<number, string>>) =>
  (params: QueryParams): string | undefined =>
    replyParams.includes(getFirst(params)) ? undefined : (meanings[getFirst(params)] ?? 'a status (DSR)');
const describeAlways = (meaning: string) => (): string => meaning;

/** A control sequence that is a query. */
interface CsiQuery {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
  /** What is requested; undefined if these parameters do not make it a query. */
  meaning(params: QueryParams): string | undefined;
  /** Terminals that do not answer this family are silent; without it, the reply depends on the terminal. */
  readonly family?: QueryFamily;
  /** The terminal's reply; undefined if there is none. */
  reply?(params: QueryParams, state: TerminalState): string | undefined;
}

/** All control sequences known to be queries, whether they are answered or not. */
const csiQueries: readonly CsiQuery[] = [
  {
    final: 'c',
    meaning: describeOnly('primary device attributes (DA1)'),
    reply: (_, { identity }) => toCsi(identity.primary),
  },
  {
    prefix: '>',
    final: 'c',
    meaning: describeOnly('secondary device attributes (DA2)'),
    reply: (_, { identity }) => toCsi(identity.secondary),
  },
  {
    prefix: '=',
    final: 'c',
    meaning: describeOnly('tertiary device attributes (DA3)'),
    family: 'others',
    reply: () => `\x1bP!|${Buffer.from('TUIS').toString('hex').toUpperCase()}\x1b\\`,
  },
  {
    final: 'n',
    meaning: describeStatus({ 5: 'status of the terminal (DSR)', 6: 'place of the cursor (CPR)' }),
    family: 'status',
    reply: replyToStatus,
  },
  {
    prefix: '?',
    final: 'n',
    meaning: describeStatus({
      6: 'place of the cursor (DECXCPR)',
      15: 'status of the printer',
      25: 'status of user-defined keys',
      26: 'status of the keyboard',
      53: 'status of the locator',
      55: 'status of the locator',
      56: 'kind of the locator',
      62: 'space for macros',
      63: 'checksum of the memory',
      75: 'integrity of data',
      85: 'status of sessions',
      996: 'color scheme',
    }),
    family: 'others',
    reply: replyToPrivateStatus,
  },
  {
    prefix: '>',
    final: 'q',
    meaning: describeOnly('name and version of the terminal (XTVERSION)'),
    reply: (_, { version, identity }) =>
      identity.version === undefined ? undefined : `\x1bP>|${identity.version.replace('%v', version)}\x1b\\`,
  },
  {
    intermediates: '$',
    final: 'p',
    meaning: describeAlways('state of a mode (DECRQM)'),
    family: 'modes',
    reply: (params, { modes }) => createModeReport(getFirst(params), 'ansi', modes),
  },
  {
    prefix: '?',
    intermediates: '$',
    final: 'p',
    meaning: describeAlways('state of a mode (DECRQM)'),
    family: 'modes',
    reply: (params, { modes }) => createModeReport(getFirst(params), 'dec', modes),
  },
  {
    final: 't',
    meaning: describeOneOf({
      11: 'state of the window',
      13: 'place of the window',
      14: 'window size in pixels',
      15: 'screen size in pixels',
      16: 'cell size in pixels',
      18: 'window size in cells',
      19: 'screen size in cells',
      20: 'icon title',
      21: 'window title',
    }),
    family: 'others',
    reply: replyWithSize,
  },
  { prefix: '?', final: 'u', meaning: describeAlways('kitty keyboard flags') },
  { prefix: '?', final: 'm', meaning: describeAlways('key modifier options (XTQMODKEYS)') },
  { prefix: '?', final: 'g', meaning: describeAlways('key format options (XTQFMTKEYS)') },
  { prefix: '?', final: 'S', meaning: describeAlways('graphics attributes (XTSMGRAPHICS)') },
  {
    final: 'x',
    meaning: describeOneOf({ 0: 'terminal parameters (DECREQTPARM)', 1: 'terminal parameters (DECREQTPARM)' }),
    family: 'others',
    // No parity, 8 bits, 38,400 baud in both directions, as in the terminal's settings (stty).
    reply: (params) => `\x1b[${getFirst(params) + 2};1;1;128;128;1;0x`,
  },
  { intermediates: '*', final: 'y', meaning: describeAlways('checksum of a rectangle (DECRQCRA)') },
  { intermediates: '$', final: 'w', meaning: describeAlways('presentation state (DECRQPSR)') },
  { intermediates: '$', final: 'u', meaning: describeAlways('terminal state (DECRQTSR)') },
  { intermediates: '&', final: 'u', meaning: describeAlways('preferred supplemental set (DECRQUPSS)') },
  { intermediates: '"', final: 'v', meaning: describeAlways('displayed extent (DECRQDE)') },
  { intermediates: "'", final: '|', meaning: describeAlways('place of the locator (DECRQLP)') },
  { intermediates: '#', final: '|', meaning: describeAlways('styles of a rectangle (XTREPORTSGR)') },
  { intermediates: '#', final: 'R', meaning: describeAlways('stack of palettes (XTREPORTCOLORS)') },
];

const toCsi = (text: string | undefined): string | undefined => (text === undefined ? undefined : `\x1b[${text}`);

const formatPosition = ({ cursor, region, isOriginMode }: TerminalState): string =>
  `${cursor.row - (isOriginMode ? region.top : 0) + 1};${cursor.col + 1}`;

function replyToStatus(params: QueryParams, state: TerminalState): string | undefined {
  if (getFirst(params) === 5) return '\x1b[0n';
  return getFirst(params) === 6 ? `\x1b[${formatPosition(state)}R` : undefined;
}

function replyToPrivateStatus(params: QueryParams, state: TerminalState): string | undefined {
  const requested = getFirst(params);
  if (requested === 6) return `\x1b[?${formatPosition(state)}R`;
  if (requested === 62) return '\x1b[0*{';
  if (requested === 996 && !state.identity.answers.includes('colors')) return undefined;
  if (requested === 996) return `\x1b[?997;${state.isDark ? 1 : 2}n`;
  const status = deviceStatus[requested];
  return status === undefined ? undefined : `\x1b[${status}n`;
}

// No printer, no locator, no second session; a North American keyboard, without user-defined keys.
const deviceStatus: Readonly<Record<number, string>> = {
  15: '?13',
  25: '?21',
  26: '?27;1;0;0',
  53: '?50',
  55: '?50',
  56: '?57;0',
  75: '?70',
  85: '?83',
};

function replyWithSize(params: QueryParams, { cols, rows }: TerminalState): string | undefined {
  const { width, height } = cellPixels;
  switch (getFirst(params)) {
    case 14:
      return `\x1b[4;${rows * height};${cols * width}t`;
    case 16:
      return `\x1b[6;${height};${width}t`;
    case 18:
      return `\x1b[8;${rows};${cols}t`;
    default:
      return undefined;
  }
}

/** The two families of modes: ANSI modes, and DEC private modes with a question mark. */
type ModeFamily = keyof ModeSwitches;

// Modes that xterm can switch, and that are fixed here.
const fixed: Readonly<Record<ModeFamily, { readonly on: readonly number[]; readonly off: readonly number[] }>> = {
  // 12: the terminal never echoes input locally.
  ansi: { on: [12], off: [1, 2, 3, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19] },
  dec: {
    // 2: no VT52 mode. 8: keys repeat. 1036, 1039: Meta and Alt send Escape. 1046: the alternate screen is available.
    // 1048: it saves the cursor. 2027: characters are grapheme clusters.
    on: [2, 8, 1036, 1039, 1046, 1048, 2027],
    off: [
      ...[3, 4, 10, 13, 14, 18, 19, 30, 35, 38, 40, 41, 42, 43, 44, 46, 67, 69, 80, 95],
      ...[1001, 1010, 1011, 1014, 1034, 1035, 1037, 1040, 1041, 1042, 1043, 1044, 1045],
      ...[1050, 1051, 1052, 1053, 1060, 1061, 1070, 2001, 2002, 2003, 2005, 2006],
    ],
  },
};

/** The reply to DECRQM: on (1), off (2), always on (3), always off (4), or not recognized (0). */
function createModeReport(mode: number, family: ModeFamily, switches: ModeSwitches): string {
  return `\x1b[${family === 'dec' ? '?' : ''}${mode};${getModeState(mode, family, switches)}$y`;
}

function getModeState(mode: number, family: ModeFamily, switches: ModeSwitches): 0 | 1 | 2 | 3 | 4 {
  const isOn = switches[family][mode];
  if (isOn !== undefined) return isOn ? 1 : 2;
  if (fixed[family].on.includes(mode)) return 3;
  return fixed[family].off.includes(mode) ? 4 : 0;
}

// Keyed by the final characters of the sequence that sets the setting; the reply contains that sequence.
const settings: Readonly<Record<string, (state: TerminalState) => string>> = {
  m: ({ style }) => ['0', encodeSgr(style)].filter(Boolean).join(';'),
  r: ({ region }) => `${region.top + 1};${region.bottom + 1}`,
  t: ({ rows }) => String(rows),
  '$|': ({ cols }) => String(cols),
  '*|': ({ rows }) => String(rows),
  ' q': ({ cursorStyle }) => String(cursorStyle),
  '"q': ({ isProtected }) => (isProtected ? '1' : '0'),
  // A VT220 with 7-bit controls.
  '"p': () => '62;1',
  // There is no status line.
  '$}': () => '0',
  '$~': () => '0',
};

/** The reply to DECRQSS, which reports a setting as the sequence that would set it. */
function createSettingReport(requested: string, state: TerminalState): string {
  if (!Object.hasOwn(settings, requested)) return '\x1bP0$r\x1b\\';
  return `\x1bP1$r${settings[requested]?.(state)}${requested}\x1b\\`;
}

interface UnsupportedQuery {
  readonly meaning: string;
  /** Whether the data of the sequence is a query. */
  isQuery(data: string): boolean;
}

const createMarkedQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: (data) => data.endsWith('?') });
const createQuery = (meaning: string): UnsupportedQuery => ({ meaning, isQuery: () => true });

/** OSC queries that are not answered. */
const unsupportedOsc: Readonly<Record<number, UnsupportedQuery>> = {
  5: createMarkedQuery('a special color'),
  13: createMarkedQuery('the color of the pointer'),
  14: createMarkedQuery('the background of the pointer'),
  17: createMarkedQuery('the selection background'),
  19: createMarkedQuery('the selection color'),
  21: createMarkedQuery('colors (kitty)'),
  22: { meaning: 'shape of the pointer', isQuery: (data) => data.startsWith('?') },
  50: createMarkedQuery('the font'),
  52: createMarkedQuery('the clipboard'),
  60: createQuery('what is allowed (XTQALLOWED)'),
  61: createQuery('what is not allowed (XTQDISALLOWED)'),
  99: { meaning: 'support of notifications (kitty)', isQuery: (data) => /^[^;]*\bp=\?/.test(data) },
  1337: { meaning: 'a report (iTerm2)', isQuery: (data) => /^(?:Report|Capabilities)/.test(data) },
};

/** Records OSC and DCS queries that are not answered. */
function noteUnsupportedQueries(parser: SequenceParser, note: Note): void {
  parser.registerDcsHandler({ intermediates: '+', final: 'Q' }, (data) => {
    note(`DCS + Q ${data}`, 'X resources (XTGETXRES)');
    return true;
  });
  for (const [number, { meaning, isQuery }] of Object.entries(unsupportedOsc))
    parser.registerOscHandler(Number(number), (data) => {
      if (isQuery(data)) note(data === '' ? `OSC ${number}` : `OSC ${number} ; ${data}`, meaning);
      return false;
    });
}

/** Records a command (APC) that queries support of pictures. */
function noteCommand(text: string, note: Note): void {
  if (/^G[^;]*\ba=q\b/.test(text)) note(`APC ${text}`, 'support of pictures (kitty graphics)');
}
