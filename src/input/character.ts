/** Whether it holds half of a character (a lone surrogate), which UTF-8 cannot carry. */
export const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Whether a person sees it as one character: with its marks, or an emoji of several parts. */
export function isOneCharacter(text: string): boolean {
  if (isBroken(text)) return false;
  if ([...text].length === 1) return true;
  // Longer than any emoji or letter with its marks: no need to segment it.
  if (text.length > 32) return false;
  // Nor names of keys: what segments is slow to begin with.
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  return [...new Intl.Segmenter().segment(text)].length === 1;
}

/** The characters of a text as a person sees them (grapheme clusters). */
export function* charactersOf(text: string): Generator<string, void> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
