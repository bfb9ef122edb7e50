// Arguments of commands: keys and texts, and what is waited for.
import type { Condition, Selector } from '../protocol/generated/types.js';
import { keyNames, parseKey } from '../terminal/input/keys.js';
import { exitCodes } from './conversation.js';
import { CommandError } from './places.js';

const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);

/** A text or pattern that a caller waits for. */
export interface Wanted {
  /** As it was given. */
  readonly given: string;
  readonly selector: Selector;
}

const patternForm = /^\/([\s\S]+)\/([a-z]*)$/;

/** Parses P: a text, or `/regex/flags`. */
export function parseWanted(given: string): Wanted {
  if (given === '') throw usage('The text to wait for is empty.');
  const [, pattern, flags = ''] = patternForm.exec(given) ?? [];
  if (pattern === undefined) return { given, selector: { type: 'exact', text: given, ignoreCase: false } };
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: (?:\/.*\/\w*: )?/s, '');
    throw usage(
      `Invalid regular expression ${given}: ${reason}. To find it as a text, escape the slashes or omit one.`,
    );
  }
  // Their effect is on the result of a match, not on whether there is one.
  return { given, selector: { type: 'regex', pattern, flags: flags.replaceAll(/[dgy]/g, '') } };
}

export const toVisible = ({ selector }: Wanted): Condition => ({ visible: selector });
export const toHidden = ({ selector }: Wanted): Condition => ({ hidden: selector });

/** A place: a text, or a cell `ROW,COL`. */
export function parsePlace(
  text: string,
): { readonly selector: Selector } | { readonly row: number; readonly col: number } {
  const [, row, col] = /^(\d+),(\d+)$/.exec(text) ?? [];
  return row === undefined ? { selector: parseWanted(text).selector } : { row: Number(row), col: Number(col) };
}

const modifiers = ['Ctrl', 'Control', 'Alt', 'Meta', 'Option', 'Shift'];
const modifier = /^(?:(ctrl|control|alt|meta|option|shift)([+-])|([cms])-)(?=\S)/i;

/** A word as the name of a key with modifiers is written; undefined if it does not begin with a modifier. */
function spellKey(word: string): string | undefined {
  let spelled = '';
  let rest = word;
  for (let found = modifier.exec(rest); found !== null && [...rest].length > 1; found = modifier.exec(rest)) {
    const [prefix, long, separator, short] = found;
    const name = modifiers.find((one) => one.toLowerCase() === long?.toLowerCase()) ?? short?.toUpperCase();
    spelled += `${name}${separator ?? '-'}`;
    rest = rest.slice(prefix.length);
  }
  if (spelled === '') return /^\^.$/su.test(word) ? word : undefined;
  return spelled + ([...keyNames].find((name) => name.toLowerCase() === rest.toLowerCase()) ?? rest);
}

/** Whether a word is a key with modifiers, such as `Ctrl+c`, `C-c` or `^C`. */
function isModifiedKey(word: string, spelled: string): boolean {
  try {
    parseKey(word);
  } catch (error) {
    const isMeant = spelled.startsWith(modifier.exec(word)?.[0] ?? '') || /^\w+\+/.test(word);
    // A sentence, such as `Shift-click selects a range`, and words, such as `control-plane`, are texts.
    if (!isMeant || /\s\S/.test(word)) return false;
    const reason = (error as Error).message.replace(' To type text, use `sendText`.', '');
    throw usage(`${reason} To type it as a text: --text ${JSON.stringify(word)}.`);
  }
  if (word === spelled) return true;
  throw createNearError(word, spelled);
}

const createNearError = (word: string, near: string): CommandError =>
  usage(`${JSON.stringify(word)} is not a key; did you mean ${near}? To type it as a text: --text ${word}.`);

// Of tmux and Emacs: in another case, or nearly, they are words.
const shortNames = new Set('RET CR BSpace BS SPC Del DC Ins IC PPage Prior NPage Next BTab PgDown'.split(' '));
const usualNames = [...keyNames].filter((name) => !shortNames.has(name));

/** The key that a word becomes if its misspelled modifier is mended, such as `Crtl+c`. */
function mendModifier(word: string): string | undefined {
  const [, name = '', key = ''] = /^([A-Z][a-z]+)\+(\S+)$/.exec(word) ?? [];
  // `Salt+x` and `Beta+x` are texts.
  const meant = modifiers.find((one) => one.length >= 4 && one[0] === name[0] && isOneEditAway(name, one));
  const mended = meant === undefined ? undefined : spellKey(`${meant}+${key}`);
  try {
    if (mended !== undefined) parseKey(mended);
    return mended;
  } catch {
    return undefined;
  }
}

/** Whether an argument is a key. Refuses what was probably meant as one. */
export function isKey(word: string): boolean {
  if ([...word].length === 1) return false;
  if (keyNames.has(word)) return true;
  const spelled = spellKey(word);
  if (spelled !== undefined) return isModifiedKey(word, spelled);
  const lower = word.toLowerCase();
  const sameLetters = usualNames.find((name) => name.toLowerCase() === lower);
  const near =
    sameLetters ??
    mendModifier(word) ??
    (/^[A-Z]/.test(word) ? usualNames.find((name) => name.length >= 5 && isOneEditAway(word, name)) : undefined);
  if (near !== undefined) throw createNearError(word, near);
  return false;
}

/** Whether one swap, insertion, deletion or replacement makes one word of the other. */
function isOneEditAway(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 1) return false;
  let start = 0;
  while (start < Math.min(word.length, name.length) && word[start] === name[start]) start += 1;
  const [a, b] = [word.slice(start), name.slice(start)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** What is typed, in order. */
export type SentPart = { readonly text: string; readonly isSecret: boolean } | { readonly keys: readonly string[] };

/** Joins keys that follow each other. */
export function joinKeys(parts: readonly SentPart[]): SentPart[] {
  const joined: SentPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if ('keys' in part && last !== undefined && 'keys' in last)
      joined[joined.length - 1] = { keys: [...last.keys, ...part.keys] };
    else joined.push(part);
  }
  return joined;
}
