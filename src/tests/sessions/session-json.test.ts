import { expect, test } from 'vitest';
import { sessionCommands } from '../../sessions/commands.js';
import { resultMembers } from '../../sessions/generated/results.js';
import { checkSessionResult } from '../support/mcp-schemas.js';
import { Sessions } from '../support/sessions.js';

test('each result with --json is that of the MCP tool or of the table, whether a wait is met or not [18.json]', async () => {
  const sessions = new Sessions();
  const script = 'printf "\\033[?1000;1006hready\\n"; read a; echo "got $a"; read b; exit 3';
  const rows: readonly (readonly [tool: string | undefined, exitCode: number, ...args: string[]])[] = [
    ['spawn_tui', 0, 'open', '--', 'sh', '-c', script],
    ['spawn_tui', 0, 'open', '--expect', 'ready', '--', 'sh', '-c', script],
    ['spawn_tui', 1, 'open', '--expect', 'never', '--timeout', '100ms', '--', 'sh', '-c', script],
    [undefined, 0, 'show'],
    [undefined, 0, 'show', '--changes'],
    [undefined, 0, 'show', '--ansi'],
    [undefined, 0, 'show', '--out', 'x.svg'],
    [undefined, 0, 'view', '--stop'],
    [undefined, 0, 'request', 'health'],
    ['mouse', 0, 'click', 'ready'],
    ['mouse', 1, 'click', '1,1', '--expect', 'never', '--timeout', '50ms'],
    ['mouse', 0, 'scroll', 'down'],
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
    ['spawn_tui', 0, 'open', '--restart', '--', 'sh'],
    [undefined, 0, 'run', 'true'],
    [undefined, 124, 'run', 'read x', '--timeout', '0s'],
    ['close_session', 0, 'close'],
  ];
  for (const [tool, code, ...args] of rows) {
    const [command = '', ...rest] = args;
    const { exitCode, stdout } = await sessions.run([command, '-s', 'j', '--json', ...rest]);
    expect(exitCode, args.join(' ')).toBe(code);
    expect(() => checkSessionResult(command, tool, JSON.parse(stdout)), args.join(' ')).not.toThrow();
  }
  expect(rows.map(([, , command]) => command)).toEqual(
    expect.arrayContaining(Object.keys(sessionCommands).filter((name) => name !== 'ls')),
  );
  expect(Object.keys(resultMembers).sort()).toEqual([...Object.keys(sessionCommands), 'every'].sort());
});

test('results say who else has typed [18.json, 18.callers]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'j', '--', 'sh');
  const rows = [
    ['send_input', 'send', 'x'],
    ['wait_for_text', 'wait', '/./'],
    [undefined, 'show'],
    [undefined, 'run', 'true'],
  ] as const;
  for (const [tool, command, ...rest] of rows) {
    await sessions.run(['send', '-s', 'j', 'Ctrl+u', 'x', 'Ctrl+u'], { env: { TUISPEC_CALLER: 'other' } });
    const result = JSON.parse(await sessions.print(command, '-s', 'j', '--json', ...rest)) as { typed_by?: string };
    expect(result.typed_by, command).toBe('other');
    expect(() => checkSessionResult(command, tool, result)).not.toThrow();
  }
  for (const session of JSON.parse(await sessions.print('ls', '--json')) as object[])
    expect(() => checkSessionResult('ls', undefined, [session])).not.toThrow();
});
