import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

interface Name {
  readonly text: string;
  readonly kind: 'function' | 'type' | 'value';
  /** The file, line and name, for the failure of a test. */
  readonly place: string;
}

const verbs = new Set(readFileSync('src/e2e/docs/verbs.txt', 'utf8').split(/\s+/));
const beginning = /^(?:is|has|have|can|are|was|should|contains|to|on|with)(?![a-z])/;
// `positionFrom(wire)`, `charAt(index)`, and `textOf(screen)` for a plain property.
const ending = /(?:From|At|Of)$/;
// Members of interfaces of xterm.js, ajv and promises.
const foreign = new Set(['wcwidth', 'charProperties', 'code', 'then', 'catch', 'finally']);
// The names that users of the library know from its peers, such as `locator.nth(1)` and `terminal.text()`.
const publicClasses = /^src\/client\/(?:terminal|locator)\.ts:\d+: \w/;
const isClone = existsSync('.git');

/** Returns the paths of the product and of the scripts, without tests, test helpers and generated files. */
function listPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'scripts'], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => path.endsWith('.ts') && existsSync(path))
    .filter((path) => !/\.test\.ts$|\/generated\/|^src\/(?:testing|e2e)\//.test(path));
}

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Returns whether a variable is a function of its module. */
function isModuleFunction(node: ts.VariableDeclaration): boolean {
  const isModuleLevel = ts.isSourceFile(node.parent.parent.parent);
  return isModuleLevel && isFunction(node.initializer);
}

function isMethodOrFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node)) return ts.isSourceFile(node.parent);
  if (ts.isVariableDeclaration(node)) return isModuleFunction(node);
  return ts.isMethodDeclaration(node) || (ts.isPropertyDeclaration(node) && isFunction(node.initializer));
}

const isExportedType = (node: ts.Node): boolean =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) &&
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;

const isValue = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node);

/** Returns the functions of a module, the methods of its classes, its exported types and its other values. */
function listNames(path: string): Name[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const names: Name[] = [];
  const visit = (node: ts.Node): void => {
    const kind = isMethodOrFunction(node)
      ? 'function'
      : isExportedType(node)
        ? 'type'
        : isValue(node)
          ? 'value'
          : undefined;
    const { name } = node as ts.Node & { readonly name?: ts.Node };
    if (kind !== undefined && name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      const line = source.getLineAndCharacterOfPosition(name.getStart()).line + 1;
      names.push({ text: name.text.replace(/^[#_]+/, ''), kind, place: `${path}:${line}: ${name.text}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const names = isClone ? listPaths().flatMap(listNames) : [];

/** Returns whether the name of a function begins with a verb, or is a predicate or a conversion. */
function isVerbal(name: string): boolean {
  const [first = ''] = /^[a-z]*/.exec(name) ?? [];
  return verbs.has(first) || beginning.test(name) || ending.test(name) || foreign.has(name);
}

test.skipIf(!isClone)('functions and methods begin with a verb, or are named as conversions (needs a clone)', () => {
  const functions = names.filter(({ kind }) => kind === 'function');
  expect(functions.length).toBeGreaterThan(1000);
  const places = functions.filter(({ text }) => !isVerbal(text)).map(({ place }) => place);
  expect(places.filter((place) => !publicClasses.test(place))).toEqual([]);
});

test.skipIf(!isClone)('limits are named max or min (needs a clone)', () => {
  const superlative = /^(?:most|longest|largest|least|shortest|smallest)[A-Z]/;
  expect(names.filter(({ text }) => superlative.test(text)).map(({ place }) => place)).toEqual([]);
});

test.skipIf(!isClone)('no two exported types have the same name (needs a clone)', () => {
  const types = names.filter(({ kind }) => kind === 'type');
  const counts = new Map<string, number>();
  for (const { text } of types) counts.set(text, (counts.get(text) ?? 0) + 1);
  expect(types.filter(({ text }) => counts.get(text) !== 1).map(({ place }) => place)).toEqual([]);
});
