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

/** Logs a human-readable line. */
export type WriteLog = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
