import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The files of the product, without tests, test helpers and generated files, with their lines. */
const sources: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/generated\/|^src\/(?:testing|e2e|tests)\//.test(path))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8').split('\n')]),
);

test('no two exported types have the same name', () => {
  const places = new Map<string, string[]>();
  for (const [path, lines] of sources)
    for (const line of lines) {
      const [, name] = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/.exec(line) ?? [];
      if (name !== undefined) places.set(name, [...(places.get(name) ?? []), path]);
    }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

test('what users of the library and of the contract import has doc comments', () => {
  const isPublic = (path: string): boolean => /^src\/(?:client|vitest|protocol)\//.test(path);
  const silent = [...sources]
    .filter(([path]) => isPublic(path))
    .flatMap(([path, lines]) =>
      lines.flatMap((line, index) => {
        const isExport = /^export (?!\{|type \{|type \*|\*|default)/.test(line);
        return isExport && lines[index - 1]?.endsWith('*/') !== true ? [`${path}:${index + 1}: ${line}`] : [];
      }),
    );
  expect(silent).toEqual([]);
});

const declaration = /^(?:export )?(let|const) (\w+)(?:: [^=]+)?(?: = (.*)|;)/;
const ownInstance = /^new (?!Map|Set|WeakMap|WeakSet|Uint|RegExp|URL)[A-Z]\w+\(/;
const mutation =
  '(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|fill)\\(|(?:\\[[^\\]]+\\]|\\.(?!lastIndex)\\w+)+ (?:[-+|&?]+)?= )';

/** Whether a line declares a variable of the module, an instance of our own class, or a value that other lines change. */
function isState(line: string, lines: readonly string[]): boolean {
  const [, kind, name = '', value = ''] = declaration.exec(line) ?? [];
  if (kind === undefined) return false;
  const isChanged = (other: string): boolean => new RegExp(`(?<![\\w.#])${name}${mutation}`).test(other);
  return kind === 'let' || ownInstance.test(value) || lines.some(isChanged);
}

/** Whether the comment above a line says why the module keeps it. */
function isExplained(index: number, lines: readonly string[]): boolean {
  let above = index - 1;
  // One comment may explain several declarations.
  while (declaration.test(lines[above] ?? '')) above -= 1;
  while (/^(?:\/\/|\/?\*| \*)/.test(lines[above] ?? '')) {
    if (/^(?:\/\/|\/\*\*| \*) state: /.test(lines[above] ?? '')) return true;
    above -= 1;
  }
  return false;
}

test('a module that keeps state says why: `// state: …`', () => {
  const unexplained = [...sources].flatMap(([path, lines]) =>
    lines.flatMap((line, index) =>
      isState(line, lines) && !isExplained(index, lines) ? [`${path}:${index + 1}: ${line}`] : [],
    ),
  );
  expect(unexplained).toEqual([]);
});
