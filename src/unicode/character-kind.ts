/** What a code point is to a terminal: how many cells it takes, and what it joins. */
export const kind = {
  /** One cell; joins nothing. The kind of everything that the table does not name. */
  narrow: 0,
  /** Two cells; joins nothing. */
  wide: 1,
  /** A digit, # or *: one cell, two when VS16 follows. */
  keycap: 2,
  /** No cell of its own: a combining mark. */
  mark: 3,
  /** The same, but what follows joins it no longer: vowel signs beside their consonant, and the like. */
  spacing: 4,
  /** The same, and makes a conjunct of the Indic consonants around it. */
  linker: 5,
  /** No cell of its own, and no mark: a zero width space. */
  empty: 6,
  joiner: 7,
  textSelector: 8,
  emojiSelector: 9,
  /** A pictograph that is no emoji. */
  pictograph: 10,
  /** An emoji that is text, one cell wide, unless VS16 follows. */
  textEmoji: 11,
  /** An emoji of two cells, one when VS15 follows. */
  emoji: 12,
  /** A pictograph of two cells whatever follows. */
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
/** One of them, as a number. */
export type Kind = (typeof kind)[keyof typeof kind];
