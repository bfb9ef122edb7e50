/** A text without line breaks: what a message quotes may hold some. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\n\r\u2028\u2029]+\s*/g, ' ').trim();
