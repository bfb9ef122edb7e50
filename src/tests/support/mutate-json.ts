import type { Random } from './random.js';

type Tree = Record<string, unknown> | unknown[];

const beginRaw = '@raw:';
/** JSON text that no value produces: `jsonText` inserts it unchanged. */
const toRawText = (text: string): string => `${beginRaw}${text}@`;
/** Returns the JSON text of a value. */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"@raw:([^@]*)@"/g, (_, text: string) => text.replaceAll('\\"', '"'));

// Values that hardly any member allows.
const strangeValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  toRawText('1e999'),
  toRawText('-1e999'),
  toRawText('-0'),
  toRawText('1.0'),
  toRawText('123456789012345678901234567890'),
  '',
  ' ',
  '..',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '日'.repeat(200),
  '\ud800',
  'a\udfffb',
  '\0',
  'a\0b',
  '\x1b[2J\x9b31m',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  [],
  {},
  [[]],
  [null],
  { type: 'exact' },
  { '': '' },
  { toString: 1 },
  Object.fromEntries([['__proto__', { polluted: true }]]),
  toRawText(`${'['.repeat(40)}${']'.repeat(40)}`),
  toRawText(`${'{"selector":'.repeat(40)}1${'}'.repeat(40)}`),
  toRawText(`${'['.repeat(1200)}${']'.repeat(1200)}`),
  Array.from({ length: 20_000 }, () => 1),
];
/** Returns one of them. */
export const pickStrangeValue = (random: Random): unknown => structuredClone(random.pick(strangeValues));
const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  'length',
  '\0',
  'jsonrpc',
  'id',
];

/** Mutates a tree of JSON in a random place: replaces a value, adds or removes a member, or wraps a value. */
export function mutateTree(tree: Tree, random: Random): void {
  const { holder, key } = random.pick(listMembers(tree));
  const members = holder as Record<string | number, unknown>;
  const kinds: readonly (() => void)[] = [
    () => assign(holder, key, pickStrangeValue(random)),
    () => assign(holder, key, pickStrangeValue(random)),
    () => assign(holder, Array.isArray(holder) ? holder.length : random.pick(strangeNames), pickStrangeValue(random)),
    () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete members[key]),
    () => assign(holder, key, [members[key]]),
    () => assign(holder, key, JSON.stringify(members[key])),
    () => assign(holder, key, { [String(key)]: members[key] }),
  ];
  random.pick(kinds)();
}

// An assignment to `__proto__` would not create a member.
function assign(parent: Tree, key: string | number, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}

interface TreeMember {
  readonly holder: Tree;
  readonly key: string | number;
}

function listMembers(tree: Tree): TreeMember[] {
  const keys = Array.isArray(tree) ? [...tree.keys()].slice(0, 50) : Object.keys(tree);
  const own = keys.map((key) => ({ holder: tree, key }));
  const below = keys.flatMap((key) => {
    const value = (tree as Record<string | number, unknown>)[key];
    return typeof value === 'object' && value !== null ? listMembers(value as Tree) : [];
  });
  return own.length === 0 ? [{ holder: tree, key: Array.isArray(tree) ? 0 : 'x' }] : [...own, ...below];
}

/** Characters that break, or almost break, a line of JSON; as Latin-1 bytes. */
export const breakingTexts = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\r',
  '\n',
  '\0',
  'null',
  '1e999',
  '"id":7,',
  '\\u0000',
  '\\ud800',
  '\xff',
  '\xc3',
  '\xed\xa0\x80',
  '\xef\xbb\xbf',
];

/** Inserts, removes or repeats something in a random place of a line. */
export function mutateLine(line: Buffer, random: Random): Buffer {
  const at = random.below(line.length + 1);
  const to = at + random.below(Math.min(40, line.length - at + 1));
  const middle = random.pick([
    () => Buffer.from(random.pick(breakingTexts), 'latin1'),
    () => Buffer.alloc(0),
    () => Buffer.concat([line.subarray(at, to), line.subarray(at, to)]),
    () => line.subarray(at).subarray(0, 0),
  ])();
  const rest = random.chance(0.1) ? Buffer.alloc(0) : line.subarray(to);
  return Buffer.concat([line.subarray(0, at), middle, rest]);
}
