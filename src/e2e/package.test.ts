import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../testing/client.js';

const npm = (directory: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: directory, encoding: 'utf8' });

test('the packed package installs into an empty folder and runs there', { timeout: 120_000 }, () => {
  const directory = temporaryDirectory();
  const [packed] = JSON.parse(npm(process.cwd(), 'pack', '--json', '--pack-destination', directory)) as {
    filename: string;
    files: { path: string }[];
  }[];
  const stray = packed?.files
    .map(({ path }) => path)
    .filter((path) => !/^(dist|schemas)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path));
  expect(stray).toEqual([]);
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  npm(directory, 'install', '--ignore-scripts', '--prefer-offline', `./${packed?.filename}`);
  const run = (args: string[], input = ''): string =>
    execFileSync(join(directory, 'node_modules/.bin/tuispec'), args, { cwd: directory, encoding: 'utf8', input });
  expect(run(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
  const help = execFileSync('npx', ['--no-install', 'tuispec', '--help'], { cwd: directory, encoding: 'utf8' });
  expect(help).toContain('tuispec server [options]');
  const script = [
    { id: 1, method: 'initialize', params: {} },
    {
      id: 2,
      method: 'launch',
      params: { command: 'echo', args: ['packed and well'], readySelector: { type: 'exact', text: 'packed and well' } },
    },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const answers = run(['server'], `${script.join('\n')}\n`);
  expect(answers).toContain('"id":2,"result":{"ok":true');
});
