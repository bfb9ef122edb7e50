// Prints the calls with which an agent uses `tuispec mcp`, and their results.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'demonstration', version: '1' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ['dist/cli.js', 'mcp'] }));

/** Calls a tool, and prints both sides; line feeds and the indentation of screens are shown as such. */
async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  process.stdout.write(`\u001b[1;36m→ ${name}\u001b[0m ${JSON.stringify(args)}\n`);
  const { content } = await client.callTool({ name, arguments: args });
  const [{ text = '{}' } = {}] = content as { text?: string }[];
  const result = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { screen_text: screen, screen_changes: changes, ...rest } = result;
  const lines = String(screen ?? changes ?? '').trimEnd();
  process.stdout.write(`\u001b[32m←\u001b[0m \u001b[2m${JSON.stringify(rest)}\u001b[0m\n`);
  if (lines !== '') process.stdout.write(`${lines.replaceAll(/^/gm, '    ')}\n`);
  process.stdout.write('\n');
  return result;
}

try {
  const { session_id } = await call('spawn_tui', { command: 'python3', args: ['-q'], wait_for: '>>> ' });
  await call('send_input', { session_id, input: 'sum(range(10))', submit: true, expect: '\\d+' });
  await call('send_input', { session_id, input: 'inport os', submit: true, expect: '\\w+Error|>>> $' });
  await call('close_session', { session_id });
} finally {
  await client.close();
}
