import { chooseCommand } from './choose-command.js';
import { mcpCommand } from './mcp-command.js';
import { runProcess } from './run-process.js';

// Clients start an MCP server often, if only to list its tools. Without the other commands it starts faster.
void runProcess(async (args, host) => await chooseCommand({ Commands: { mcp: mcpCommand } }, args, host));
