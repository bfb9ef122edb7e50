/** A folder of `src/`: what it contains, and which other folders it may import. */
export interface Layer {
  readonly what: string;
  readonly mayImport: readonly string[];
}

const splitWords = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');
const createLayer = (what: string, mayImport = ''): Layer => ({ what, mayImport: splitWords(mayImport) });

/** The folders of `src/`, roughly from top to bottom. Tests may import everything. */
export const layers: Readonly<Record<string, Layer>> = {
  vitest: createLayer('the library for vitest: fixtures, `expect`, snapshots', 'async client'),
  client: createLayer('the library: starts servers, drives terminals, asserts', 'async protocol rpc text unicode'),
  mcp: createLayer(
    'the MCP server: tools for coding agents, both eras of the protocol',
    'async client input protocol rpc text',
  ),
  cli: createLayer(
    'the command line: streams, signals, options, one file per command',
    'export mcp player protocol recording server snapshot text trace',
  ),
  server: createLayer(
    'one running server: stdio loop, method runner, view notifications',
    'async files methods observers program protocol recording redaction regex render rpc screen session terminal text trace view',
  ),
  view: createLayer(
    'the live view: page, WebSocket, HTTP API and events',
    'async film input observers program protocol recording redaction render rpc screen session snapshot terminal trace',
  ),
  methods: createLayer(
    'one handler per method: translates wire values into calls and results into wire values',
    'async baseline files input observers protocol program recording redaction regex rpc screen selectors session snapshot text tmux waits',
  ),
  rpc: createLayer('newline-delimited JSON-RPC 2.0: lines, messages, order, cancellation, batches', 'async'),
  protocol: createLayer('generated types and validators; validation of params; error types', 'rpc text'),
  session: createLayer(
    'one terminal and the programs that run in it one after another; writes their input',
    'async baseline input observers program protocol redaction screen selectors terminal waits',
  ),
  waits: createLayer(
    'waits until a condition is met, the program exits or the deadline passes',
    'async baseline program protocol redaction regex screen selectors terminal text',
  ),
  baseline: createLayer('what is new on a terminal since a moment', 'async program protocol screen terminal'),
  observers: createLayer(
    'when observers read the screen: throttled, and always after the last change',
    'async program screen',
  ),
  regex: createLayer(
    'runs client regular expressions without blocking the event loop',
    'async protocol screen selectors',
  ),
  snapshot: createLayer(
    'ANSI files, snapshot baselines, comparison, diffs, render options',
    'async files observers program protocol redaction regex render screen selectors terminal waits',
  ),
  recording: createLayer(
    'the JSONL recording: write, read, frames and deltas',
    'async files observers program protocol redaction screen session',
  ),
  export: createLayer(
    'recordings as asciicast, GIF and animated SVG',
    'async film files protocol recording render screen snapshot',
  ),
  trace: createLayer(
    'a recording as one self-contained HTML file',
    'files film protocol recording render rpc screen snapshot viewer',
  ),
  viewer: createLayer('the page that shows recordings; runs in browsers'),
  player: createLayer('plays a recording on a terminal', 'film protocol recording'),
  film: createLayer('the screens and messages of a recording, with their times', 'protocol recording screen terminal'),
  program: createLayer(
    'one program in a PTY: launch, read to the last byte, write, terminate',
    'async protocol screen terminal',
  ),
  tmux: createLayer('an existing tmux pane as the terminal of a session', 'program protocol unicode'),
  terminal: createLayer(
    'the emulated terminal: parsing, lines, modes, history of cells; `queries/` answers terminal queries',
    'async input screen selectors xterm',
  ),
  xterm: createLayer('xterm.js: its internals, patches and limits', 'screen unicode'),
  render: createLayer('screen to PNG, SVG or HTML: layout, glyphs, box drawing, fonts, themes', 'async screen'),
  selectors: createLayer('finds text on a screen: selectors, matching, masks, closest text; pure', 'screen text'),
  redaction: createLayer('hides secrets in screens, messages and streams of output; pure', 'screen'),
  screen: createLayer('the immutable screen: lines, cells, styles, colors; pure', 'unicode'),
  input: createLayer('encodes keys, mouse, paste and focus for the modes of the terminal; pure', 'text'),
  files: createLayer('files on disk: atomic writes, bounded reads, safe names, lazy imports', 'protocol'),
  unicode: createLayer('grapheme clusters and cell widths; generated tables; pure'),
  text: createLayer('strings for messages: nearest name, quoting, truncation; pure'),
  async: createLayer('deadlines, emitters, cooperative work, the idle queue'),
};

/** Packages that one file imports, so that all knowledge about them is in one place. */
export const singleImporters: Readonly<Record<string, string>> = {
  '@xterm/headless': 'src/xterm/terminal.ts',
  'node-pty': 'src/program/pty.ts',
  canvas: 'src/render/canvas.ts',
};
