import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { type ParsedCommand, parseCommand, sessionCommands } from '../../sessions/commands.js';
import { exitCodes } from '../../sessions/conversation.js';
import { createTemporaryDirectory } from '../support/client.js';
import { createCommandFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';
import { type Run, runCli } from '../support/run.js';
import { Sessions } from '../support/sessions.js';

const source = '.agents/skills/tuispec/SKILL.md';
const skill = readFileSync(source, 'utf8');
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8'));

/** Splits a command line as a shell does: words, and parts in single quotes. */
const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));

test('tuispec skill prints the file of the repository, of at most 900 tokens [18.skill]', async () => {
  const { stdout } = await runCli(['skill']);
  expect(stdout).toBe(skill);
  expect(encode(skill).length).toBeLessThanOrEqual(900);
  expect(skill).toMatch(/^---\nname: tuispec\ndescription: .{50,1000}\nallowed-tools: Bash\(tuispec:\*\)\n---\n/);
});

test.skipIf(!isInstalled('bash') || !isInstalled('python3')).each([
  [source, /\n>>>\n.*\| 42\n.*\n0\n$/s],
  ['README.md', /\n>>>\n.*\b42\n/s],
  ['src/sessions/README.md', /\n>>>\n.*\b42\n.*show\.png\n$/s],
])('the example of %s runs as shown (needs bash and python3) [16.skill, 18.skill]', (page, wanted) => {
  const { directory, path } = createCommandFolder();
  const [example = ''] = readFileSync(page, 'utf8').match(/(?<=```sh\n)tuispec open [\s\S]*?(?=```)/) ?? [];
  const env = { ...process.env, PATH: path, HOME: directory, TUISPEC_SESSION_DIR: join(directory, 'sessions') };
  const printed = execFileSync('bash', ['--norc', '-e', '-c', example], {
    cwd: directory,
    env: { ...env, TUISPEC_SESSION: '' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(printed).toMatch(wanted);
  expect(readdirSync(join(directory, 'sessions'))).toEqual([]);
});

test('every command in the skill is one that exists, with options that exist [18.skill]', () => {
  const lines = [...skill.matchAll(/`(tuispec [^`]+)`|^(tuispec .*)$/gm)].map(([, a, b]) =>
    (a ?? b ?? '').replace(/ +#.*/, ''),
  );
  const forSessions = lines.filter((line) => Object.hasOwn(sessionCommands, splitLine(line)[1] ?? ''));
  expect(forSessions.length).toBeGreaterThan(20);
  for (const line of forSessions)
    expect((): ParsedCommand => parseCommand(splitLine(line).slice(1)), line).not.toThrow();
});

test('what the skill says about errors, scrollback, recordings and secrets holds [18.skill]', async () => {
  const sessions = new Sessions();
  const say = 'stty -echo; while read -r line; do echo "got $line"; done';
  const recording = join(sessions.cwd, 'run.jsonl');
  await sessions.print('open', '--record', recording, '--', 'sh', '-c', say);
  const failed = await sessions.run(['send', 'an error', 'Enter', '--expect', 'done', '--fail', '/error/i']);
  expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('got an error') });
  const secret = await sessions.run(['send', '--secret', 'WORD', 'Enter', '--expect', 'got'], {
    env: { WORD: 'hunter22' },
  });
  expect(secret).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('hunter22') });
  await sessions.print('send', '--text', 'Enter', 'Enter', '--expect', 'got Enter');
  expect(await sessions.print('show', '--scrollback', '200')).toContain('got Enter');
  await sessions.print('wait', '--gone', 'nothing');
  await sessions.print('open', '--restart', '--', 'sh', '-c', say);
  await sessions.print('close');
  expect(readFileSync(recording, 'utf8')).toContain('got an error');
});

/** A project in a directory of its own, and a function that installs the skill into it. */
function createProject(): { readonly root: string; install(agents?: readonly string[], cwd?: string): Promise<Run> } {
  const root = realpathSync(createTemporaryDirectory());
  mkdirSync(join(root, '.git'));
  return { root, install: async (agents = [], cwd = root) => await runCli(['skill', '--install', ...agents], { cwd }) };
}
const put = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
const begin = '<!-- tuispec:begin -->';
const end = '<!-- tuispec:end -->';

test('--install copies the skill into the project, and a second run changes nothing [18.skill-install]', async () => {
  const { root, install } = createProject();
  const inner = join(root, 'src/inner');
  mkdirSync(inner, { recursive: true });
  const first = await install([], inner);
  const target = join(root, '.agents/skills/tuispec/SKILL.md');
  expect(first).toMatchObject({ exitCode: 0, stdout: `Wrote ${target}\nWrote ${join(root, 'AGENTS.md')}\n` });
  expect(readFileSync(target, 'utf8')).toBe(skill);
  const block = readFileSync(join(root, 'AGENTS.md'), 'utf8');
  expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(8);
  expect(block.startsWith(`${begin}\n`) && block.endsWith(`${end}\n`)).toBe(true);
  const written = [target, join(root, 'AGENTS.md')].map((path) => statSync(path).ino);
  const second = await install([], inner);
  expect(second.stdout).toBe(`Up to date: ${target}\nUp to date: ${join(root, 'AGENTS.md')}\n`);
  expect([target, join(root, 'AGENTS.md')].map((path) => statSync(path).ino)).toEqual(written);
  expect(readdirSync(root).sort()).toEqual(['.agents', '.git', 'AGENTS.md', 'src']);
});

test.each([
  [[], [], ['.agents']],
  [[], ['.claude'], ['.claude']],
  [[], ['.claude', '.codex'], ['.agents', '.claude']],
  [['claude'], ['.agents'], ['.claude']],
  [['codex', 'agents', 'claude'], [], ['.agents', '.claude']],
])('--install %j in a project with %j writes to %j [18.skill-install]', async (agents, present, wanted) => {
  const { root, install } = createProject();
  for (const folder of present) mkdirSync(join(root, folder));
  expect(await install(agents)).toMatchObject({ exitCode: 0 });
  const found = ['.agents', '.claude', '.codex'].filter((folder) =>
    existsSync(join(root, folder, 'skills/tuispec/SKILL.md')),
  );
  expect(found).toEqual(wanted);
});

test.each([
  ['no newline at the end', Buffer.from('# Rules\n\nBe kind.'), '\n'],
  ['bytes that are not UTF-8', Buffer.from([0x23, 0xe9, 0xff, 0x0a]), '\n'],
  ['lines that end with CRLF', Buffer.from('# Rules\r\n'), '\r\n'],
])('AGENTS.md keeps what it contains: %s [18.skill-install]', async (_, content, newline) => {
  const { root, install } = createProject();
  const path = join(root, 'AGENTS.md');
  put(path, content);
  chmodSync(path, 0o640);
  await install();
  const first = readFileSync(path);
  expect(first.subarray(0, content.length)).toEqual(content);
  expect(first.subarray(content.length).toString()).toMatch(new RegExp(`^\\r?\\n(?:\\r?\\n)?${begin}${newline}`));
  expect(statSync(path).mode & 0o777).toBe(0o640);
  // What follows the block stays, too, and an older block is replaced.
  const block = first.toString('latin1').slice(content.length);
  const older = Buffer.from(
    `${first.toString('latin1').replace('## Terminal programs', '## Old')}Behind.\xe9`,
    'latin1',
  );
  put(path, older);
  await install();
  expect(readFileSync(path, 'latin1')).toBe(`${content.toString('latin1')}${block}Behind.\xe9`);
});

test.each<readonly [what: string, prepare: (root: string) => void, reason: string]>([
  ['a marker without its end', (root) => put(join(root, 'AGENTS.md'), `${begin}\ntext\n`), 'once each, in this order'],
  [
    'markers in the wrong order',
    (root) => put(join(root, 'AGENTS.md'), `${end}\n${begin}\n`),
    'once each, in this order',
  ],
  ['two blocks', (root) => put(join(root, 'AGENTS.md'), `${begin}\n${end}\n`.repeat(2)), 'once each, in this order'],
  [
    'a read-only AGENTS.md',
    (root) => {
      put(join(root, 'AGENTS.md'), 'text\n');
      chmodSync(join(root, 'AGENTS.md'), 0o444);
    },
    'it is read-only. Make it writable',
  ],
  [
    'a read-only skill',
    (root) => {
      put(join(root, source), 'old\n');
      chmodSync(join(root, source), 0o444);
    },
    'it is read-only. Make it writable',
  ],
  [
    'AGENTS.md that is a symbolic link',
    (root) => {
      put(join(root, 'RULES.md'), 'text\n');
      symlinkSync('RULES.md', join(root, 'AGENTS.md'));
    },
    'AGENTS.md is a symbolic link',
  ],
  ['a broken link', (root) => symlinkSync('nowhere', join(root, 'AGENTS.md')), 'AGENTS.md is a symbolic link'],
  [
    'a linked directory',
    (root) => {
      mkdirSync(join(root, 'elsewhere'));
      symlinkSync('elsewhere', join(root, '.agents'));
    },
    '.agents is a symbolic link',
  ],
  ['a file in the place of a directory', (root) => put(join(root, '.agents/skills'), ''), 'skills is not a directory'],
  ['a directory in the place of a file', (root) => mkdirSync(join(root, 'AGENTS.md')), 'AGENTS.md is not a file'],
])('--install writes nothing if there is %s [18.skill-install]', async (_, prepare, reason) => {
  const { root, install } = createProject();
  prepare(root);
  const before = describeTree(root);
  const { exitCode, stdout, stderr } = await install(['agents']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^tuispec: Cannot (?:write|update) [^\n]*\.\n$/);
  expect(stderr).toContain(reason);
  expect(describeTree(root)).toEqual(before);
});

test('--install leaves nothing if a file cannot be written whole [18.skill-install]', () => {
  const { root } = createProject();
  put(join(root, '.claude/settings.json'), '{}');
  const before = describeTree(root);
  // Files may have one block, which is less than the skill has.
  const args = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, resolve('dist/cli.js'), 'skill', '--install'];
  const { status, stderr } = spawnSync('sh', args, { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('SKILL.md: EFBIG') });
  expect(describeTree(root)).toEqual(before);
});

/** What is in a directory: the content of files, and the kind of all else. */
const describeTree = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(root, name);
      const entry = lstatSync(path);
      return `${name}: ${entry.isFile() ? readFileSync(path, 'latin1') : entry.isSymbolicLink() ? 'link' : 'directory'}`;
    });

test.each([
  [['claude'], 'AGENT needs --install.'],
  [['--install', 'cluade'], 'AGENT must be one of claude, codex, agents, not "cluade".'],
  [['--install', '--commands'], 'Use --install or --commands, not both.'],
])('tuispec skill %j is wrong usage: exit code 2 [18.skill-install]', async (args, message) => {
  const { root } = createProject();
  expect(await runCli(['skill', ...args], { cwd: root })).toMatchObject({
    exitCode: 2,
    stderr: `tuispec: ${message}\n`,
  });
  expect(readdirSync(root)).toEqual(['.git']);
});

test('--commands prints the commands, options, defaults and exit codes as JSON [18.skill-commands]', async () => {
  const { stdout } = await runCli(['skill', '--commands']);
  const printed = JSON.parse(stdout) as {
    readonly version: string;
    readonly commands: Record<
      string,
      { readonly options: Record<string, unknown>; readonly examples: readonly string[] }
    >;
    readonly exit_codes: Record<string, string>;
  };
  expect(printed.version).toBe(packageJson.version);
  expect(Object.keys(printed.commands)).toEqual(Object.keys(sessionCommands));
  expect(printed.commands['open']).toMatchObject({
    usage: 'tuispec open [options] -- [COMMAND [ARG]...]',
    options: {
      '--session': { short: '-s', value: 'NAME' },
      '--cols': { default: '80' },
      '--env': { repeatable: true },
    },
  });
  expect(printed.commands['run']).toMatchObject({ exit_codes: { 124: expect.any(String), 125: expect.any(String) } });
  expect(Object.keys(printed.exit_codes)).toEqual(Object.values(exitCodes).map(String));
  // The page says the same.
  const page = readFileSync('src/sessions/README.md', 'utf8');
  for (const [code, meaning] of Object.entries(printed.exit_codes)) expect(page).toContain(`| ${code} | ${meaning} |`);
});

test('the help of a command for sessions shows short options and repeatable ones [18.skill-commands]', async () => {
  const { stdout } = await runCli(['send', '--help']);
  for (const text of [
    '  -s, --session NAME ',
    '  -l, --literal ',
    '      --json ',
    '(repeatable)',
    'Keys: Enter, ',
    '/regex/flags',
  ])
    expect(stdout).toContain(text);
  expect((await runCli(['open', '--help'])).stdout).toMatch(
    /^Usage: tuispec open \[options\] -- \[COMMAND \[ARG\]\.\.\.\]\n/,
  );
});

test('the manifests lead to the skill and have the version of the package [18.manifests]', () => {
  const claude = readJson('.claude-plugin/plugin.json');
  expect(claude).toMatchObject({ name: 'tuispec', version: packageJson.version, skills: [`./${dirname(source)}`] });
  const codex = readJson('.codex-plugin/plugin.json');
  expect(codex).toMatchObject({
    name: 'tuispec',
    version: packageJson.version,
    skills: `./${dirname(dirname(source))}/`,
  });
  const plugin = { name: 'tuispec', version: packageJson.version, source: './' };
  expect(readJson('.claude-plugin/marketplace.json')).toMatchObject({ name: 'tuispec', plugins: [plugin] });
  // Codex lists no plugin whose local path is the root of the marketplace.
  const url = packageJson.repository.url.replace('git+', '');
  expect(readJson('.agents/plugins/marketplace.json')).toMatchObject({
    name: 'tuispec',
    plugins: [{ name: 'tuispec', source: { source: 'url', url } }],
  });
  expect(packageJson.files).toEqual(expect.arrayContaining(['.agents', '.claude-plugin', '.codex-plugin']));
});
