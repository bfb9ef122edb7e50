/** A folder of `src/`: what it contains, and which other folders it may import. */
export interface Layer {
  readonly what: string;
  readonly mayImport: readonly string[];
}

const splitWords = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');
const createLayer = (what: string, mayImport = ''): Layer => ({ what, mayImport: splitWords(mayImport) });

/** The areas of `src/`, from top to bottom. Tests may import everything. */
export const layers: Readonly<Record<string, Layer>> = {
  cli: createLayer(
    'the command line: streams, signals, options, one file per command',
    'base mcp pictures protocol recordings server',
  ),
  mcp: createLayer(
    'the MCP server: tools for coding agents, both eras of the protocol',
    'base client protocol terminal',
  ),
  client: createLayer(
    'the libraries `tuispec` and, in `vitest/`, `tuispec/vitest`: start servers, drive terminals, assert',
    'base protocol',
  ),
  server: createLayer(
    'one running server: dispatcher, one handler per method, notifications, the live view',
    'base pictures protocol recordings screen session terminal',
  ),
  recordings: createLayer(
    'recordings: written, read, played, exported, shown as a page',
    'base pictures protocol screen session terminal viewer',
  ),
  viewer: createLayer('the page that shows recordings and live sessions; runs in browsers'),
  pictures: createLayer(
    'screens as files: PNG, SVG, HTML and ANSI; snapshot baselines and their comparison',
    'base screen session terminal',
  ),
  session: createLayer(
    'one terminal and its programs: launch, input, waits, what is new, submit, tmux',
    'base screen terminal',
  ),
  terminal: createLayer(
    'bytes to screens and keys to bytes: the emulator, its modes, queries, xterm.js, input encoding',
    'base screen',
  ),
  screen: createLayer('the immutable screen, finding text on it, hiding secrets in it; pure', 'base'),
  protocol: createLayer('the contract and its lines: generated types and validators, messages of JSON-RPC', 'base'),
  base: createLayer('deadlines, emitters, strings, files, errors, widths of characters; knows no terminal'),
};

/** Packages that one file imports, so that all knowledge about them is in one place. */
export const singleImporters: Readonly<Record<string, string>> = {
  '@xterm/headless': 'src/terminal/xterm/terminal.ts',
  'node-pty': 'src/session/program/pty.ts',
  canvas: 'src/pictures/fonts.ts',
};
