// What terminals say about themselves: their variables, their replies to queries, and the colors that they promise.
// Each row says where its values come from; a reply that no source shows is silence.

/** The colors that a program may use: none, the 16 of the palette, 256, or any. */
export const colorDepths = ['none', '16', '256', 'truecolor'] as const;
export type ColorDepth = (typeof colorDepths)[number];

/**
 * Queries that a terminal answers: its status and the place of the cursor (DSR), the state of modes (DECRQM), terminfo
 * capabilities (XTGETTCAP), its colors (OSC 4, 10, 11, 12), and all others that our terminal knows.
 */
export type QueryFamily = 'status' | 'modes' | 'capabilities' | 'colors' | 'others';

/** A terminal as programs see it. It simulates what a terminal says, not how it draws. */
export interface Identity {
  readonly term: string;
  /** Variables besides TERM; null removes one. */
  readonly variables: Readonly<Record<string, string | null>>;
  /** The replies to DA1 and DA2, without CSI; undefined is silence. */
  readonly primary?: string;
  readonly secondary?: string;
  /** The reply to XTVERSION, with our version for `%v`. */
  readonly version?: string;
  readonly answers: readonly QueryFamily[];
  readonly hasKittyKeyboard: boolean;
  readonly colors: ColorDepth;
  /** The number of colors in terminfo, which XTGETTCAP reports; undefined if there are none. */
  readonly terminfoColors?: string;
}

const trueColors = { COLORTERM: 'truecolor' } as const;
const noColorTerm = { COLORTERM: null } as const;

/** This terminal. DA1: a VT220 with selective erase (6), colors (22) and clipboard access (52). */
const ours: Identity = {
  term: 'xterm-256color',
  variables: trueColors,
  primary: '?62;6;22;52c',
  // vim derives features from the xterm version: 277 is the first with SGR mouse reports.
  secondary: '>1;277;0c',
  version: 'tuispec %v',
  answers: ['status', 'modes', 'capabilities', 'colors', 'others'],
  hasKittyKeyboard: true,
  colors: 'truecolor',
  terminfoColors: '256',
};

/** The profiles by name. */
export const profiles = {
  'xterm-256color': ours,
  // github.com/ThomasDickey/xterm-snapshots, `charproc.c`, CASE_DA1 and CASE_DA2: a VT420 without sixel and with a locator port;
  // DA2 has the patch, which is 390 here. terminfo `xterm`: 8 colors, of which programs use the bright ones as well.
  xterm: {
    ...ours,
    term: 'xterm',
    variables: noColorTerm,
    primary: '?64;1;2;6;9;15;16;17;18;21;22;28c',
    secondary: '>41;390;0c',
    version: 'XTerm(390)',
    hasKittyKeyboard: false,
    colors: '16',
    terminfoColors: '8',
  },
  // docs.rs/terminal-colorsaurus, `terminal_survey`: macOS Terminal answers DA1, OSC 10 and OSC 11. terminfo `nsterm`: DA1.
  'apple-terminal': {
    term: 'xterm-256color',
    variables: { ...noColorTerm, TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '447' },
    primary: '?1;2c',
    answers: ['status', 'colors'],
    hasKittyKeyboard: false,
    colors: '256',
  },
  // github.com/microsoft/terminal, `adaptDispatch.cpp`: DA1 with sixel (4), DA2, DECRQM; its issues say that it is silent about
  // XTVERSION. The survey, at commit b3f4162 of this repository: OSC 10 and 11.
  'windows-terminal': {
    term: 'xterm-256color',
    variables: { ...noColorTerm, WT_SESSION: '00000000-0000-0000-0000-000000000000' },
    primary: '?61;4;6;7;14;21;22;23;24;28;32;42c',
    secondary: '>0;10;1c',
    answers: ['status', 'modes', 'colors'],
    hasKittyKeyboard: false,
    colors: 'truecolor',
  },
  // Observed in a pane of tmux 3.3a without configuration, also with a client whose terminal reports its colors: DA1, DA2,
  // XTVERSION and DSR, and silence about DECRQM, XTGETTCAP, OSC 10 and 11; terminfo `tmux-256color`. `input.c` of later
  // versions answers DECRQM as well.
  tmux: {
    term: 'tmux-256color',
    variables: { ...noColorTerm, TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' },
    primary: '?1;2c',
    secondary: '>84;0;0c',
    version: 'tmux 3.3a',
    answers: ['status'],
    hasKittyKeyboard: false,
    colors: '256',
  },
  // man 4 console_codes: DA1 is that of a VT102, DSR; terminfo `linux`; the survey above: no OSC 10 and 11.
  'linux-console': {
    term: 'linux',
    variables: noColorTerm,
    primary: '?6c',
    answers: ['status'],
    hasKittyKeyboard: false,
    colors: '16',
  },
  // The table of the VT100 User Guide, chapter 3, as the sources of vttest quote it: DA of a VT100 with the advanced video
  // option. terminfo `vt100`: no colors.
  vt100: {
    term: 'vt100',
    variables: noColorTerm,
    primary: '?1;2c',
    answers: ['status'],
    hasKittyKeyboard: false,
    colors: 'none',
  },
  // terminfo `dumb`: it cannot even move its cursor up.
  dumb: { term: 'dumb', variables: noColorTerm, answers: [], hasKittyKeyboard: false, colors: 'none' },
  // no-color.org: a capable terminal of a person who wants no colors.
  'no-color': withoutColors(ours),
} as const satisfies Readonly<Record<string, Identity>>;

export type ProfileName = keyof typeof profiles;

function withoutColors({ terminfoColors: _, ...identity }: Identity): Identity {
  return { ...identity, variables: { ...trueColors, NO_COLOR: '1' }, colors: 'none' };
}
