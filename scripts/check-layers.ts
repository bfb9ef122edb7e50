// Checks that the folders of src/ import what scripts/config/layers.ts allows, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { layers, singleImporters } from './config/layers.js';

const exempt = new Set(['tests']);
const importPattern = /(?:from|import) ?\(?'([^']+)'/g;
const errors: string[] = [];
const used = new Set<string>();

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !exempt.has(folderOf(path)));

for (const path of files)
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries())
    for (const [, imported = ''] of line.matchAll(importPattern)) {
      const error = imported.startsWith('.') ? checkFolder(path, imported) : checkPackage(path, imported);
      if (error !== undefined) errors.push(`${error} (${path}:${index + 1})`);
    }

for (const [from, { mayImport }] of Object.entries(layers))
  for (const to of mayImport)
    if (!used.has(`${from} ${to}`)) errors.push(`src/${from} does not import src/${to}: remove it from its row`);

for (const [area, { door }] of Object.entries(layers))
  for (const file of door)
    if (!used.has(`${area}/${file}`))
      errors.push(`src/${area}/${file}.ts is not imported from another area: remove it from its door`);

for (const error of errors) process.stderr.write(`${error}\n`);
if (errors.length > 0) process.exitCode = 1;

function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function checkFolder(path: string, imported: string): string | undefined {
  const target = normalize(join(dirname(path), imported));
  const [from, to] = [folderOf(path), folderOf(target)];
  if (layers[from] === undefined) return `src/${from} is not listed in scripts/config/layers.ts`;
  if (from === to) return undefined;
  used.add(`${from} ${to}`);
  if (!layers[from].mayImport.includes(to)) return `src/${from} may not import src/${to}`;
  const file = target.slice(`src/${to}/`.length).replace(/\.[jt]s$/, '');
  used.add(`${to}/${file}`);
  return layers[to]?.door.includes(file) === true ? undefined : `${target} is not a door of src/${to}`;
}

function checkPackage(path: string, imported: string): string | undefined {
  const importer = Object.entries(singleImporters).find(
    ([name]) => imported === name || imported.startsWith(`${name}/`),
  );
  if (importer === undefined || importer[1] === path) return undefined;
  return `Only ${importer[1]} may import ${importer[0]}`;
}
