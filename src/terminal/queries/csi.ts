import { cellPixels } from '../../screen/cell.js';
import { modeReport } from './mode-reports.js';
import type { QueryParams, TerminalState } from './terminal-state.js';

/** A control sequence that asks something. */
export interface CsiQuestion {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
  /** What it asks for; undefined when it is no question, or not one of these. */
  meaning(params: QueryParams): string | undefined;
  /** What the terminal says; undefined when it says nothing. */
  answer?(params: QueryParams, situation: TerminalState): string | undefined;
}

const first = (params: QueryParams): number => Number(params[0] ?? 0);
const oneOf =
  (meanings: Readonly<Record<number, string>>) =>
  (params: QueryParams): string | undefined =>
    meanings[first(params)];
const only =
  (meaning: string) =>
  (params: QueryParams): string | undefined =>
    first(params) === 0 ? meaning : undefined;
// 0 and 3 are answers, and so is 997: some programs print what they read.
const reports = [0, 3, 997];
const statusOf =
  (meanings: Readonly<Record<number, string>>) =>
  (params: QueryParams): string | undefined =>
    reports.includes(first(params)) ? undefined : (meanings[first(params)] ?? 'a status (DSR)');
const always = (meaning: string) => (): string => meaning;

// There is no printer, no locator and no second session; keys are those of a North American keyboard, and cannot be defined.
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

/** Every control sequence that is known to ask something, answered or not. */
export const csiQuestions: readonly CsiQuestion[] = [
  {
    final: 'c',
    meaning: only('primary device attributes (DA1)'),
    // A VT220 that has selective erase (6), colors (22), and takes what programs copy (52).
    answer: () => '\x1b[?62;6;22;52c',
  },
  {
    prefix: '>',
    final: 'c',
    meaning: only('secondary device attributes (DA2)'),
    // vim knows by the version of an xterm what it can do: 277 is the first that reports the mouse in SGR.
    answer: () => '\x1b[>1;277;0c',
  },
  {
    prefix: '=',
    final: 'c',
    meaning: only('tertiary device attributes (DA3)'),
    answer: () => `\x1bP!|${Buffer.from('TUIS').toString('hex').toUpperCase()}\x1b\\`,
  },
  {
    final: 'n',
    meaning: statusOf({ 5: 'status of the terminal (DSR)', 6: 'place of the cursor (CPR)' }),
    answer: answerStatus,
  },
  {
    prefix: '?',
    final: 'n',
    meaning: statusOf({
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
    answer: answerPrivateStatus,
  },
  {
    prefix: '>',
    final: 'q',
    meaning: only('name and version of the terminal (XTVERSION)'),
    answer: (_, { version }) => `\x1bP>|tuispec ${version}\x1b\\`,
  },
  {
    intermediates: '$',
    final: 'p',
    meaning: always('state of a mode (DECRQM)'),
    answer: (params, { modes }) => modeReport(first(params), 'ansi', modes),
  },
  {
    prefix: '?',
    intermediates: '$',
    final: 'p',
    meaning: always('state of a mode (DECRQM)'),
    answer: (params, { modes }) => modeReport(first(params), 'dec', modes),
  },
  {
    final: 't',
    meaning: oneOf({
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
    answer: answerSize,
  },
  { prefix: '?', final: 'u', meaning: always('kitty keyboard flags') },
  { prefix: '?', final: 'm', meaning: always('key modifier options (XTQMODKEYS)') },
  { prefix: '?', final: 'g', meaning: always('key format options (XTQFMTKEYS)') },
  { prefix: '?', final: 'S', meaning: always('graphics attributes (XTSMGRAPHICS)') },
  {
    final: 'x',
    meaning: oneOf({ 0: 'terminal parameters (DECREQTPARM)', 1: 'terminal parameters (DECREQTPARM)' }),
    // No parity, 8 bits, 38,400 baud both ways: what the terminal's settings (stty) say too.
    answer: (params) => `\x1b[${first(params) + 2};1;1;128;128;1;0x`,
  },
  { intermediates: '*', final: 'y', meaning: always('checksum of a rectangle (DECRQCRA)') },
  { intermediates: '$', final: 'w', meaning: always('presentation state (DECRQPSR)') },
  { intermediates: '$', final: 'u', meaning: always('terminal state (DECRQTSR)') },
  { intermediates: '&', final: 'u', meaning: always('preferred supplemental set (DECRQUPSS)') },
  { intermediates: '"', final: 'v', meaning: always('displayed extent (DECRQDE)') },
  { intermediates: "'", final: '|', meaning: always('place of the locator (DECRQLP)') },
  { intermediates: '#', final: '|', meaning: always('styles of a rectangle (XTREPORTSGR)') },
  { intermediates: '#', final: 'R', meaning: always('stack of palettes (XTREPORTCOLORS)') },
];

const placeOf = ({ cursor, region, isOriginMode }: TerminalState): string =>
  `${cursor.row - (isOriginMode ? region.top : 0) + 1};${cursor.col + 1}`;

function answerStatus(params: QueryParams, situation: TerminalState): string | undefined {
  if (first(params) === 5) return '\x1b[0n';
  return first(params) === 6 ? `\x1b[${placeOf(situation)}R` : undefined;
}

function answerPrivateStatus(params: QueryParams, situation: TerminalState): string | undefined {
  const asked = first(params);
  if (asked === 6) return `\x1b[?${placeOf(situation)}R`;
  if (asked === 62) return '\x1b[0*{';
  if (asked === 996) return `\x1b[?997;${situation.isDark ? 1 : 2}n`;
  const status = deviceStatus[asked];
  return status === undefined ? undefined : `\x1b[${status}n`;
}

function answerSize(params: QueryParams, { cols, rows }: TerminalState): string | undefined {
  const { width, height } = cellPixels;
  switch (first(params)) {
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
