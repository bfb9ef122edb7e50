import { MethodError } from '../protocol/errors.js';
import { findPane, listPanes, nameOf, type Pane } from './find-pane.js';
import { PaneSource } from './pane-source.js';
import type { PaneMode } from './pane-state.js';
import { runTmux, type TmuxSocket, toSocketArguments, type Variables } from './run-tmux.js';

/** A pane to attach to. */
export interface AttachSpec extends TmuxSocket {
  /** As in `%3` or `session:window.pane`. */
  readonly target: string;
  readonly scrollback: number;
  readonly isReadOnly: boolean;
  readonly keepsLastWords: boolean;
  readonly variables: Variables;
}
/** An attached pane, and what is known about it. */
export interface AttachedPane {
  readonly source: PaneSource;
  readonly pane: Pane;
  /** Modes that this version of tmux does not report. They are known again when the program sets them. */
  readonly unknownModes: readonly string[];
}

const minVersion = 3.2;
// No version reports these.
const unreportedModes = ['focusEvents', 'synchronizedOutput', 'kittyKeyboard'];

/** Attaches to a pane of a tmux server without changing anything for the people who use it. */
export async function attachPane(spec: AttachSpec): Promise<AttachedPane> {
  const { target, variables } = spec;
  const socket = toSocketArguments(spec, variables);
  const pane = findPane(await listPanes(socket, variables), target);
  const version = parseVersion(pane.version);
  if (version < minVersion)
    throw new MethodError(
      'tmux-version',
      `The tmux server has version ${pane.version}. Version 3.2 or later is required.`,
    );
  const [ownSocket] = variables['TMUX']?.split(',') ?? [];
  if (pane.id === variables['TMUX_PANE'] && pane.socketPath === ownSocket)
    throw new MethodError('own-pane', `The server itself runs in the tmux pane ${pane.id}.`);
  if (pane.isDead) throw new MethodError('pane-dead', `The program in the tmux pane ${pane.id} has ended.`);
  await requireSafeSession(socket, pane, variables);
  const { scrollback, isReadOnly, keepsLastWords } = spec;
  const source = await PaneSource.open({ pane, version, socket, variables, scrollback, isReadOnly, keepsLastWords });
  const { modes } = source.state;
  const unknown = (Object.keys(modes) as PaneMode[]).filter((name) => modes[name] === undefined);
  return { source, pane, unknownModes: [...unknown, ...unreportedModes] };
}

/** The version as a number: 3.3 for `3.3a` and `next-3.3`; development builds count as the newest. */
function parseVersion(version: string): number {
  const found = /(\d+\.\d+)/.exec(version)?.[1];
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found);
}

// Such a session ends when its last client leaves, and we would be the last one.
async function requireSafeSession(socket: readonly string[], pane: Pane, variables: Variables): Promise<void> {
  if (pane.attachedClients > 0) return;
  const value = await runTmux(socket, ['display-message', '-p', '-t', pane.id, '#{destroy-unattached}'], variables);
  if (!/^(?:off|0|)$/.test(value.trim()))
    throw new MethodError(
      'io',
      `Cannot attach to ${nameOf(pane)}: \`destroy-unattached\` is on and no client is attached, so the session would end when this client leaves.`,
    );
}
