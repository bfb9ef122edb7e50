// What a tool is: its call, what it acts on, and how it takes its turn in a session.
import { resolve } from 'node:path';
import type { ToolArguments, ToolName } from './generated/types.js';
import type { ToolResult } from './results.js';
import type { AgentSession } from './session.js';
import type { SessionTable } from './session-table.js';

/** Settings of the MCP server. */
export interface McpOptions {
  /** Default width of a terminal. */
  readonly cols: number;
  /** Default height of a terminal. */
  readonly rows: number;
  /** Directory for pictures and snapshot baselines; undefined: a temporary one, whose files are removed. */
  readonly artifactDir: string | undefined;
  /** Time without a call after which a session is closed; 0 is never. */
  readonly idleMinutes: number;
  readonly maxSessions: number;
  /** Maximum duration of a wait. Many clients give up after 60 s. */
  readonly maxWaitMs: number;
  /** The names of the optional groups of tools that are enabled. */
  readonly caps: readonly string[];
}

/** What tools act on. */
export interface ToolHost {
  readonly options: McpOptions;
  readonly sessions: SessionTable;
}

export interface ToolCall {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly arrivedAt: number;
  readonly host: ToolHost;
}

/** Runs a tool. */
export type ToolHandler<N extends ToolName> = (args: ToolArguments[N], call: ToolCall) => Promise<ToolResult>;

/** A call in its turn. */
export interface SessionCall extends ToolCall {
  readonly session: AgentSession;
}

/** A tool that reads from a session or writes to it: its calls run one after another, and interrupt waits. */
export const runInSession =
  <A extends { readonly session_id: string }>(act: (args: A, call: SessionCall) => Promise<ToolResult>) =>
  async (args: A, call: ToolCall): Promise<ToolResult> => {
    const session = call.host.sessions.get(args.session_id);
    return await session.run(call.signal, async (signal) => await act(args, { ...call, signal, session }));
  };

/** The time that a wait may take: as requested, but the call must not exceed the maximum, time in the queue included. */
export function limitWait(requestedMs: number, { arrivedAt, host }: ToolCall): { timeoutMs: number; note?: string } {
  const { maxWaitMs } = host.options;
  const timeoutMs = Math.max(0, Math.min(requestedMs, maxWaitMs - (Date.now() - arrivedAt)));
  if (requestedMs <= maxWaitMs) return { timeoutMs };
  return { timeoutMs, note: `timeout_ms was limited to ${maxWaitMs}. Call again to continue waiting.` };
}

/** Where the files of a session are stored. */
export function chooseDirectories({ host }: ToolCall): { artifactDir?: string; snapshotDir?: string } {
  const { artifactDir } = host.options;
  return artifactDir === undefined ? {} : { artifactDir, snapshotDir: resolve(artifactDir, 'snapshots') };
}
