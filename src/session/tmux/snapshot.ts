import { MethodError } from '../../base/errors.js';
import { measureText } from '../../base/unicode/cluster.js';
import { type ControlClient, unescapeOutput } from './control-client.js';
import { type Pane, type PaneState, paneStateFormat, parsePaneState } from './find-pane.js';

/** What `%layout-change` says about a pane. */
interface PaneLayout {
  readonly windowId: string;
  /** Its visible size, as in `80x24`; undefined if it is not in the window. */
  readonly size: string | undefined;
}

/** Parses the text after `%layout-change`. The visible layout differs from the other one while a pane is zoomed. */
export function parseLayoutChange(rest: string, paneId: string): PaneLayout {
  const [windowId = '', layout = '', visible = layout] = rest.split(' ');
  const size = new RegExp(`(\\d+x\\d+),\\d+,\\d+,${paneId.slice(1)}(?=[,\\]}]|$)`).exec(visible)?.[1];
  return { windowId, size };
}

const lineDrawing: Readonly<Record<string, string>> = Object.fromEntries(
  [...'`afgjklmnopqrstuvwxyz{|}~'].map((letter, index) => [letter, [...'◆▒°±┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'][index] as string]),
);
const tabWidth = 8;
const pieces = /\x1b\[[0-9;:]*m|\x0e|\x0f|\t|[^\x1b\x0e\x0f\t]+/g;

/** The text of captured rows. Captures switch line drawing on and off with SO and SI. */
function readRowTexts(rows: readonly Buffer[]): string[] {
  let isDrawing = false;
  const read = (text: string, piece: string): string => {
    if (piece === '\x0e' || piece === '\x0f') isDrawing = piece === '\x0e';
    if (piece === '\t') return text + ' '.repeat(tabWidth - (measureText(text) % tabWidth));
    if (piece < ' ') return text;
    return text + (isDrawing ? [...piece].map((letter) => lineDrawing[letter] ?? letter).join('') : piece);
  };
  return rows.map((row) => (row.toString('utf8').match(pieces) ?? []).reduce(read, '').normalize('NFC'));
}

/** The screen of a pane at one moment of its output. */
export interface PaneSnapshot {
  readonly state: PaneState;
  /** Output that reproduces the screen, its scrollback and its modes on a terminal of that size. */
  readonly bytes: Buffer;
  /** The visible text by line, without trailing blanks. */
  readonly lines: readonly string[];
}
/** What to capture. */
interface SnapshotSpec {
  readonly paneId: string;
  readonly scrollback: number;
  /** Whether the alternate screen is expected; what is captured depends on it. */
  readonly isAlternate: boolean;
  /** A text that no program knows: programs can display lines that look like the end of a reply. */
  readonly nonce: string;
}

/** A line of commands that tmux runs without reading output in between, and the last line of its replies. */
function createSnapshotLine(spec: SnapshotSpec): { readonly line: string; readonly last: string } {
  const { paneId, scrollback, isAlternate } = spec;
  const history = `-S -${scrollback}`;
  const above = isAlternate ? [`-J ${history} -E -1`, '-N -q -a'] : [`-J ${history}`];
  const captures = [...above, '-N -S 0'];
  const commands = [...captures.map((flags) => `-e ${flags}`), '-P -C'].map(
    (flags, index) => `capture-pane -p ${flags} -t ${paneId} ; display-message -p ${nameSeparator(spec, index + 1)}`,
  );
  const state = `display-message -p -t ${paneId} '${paneStateFormat}' ; display-message -p ${nameSeparator(spec, 0)}`;
  return { line: [state, ...commands].join(' ; '), last: nameSeparator(spec, captures.length + 1) };
}

const nameSeparator = ({ nonce }: SnapshotSpec, index: number): string => `${nonce}/${index}`;

/** Parses the replies; undefined if the pane does not exist, or if it is on the other screen than expected. */
function parseSnapshot(lines: readonly Buffer[], spec: SnapshotSpec): PaneSnapshot | 'gone' | 'other-screen' {
  const parts = splitReplies(lines, spec);
  const state = parsePaneState(parts[0]?.at(-1)?.toString('utf8') ?? '');
  if (state === undefined) return 'gone';
  if (state.isAlternate !== spec.isAlternate) return 'other-screen';
  const [, ...captures] = parts;
  const visible = captures.at(-2) ?? [];
  const visibleLines = readRowTexts(visible).map((text) => text.trimEnd());
  const pending = unescapeOutput(Buffer.concat(captures.at(-1) ?? []));
  const bytes = Buffer.concat([...drawScreens(state, captures), ...drawModes(state, visible), pending]);
  return { state, bytes, lines: visibleLines };
}

/** The lines of each reply, without the frames around it. */
function splitReplies(lines: readonly Buffer[], spec: SnapshotSpec): Buffer[][] {
  const parts: Buffer[][] = [];
  let from = 0;
  for (let index = 0; ; index += 1) {
    const separator = Buffer.from(nameSeparator(spec, index));
    const at = lines.findIndex((line, number) => number >= from && line.equals(separator));
    if (at === -1) return parts;
    // Before it: the end of the reply and the beginning of this one. The first begins with the state.
    parts.push(lines.slice(index === 0 ? from : from + 1, at - 2));
    // After it: its end.
    from = at + 2;
  }
}

const toBytes = (value: string): Buffer => Buffer.from(value);
const lineEnd = toBytes('\r\n');
const sgr = /\x1b\[([0-9;:]*)m/g;
const isReset = (values = ''): boolean => /^0?(?:;|$)/.test(values);

function drawScreens(state: PaneState, captures: readonly Buffer[][]): Buffer[] {
  const start = toBytes('\x1bc\x1b)0');
  if (!state.isAlternate) return [start, ...joinRows(captures[0] ?? [])];
  const [history = [], main = [], visible = []] = captures;
  const { x, y } = state.savedCursor;
  const above = state.historySize === 0 ? [] : history;
  return [
    start,
    ...joinRows([...above, ...main]),
    toBytes(`\x1b[m${moveTo(y, x)}\x1b[?1049h\x1b[H`),
    ...joinRows(visible),
  ];
}

/** Rows with line ends. Lines that scroll in get the current background, which is therefore reset at each line end. */
function joinRows(rows: readonly Buffer[]): Buffer[] {
  let active = '';
  return rows.flatMap((captured, index) => {
    const row = captured.includes('5:3') ? repairOverline(captured) : captured;
    const before = active;
    for (const [sequence, values] of row.toString('latin1').matchAll(sgr))
      active = isReset(values) ? sequence : active + sequence;
    return index === rows.length - 1 ? [toBytes(before), row] : [toBytes(before), row, toBytes('\x1b[m'), lineEnd];
  });
}

/** tmux 3.3a captures an overline as `5:3`. */
const repairOverline = (row: Buffer): Buffer =>
  Buffer.from(row.toString('latin1').replaceAll(/(?<=\x1b\[(?:[0-9:]*;)*)5:3(?=[;m])/g, '53'), 'latin1');

const moveTo = (row: number, col: number): string => `\x1b[${row + 1};${col + 1}H`;

function drawModes(state: PaneState, visible: readonly Buffer[]): Buffer[] {
  const { modes, cursor, scrollRegion, rows, cols, tabs } = state;
  const set = (mode: string, isOn: boolean | undefined): string =>
    isOn === undefined ? '' : `\x1b[${mode}${isOn ? 'h' : 'l'}`;
  const { top, bottom } = scrollRegion;
  const isOrigin = modes.origin === true;
  const position = moveTo(cursor.y - (isOrigin ? top : 0), Math.min(cursor.x, cols - 1));
  const hasOwnTabs = tabs.some((col) => col % 8 !== 0) || tabs.length !== Math.ceil(cols / 8) - 1;
  return [
    '\x1b[m\x0f\x1b)B',
    top === 0 && bottom === rows - 1 ? '' : `\x1b[${top + 1};${bottom + 1}r`,
    hasOwnTabs && tabs.length > 0 ? `\x1b[3g${tabs.map((col) => `${moveTo(0, col)}\x1bH`).join('')}` : '',
    set('4', modes.insert),
    modes.applicationKeypad === true ? '\x1b=' : '\x1b>',
    set('?1', modes.applicationCursorKeys),
    set('?1000', modes.mouseStandard || undefined),
    set('?1002', modes.mouseButton || undefined),
    set('?1003', modes.mouseAll || undefined),
    set('?1006', modes.mouseSgr || undefined),
    set('?2004', modes.bracketedPaste),
    set('?25', cursor.isVisible),
    state.title === '' ? '' : `\x1b]2;${state.title}\x07`,
    set('?6', isOrigin || undefined),
    position,
    cursor.x < cols ? '' : repeatLastCell(visible, state),
    set('?7', modes.wraparound === false ? false : undefined),
  ].map(toBytes);
}

/** Writes the last character of the cursor's row again: only a write makes the next character begin a new line. */
function repeatLastCell(visible: readonly Buffer[], { cursor }: PaneState): string {
  let style = '';
  for (const row of visible.slice(0, cursor.y + 1))
    for (const [sequence, values] of row.toString('latin1').matchAll(sgr))
      style = isReset(values) ? sequence : style + sequence;
  const row = readRowTexts(visible)[cursor.y] ?? '';
  const character = [...new Intl.Segmenter().segment(row)].at(-1)?.segment ?? '';
  const isWide = measureText(character) === 2;
  return `${isWide ? '\b' : ''}${style}${character}\x1b[m`;
}

// The screen switches between two captures at most this often in practice.
const maxSnapshots = 20;

/** Receives a snapshot between the output before it and the output after it. */
type TakeSnapshot = (snapshot: PaneSnapshot) => void;

/** Reads the screen of a pane. */
export class PaneReader {
  readonly #client: ControlClient;
  readonly #pane: Pane;
  readonly #scrollback: number;
  #isAlternate: boolean;

  constructor(client: ControlClient, pane: Pane, scrollback: number) {
    this.#client = client;
    this.#pane = pane;
    // Waits search the screen whenever as many lines have scrolled off, which must not happen within a redraw.
    this.#scrollback = Math.max(0, scrollback - 1);
    this.#isAlternate = pane.isAlternate;
  }

  /** Reads the screen and its scrollback at one moment of the output. */
  async read(take: TakeSnapshot): Promise<PaneState> {
    for (let round = 0; round < maxSnapshots; round += 1) {
      const state = await this.#capture(this.#scrollback, take);
      if (state === undefined) continue;
      const { serverPid, startTime, pid } = this.#pane;
      if (state.serverPid !== serverPid || state.startTime !== startTime || state.pid !== pid)
        throw new MethodError('stale-pane', 'The pane now belongs to another server or runs another program.');
      return state;
    }
    throw new MethodError('io', 'The screen of the pane changes too fast to be read.');
  }

  /** Reads only the screen; undefined if the program has switched to the other one. */
  async readScreen(take: TakeSnapshot): Promise<PaneState | undefined> {
    return await this.#capture(0, take);
  }

  async #capture(scrollback: number, take: TakeSnapshot): Promise<PaneState | undefined> {
    const { id } = this.#pane;
    const spec = { paneId: id, scrollback, isAlternate: this.#isAlternate, nonce: this.#client.nonce };
    const { line, last } = createSnapshotLine(spec);
    let result: ReturnType<typeof parseSnapshot> | undefined;
    await this.#client.requestRaw(line, last, (lines) => {
      result = parseSnapshot(lines, spec);
      if (typeof result === 'object') take(result);
    });
    if (result === 'other-screen') this.#isAlternate = !this.#isAlternate;
    else if (typeof result === 'object') return result.state;
    else throw new MethodError('pane-not-found', `The tmux pane ${id} no longer exists.`);
    return undefined;
  }
}
