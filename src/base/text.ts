/** Escapes control characters, which a terminal might execute. Line breaks and tabs are retained. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\0-\x08\x0b-\x1f\x7f-\x9f]/g,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/**
 * Escapes DEL and C1 characters in JSON, which a terminal might execute. They occur only inside strings, so the meaning
 * does not change. `JSON.stringify` itself escapes the others.
 */
export const escapeJsonControls = (json: string): string =>
  json.replaceAll(/[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);

/** A text without blanks, for comparison: a tab or a wrap can become any number of them. */
export const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');

/** Escapes a text so that a regular expression matches it literally. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

// Longer words are not typos, and the time grows quadratically.
const maxWordLength = 100;

/** The candidate closest to `word`, if one is close enough; of equally close ones, that with the longest common prefix. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxWordLength) return undefined;
  // In words of one or two characters, at least one character must match.
  const maxDistance = word.length < 3 ? word.length - 1 : Math.max(2, Math.floor(word.length / 2));
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > bestDistance) continue;
    const distance = computeEditDistance(word.toLowerCase(), candidate.toLowerCase());
    const isAsClose = best !== undefined && distance === bestDistance;
    if (
      isAsClose
        ? measureCommonPrefix(word, candidate) > measureCommonPrefix(word, best as string)
        : distance < bestDistance
    )
      [best, bestDistance] = [candidate, distance];
  }
  return best ?? findNearestInWords(word, candidates);
}

// Unit names say little about the meaning.
const units = ['ms', 'seconds'];

/** The shortest candidate that contains every word of a name, or vice versa: `terminalCols` for `cols`. */
function findNearestInWords(name: string, candidates: readonly string[]): string | undefined {
  const words = splitWords(name);
  const isPart = (some: readonly string[], all: readonly string[]): boolean =>
    some.length > 0 && some.every((one) => all.includes(one));
  return candidates
    .filter((candidate) => {
      const others = splitWords(candidate);
      return isPart(words, others) || isPart(others, words);
    })
    .sort((left, right) => left.length - right.length)[0];
}

const splitWords = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3 && !units.includes(word));

function measureCommonPrefix(word: string, candidate: string): number {
  const [left, right] = [word.toLowerCase(), candidate.toLowerCase()];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}

/** The number of insertions, deletions, replacements and swaps of adjacent characters. */
export function computeEditDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replace = (row[j] as number) + (left[i] === right[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j];
      const swap = isSwap ? (before[j - 1] as number) + 1 : replace;
      next.push(Math.min(replace, swap, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    [before, row] = [row, next];
  }
  return row[right.length] as number;
}

/** Removes line breaks, which quoted text in a message may contain. */
export const toOneLine = (text: string): string => text.replaceAll(/\s*[\n\r\u2028\u2029]+\s*/g, ' ').trim();

// Longer than any valid name; the client knows the full text that it sent.
const maxNameLength = 100;

/** The beginning of a text, without half of a character at its end. */
export const clipText = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;

/** Truncates a name for use in a message. */
export const truncate = (name: string): string =>
  name.length > maxNameLength ? `${clipText(name, maxNameLength)}…` : name;

/** Quotes untrusted text: truncated, without control characters. */
export const quote = (text: string): string => escapeControls(JSON.stringify(truncate(text)));

/** Formats a list: `a`, `a and b`, `a, b and c`. */
export function joinList(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

const msByUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
// A longer delay of a timer would be none.
const maxDurationMs = 2_147_483_647;

/** A time with a unit, such as `500ms` or `2m`, in milliseconds; undefined if it is none. A bare number is ambiguous. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(number) * (msByUnit[unit] ?? Number.NaN);
  return ms <= maxDurationMs ? ms : undefined;
}

/** A text with a capital letter at its start. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A word of a command line for a shell: in quotes only if it needs them. */
export const quoteForShell = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
