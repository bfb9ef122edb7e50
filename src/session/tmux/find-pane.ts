import { MethodError } from '../../base/errors.js';
import { runTmux, type Variables } from './tmux.js';

/** A pane of a tmux server, and what identifies the server. */
export interface Pane {
  readonly id: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly windowIndex: string;
  readonly paneIndex: string;
  readonly pid: number;
  readonly serverPid: string;
  readonly startTime: string;
  readonly version: string;
  readonly isDead: boolean;
  readonly isAlternate: boolean;
  readonly isActive: boolean;
  readonly isActiveWindow: boolean;
  readonly attachedClients: number;
  readonly socketPath: string;
  readonly command: string;
  readonly sessionName: string;
  readonly windowName: string;
}

const fields = [
  'pane_id',
  'session_id',
  'window_id',
  'window_index',
  'pane_index',
  'pane_pid',
  'pid',
  'start_time',
  'version',
  'pane_dead',
  'alternate_on',
  'pane_active',
  'window_active',
  'session_attached',
] as const;
// Names may contain any printable character except that a session has no colon.
const format = `${fields.map((name) => `#{${name}}`).join(' ')} #{socket_path}|#{pane_current_command}|#{session_name}:#{window_name}`;

/** Lists the panes of a server. A pane in a window that is linked to several sessions is listed for each of them. */
export async function listPanes(socket: readonly string[], variables: Variables): Promise<Pane[]> {
  const text = await runTmux(socket, ['list-panes', '-a', '-F', format], variables);
  return text.split('\n').flatMap((line) => {
    const found = /^((?:\S* ){14})([^|]*)\|([^|]*)\|([^:]*):(.*)$/s.exec(line);
    return found === null ? [] : [toPane(found)];
  });
}

/** A pane, and how to reach its server. */
interface PaneAddress {
  readonly socket: readonly string[];
  readonly variables: Variables;
  readonly pane: Pane;
}

/** Whether a pane still exists and runs the same program. */
export async function isPaneAlive({ socket, variables, pane }: PaneAddress): Promise<boolean> {
  const panes = await listPanes(socket, variables).catch(() => []);
  return panes.some(
    ({ id, serverPid, pid, isDead }) => id === pane.id && serverPid === pane.serverPid && pid === pane.pid && !isDead,
  );
}

function toPane([
  ,
  words = '',
  socketPath = '',
  command = '',
  sessionName = '',
  windowName = '',
]: RegExpExecArray): Pane {
  const values = words.split(' ');
  const get = (name: (typeof fields)[number]): string => values[fields.indexOf(name)] ?? '';
  return {
    id: get('pane_id'),
    sessionId: get('session_id'),
    windowId: get('window_id'),
    windowIndex: get('window_index'),
    paneIndex: get('pane_index'),
    pid: Number(get('pane_pid')),
    serverPid: get('pid'),
    startTime: get('start_time'),
    version: get('version'),
    isDead: get('pane_dead') === '1',
    isAlternate: get('alternate_on') === '1',
    isActive: get('pane_active') === '1',
    isActiveWindow: get('window_active') === '1',
    attachedClients: Number(get('session_attached')),
    ...{ socketPath, command, sessionName, windowName },
  };
}

/**
 * Finds the pane that a client names: `%3`, `session`, `session:window` or `session:window.pane`, with indexes, ids or
 * names. tmux itself returns another pane for a window that does not exist.
 */
export function findPane(panes: readonly Pane[], target: string): Pane {
  const found = panes.find((pane) => isTarget(pane, target));
  if (found !== undefined) return found;
  const candidates = panes.map((pane) => ({ pane: pane.id, name: nameOf(pane), command: pane.command }));
  const known = candidates.slice(0, 5).map(({ pane, name }) => `${pane} (${name})`);
  const list =
    known.length === 0 ? 'The server has no panes' : `Panes: ${known.join(', ')}${candidates.length > 5 ? ', …' : ''}`;
  throw new MethodError('pane-not-found', `Cannot find the tmux pane ${JSON.stringify(target)}. ${list}.`, {
    candidates,
  });
}

/** The name of a pane, as in `main:0.1`. */
export const nameOf = ({ sessionName, windowIndex, paneIndex }: Pane): string =>
  `${sessionName}:${windowIndex}.${paneIndex}`;

function isTarget(pane: Pane, target: string): boolean {
  if (target.startsWith('%')) return pane.id === target;
  const [, session = '', window, index] = /^([^:]*)(?::(.*?)(?:\.(%?\d+))?)?$/s.exec(target) ?? [];
  if (![pane.sessionName, pane.sessionId].includes(session.replace(/^=/, ''))) return false;
  const isWindow =
    window === undefined || window === ''
      ? pane.isActiveWindow
      : [pane.windowIndex, pane.windowId, pane.windowName].includes(window);
  return isWindow && (index === undefined ? pane.isActive : [pane.paneIndex, pane.id].includes(index));
}

