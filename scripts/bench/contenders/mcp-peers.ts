import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Contender } from '../contender.js';
import { installPeer } from './npm-peers.js';
import { createMcpContender, type McpTools } from './server-with-tools.js';
import { program } from './tuispec.js';

const betweenPollsMs = 50;
// Calls return after this time; the server keeps the session.
const maxWaitMs = 30_000;

// With `expect`, one call types and waits. To return the rows that changed, it would also wait for 50 ms without changes.
const tuispecTools: McpTools = {
  spawn: async (call, { command, args, cols, rows }) =>
    (await call('spawn_tui', { command, args, cols, rows, wait_for: '\\S' })).session_id,
  type: async (call, id, input) => await call('send_input', { session_id: id, input }),
  typeAndWait: async (call, id, input, expect, timeoutMs) => {
    const timeout = Math.min(timeoutMs, maxWaitMs);
    const args = { session_id: id, input, expect, timeout_ms: timeout, screen: 'none' };
    const { found } = await call('send_input', args);
    if (found !== true) throw new Error('timeout');
  },
  wait: async (call, id, pattern, timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    for (let left = timeoutMs; left > 0; left = deadline - performance.now()) {
      const timeout = Math.ceil(Math.min(left, maxWaitMs));
      if ((await call('wait_for_text', { session_id: id, pattern, timeout_ms: timeout })).found === true) return;
    }
    throw new Error('timeout');
  },
  read: async (call, id) => await call('get_screen', { session_id: id }),
};

// Output since the last call; there is no wait, and no screen.
const shellTools: McpTools = {
  spawn: async (call, { command, args, cols, rows }) => {
    const line = [command, ...args].map((word) => `'${word}'`).join(' ');
    const size = { width: cols, height: rows };
    return (await call('terminal_operate', { command: `exec ${line}`, dimensions: size, get_output: false }))
      .terminal_id;
  },
  type: async (call, id, input) =>
    await call('terminal_operate', { ...quick, terminal_id: id, input, execute: false, get_output: false }),
  wait: async (call, id, text, timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    for (let output = ''; ; await pause(betweenPollsMs)) {
      output = `${output}${(await call('terminal_operate', { ...quick, terminal_id: id })).output ?? ''}`;
      if (output.includes(text)) return;
      if (performance.now() > deadline) throw new Error('timeout');
    }
  },
};
const quick = { output_delay_ms: 0, force_input: true, return_terminal_info: false };

/** The MCP server of tuispec. */
export const tuispecMcp: Contender = createMcpContender({
  name: 'tuispec, MCP',
  version: '`tuispec mcp`; memory and CPU time include the server of the session',
  args: [program, 'mcp'],
  tools: tuispecTools,
  hasServers: true,
});

/** @mako10k/mcp-shell-server, polled. */
export async function createMcpShellServer(mayInstall: boolean): Promise<Contender> {
  const modules = await installPeer('@mako10k/mcp-shell-server', '2.7.1', mayInstall);
  const args = [join(modules, '@mako10k/mcp-shell-server/dist/index.js')];
  const version = `2.7.1, polled every ${betweenPollsMs} ms; it returns output, not screens`;
  return createMcpContender({ name: 'mcp-shell-server, MCP', version, args, tools: shellTools });
}
