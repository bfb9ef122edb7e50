// Generated from schemas/ by `npm run generate`; do not edit.
import type { ToolName } from './types.js';

/** A tool as `tools/list` returns it. */
export interface ToolDefinition {
  readonly name: ToolName;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly type?: string; readonly [keyword: string]: unknown }>>; readonly [keyword: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean>>;
}
/** A tool, and the value of `--caps` that enables it. */
export interface ToolEntry {
  readonly caps?: string;
  readonly definition: ToolDefinition;
}
/** All tools. */
export const toolEntries: readonly ToolEntry[] = [
 {
  "definition": {
   "name": "spawn_tui",
   "description": "Start a program in a terminal; returns session_id and its first settled screen. The session lasts until close_session or a long time without calls.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "command"
    ],
    "properties": {
     "command": {
      "description": "Program, or a command line; shell syntax runs in sh",
      "type": "string"
     },
     "args": {
      "description": "Arguments; then command is only the program",
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "cols": {
      "description": "Columns",
      "type": "integer"
     },
     "rows": {
      "description": "Rows",
      "type": "integer"
     },
     "env": {
      "description": "Environment variables to add",
      "type": "object",
      "additionalProperties": {
       "type": "string"
      }
     },
     "cwd": {
      "description": "Working directory",
      "type": "string"
     },
     "name": {
      "description": "Session id to use",
      "type": "string"
     },
     "wait_for": {
      "description": "Regex to wait for",
      "type": "string"
     },
     "timeout_ms": {
      "description": "Limit for wait_for",
      "type": "integer",
      "default": 10000
     },
     "use_script": {
      "description": "No effect",
      "type": "boolean"
     },
     "answer_queries": {
      "description": "No effect",
      "type": "boolean"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": false,
    "openWorldHint": true
   }
  }
 },
 {
  "definition": {
   "name": "send_input",
   "description": "Type input, then press key, then keys; returns the rows that changed. Set expect to act and wait in one call.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "input": {
      "description": "Text, sent unchanged",
      "type": "string"
     },
     "key": {
      "description": "Key: enter, ctrl+c, up, f5",
      "type": "string"
     },
     "keys": {
      "description": "Keys or texts",
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "submit": {
      "description": "Press Enter after input, once its echo is shown",
      "type": "boolean"
     },
     "paste": {
      "description": "Send input as a paste",
      "type": "boolean"
     },
     "expect": {
      "description": "Regex that must match text new since this input",
      "type": "string"
     },
     "timeout_ms": {
      "description": "Limit for expect",
      "type": "integer",
      "default": 10000
     },
     "screen": {
      "description": "What to return",
      "enum": [
       "changes",
       "text",
       "none"
      ],
      "default": "changes"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "mouse",
   "description": "Use the mouse on the first match of text or a cell. Returns the rows that changed.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "action"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "action": {
      "description": "Action",
      "enum": [
       "click",
       "double_click",
       "scroll_up",
       "scroll_down",
       "drag",
       "hover"
      ]
     },
     "text": {
      "description": "Literal screen text",
      "type": "string"
     },
     "row": {
      "description": "Row, from 1",
      "type": "integer"
     },
     "col": {
      "description": "Column, from 1",
      "type": "integer"
     },
     "to_row": {
      "description": "End of drag",
      "type": "integer"
     },
     "to_col": {
      "description": "End of drag",
      "type": "integer"
     },
     "from_end": {
      "description": "Count from the end",
      "enum": [
       "row",
       "col",
       "both"
      ]
     },
     "button": {
      "description": "Button",
      "enum": [
       "left",
       "middle",
       "right"
      ],
      "default": "left"
     },
     "amount": {
      "description": "Wheel steps",
      "type": "integer",
      "default": 1
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": false,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "get_screen",
   "description": "Read the screen as text. Use get_screenshot for layout and colors.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "format": {
      "description": "compact: JSON with cursor; annotated: color marks; full: styles of cells",
      "enum": [
       "compact",
       "text",
       "annotated",
       "full"
      ],
      "default": "compact"
     },
     "since": {
      "description": "A revision from an earlier result: returns only rows changed since",
      "type": "integer"
     },
     "scrollback": {
      "description": "Earlier lines to include",
      "type": "integer",
      "default": 0
     },
     "include_roles": {
      "description": "No effect",
      "type": "boolean"
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "get_screenshot",
   "description": "Take a picture: exact layout and colors, often fewer tokens than text.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "format": {
      "description": "Format",
      "enum": [
       "png",
       "svg"
      ],
      "default": "png"
     },
     "font_size": {
      "description": "28 doubles the picture",
      "type": "number",
      "default": 14
     },
     "show_cursor": {
      "description": "Draw the cursor",
      "type": "boolean",
      "default": true
     },
     "svg_mode": {
      "description": "No effect",
      "enum": [
       "per_cell",
       "merged"
      ]
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "find_text",
   "description": "Find matches of a regex on the screen.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "pattern"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "pattern": {
      "description": "Regex, matched in each line",
      "type": "string"
     },
     "flags": {
      "description": "Regex flags",
      "type": "string"
     },
     "scrollback": {
      "description": "Search earlier lines too",
      "type": "boolean"
     },
     "limit": {
      "description": "Maximum matches",
      "type": "integer",
      "default": 20
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "wait_for_text",
   "description": "Wait until a regex matches the screen text. A timeout is found: false, not an error. For the effect of an input, prefer send_input with expect.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "pattern"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "pattern": {
      "description": "Regex; ^ and $ match at lines",
      "type": "string"
     },
     "flags": {
      "description": "Regex flags",
      "type": "string"
     },
     "timeout_ms": {
      "description": "Limit",
      "type": "integer",
      "default": 10000
     },
     "since": {
      "description": "What counts: all text, or only text new since the last input or this call",
      "enum": [
       "any",
       "last_input",
       "now"
      ],
      "default": "any"
     },
     "gone": {
      "description": "Wait until nothing matches",
      "type": "boolean"
     },
     "fail_on": {
      "description": "Regex that ends the wait",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "wait_for_screen_change",
   "description": "Wait until the screen has changed since the last input and is stable again. A timeout is changed: false.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "timeout_ms": {
      "description": "Limit",
      "type": "integer",
      "default": 5000
     },
     "stable_ms": {
      "description": "Time without change",
      "type": "integer",
      "default": 300
     },
     "since": {
      "description": "Baseline",
      "enum": [
       "last_input",
       "now"
      ],
      "default": "last_input"
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "wait_for_exit",
   "description": "Wait until the program ends.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "timeout_ms": {
      "description": "Limit",
      "type": "integer",
      "default": 30000
     }
    }
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "resize_session",
   "description": "Change the size of the terminal.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "cols",
     "rows"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "cols": {
      "description": "Columns",
      "type": "integer"
     },
     "rows": {
      "description": "Rows",
      "type": "integer"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "send_signal",
   "description": "Send a signal to the program.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "signal"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "signal": {
      "description": "Such as INT, TERM, KILL",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": false,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "list_sessions",
   "description": "List open sessions, also those whose program has ended.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "properties": {}
   },
   "annotations": {
    "readOnlyHint": true,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "definition": {
   "name": "close_session",
   "description": "End the program and its session. Ends pending waits.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "caps": "testing",
  "definition": {
   "name": "expect_snapshot",
   "description": "Compare the screen with its saved baseline, in characters and styles. A missing baseline is created.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "name"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "name": {
      "description": "Name of the baseline",
      "type": "string"
     },
     "mask": {
      "description": "Regexes whose matches are ignored",
      "type": "array",
      "items": {
       "type": "string"
      }
     },
     "update": {
      "description": "Baselines to write; default: missing, none in CI",
      "enum": [
       "none",
       "missing",
       "all"
      ]
     },
     "timeout_ms": {
      "description": "Limit",
      "type": "integer",
      "default": 5000
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "caps": "recording",
  "definition": {
   "name": "start_recording",
   "description": "Record screens and input to a file, passwords included. Play it with tuispec replay.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id",
     "path"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     },
     "path": {
      "description": "File to write",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": false,
    "openWorldHint": false
   }
  }
 },
 {
  "caps": "recording",
  "definition": {
   "name": "stop_recording",
   "description": "End the recording.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "session_id"
    ],
    "properties": {
     "session_id": {
      "description": "Session id",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": false,
    "idempotentHint": true,
    "openWorldHint": false
   }
  }
 },
 {
  "caps": "tmux",
  "definition": {
   "name": "attach_tmux",
   "description": "Use a terminal that is open in a tmux pane; returns session_id and its screen. The other tools work on it, except resize_session. close_session leaves its program running.",
   "inputSchema": {
    "type": "object",
    "additionalProperties": false,
    "required": [
     "pane"
    ],
    "properties": {
     "pane": {
      "description": "%3, session, session:window or session:window.pane",
      "type": "string"
     },
     "socket_path": {
      "description": "Socket of the tmux server; default: $TMUX or the default server",
      "type": "string"
     },
     "socket_name": {
      "description": "Name of the socket, as with tmux -L",
      "type": "string"
     },
     "keep_last_words": {
      "description": "Keep the pane until the last output and the exit code of its program were read",
      "type": "boolean"
     },
     "read_only": {
      "description": "Refuse all input",
      "type": "boolean"
     },
     "name": {
      "description": "Session id to use",
      "type": "string"
     }
    }
   },
   "annotations": {
    "readOnlyHint": false,
    "destructiveHint": true,
    "idempotentHint": false,
    "openWorldHint": true
   }
  }
 }
];
