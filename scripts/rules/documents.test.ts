import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { formatUsage } from '../../src/cli/choose-command.js';
import { commandGroups } from '../../src/cli/run-command.js';
import { serverOptions } from '../../src/cli/server-options.js';
import type { MethodName } from '../../src/protocol/generated/types.js';
import type { Params } from '../../src/protocol/message.js';
import { validateParams } from '../../src/server/call.js';
import { characterNames, keyAliases, namedKeys, shiftedNames } from '../../src/terminal/input/key-table.js';
import { parseKey } from '../../src/terminal/input/keys.js';
import { anchorsOf, documents, findCodeBlocks, readDocument } from '../../src/tests/support/documents.js';
import { layers } from '../config/layers.js';

const sendKeySchema = JSON.parse(readFileSync('schemas/methods/sendKey.json', 'utf8')) as {
  readonly params: { readonly properties: { readonly key: { readonly description: string } } };
};
/** Returns the rows of the table with this header in a page, cell by cell. */
function findTable(page: string, ...head: readonly string[]): string[][] {
  const lines = readDocument(page).split('\n');
  const start = lines.indexOf(`| ${head.join(' | ')} |`);
  expect(start, `the table of ${head[0]}`).toBeGreaterThan(0);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
const findCode = (cell: string): string[] => [...cell.matchAll(/`([^`]*)`/g)].map(([, code]) => code ?? '');

test('every variable is in the table, with its flag, help text and default [10.readme]', () => {
  const rows = findTable('src/cli/README.md', 'Environment variable', 'Flag', 'What', 'Default').map(
    ([variable, flag, what, preset]) => [
      ...[variable, flag, preset].map((cell) => findCode(cell ?? '')[0]),
      what?.replaceAll('`', ''),
    ],
  );
  for (const [flag, { variable, default: preset, help }] of Object.entries(serverOptions)) {
    if (!('variable' in serverOptions[flag as keyof typeof serverOptions])) continue;
    const shown = preset === undefined || preset === false ? undefined : String(preset);
    expect(rows).toContainEqual([variable, `--${flag}`, shown, help]);
  }
});

test('every key name and alias is in the table, and every key name in the schema [10.readme, 4.spellings]', () => {
  const rows = findTable('src/terminal/input/KEYS.md', 'Key', 'Also').map((cells) => cells.map(findCode));
  const listed = new Set(rows.flat(2));
  const isOneOfMany = (name: string): boolean => /^(?:F\d+|(?:Keypad|KP-?|Numpad)(?:\d|[A-Z].*))$/.test(name);
  const names = Object.keys({ ...namedKeys, ...keyAliases, ...characterNames, ...shiftedNames });
  expect(names.filter((name) => !listed.has(name) && !(isOneOfMany(name) && !name.startsWith('Keypad')))).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `Keypad${index + 1}`),
  ]);
  const { description } = sendKeySchema.params.properties.key;
  for (const name of Object.keys(namedKeys)) if (!isOneOfMany(name)) expect(description).toContain(`\`${name}\``);
  for (const [[name = ''] = [], others = []] of rows)
    for (const other of others.filter((text) => !text.startsWith('M-')))
      expect(parseKey(other), other).toEqual(parseKey(name));
});

test('every command is in the table [10.readme]', () => {
  const listed = [...formatUsage(commandGroups).matchAll(/^ {2}(tuispec [a-z].*?)(?: \[options\])? {2}/gm)].map(
    ([, command]) => command,
  );
  expect(
    findTable('src/cli/README.md', 'Command', 'What it does').map(([command]) => findCode(command ?? '')[0]),
  ).toEqual(listed);
});

test('every kind of failure is in the table of what to do [10.readme]', () => {
  const { kinds } = JSON.parse(readFileSync('schemas/errors.json', 'utf8')) as { kinds: object };
  const shown = findTable('schemas/GUIDE.md', '`data.kind`', 'What to do').flatMap(([kind]) => findCode(kind ?? ''));
  expect(shown.sort()).toEqual(Object.keys(kinds).sort());
});

