/** Removes line breaks, which quoted text in a message may contain. */
export const toOneLine = (text: string): string => text.replaceAll(/\s*[\n\r\u2028\u2029]+\s*/g, ' ').trim();
