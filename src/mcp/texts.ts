// Texts from and for agents: keys, regular expressions, conditions, and what a wait has found.
import { clipText, computeEditDistance, escapeControls, findNearest } from '../base/text.js';
import { TuispecError } from '../client/errors.js';
import type * as wire from '../client/wire.js';
import { parseKey } from '../terminal/input/keys.js';
import { ToolError, toWellFormed } from './results.js';

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
export function checkKeyName(name: string): string {
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
    advice: `Known keys: ${commonKeys.filter((key) => !/^f\d/.test(key)).join(' ')}, f1 to f24, any character, and ctrl+, alt+ and shift+ with them.`,
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

/** A regular expression that a caller has passed. */
export interface TextPattern {
  readonly source: string;
  readonly flags: string;
}

// Their effect is on the result of a match, not on whether there is one.
const flagsWithoutEffect = /[dgy]/g;

/** Checks a regular expression; throws an error with the engine's reason. */
export function checkPattern(source: string, flags = ''): TextPattern {
  try {
    new RegExp(source, flags);
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, '');
    throw new ToolError({
      kind: 'pattern',
      sentence: `Invalid regular expression ${JSON.stringify(source)}${flags === '' ? '' : ` with flags ${JSON.stringify(flags)}`}: ${reason}.`,
      advice: 'Escape characters that are meant literally with a backslash.',
    });
  }
  return { source: acceptLineEnds(source, flags.includes('v')), flags: flags.replaceAll(flagsWithoutEffect, '') };
}

/**
 * Blank cells at the end of a line are spaces on the screen, but not in its text. A space or `\s` at the end of an
 * alternative therefore matches the end of a line too: otherwise `\$ $` would never match a prompt.
 */
function acceptLineEnds(source: string, hasNestedClasses: boolean): string {
  let result = '';
  let classDepth = 0;
  for (const [piece] of source.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === '[' && (classDepth === 0 || hasNestedClasses)) classDepth += 1;
    else if (piece === ']' && classDepth > 0) classDepth -= 1;
    result += piece;
    const isBlank = classDepth === 0 && (piece === ' ' || piece === '\\s');
    result += isBlank ? '\0' : '';
  }
  // NUL marks the blanks outside of character classes.
  return result.replaceAll(/( |\\s)\0(?=\$|\||\)|$)/g, '(?:$1|$)').replaceAll('\0', '');
}

const addLineAnchors = (flags: string): string => (flags.includes('m') ? flags : `${flags}m`);

/** The pattern as a selector: it matches within lines, also in those that have scrolled off during a wait. */
export const selectorOf = ({ source, flags }: TextPattern): wire.Selector => ({
  type: 'regex',
  pattern: source,
  flags,
});

/** Conditions that are met when the pattern matches a line, or several lines of the screen. */
export const createFoundConditions = (pattern: TextPattern): wire.Condition[] => [
  { visible: selectorOf(pattern) },
  { pattern: pattern.source, flags: addLineAnchors(pattern.flags) },
];

/** The condition that is met when the pattern matches nowhere on the screen. */
export const createGoneCondition = ({ source, flags }: TextPattern): wire.Condition => ({
  // Anchored to the start of the text, which `^` is not with the flag m.
  pattern: `(?<![\\s\\S])(?![\\s\\S]*(?:${source}))`,
  flags: addLineAnchors(flags),
});

/** Whether a match may span several lines. */
export const canSpanLines = ({ source }: TextPattern): boolean => /\\n|\n|\[\\s\\S\]|\\r/.test(source);

/** How a wait ended, if that is not an error. */
export interface WaitOutcome<T> {
  readonly reason: 'matched' | 'timeout' | 'exited';
  /** The response of a wait that was successful. */
  readonly met?: T;
  /** The text that is closest to the one that was searched for. */
  readonly closest?: string;
}

/** Waits; a timeout and the end of the program are outcomes, other failures and those that `isFailure` names are thrown. */
export async function awaitOutcome<T>(
  wait: Promise<T>,
  isFailure: (error: TuispecError) => boolean = () => false,
): Promise<WaitOutcome<T>> {
  try {
    return { reason: 'matched', met: await wait };
  } catch (error) {
    if (!(error instanceof TuispecError) || (error.kind !== 'timeout' && error.kind !== 'exited')) throw error;
    if (isFailure(error)) throw error;
    const { nearest } = error.data;
    if (nearest === undefined) return { reason: error.kind };
    const place = `(row ${nearest.row}, column ${nearest.col})`;
    return { reason: error.kind, closest: `Closest text: ${JSON.stringify(nearest.text)} ${place}.` };
  }
}

/** Joins what a result notes about a wait that was not successful. */
export function createNote(
  { reason, closest }: WaitOutcome<unknown>,
  limit: string | undefined,
): { readonly note?: string } {
  const notes = [closest, reason === 'timeout' ? limit : undefined].filter((one) => one !== undefined);
  return reason === 'matched' || notes.length === 0 ? {} : { note: notes.join(' ') };
}
