import { cellPixels } from '../../screen/cells.js';
import type { ModeSwitches, QueryParams, TerminalState } from './terminal-state.js';

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

/** A control sequence that is a query. */
export interface CsiQuery {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
  /** What is requested; undefined if these parameters do not make it a query. */
  meaning(params: QueryParams): string | undefined;
  /** The terminal's reply; undefined if there is none. */
  reply?(params: QueryParams, state: TerminalState): string | undefined;
}

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

/** All control sequences known to be queries, whether they are answered or not. */
export const csiQueries: readonly CsiQuery[] = [
  {
    final: 'c',
    meaning: describeOnly('primary device attributes (DA1)'),
    // A VT220 with selective erase (6), colors (22) and clipboard access (52).
    reply: () => '\x1b[?62;6;22;52c',
  },
  {
    prefix: '>',
    final: 'c',
    meaning: describeOnly('secondary device attributes (DA2)'),
    // vim derives features from the xterm version: 277 is the first with SGR mouse reports.
    reply: () => '\x1b[>1;277;0c',
  },
  {
    prefix: '=',
    final: 'c',
    meaning: describeOnly('tertiary device attributes (DA3)'),
    reply: () => `\x1bP!|${Buffer.from('TUIS').toString('hex').toUpperCase()}\x1b\\`,
  },
  {
    final: 'n',
    meaning: describeStatus({ 5: 'status of the terminal (DSR)', 6: 'place of the cursor (CPR)' }),
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
    reply: replyToPrivateStatus,
  },
  {
    prefix: '>',
    final: 'q',
    meaning: describeOnly('name and version of the terminal (XTVERSION)'),
    reply: (_, { version }) => `\x1bP>|tuispec ${version}\x1b\\`,
  },
  {
    intermediates: '$',
    final: 'p',
    meaning: describeAlways('state of a mode (DECRQM)'),
    reply: (params, { modes }) => createModeReport(getFirst(params), 'ansi', modes),
  },
  {
    prefix: '?',
    intermediates: '$',
    final: 'p',
    meaning: describeAlways('state of a mode (DECRQM)'),
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
    reply: replyWithSize,
  },
  { prefix: '?', final: 'u', meaning: describeAlways('kitty keyboard flags') },
  { prefix: '?', final: 'm', meaning: describeAlways('key modifier options (XTQMODKEYS)') },
  { prefix: '?', final: 'g', meaning: describeAlways('key format options (XTQFMTKEYS)') },
  { prefix: '?', final: 'S', meaning: describeAlways('graphics attributes (XTSMGRAPHICS)') },
  {
    final: 'x',
    meaning: describeOneOf({ 0: 'terminal parameters (DECREQTPARM)', 1: 'terminal parameters (DECREQTPARM)' }),
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
  if (requested === 996) return `\x1b[?997;${state.isDark ? 1 : 2}n`;
  const status = deviceStatus[requested];
  return status === undefined ? undefined : `\x1b[${status}n`;
}

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
