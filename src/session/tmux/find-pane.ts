import { MethodError } from '../../base/errors.js';
import { runTmux, type Variables } from './run-tmux.js';

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
