import { constants } from 'node:os';
import type { InitializeParams } from '../../protocol/generated/types.js';
import type { Exit, Program } from '../../session/program/program.js';
import { renderLastLines } from '../../terminal/last-lines.js';

/** Reports the end of a program. */
export interface ExitMessage {
  readonly type: 'pty_exited';
  readonly session_id: string;
  readonly pane_id: string;
  /** 128 + n after signal n; -1 if it is unknown. */
  readonly exit_code: number;
  readonly last_lines: readonly string[];
  readonly session_title: string | null;
  readonly session_description: string | null;
  readonly parent_agent: string | null;
  readonly timed_out: boolean;
  readonly signal: string | null;
  readonly timeout_kind: 'idle' | 'runtime' | null;
}

const maxIdLength = 64;

/** Converts a name to an id of up to 64 letters, digits, `_` and `-`. */
export const toId = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, maxIdLength)
    .replaceAll(/^-+|-+$/g, '') || 'session';

/** Creates the message about the end of a program; `launches` counts the programs of the session. */
export function createExitMessage(
  program: Program,
  { name, title, description, parentAgent }: InitializeParams,
  launches: number,
): ExitMessage {
  const { exit = { exitCode: null, signal: null }, timeoutKind = null, emulator } = program;
  return {
    type: 'pty_exited',
    session_id: toId(name),
    pane_id: `p${launches}`,
    exit_code: toExitCode(exit),
    last_lines: renderLastLines(emulator),
    session_title: title ?? null,
    session_description: description ?? null,
    parent_agent: parentAgent ?? null,
    timed_out: timeoutKind !== null,
    signal: exit.signal,
    timeout_kind: timeoutKind,
  };
}

/** Returns the exit code as a shell reports it. */
function toExitCode({ exitCode, signal }: Exit): number {
  if (signal === null) return exitCode ?? -1;
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? Number(signal.slice(3)));
}