/** The state of a pane that formats report. */
export interface PaneState {
  readonly paneId: string;
  readonly serverPid: string;
  readonly startTime: string;
  readonly pid: number;
  readonly isDead: boolean;
  readonly exitStatus: string;
  readonly exitSignal: string;
  readonly cols: number;
  readonly rows: number;
  readonly historySize: number;
  readonly cursor: { readonly x: number; readonly y: number; readonly isVisible: boolean };
  readonly isAlternate: boolean;
  readonly savedCursor: { readonly x: number; readonly y: number };
  readonly scrollRegion: { readonly top: number; readonly bottom: number };
  readonly tabs: readonly number[];
  /** Modes by the sequence that sets them; undefined if this version of tmux does not report them. */
  readonly modes: Readonly<Record<PaneMode, boolean | undefined>>;
  /** The mode of tmux that the pane is in, such as `copy-mode`. */
  readonly tmuxMode: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly title: string;
}
/** A mode that a program has set. */
export type PaneMode = keyof typeof modeFormats;

const modeFormats = {
  insert: 'insert_flag',
  wraparound: 'wrap_flag',
  origin: 'origin_flag',
  applicationKeypad: 'keypad_flag',
  applicationCursorKeys: 'keypad_cursor_flag',
  mouseStandard: 'mouse_standard_flag',
  mouseButton: 'mouse_button_flag',
  mouseAll: 'mouse_all_flag',
  mouseSgr: 'mouse_sgr_flag',
  bracketedPaste: 'bracket_paste_flag',
} as const;
const modeNames = Object.keys(modeFormats) as PaneMode[];
const formats = [
  ...['pane_id', 'pid', 'start_time', 'pane_pid', 'pane_dead', 'pane_dead_status', 'pane_dead_signal'],
  ...['pane_width', 'pane_height', 'history_size', 'cursor_x', 'cursor_y', 'cursor_flag'],
  ...['alternate_on', 'alternate_saved_x', 'alternate_saved_y', 'scroll_region_upper', 'scroll_region_lower'],
  ...['pane_tabs', 'pane_mode', 'session_id', 'window_id', ...Object.values(modeFormats)],
];

/** The format of which `parsePaneState` parses the result. */
export const paneStateFormat = `${formats.map((name) => `#{${name}}`).join('|')}|#{pane_title}`;

/** Parses a line of `paneStateFormat`; undefined if the pane does not exist. */
export function parsePaneState(line: string): PaneState | undefined {
  const values = line.split('|');
  const title = values.slice(formats.length).join('|');
  const get = (name: string): string => values[formats.indexOf(name)] ?? '';
  const getNumber = (name: string): number => Number(get(name));
  if (get('pane_id') === '') return undefined;
  const modes = modeNames.map((name) => [name, toFlag(get(modeFormats[name]))]);
  return {
    paneId: get('pane_id'),
    serverPid: get('pid'),
    startTime: get('start_time'),
    pid: getNumber('pane_pid'),
    isDead: get('pane_dead') === '1',
    exitStatus: get('pane_dead_status'),
    exitSignal: get('pane_dead_signal'),
    cols: getNumber('pane_width'),
    rows: getNumber('pane_height'),
    historySize: getNumber('history_size'),
    cursor: { x: getNumber('cursor_x'), y: getNumber('cursor_y'), isVisible: get('cursor_flag') !== '0' },
    isAlternate: get('alternate_on') === '1',
    savedCursor: { x: getNumber('alternate_saved_x'), y: getNumber('alternate_saved_y') },
    scrollRegion: { top: getNumber('scroll_region_upper'), bottom: getNumber('scroll_region_lower') },
    tabs: get('pane_tabs').split(',').filter(Boolean).map(Number),
    modes: Object.fromEntries(modes) as PaneState['modes'],
    tmuxMode: get('pane_mode'),
    sessionId: get('session_id'),
    windowId: get('window_id'),
    title,
  };
}

/**
 * What tmux compares once a second for us: changes of the program and of the screen that no output causes. Subscribes to
 * the window: the form for one pane reports nothing for dead panes, and the form for all panes crashes tmux if the
 * session of the client ends while the client has output to read.
 */
export function createPaneSubscription(windowId: string, id: string): string {
  const names = ['pane_pid', 'pane_dead', 'pane_dead_status', 'pane_in_mode', 'cursor_x', 'cursor_y', 'history_size'];
  const values = names.map((name) => `#{${name}}`).join(' ');
  return `refresh-client -B 'tuispec:${windowId}:#{P:#{?#{==:#{pane_id},${id}},${values},}}'`;
}

const toFlag = (value: string): boolean | undefined => (value === '' ? undefined : value === '1');
