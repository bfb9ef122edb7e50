import { expect, test } from 'vitest';
import { mcpSchema } from '../support/mcp-schemas.js';
import { Sessions } from '../support/sessions.js';

test('each result with --json is that of the MCP tool, whether a wait is met or not [18.json]', async () => {
  const sessions = new Sessions();
  const script = 'echo ready; read a; echo "got $a"; read b; exit 3';
  const rows: readonly (readonly [tool: string, exitCode: number, ...args: string[]])[] = [
    ['spawn_tui', 0, 'open', '--', 'sh', '-c', script],
    ['spawn_tui', 0, 'open', '--expect', 'ready', '--', 'sh', '-c', script],
    ['spawn_tui', 1, 'open', '--expect', 'never', '--timeout', '100ms', '--', 'sh', '-c', script],
    ['wait_for_text', 0, 'wait', 'ready'],
    ['wait_for_text', 1, 'wait', 'never', '--timeout', '100ms'],
    ['wait_for_screen_change', 0, 'wait'],
    ['wait_for_exit', 1, 'wait', '--exit', '--timeout', '100ms'],
    ['send_input', 0, 'send', 'x'],
    ['send_input', 1, 'send', 'y', '--expect', 'never', '--timeout', '100ms'],
    ['send_input', 0, 'send', 'z', 'Enter', '--expect', 'got'],
    ['wait_for_text', 1, 'wait', 'never', '--fail', 'got'],
    ['send_input', 4, 'send', 'Enter', '--expect', 'never'],
    ['wait_for_exit', 0, 'wait', '--exit'],
    ['wait_for_text', 4, 'wait', 'never'],
    ['close_session', 0, 'close'],
  ];
  for (const [tool, code, ...args] of rows) {
    const [command = '', ...rest] = args;
    const { exitCode, stdout } = await sessions.run([command, '-s', 'j', '--json', ...rest]);
    expect(exitCode, args.join(' ')).toBe(code);
    expect(() => mcpSchema(tool).checkResult(JSON.parse(stdout)), args.join(' ')).not.toThrow();
  }
});
