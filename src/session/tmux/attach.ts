import { MethodError } from '../../base/errors.js';
import { findPane, listPanes, nameOf, type Pane, type PaneMode } from './find-pane.js';
import { PaneSource } from './pane-source.js';
import { runTmux, type TmuxSocket, toSocketArguments, type Variables } from './tmux.js';

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
  /** As in `session:0.1`. */
  readonly name: string;
  /** Modes that this version of tmux does not report. They are known again when the program sets them. */
  readonly unknownModes: readonly string[];
}

const minVersion = 3.02;
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
  const [, ownServerPid] = variables['TMUX']?.split(',') ?? [];
  if (pane.id === variables['TMUX_PANE'] && pane.serverPid === ownServerPid)
    throw new MethodError('own-pane', `The server itself runs in the tmux pane ${pane.id}.`);
  if (pane.isDead) throw new MethodError('pane-dead', `The program in the tmux pane ${pane.id} has ended.`);
  await requireSafeSession(socket, pane, variables);
  const { scrollback, isReadOnly, keepsLastWords } = spec;
  const open = PaneSource.open({ pane, version, socket, variables, scrollback, isReadOnly, keepsLastWords });
  const source = await open.catch(async (error: unknown) => await explainFailure(error, socket, pane, variables));
  const { modes } = source.state;
  const unknown = (Object.keys(modes) as PaneMode[]).filter((name) => modes[name] === undefined);
  return { source, pane, name: nameOf(pane), unknownModes: [...unknown, ...unreportedModes] };
}

/** The version as a number: 3.03 for `3.3a` and `next-3.3`; development builds count as the newest. */
function parseVersion(version: string): number {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major) + Number(minor) / 100;
}

// A client of another version can run commands, but not attach.
async function explainFailure(
  error: unknown,
  socket: readonly string[],
  { version }: Pane,
  variables: Variables,
): Promise<never> {
  if (!(error instanceof MethodError) || error.kind !== 'detached') throw error;
  const client = (await runTmux(socket, ['-V'], variables)).trim();
  if (client === `tmux ${version}`) throw error;
  throw new MethodError(
    'tmux-version',
    `The tmux server has version ${version} and does not accept the client, which is ${JSON.stringify(client)}. Put the tmux of the server first in PATH.`,
  );
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
