import { resolve } from 'node:path';
import { checkOptions } from './check-options.js';
import { omitUndefined } from './omit-undefined.js';
import { type OpenedSession, openSession } from './open-session.js';
import { type SessionOptions, sessionChecks } from './session-options.js';
import type { Terminal } from './terminal.js';
import type * as wire from './wire-types.js';

/** Options of `attach`. */
export interface AttachOptions extends SessionOptions {
  /** Path of the socket of the tmux server. Default: the server of `$TMUX`, or the default server. */
  readonly socketPath?: string | undefined;
  /** Name of the socket, as with `tmux -L`. */
  readonly socketName?: string | undefined;
  /** Whether the pane stays open when its program ends until the last output and the exit status have been read. Default: false. */
  readonly keepLastWords?: boolean | undefined;
  /** Whether all input is refused. Default: false. */
  readonly readOnly?: boolean | undefined;
}

// tmux is found by these. A server keeps those that it was started with.
const tmuxVariables = ['PATH', 'TMUX', 'TMUX_PANE', 'TMUX_TMPDIR'];

/**
 * Attaches to a tmux pane: `%3`, `session`, `session:window` or `session:window.pane`. Nothing changes for the people who
 * use it, `resize` is refused, and `close` only detaches.
 */
export async function attach(pane: string, options: AttachOptions = {}): Promise<Terminal> {
  checkOptions('attach', options, {
    ...sessionChecks,
    socketPath: 'text',
    socketName: 'text',
    keepLastWords: 'boolean',
    readOnly: 'boolean',
  });
  return (await attachTerminal(pane, options)).terminal;
}

/** @internal A terminal of a pane, and what the server has reported about the pane. */
export interface AttachedTerminal extends OpenedSession {
  readonly result: wire.AttachResult;
}

/** @internal Attaches to a tmux pane; also returns the connection. */
export async function attachTerminal(pane: string, options: AttachOptions): Promise<AttachedTerminal> {
  return await openSession(
    {
      method: 'attach',
      what: pane,
      size: { cols: 80, rows: 24 },
      variables: tmuxVariables,
      createParams: (localServer) => createAttachParams(pane, options, localServer !== undefined),
      sizeOf: ({ cols, rows }) => ({ cols, rows }),
    },
    options,
  );
}

function createAttachParams(pane: string, options: AttachOptions, isLocal: boolean): wire.AttachParams {
  const { socketPath, socketName, keepLastWords, readOnly } = options;
  return omitUndefined({
    pane,
    socketPath: socketPath !== undefined && isLocal ? resolve(socketPath) : socketPath,
    socketName,
    keepLastWords,
    readOnly,
  });
}
