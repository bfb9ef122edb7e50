import { clipText, computeEditDistance, escapeControls, findNearest } from '../base/text.js';
import { parseKey } from '../terminal/input/keys.js';
import { ToolError, toWellFormed } from './tool-result.js';

/** A part of an input: keys that are pressed, or text that is typed. */
export type InputPart = { readonly keys: readonly string[] } | { readonly text: string };

const commonKeys =
  'enter tab escape backspace delete insert up down left right home end pageup pagedown space f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12'.split(
    ' ',
  );
const chord = /^(?:(?:ctrl|control|alt|meta|option|shift|cmd|super|[cms])[+-].|\^.)/i;
// A modifier alone, such as `ctrl+`, or misspelled, as in `crtl+c`.
const modifiers = ['ctrl', 'control', 'alt', 'meta', 'option', 'shift'];
const wrongChord = /^([a-z]{3,7})\+(\S{0,9})$/i;

/** Splits elements of `keys` into keys and texts; throws an error for an element that was probably meant as a key. */
export function splitKeys(elements: readonly string[]): InputPart[] {
  const parts: InputPart[] = [];
  for (const element of elements) {
    const last = parts.at(-1);
    if (!isKey(element)) parts.push({ text: element });
    else if (last !== undefined && 'keys' in last) parts[parts.length - 1] = { keys: [...last.keys, element] };
    else parts.push({ keys: [element] });
  }
  return parts;
}

/** Checks a single key; throws an error with the nearest known one. */
export function parseKeyName(name: string): string {
  const reason = findKeyError(name);
  if (reason !== undefined) throw createKeyError(reason);
  return name;
}

function isKey(element: string): boolean {
  const reason = findKeyError(element);
  if (reason === undefined) return true;
  const isMeantAsKey =
    chord.test(element) || isNearChord(element) || (/^[a-z]\w+$/i.test(element) && isNearKey(element));
  if (isMeantAsKey) throw createKeyError(reason);
  return false;
}

// Closer than `findNearest` alone demands: `hello` is a text, although it resembles `delete`.
function isNearKey(word: string): boolean {
  const nearest = findNearest(word, commonKeys);
  if (nearest === undefined || word.length < 4) return false;
  return Math.abs(nearest.length - word.length) <= 1 && nearest.slice(0, 2) === word.slice(0, 2).toLowerCase();
}

/** Whether a text ends with a modifier, or is a key with something that resembles a modifier. */
function isNearChord(text: string): boolean {
  const [, word = '', rest = ''] = wrongChord.exec(text) ?? [];
  const resembles = (modifier: string): boolean => {
    const distance = computeEditDistance(word.toLowerCase(), modifier);
    // `all+1` and `salt+x` are texts.
    return distance === 0 || (distance === 1 && modifier.length > 3 && word[0]?.toLowerCase() === modifier[0]);
  };
  return modifiers.some(resembles) && (rest === '' || findKeyError(rest) === undefined);
}

function findKeyError(name: string): string | undefined {
  try {
    parseKey(name);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const createKeyError = (reason: string): ToolError =>
  new ToolError({
    kind: 'key',
    sentence: reason.replace('`sendText`', '`input`'),
    advice: `Known keys: ${commonKeys.join(' ')}, any character, and ctrl+, alt+ and shift+ with them.`,
  });

/** Describes what was sent, with control characters as `\xNN` and keys in braces. */
export const describeSent = (parts: readonly InputPart[]): string =>
  parts.map((part) => ('text' in part ? showText(part.text) : part.keys.map((key) => `{${key}}`).join(''))).join('');

const maxShownLength = 1000;
const showText = (text: string): string => {
  const shown = text.length > maxShownLength ? `${clipText(text, maxShownLength)}…` : text;
  const escaped = shown.replaceAll(
    /[\x00-\x1f\x7f]/g,
    (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return toWellFormed(escapeControls(escaped));
};
