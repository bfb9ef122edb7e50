import type { Modifiers } from './key-types.js';

/** A key of a keyboard that types a character. */
export interface TextKey {
  /** The character without Shift. */
  readonly plain: string;
  /** The character with Shift, if it differs. */
  readonly shifted: string | undefined;
  /** Whether Shift is pressed. */
  readonly isShifted: boolean;
}

// The keys of the US keyboard that type symbols, without and with Shift.
const plainKeys = "`1234567890-=[]\\;',./";
const shiftedKeys = '~!@#$%^&*()_+{}|:"<>?';
// No alphabets follow from here on: such characters are composed by an input method, not typed with a key.
const firstIdeograph = 0x2e80;

/**
 * The key that types a character on a US keyboard, or a letter of another alphabet; undefined for other characters.
 * With Ctrl, a capital names the key without Shift: Ctrl+A is Ctrl+a.
 */
export function findTextKey(character: string, modifiers: Modifiers): TextKey | undefined {
  const code = character.codePointAt(0) ?? 0;
  if ([...character].length !== 1 || code < 0x20 || (code >= 0x7f && code < 0xa0) || code >= firstIdeograph)
    return undefined;
  const symbol = plainKeys.indexOf(character);
  if (symbol >= 0) return { plain: character, shifted: shiftedKeys[symbol], isShifted: modifiers.shift };
  const shiftedSymbol = shiftedKeys.indexOf(character);
  if (shiftedSymbol >= 0) return { plain: plainKeys.charAt(shiftedSymbol), shifted: character, isShifted: true };
  const lower = requireOneCharacter(character.toLowerCase()) ?? character;
  if (lower !== character) return { plain: lower, shifted: character, isShifted: modifiers.shift || !modifiers.ctrl };
  const upper = requireOneCharacter(character.toUpperCase());
  return { plain: character, shifted: upper === character ? undefined : upper, isShifted: modifiers.shift };
}

const requireOneCharacter = (text: string): string | undefined => ([...text].length === 1 ? text : undefined);
