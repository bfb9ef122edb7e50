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
