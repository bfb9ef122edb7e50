import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

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
