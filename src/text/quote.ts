import { printable } from './printable.js';
import { short } from './short.js';

/** Quotes untrusted text: truncated, without control characters. */
export const quote = (text: string): string => printable(JSON.stringify(short(text)));

/** Formats a list: `a`, `a and b`, `a, b and c`. */
export function listOf(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
