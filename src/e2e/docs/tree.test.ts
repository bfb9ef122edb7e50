import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const maxLines = 300;
const usualLines = 100;

/** Returns the source files, except generated ones, with their lines. */
function readSources(): Map<string, string[]> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'scripts', 'fixtures'], {
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter((path) => /\.(ts|js|mjs|py|sh)$/.test(path) && !path.includes('generated/'));
  return new Map(
    paths.filter((path) => existsSync(path)).map((path) => [path, readFileSync(path, 'utf8').trimEnd().split('\n')]),
  );
}

const isClone = existsSync('.git');

test.skipIf(!isClone)('no file is too long, and most are short (needs a clone)', () => {
  const lengths = [...readSources()].map(([path, { length }]) => [length, path] as const).sort(([a], [b]) => a - b);
  expect(lengths.filter(([length]) => length > maxLines)).toEqual([]);
  expect(lengths[Math.floor(lengths.length / 2)]?.[0]).toBeLessThanOrEqual(usualLines);
});

test.skipIf(!isClone)('each export has a doc comment; handlers are documented in their schemas (needs a clone)', () => {
  const silent = [...readSources()].flatMap(([path, lines]) =>
    lines.flatMap((line, index) => {
      const isTold = lines[index - 1]?.endsWith('*/') === true;
      const isExport = /^export (?!\{|type \{|type \*|default)/.test(line) && !/= define(?:Method|Wait)\('/.test(line);
      return isExport && path.endsWith('.ts') && !isTold ? [`${path}:${index + 1}: ${line}`] : [];
    }),
  );
  expect(silent).toEqual([]);
});

const declaration = /^(?:export )?(let|const) (\w+)(?:: [^=]+)?(?: = (.*)|;)/;
const ownInstance = /^new (?!Map|Set|WeakMap|WeakSet|Uint|RegExp|URL)[A-Z]\w+\(/;
const mutation =
  '(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|fill)\\(|(?:\\[[^\\]]+\\]|\\.(?!lastIndex)\\w+)+ (?:[-+|&?]+)?= )';

/** Whether the lines of a module declare a variable, an instance of our own class, or a value that is changed later. */
const hasState = (lines: readonly string[]): boolean =>
  lines.some((line) => {
    const [, kind, name = '', value = ''] = declaration.exec(line) ?? [];
    if (kind === undefined) return false;
    return (
      kind === 'let' ||
      ownInstance.test(value) ||
      lines.some((other) => new RegExp(`(?<![\\w.#])${name}${mutation}`).test(other))
    );
  });

test.skipIf(!isClone)('the module-level state is what src/README.md lists, with the reason (needs a clone)', () => {
  const page = readFileSync('src/README.md', 'utf8');
  const section = page.slice(page.indexOf('**Module-level state.**'), page.indexOf('## Adding a method'));
  const listed = [...section.matchAll(/`([^`]+\.ts)`/g)].map(([, path]) => `src/${path}`);
  const stateful = [...readSources()].filter(
    ([path, lines]) => /^src\/(?!e2e\/|testing\/).*(?<!\.test)\.ts$/.test(path) && hasState(lines),
  );
  expect(stateful.map(([path]) => path).sort()).toEqual([...new Set(listed)].sort());
});

// The comments and titles of these tests are checked; this list grows.
const plainPaths = ['scripts/', 'src/testing/', 'src/e2e/', 'fixtures/programs/'];
const archaicWords =
  /\b(whoever|nobody|somebody|anew|amid|lest|shall|sought|mended|spoilt|beside|told|stands|lies)\b(?![-'.])/i;

/** The comment of a line, or the title of a test. */
function proseOf(line: string): string {
  const [, comment, title] = /(?:^|\s)(?:\/\/|\/?\*+) (.*)|\b(?:test|describe)[^'`"]*['`"](.*)['`"],/.exec(line) ?? [];
  return comment ?? title ?? '';
}

test.skipIf(!isClone)('comments, test titles and promises are free of archaic words (needs a clone)', () => {
  const inComments = [...readSources()]
    .filter(([path]) => plainPaths.some((plain) => path.startsWith(plain)))
    .flatMap(([path, lines]) => lines.map((line, index) => [`${path}:${index + 1}`, proseOf(line)] as const));
  const inPromises = readFileSync('fixtures/requirements.json', 'utf8')
    .split('\n')
    .map((line, index) => [`fixtures/requirements.json:${index + 1}`, line.replace(/^\s*"[^"]*": /, '')] as const);
  const archaic = [...inComments, ...inPromises].filter(([, prose]) =>
    archaicWords.test(prose.replace(/\[[^\]]*\]/g, '')),
  );
  expect(archaic).toEqual([]);
});

const archaicInCode = new RegExp(archaicWords.source.replace("(?![-'.])", ''), 'i');
const isTest = (path: string): boolean => /\.test\.ts$|^src\/(?:testing|e2e)\//.test(path);

/** Splits identifiers into words; the ids of promises are names, not prose. */
const splitIdentifiers = (line: string): string =>
  line
    .replaceAll(/\b\d+\.[\w.-]+|\[[^\]]*\d\.[^\]]*\]/g, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');

test.skipIf(!isClone)('code, schemas and documents are free of archaic words, in names too (needs a clone)', () => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'scripts', 'schemas', '.github', 'fixtures/programs', '*.md'],
    { encoding: 'utf8' },
  );
  const archaic = listed
    .split('\n')
    .filter((path) => /\.(?:ts|mjs|json|md|yml|py|sh)$/.test(path) && existsSync(path))
    // The generated OpenRPC document and types repeat the schemas.
    .filter((path) => !isTest(path) && !path.includes('/generated/'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line, index) => [`${path}:${index + 1}`, splitIdentifiers(line)] as const),
    )
    .filter(([, words]) => archaicInCode.test(words));
  expect(archaic).toEqual([]);
});
