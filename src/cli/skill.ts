/** What `tuispec skill` prints. */
export const skill = `---
name: tuispec
description: Drive an interactive terminal program (shell, editor, REPL, full-screen TUI) from the command line - type, wait for output, read the screen, take pictures, record a failing run. Use it when a command needs a terminal.
---

# Drive terminal programs with tuispec

If \`tuispec\` is not installed: in a clone of its repository, \`npm install --global "$(npm pack --silent)"\`. One line is one JSON-RPC request; a file of lines is a script. Requests run one after another, and \`--fail-fast\` stops at the first error.

\`\`\`sh
tuispec server --cols 80 --rows 24 --fail-fast <<'END'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"name":"demo"}}
{"jsonrpc":"2.0","id":2,"method":"launch","params":{"command":"bash","args":["--norc"]}}
{"jsonrpc":"2.0","id":3,"method":"sendLine","params":{"text":"echo done","expectAfter":{"type":"regex","pattern":"^done"}}}
{"jsonrpc":"2.0","id":4,"method":"currentView"}
END
\`\`\`

To react to each result, keep the server running: write requests to a pipe and read one response line per request.

## Wait, never sleep

| you want | use |
|---|---|
| type a line and wait for its output | \`sendLine\` with \`expectAfter\`: only text that is new since Enter counts, not the echo |
| text to appear | \`waitForText\`; after an input with \`"since":"lastInput"\`, so that old text does not match |
| text to disappear | \`waitForText\` with \`"state":"hidden"\` |
| one of several outcomes | \`waitFor\` with \`anyOf\`, or \`waitForText\` with \`failOn\` for the failure |
| the screen to settle after a key | \`waitForChange\` |
| the program to end | \`waitForExit\` |

A wait returns as soon as its condition is met. When it fails, \`error.data.screen\` is the screen, so no further read is needed.

## Read

- Text: \`currentView\` (\`"scrollback":200\` for earlier lines). Search: \`find\`.
- Layout, colors, a selected entry: take a picture before you read long text. \`dumpView\` with \`"format":"png"\` returns \`pngPath\`; open that file.

## Type

- \`sendLine\` types a line and Enter. \`sendText\` types text unchanged. \`sendKey\` presses \`Enter\`, \`Escape\`, \`Ctrl+c\`, \`ArrowDown\`, \`F5\`.
- \`click\` takes a selector or a cell, if the program uses the mouse.

## Record a failing run

\`\`\`json
{"jsonrpc":"2.0","id":1,"method":"recording.start","params":{"path":"failing.jsonl","append":false}}
\`\`\`

Send it before \`launch\`. \`tuispec replay failing.jsonl\` plays it for a person. A recording contains everything that was typed, passwords included.

All methods: \`echo '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}' | tuispec server\`. MCP tools instead: \`tuispec mcp --help\`.
`;
