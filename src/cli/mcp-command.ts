import { createLog, logLevels } from '../base/errors.js';
import {
  type Command,
  defineChoice,
  defineOption,
  type Parse,
  type ProcessHost,
  parseNonEmpty,
  parseNumberIn,
  parseOptions,
  UsageError,
  waitForEnd,
} from './options.js';

const caps = ['testing', 'recording', 'tmux'] as const;

const parseCaps: Parse<readonly string[]> = (text) => {
  const words = text.split(',').map((word) => word.trim());
  if (words.every((word) => (caps as readonly string[]).includes(word))) return words;
  throw new UsageError(`must be a list of ${caps.join(', ')}`);
};

const mcpOptions = {
  cols: defineOption({
    placeholder: 'N',
    help: 'default width of a terminal in cells',
    parse: parseNumberIn(2, 1000),
    default: 80,
  }),
  rows: defineOption({
    placeholder: 'N',
    help: 'default height of a terminal in lines',
    parse: parseNumberIn(1, 1000),
    default: 24,
  }),
  'artifact-dir': defineOption<string | undefined>({
    placeholder: 'DIR',
    help: 'directory for pictures and snapshot baselines; without it, pictures are not kept',
    parse: parseNonEmpty,
    default: undefined,
  }),
  'idle-minutes': defineOption({
    placeholder: 'N',
    help: 'close a session after this time without a call; 0 is never',
    parse: parseNumberIn(0, 100_000, false),
    default: 30,
  }),
  'max-sessions': defineOption({
    placeholder: 'N',
    help: 'maximum number of open sessions',
    parse: parseNumberIn(1, 1000),
    default: 16,
  }),
  'max-wait-ms': defineOption({
    placeholder: 'N',
    help: 'maximum duration of a wait; many clients give up after 60 seconds',
    parse: parseNumberIn(0, 2_147_483_647),
    default: 50_000,
  }),
  caps: defineOption<readonly string[] | undefined>({
    placeholder: 'LIST',
    help: `optional tools to enable, separated by commas: ${caps.join(', ')}`,
    parse: parseCaps,
    default: undefined,
  }),
  'log-level': defineChoice({
    placeholder: 'LEVEL',
    help: 'minimum severity to log on stderr',
    words: logLevels,
    default: 'warn',
  }),
};

/** `tuispec mcp`. */
export const mcpCommand: Command = {
  what: 'serve coding agents over the Model Context Protocol',
  explanation: `A Model Context Protocol server on standard input and output. It lets an agent
start terminal programs, type, wait for output, and take pictures of the screen.

Claude Code:   claude mcp add tuispec -- tuispec mcp
Codex:         codex mcp add tuispec -- tuispec mcp
Cursor, in .cursor/mcp.json:
  {"mcpServers": {"tuispec": {"command": "tuispec", "args": ["mcp"]}}}
VS Code, in .vscode/mcp.json:
  {"servers": {"tuispec": {"type": "stdio", "command": "tuispec", "args": ["mcp"]}}}

If tuispec is not in your PATH, use its full path, or npx with the argument tuispec.
The server starts the programs that the agent names, with your permissions. Keep
the agent's confirmation for spawn_tui and attach_tmux, unless the agent runs in a sandbox.`,
  operands: [],
  options: mcpOptions,
  examples: [
    ['List the tools:', `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | tuispec mcp`],
    [
      'List them with the optional tools:',
      `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | tuispec mcp --caps testing,recording,tmux`,
    ],
  ],
  run: runMcp,
};

async function runMcp(args: readonly string[], host: ProcessHost): Promise<number> {
  const options = parseOptions(mcpOptions, args, host.variables);
  const log = createLog(options['log-level'], host.writeError);
  // A bundle of its own: other commands do not load it, and it loads nothing of the server.
  const { McpServer } = await import('../mcp/mcp-server.js');
  const server = new McpServer(
    {
      cols: options.cols,
      rows: options.rows,
      artifactDir: options['artifact-dir'],
      idleMinutes: options['idle-minutes'],
      maxSessions: options['max-sessions'],
      maxWaitMs: options['max-wait-ms'],
      caps: options.caps ?? [],
    },
    { input: host.input, output: host.openOutput(), log },
  );
  const invitation =
    'tuispec mcp waits for an MCP client on standard input. To add it to an agent, see tuispec mcp --help. Press Ctrl+D to end it.';
  return await waitForEnd(server, host, log, invitation);
}
