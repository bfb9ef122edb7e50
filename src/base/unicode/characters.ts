import { packedKinds } from './generated/kinds.js';

/** The kind of a code point: how many cells it takes, and what it joins. */
export const kind = {
  /** One cell; joins nothing. The default for code points that are not in the table. */
  narrow: 0,
  /** Two cells; joins nothing. */
  wide: 1,
  /** A digit, # or *: one cell, two if VS16 follows. */
  keycap: 2,
  /** No cell of its own: a combining mark. */
  mark: 3,
  /** As a mark, but ends the cluster for what follows: for example, spacing vowel signs. */
  spacing: 4,
  /** As a mark, and joins the Indic consonants around it to a conjunct. */
  linker: 5,
  /** No cell of its own, and not a mark: a zero width space. */
  empty: 6,
  joiner: 7,
  textSelector: 8,
  emojiSelector: 9,
  /** A pictograph that is not an emoji. */
  pictograph: 10,
  /** An emoji with text presentation: one cell, two if VS16 follows. */
  textEmoji: 11,
  /** An emoji of two cells, one if VS15 follows. */
  emoji: 12,
  /** A pictograph that always takes two cells. */
  widePictograph: 13,
  skinTone: 14,
  regionalIndicator: 15,
  consonant: 16,
  leadingJamo: 17,
  vowelJamo: 18,
  trailingJamo: 19,
  /** A whole Hangul syllable; `hangulWithTrailing` is not in the table. */
  hangul: 20,
  hangulWithTrailing: 21,
} as const;
/** A kind, as a number. */
export type Kind = (typeof kind)[keyof typeof kind];

const codePoints = 0x110000;
const firstHangul = 0xac00;
const trailingJamos = 28;

// state: a cache of constants.
let kinds: Uint8Array | undefined;

function unpackKinds(): Uint8Array {
  const table = new Uint8Array(codePoints);
  let last = 0;
  for (let index = 0; index < packedKinds.length; index += 3) {
    const first = last + (packedKinds[index] as number);
    last = first + (packedKinds[index + 1] as number);
    table.fill(packedKinds[index + 2] as number, first, last + 1);
  }
  for (let syllable = firstHangul; table[syllable] === kind.hangul; syllable += trailingJamos)
    table.fill(kind.hangulWithTrailing, syllable + 1, syllable + trailingJamos);
  return table;
}

/** The kind of each code point: a table of about 1 MB, most of which is never read. */
export function loadKinds(): Uint8Array {
  kinds ??= unpackKinds();
  return kinds;
}

/** The cells that a code point takes if it does not join. */
export const widthOf: Readonly<Record<Kind, 0 | 1 | 2>> = {
  [kind.narrow]: 1,
  [kind.wide]: 2,
  [kind.keycap]: 1,
  [kind.mark]: 0,
  [kind.spacing]: 0,
  [kind.linker]: 0,
  [kind.empty]: 0,
  [kind.joiner]: 0,
  [kind.textSelector]: 0,
  [kind.emojiSelector]: 0,
  [kind.pictograph]: 1,
  [kind.textEmoji]: 1,
  [kind.emoji]: 2,
  [kind.widePictograph]: 2,
  [kind.skinTone]: 2,
  [kind.regionalIndicator]: 2,
  [kind.consonant]: 1,
  [kind.leadingJamo]: 2,
  [kind.vowelJamo]: 1,
  [kind.trailingJamo]: 1,
  [kind.hangul]: 2,
  [kind.hangulWithTrailing]: 2,
};
