/** Whether a text contains a lone surrogate (half of a character), which UTF-8 cannot encode. */
export const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Whether a text is one grapheme cluster: for example, a letter with its marks or an emoji of several parts. */
export function isOneCharacter(text: string): boolean {
  if (isBroken(text)) return false;
  if ([...text].length === 1) return true;
  // Longer than any emoji or letter with its marks.
  if (text.length > 32) return false;
  // Two or more ASCII characters, such as the name of a key: creating a segmenter is slow.
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  return [...new Intl.Segmenter().segment(text)].length === 1;
}

/** The grapheme clusters of a text: what a reader perceives as its characters. */
export function* splitCharacters(text: string): Generator<string, void> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
