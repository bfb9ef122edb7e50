import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { mcpSchemas } from '../support/mcp-schemas.js';
import { isInstalled } from '../support/programs.js';
import { TmuxServer } from '../support/tmux-server.js';

type Call = (name: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>;
interface Host {
  readonly tools: readonly string[];
  readonly instructions: string | undefined;
  readonly call: Call;
}

const args = [resolve('dist/cli.js'), 'mcp', '--caps', 'testing,recording,tmux'];
// The clients pass on few variables.
const start = (): { command: string; args: string[]; cwd: string; env: Record<string, string> } => ({
  command: process.execPath,
  args,
  cwd: createTemporaryDirectory(),
  env: { TMPDIR: tmpdir() },
});
const info = { name: 'test', version: '1' };

/** Connects the official client in one era. */
async function connectOfficial(versionNegotiation: object): Promise<Host> {
  const client = new ModernClient(info, { versionNegotiation });
  await client.connect(new ModernTransport(start()));
  onTestFinished(() => client.close());
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const call: Call = (name, given, signal) => client.callTool({ name, arguments: given }, signal && { signal });
  return { tools, instructions: client.getInstructions(), call };
}

/** Connects the client of the 1.x SDK, which older hosts contain. */
async function connectLegacy(): Promise<Host> {
  const client = new LegacyClient(info);
  await client.connect(new LegacyTransport(start()));
  onTestFinished(() => client.close());
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const call: Call = (name, given, signal) =>
    client.callTool({ name, arguments: given }, undefined, signal && { signal });
  return { tools, instructions: client.getInstructions(), call };
}

/** One successful call of each tool; returns the names of the tools in the order of the calls. */
async function callEveryTool(call: Call, tmux: TmuxServer | undefined): Promise<string[]> {
  const called: string[] = [];
  const run = async (name: string, more: Record<string, unknown> = {}): Promise<void> => {
    called.push(name);
    expect(await call(name, more), name).not.toHaveProperty('isError', true);
  };
  const session_id = 'tour';
  const script = 'printf "\\033[?1000h\\033[?1006hstart"; cat';
  await run('spawn_tui', { command: 'sh', args: ['-c', script], name: session_id, wait_for: 'start' });
  await run('start_recording', { session_id, path: 'run.jsonl' });
  await run('send_input', { session_id, input: 'hello\n', expect: 'hello' });
  await run('mouse', { session_id, action: 'click', text: 'start' });
  await run('get_screen', { session_id });
  await run('get_screenshot', { session_id });
  await run('find_text', { session_id, pattern: 'hel+o' });
  await run('wait_for_text', { session_id, pattern: 'hello' });
  await run('wait_for_screen_change', { session_id, timeout_ms: 100 });
  await run('resize_session', { session_id, cols: 90, rows: 20 });
  await run('expect_snapshot', { session_id, name: 'first', update: 'all' });
  await run('stop_recording', { session_id });
  await run('send_signal', { session_id, signal: 'TERM' });
  await run('wait_for_exit', { session_id });
  await run('list_sessions');
  await run('close_session', { session_id });
  if (tmux !== undefined) await run('attach_tmux', { pane: 'main', socket_name: tmux.name });
  return called;
}

test.each<readonly [string, () => Promise<Host>]>([
  ['the official client in the era of initialize', () => connectOfficial({ mode: 'legacy' })],
  ['the official client in revision 2026-07-28', () => connectOfficial({ mode: { pin: '2026-07-28' } })],
  ['the official client that negotiates', () => connectOfficial({ mode: 'auto' })],
  ['the client of the 1.x SDK', connectLegacy],
])('%s calls every tool [16.clients]', async (_, connect) => {
  const { tools, instructions, call } = await connect();
  expect(instructions).toContain('spawn_tui');
  const tmux = isInstalled('tmux') ? new TmuxServer(['cat']) : undefined;
  const callable = tools.filter((name) => tmux !== undefined || name !== 'attach_tmux');
  expect((await callEveryTool(call, tmux)).sort()).toEqual(callable.sort());
  expect(await call('get_screen', { session_id: 'tour' })).toMatchObject({ isError: true });
  await expect(call('no_such_tool', {})).rejects.toMatchObject({ code: -32602 });
});

test.each<readonly [string, () => Promise<Host>]>([
  ['the official client', () => connectOfficial({ mode: { pin: '2026-07-28' } })],
  ['the client of the 1.x SDK', connectLegacy],
])('%s cancels a call, and the next one works [16.clients, 16.cancel]', async (_, connect) => {
  const { call } = await connect();
  await call('spawn_tui', { command: 'cat', name: 'c' });
  const controller = new AbortController();
  const waiting = call('wait_for_exit', { session_id: 'c', timeout_ms: 45_000 }, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow();
  expect(await call('send_input', { session_id: 'c', input: 'x', expect: 'x' })).not.toHaveProperty('isError', true);
});

// Too large for a dependency: install it anywhere, and name the directory that contains its node_modules.
const inspector = join(process.env['MCP_INSPECTOR_DIR'] ?? '', 'node_modules/.bin/mcp-inspector');

test.skipIf(!existsSync(inspector))(
  "the Inspector's CLI lists and calls every tool (needs MCP_INSPECTOR_DIR) [16.clients]",
  () => {
    const cwd = createTemporaryDirectory();
    const run = (...more: string[]): { status: number; output: string } => {
      try {
        const options: ExecFileSyncOptionsWithStringEncoding = {
          cwd,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        };
        return { status: 0, output: execFileSync(inspector, ['--cli', process.execPath, ...args, ...more], options) };
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
        return { status, output: stdout + stderr };
      }
    };
    const listed = JSON.parse(run('--method', 'tools/list').output) as { tools: { name: string }[] };
    expect(listed.tools.map(({ name }) => name).sort()).toEqual(
      mcpSchemas()
        .map(({ name }) => name)
        .sort(),
    );
    // Each run has a server of its own, so only the first tool can succeed with a session.
    const first = run('--method', 'tools/call', '--tool-name', 'spawn_tui', '--tool-arg', 'command=echo hi');
    expect(first).toMatchObject({ status: 0, output: expect.stringContaining('session_id') });
    expect(run('--method', 'tools/call', '--tool-name', 'list_sessions')).toMatchObject({ status: 0 });
    for (const { name } of listed.tools.filter(
      (tool) => !['spawn_tui', 'list_sessions', 'close_session', 'attach_tmux'].includes(tool.name),
    )) {
      const called = run(
        '--method',
        'tools/call',
        '--tool-name',
        name,
        '--tool-arg',
        'session_id=none',
        ...(extraArguments[name] ?? []),
      );
      expect([name, called.status, called.output]).toEqual([name, 5, expect.stringContaining('Unknown session')]);
    }
  },
  240_000,
);

const extraArguments: Readonly<Record<string, readonly string[]>> = {
  send_input: ['--tool-arg', 'input=x'],
  mouse: ['--tool-arg', 'action=scroll_up'],
  find_text: ['--tool-arg', 'pattern=x'],
  wait_for_text: ['--tool-arg', 'pattern=x'],
  resize_session: ['--tool-arg', 'cols=80', '--tool-arg', 'rows=24'],
  send_signal: ['--tool-arg', 'signal=TERM'],
  expect_snapshot: ['--tool-arg', 'name=x'],
  start_recording: ['--tool-arg', 'path=x'],
};
