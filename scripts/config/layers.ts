/** An area of `src/`: what it contains, which other areas it may import, and its door: the files that they may import. */
export interface Layer {
  readonly what: string;
  readonly mayImport: readonly string[];
  /** Paths without their extension. Not an `index.ts`: bundlers would load everything that it exports with the first name. */
  readonly door: readonly string[];
}

const splitWords = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');
const createLayer = (what: string, mayImport = '', door = ''): Layer => ({
  what,
  mayImport: splitWords(mayImport),
  door: splitWords(door),
});

/** The areas of `src/`, from top to bottom. Tests may import everything. */
export const layers: Readonly<Record<string, Layer>> = {
  cli: createLayer(
    'the command line: streams, signals, options, one file per command',
    'base fuzz mcp pictures protocol recordings server session sessions tapes',
  ),
  fuzz: createLayer(
    'fuzzing: random input for a program, what is always wrong, and the shortest tape that shows it',
    'base screen server session tapes terminal',
    'fuzz',
  ),
  tapes: createLayer(
    'tapes: scripts of VHS and their commands for tests; parsed, run as tests, exported',
    'base pictures protocol recordings screen server session terminal',
    'commands generate-code oracles pace parse-tape perform read-tape record run-tape tape tapes write-tape',
  ),
  sessions: createLayer(
    'sessions between commands: the process of a session, and its small client',
    'base protocol screen server session terminal',
    'commands generated/results places session-client session-process',
  ),
  mcp: createLayer(
    'the MCP server: tools for coding agents, both eras of the protocol',
    'base client protocol terminal',
    'mcp-server',
  ),
  client: createLayer(
    'the libraries `tuispec` and, in `vitest/`, `tuispec/vitest`: start servers, drive terminals, assert',
    'base protocol',
    'connection errors launch server-pool terminal wire',
  ),
  server: createLayer(
    'one running server: dispatcher, one handler per method, notifications, the live view',
    'base pictures protocol recordings screen session terminal',
    'server stdio-server v8-flags',
  ),
  recordings: createLayer(
    'recordings: written, read, played, exported, shown as a page',
    'base pictures protocol screen session terminal viewer',
    'conversation export/write-export film frames pacing player/frame-cursor player/key-decoder ' +
      'player/player reader recorder trace/event-encoder trace/page trace/write-trace',
  ),
  viewer: createLayer(
    'the page that shows recordings and live sessions; runs in browsers',
    'base',
    'conversation format',
  ),
  pictures: createLayer(
    'screens as files: PNG, SVG, HTML and ANSI; snapshot baselines and their comparison',
    'base screen session terminal',
    'ansi contrast fonts glyphs/figure layout options picture png/bitmap snapshot-baseline snapshot-diff snapshot-match svg themes window-frame write-snapshot',
  ),
  session: createLayer(
    'one terminal and its programs: launch, input, waits, what is new, submit, tmux',
    'base screen terminal',
    'call display/colors display/lines display/resize echo gestures input measurement observe program/native-pty program/process-guard program/program program/terminal-source quiet ' +
      'regex/matcher regex/worker terminal-session tmux/attach waits/conditions waits/screen-search waits/specs waits/wait',
  ),
  terminal: createLayer(
    'bytes to screens and keys to bytes: the emulator, its modes, queries, xterm.js, input encoding',
    'base screen',
    'emulator events freshness/baseline input/decoder input/key-table input/keys input/mouse last-lines line-prefilter output-meter ' +
      'queries/profiles queries/terminal-state settings',
  ),
  screen: createLayer(
    'the immutable screen, finding text on it, hiding secrets in it; pure',
    'base',
    'cells line logical-line redaction/messages redaction/secrets redaction/text screen selectors/cell-mask selectors/nearest-text selectors/selector style',
  ),
  protocol: createLayer(
    'the contract and its lines: generated types and validators, messages of JSON-RPC',
    'base',
    'describe-error generated/openrpc.json generated/tables generated/types generated/validators lines ' +
      'message validation',
  ),
  base: createLayer(
    'deadlines, emitters, strings, files, errors, widths of characters; knows no terminal',
    '',
    'agents artifacts colors compare-screens cpu-time deadline emitter errors exit files frame generated/contract hermetic idle-queue json random system/facts system/system text timers ' +
      'unicode/characters unicode/cluster unicode/generated/kinds',
  ),
};

/** Packages that one file imports, so that all knowledge about them is in one place. */
export const singleImporters: Readonly<Record<string, string>> = {
  '@xterm/headless': 'src/terminal/xterm/terminal.ts',
  'node-pty': 'src/session/program/native-pty.ts',
  canvas: 'src/pictures/fonts.ts',
};