test('every file that the architecture page names exists [10.readme]', () => {
  const named = [...readDocument('src/README.md').matchAll(/`((?!src\/)[a-z]+\/[a-z/-]+\.ts)`/g)]
    .map(([, path]) => path ?? '')
    .map((path) => (path.startsWith('scripts/') ? path : join('src', path)));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('the page of a folder says what the folder may import: first, or first of its files', () => {
  for (const [folder, { mayImport }] of Object.entries(layers)) {
    const page = documents.get(`src/${folder}/README.md`);
    if (page === undefined) continue;
    const [, allowed = ''] =
      /(?:^# \w+|\n## Files)\n\n[^#]*?May\s+import\s([^;.]*)/.exec(page) ?? expect.unreachable(folder);
    expect(findCode(allowed).sort(), folder).toEqual([...mayImport].sort());
  }
});

test.each(['scripts/fuzz', 'scripts/soak'])('%s selects test files', (script) => {
  const [prefix = ''] = /src\/e2e\/[a-z/]+-/.exec(readFileSync(script, 'utf8')) ?? [];
  const files = readdirSync(dirname(prefix)).map((file) => join(dirname(prefix), file));
  expect(files.filter((file) => file.startsWith(prefix)).length).toBeGreaterThan(1);
});

test('every link between the pages has its target [10.readme]', () => {
  const broken = [...documents].flatMap(([page, text]) =>
    [...text.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)]
      .map(([, path = '', anchor]) => [path === '' ? page : normalize(join(dirname(page), path)), anchor] as const)
      .filter(([path, anchor]) => !existsSync(path) || !hasAnchor(path, anchor))
      .map((link) => [page, ...link]),
  );
  expect(broken).toEqual([]);
});

test('every link of a page in the npm package has its target there, or is an absolute URL [10.readme]', () => {
  const list = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(list) as [{ files: readonly { readonly path: string }[] }];
  const packed = files.map(({ path }) => path);
  const broken = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https:)([^)#]+)/g)]
        .map(([, path = '']) => normalize(join(dirname(page), path)).replace(/\/$/, ''))
        .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => [page, target]),
    );
  expect(broken).toEqual([]);
});

/** Whether a page has this anchor; without an anchor, any file or folder will do. */
function hasAnchor(path: string, anchor: string | undefined): boolean {
  return anchor === undefined || (statSync(path).isFile() && anchorsOf(readFileSync(path, 'utf8')).includes(anchor));
}

test('every request in the documentation has valid params [10.readme]', () => {
  const lines = [...documents.values()].flatMap((text) => text.match(/^\{"jsonrpc".*"method":.*\}$/gm) ?? []);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const { method, params } = JSON.parse(line) as { method: MethodName; params?: Params };
    expect(() => validateParams(method, params ?? {}), line).not.toThrow();
  }
});

test('commands have no comments after them, which zsh would pass as arguments [10.readme]', () => {
  const pasted = [...documents.values()]
    .flatMap((text) => findCodeBlocks(text, 'sh'))
    .filter((block) => !block.startsWith('#!'));
  const commented = pasted.flatMap((block) => block.split('\n')).filter((line) => /\S\s+# /.test(line));
  expect(commented).toEqual([]);
});

test('headings of the reference are unambiguous [10.readme]', () => {
  const anchors = anchorsOf(readDocument('schemas/README.md'));
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) < index)).toEqual([]);
});

test('the API page describes each export once, and the types of requests that options name [10.readme]', () => {
  const page = readDocument('src/client/API.md');
  const headings: readonly string[] = page.match(/^## .*$/gm) ?? [];
  expect(headings.length).toBeGreaterThan(40);
  expect(headings.filter((heading, index) => headings.indexOf(heading) < index)).toEqual([]);
  const options = [...page.matchAll(/^\| `\w+\?: (wire\.\w+)/gm)].map(([, type]) => `## ${type}`);
  expect(options).toContain('## wire.Modes');
  expect(options.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test('the documented lines of a recording are in order of time [10.readme]', () => {
  const shown = [...readDocument('src/recordings/README.md').matchAll(/^\{"timestampMicros":(\d+)/gm)].map(([, time]) =>
    Number(time),
  );
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toEqual(shown.toSorted((left, right) => left - right));
});

test('the policy names the number of the protocol, and the versions of Node that are tested [22.protocol]', () => {
  const policy = readDocument('schemas/POLICY.md');
  const { result } = JSON.parse(readFileSync('schemas/methods/initialize.json', 'utf8')) as {
    readonly result: { readonly properties: { readonly protocol: { readonly const: number } } };
  };
  expect(policy).toContain(`It is ${result.properties.protocol.const}, and is raised`);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  expect(policy).toContain(`Node ${engines.node.replace('>=', '')} and later`);
  const tested = /'(\[20[\d, ]+\])'\)/.exec(readFileSync('.github/workflows/ci.yml', 'utf8'))?.[1] ?? '';
  const [last, ...others] = (JSON.parse(tested) as number[]).reverse();
  expect(policy).toContain(`the tests run on ${others.reverse().join(', ')} and ${last}`);
});

test('every method and notification is in the table [10.readme]', () => {
  const reference = readDocument('schemas/README.md');
  const [, contract = ''] = /^## Methods$(.*)^## Shapes$/ms.exec(reference) ?? [];
  const names = [...contract.matchAll(/^### (.*)$/gm)].map((found) => found[1] ?? '');
  expect(names.filter((name) => !readDocument('schemas/GUIDE.md').includes(`[${name}](README.md#`))).toEqual([]);
});
