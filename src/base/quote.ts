import { escapeControls } from './escape-controls.js';
import { truncate } from './truncate.js';

/** Quotes untrusted text: truncated, without control characters. */
export const quote = (text: string): string => escapeControls(JSON.stringify(truncate(text)));

/** Formats a list: `a`, `a and b`, `a, b and c`. */
export function joinList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
