import { expect } from 'vitest';
import { McpProcess } from '../support/mcp.js';
import { mcpSchema } from '../support/mcp-schemas.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');
const startServer = (...args: string[]): McpProcess => new McpProcess({ args: ['--caps', 'tmux', ...args] });

async function startShell(): Promise<TmuxServer> {
  const tmux = new TmuxServer(['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile']);
  await tmux.waitForText('$');
  return tmux;
}

test('attach_tmux makes a session of a pane on which the other tools work [17.mcp] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const server = startServer();
  const attached = await server.json('attach_tmux', { pane: 'main:0.0', socket_name: tmux.name });
  mcpSchema('attach_tmux').checkResult(attached);
  const pid = Number(tmux.read('#{pane_pid}'));
  expect(attached).toMatchObject({ pane: '%0', tmux_session: 'main', pid, cols: 80, rows: 24, screen_text: '$' });
  const session_id = String(attached['session_id']);
  expect(session_id).toMatch(/^pane-[a-z0-9]{3,4}$/);
  const sent = await server.json('send_input', { session_id, input: 'echo $((40+2))', submit: true, expect: '^42$' });
  expect(sent).toMatchObject({ success: true, found: true });
  expect(await server.json('find_text', { session_id, pattern: '^42$' })).toMatchObject({ total: 1 });
  expect((await server.callTool('get_screenshot', { session_id })).content[0]?.type).toBe('image');
  const { sessions } = await server.json('list_sessions');
  expect(sessions).toMatchObject([{ id: session_id, pid, command: 'tmux pane main:0.0' }]);
  expect(await server.failure('resize_session', { session_id, cols: 90, rows: 20 })).toContain('Cannot resize');
  expect(await server.json('close_session', { session_id })).toMatchObject({ success: true });
  expect(tmux.run('list-clients')).toBe('');
  expect(Number(tmux.read('#{pane_pid}'))).toBe(pid);
});

test('attach_tmux attaches by socket path, and the end of the server leaves no client [17.mcp] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const server = startServer();
  const socket_path = tmux.read('#{socket_path}');
  await server.json('attach_tmux', { pane: '%0', socket_path, name: 'mine', read_only: true });
  expect(await server.failure('send_input', { session_id: 'mine', input: 'x' })).toContain('readOnly');
  await server.end();
  await pollUntil(() => tmux.run('list-clients') === '');
  await tmux.waitForText('$');
});

test('the end of a program in a pane has its exit code only with keep_last_words [17.mcp] (needs tmux, bash)', async () => {
  const tmux = new TmuxServer(['cat']);
  // A busy kernel may pass on what is written just before the end only when tmux has closed the terminal.
  for (const name of ['kept', 'lost']) tmux.run('new-window', '-d', '-n', name, 'echo last words; read line; exit 7');
  const server = startServer();
  const socket_name = tmux.name;
  await server.json('attach_tmux', { pane: 'main:kept', socket_name, name: 'kept', keep_last_words: true });
  await server.json('attach_tmux', { pane: 'main:lost', socket_name, name: 'lost' });
  for (const session_id of ['kept', 'lost']) {
    await server.callTool('wait_for_text', { session_id, pattern: 'last words' });
    await server.callTool('send_input', { session_id, key: 'enter' });
  }
  expect(await server.json('wait_for_exit', { session_id: 'kept' })).toMatchObject({
    exited: true,
    exit_code: 7,
    screen_text: expect.stringContaining('last words'),
  });
  const lost = await server.json('wait_for_exit', { session_id: 'lost' });
  expect(lost).toMatchObject({ exited: true });
  expect(lost).not.toHaveProperty('exit_code');
});

test('attach_tmux reports what it cannot attach to, and is listed only with its flag [17.mcp-errors] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const server = startServer();
  const failure = await server.callTool('attach_tmux', { pane: 'main:7', socket_name: tmux.name });
  expect(failure).toMatchObject({ isError: true, _meta: { 'tuispec/error': { kind: 'pane-not-found' } } });
  expect(failure.content[0]?.text).toContain('Panes: %0 (main:0.0)');
  expect(await server.failure('attach_tmux', { pane: 'x', socket_name: 'tuispec-test-absent' })).toContain(
    'No tmux server was found',
  );
  const both = { pane: 'x', socket_name: 'a', socket_path: 'b' };
  expect(await server.failure('attach_tmux', both)).toContain('cannot be combined');
  expect(await server.json('list_sessions')).toEqual({ sessions: [] });
  const plain = new McpProcess();
  await expect(plain.callTool('attach_tmux', { pane: 'x' })).rejects.toMatchObject({
    message: expect.stringContaining('--caps tmux'),
  });
  const names = async (one: McpProcess): Promise<string> => JSON.stringify(await one.request('tools/list'));
  expect(await names(plain)).not.toContain('attach_tmux');
  expect(await names(server)).toContain('attach_tmux');
});
