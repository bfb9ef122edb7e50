import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { MethodName } from '../../protocol/generated/types.js';
import { validateParams } from '../../server/call.js';
import { createCommandFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';

test.skipIf(!isInstalled('bash'))(
  'tuispec skill prints a guide whose example runs as shown (needs bash) [16.skill]',
  () => {
    const { directory, path } = createCommandFolder();
    // Shells of the example read no files of the person who runs the tests.
    const env = { ...process.env, PATH: path, HOME: directory };
    const skill = execFileSync('tuispec', ['skill'], { cwd: directory, env, encoding: 'utf8' });
    expect(skill).toMatch(/^---\nname: tuispec\ndescription: .{50,1000}\n---\n/);
    for (const topic of ['expectAfter', 'format":"png', 'recording.start', 'waitForText', 'tuispec mcp'])
      expect(skill).toContain(topic);
    const [, example = ''] = /```sh\n([\s\S]*?)```/.exec(skill) ?? [];
    const output = execFileSync('bash', ['--norc', '-e', '-c', example], { cwd: directory, env, encoding: 'utf8' });
    expect(output.trim().split('\n')).toHaveLength(4);
    expect(output).toContain('done');
    for (const line of skill.match(/^\{"jsonrpc".*\}$/gm) ?? []) {
      const { method, params } = JSON.parse(line) as { method: MethodName; params?: Record<string, unknown> };
      expect(() => validateParams(method, params ?? {}), line).not.toThrow();
    }
  },
);

test('tuispec mcp --help shows the configuration of each client [16.help]', () => {
  const help = execFileSync(process.execPath, ['dist/cli.js', 'mcp', '--help'], { encoding: 'utf8' });
  expect(help).toContain('claude mcp add tuispec -- tuispec mcp');
  expect(help).toContain('codex mcp add tuispec -- tuispec mcp');
  const configurations = (help.match(/^ +\{"(?:mcpS|s)ervers".*\}$/gm) ?? []).map((line) => JSON.parse(line) as object);
  expect(configurations).toMatchObject([
    { mcpServers: { tuispec: { command: 'tuispec', args: ['mcp'] } } },
    { servers: { tuispec: { type: 'stdio', command: 'tuispec', args: ['mcp'] } } },
  ]);
  for (const flag of [
    'cols',
    'rows',
    'artifact-dir',
    'idle-minutes',
    'max-sessions',
    'max-wait-ms',
    'caps',
    'log-level',
  ])
    expect(help).toContain(`--${flag} `);
});
