// Generated from schemas/ by `npm run generate`; do not edit.
/** How a method failed: `data.kind` of error -32004. */
export type FailureKind = "timeout" | "exited" | "not-found" | "mouse-off" | "ambiguous" | "spawn" | "no-program" | "io" | "stopped" | "snapshot-mismatch" | "snapshot-missing" | "bad-recording" | "replay-step" | "no-echo" | "ghost" | "not-accepted" | "unconfirmed" | "tmux-missing" | "no-server" | "tmux-version" | "pane-not-found" | "stale-pane" | "own-pane" | "pane-dead" | "pane-mode" | "pane-input-off" | "pane-synchronized" | "read-only" | "foreign-size" | "detached" | "not-restored" | "lines-mismatch" | "resize-damage" | "low-contrast" | "too-many-colors" | "not-measuring" | "foreign-terminal";
/** The types of selectors. */
export const selectorTypes = ["exact","regex","at","within","nth","any"] as const;
