/** A text without its trailing blanks. */
export function trimBlanks(text: string): string {
  // Not / +$/, which takes quadratic time for many blanks in front of something else.
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end -= 1;
  return text.slice(0, end);
}
