import type { SourceHealth } from '../program/terminal-source.js';

/** The format of which `parsePaneHealth` parses the result. */
export const paneHealthFormat = '#{pane_dead} #{session_attached} #{pane_mode}|#{pane_current_command}';

/** Parses a line of `paneHealthFormat`. */
export function parsePaneHealth(line: string): SourceHealth {
  const [, dead, attached, mode = '', command = ''] = /^(\d*) (\d*) (.*?)\|(.*)$/.exec(line) ?? [];
  // Our own client is one of those that are attached.
  const attachedClients = Math.max(0, Number(attached) - 1);
  return { isRunning: dead === '0', command, attachedClients, ...(mode === '' ? {} : { paneMode: mode }) };
}
