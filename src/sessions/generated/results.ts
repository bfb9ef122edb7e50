// Generated from schemas/ by `npm run generate`; do not edit.
/** The members of what each command prints with `--json`, and under `every` those that each result may have. */
export const resultMembers = {
 "open": {
  "session_id": "Session id",
  "pid": "Process id.",
  "cols": "Columns",
  "rows": "Rows",
  "screen_text": "Screen text, lines joined by \\n.",
  "revision": "Number of the screen state; pass it to get_screen as since.",
  "found": "Whether wait_for matched.",
  "elapsed_ms": "Duration of the call in milliseconds.",
  "note": "What the caller should know about this result.",
  "exited": "Present if the program has ended.",
  "exit_code": "Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.",
  "signal": "Name of the signal that ended the program."
 },
 "send": {
  "success": "Always true.",
  "sent": "What was sent; keys in braces.",
  "found": "Whether expect matched.",
  "elapsed_ms": "Duration of the call in milliseconds.",
  "revision": "Number of the screen state; pass it to get_screen as since.",
  "screen_changes": "Rows that changed since the screen of an earlier result, as \"row| text\".",
  "screen_text": "Screen text, if most rows changed or screen is text.",
  "note": "What the caller should know about this result.",
  "exited": "Present if the program has ended.",
  "exit_code": "Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.",
  "signal": "Name of the signal that ended the program."
 },
 "click": {
  "success": "Always true.",
  "elapsed_ms": "Duration of the call in milliseconds.",
  "revision": "Number of the screen state; pass it to get_screen as since.",
  "screen_changes": "Rows that changed since the screen of an earlier result, as \"row| text\".",
  "screen_text": "Screen text, if most rows changed or screen is text.",
  "exited": "Present if the program has ended.",
  "exit_code": "Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.",
  "signal": "Name of the signal that ended the program.",
  "found": "Whether the expected text has appeared.",
  "note": "What was not met."
 },
 "scroll": {
  "success": "Always true.",
  "elapsed_ms": "Duration of the call in milliseconds.",
  "revision": "Number of the screen state; pass it to get_screen as since.",
  "screen_changes": "Rows that changed since the screen of an earlier result, as \"row| text\".",
  "screen_text": "Screen text, if most rows changed or screen is text.",
  "exited": "Present if the program has ended.",
  "exit_code": "Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.",
  "signal": "Name of the signal that ended the program.",
  "found": "Whether the expected text has appeared.",
  "note": "What was not met."
 },
 "wait": {
  "found": "Whether the pattern matched, or with gone, no longer matches.",
  "elapsed_ms": "Duration of the call in milliseconds.",
  "screen_text": "Screen text, lines joined by \\n.",
  "reason": "Why the wait ended.",
  "match": "The match in a line, if it is known.",
  "revision": "Number of the screen state; pass it to get_screen as since.",
  "note": "What the caller should know about this result.",
  "exited": "Whether the program has ended.",
  "exit_code": "Exit code; 128 + n after signal n. Absent if the session was closed, or if tmux has not reported it.",
  "signal": "Name of the signal that ended the program.",
  "changed": "Whether the screen changed and became stable."
 },
 "show": {
  "screen_text": "Text of the screen, of what has changed, or with `--ansi` its escape sequences.",
  "revision": "Number of the screen state.",
  "cols": "Columns.",
  "rows": "Rows.",
  "title": "Title of the window.",
  "cursor": "The cursor.",
  "exited": "Present if the program has ended.",
  "exit_code": "Exit code of the program; 128 + n after signal n.",
  "signal": "Name of the signal that ended the program.",
  "path": "File of the picture; then there are no other members."
 },
 "run": {
  "output": "Output of the command.",
  "exit_code": "Exit code of the command.",
  "elapsed_ms": "Duration in milliseconds.",
  "exited": "Present if the shell has ended.",
  "signal": "Name of the signal that ended the shell.",
  "timed_out": "Present if the command still runs; then there is no `output` and no `exit_code`.",
  "screen_text": "Text of the screen, if the command still runs."
 },
 "request": {},
 "ls": {
  "name": "Name of the session.",
  "state": "`running`, `exited` or `died`.",
  "pid": "Process id of the program.",
  "session_pid": "Process id of the session.",
  "command": "Command line.",
  "cwd": "Working directory.",
  "cols": "Columns.",
  "rows": "Rows.",
  "age_seconds": "Age.",
  "idle_seconds": "Time without a command, viewer or output.",
  "exit_code": "Exit code of the program; 128 + n after signal n.",
  "signal": "Name of the signal that ended the program."
 },
 "close": {
  "success": "False if there is no such session.",
  "message": "What was done."
 },
 "view": {
  "url": "URL of the page.",
  "interactive": "Whether a person can type.",
  "success": "With `--stop`: true.",
  "message": "With `--stop`: what was done."
 },
 "every": {
  "typed_by": "Who else has typed since the last command of this caller: `person`, or another caller."
 }
} as const;
