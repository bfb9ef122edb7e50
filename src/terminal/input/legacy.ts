import { isOneCharacter } from './character.js';
import { getControlCode, type KeyForm } from './key-table.js';
import { encodeModifiers, type Key, type KeyModes } from './key-types.js';

/** The bytes that xterm sends for a key by default; undefined if it has none for these modifiers. */
export function encodeLegacy(key: Key, modes: KeyModes): string | undefined {
  const { form } = key;
  switch (form?.kind) {
    case undefined:
      return encodeCharacter(key);
    case 'control':
      return addLineFeed(encodeControl(key, form), modes);
    case 'keypad':
      if (key.ctrl || key.shift) return undefined;
      return addAlt(key, modes.applicationKeypad ? `\x1bO${form.final}` : addLineFeed(form.plain, modes));
    case 'cursor':
      return encodeFinal(form.final, encodeModifiers(key), modes.applicationCursorKeys);
    case 'function':
      return isShiftedTwice(key, form)
        ? undefined
        : encodeFinal(form.final, encodeModifiers(addShift(key, form)), true);
    case 'tilde':
      return isShiftedTwice(key, form) ? undefined : encodeTilde(form.number, encodeModifiers(addShift(key, form)));
  }
}

const addShift = (key: Key, form: { readonly isShifted?: true }): Key =>
  form.isShifted === true ? { ...key, shift: true } : key;

const isShiftedTwice = (key: Key, form: { readonly isShifted?: true }): boolean => key.shift && form.isShifted === true;

// Function keys send SS3, and so do arrows, Home and End with DECCKM. With modifiers, all of them send CSI.
function encodeFinal(final: string, modifier: number, isSs3: boolean): string {
  if (modifier > 1) return `\x1b[1;${modifier}${final}`;
  return isSs3 ? `\x1bO${final}` : `\x1b[${final}`;
}

const encodeTilde = (number: number, modifier: number): string =>
  modifier === 1 ? `\x1b[${number}~` : `\x1b[${number};${modifier}~`;

function encodeControl(key: Key, form: KeyForm & { kind: 'control' }): string | undefined {
  if (key.ctrl && key.shift) return undefined;
  const base = key.ctrl ? form.ctrl : key.shift ? form.shift : form.plain;
  return base === undefined ? undefined : addAlt(key, base);
}

// In newline mode (LNM), only Enter also sends a line feed.
const addLineFeed = <T extends string | undefined>(encoded: T, { newline }: KeyModes): T | string =>
  newline && encoded?.endsWith('\r') === true ? `${encoded}\n` : encoded;

function encodeCharacter(key: Key): string | undefined {
  const { name } = key;
  if (key.ctrl) return key.shift ? undefined : addAlt(key, getControlCode(name));
  if (!key.shift) return addAlt(key, name);
  const upper = name.toUpperCase();
  const isLetter = name.toLowerCase() !== upper && isOneCharacter(upper);
  return isLetter ? addAlt(key, upper) : undefined;
}

const addAlt = (key: Key, encoded: string | undefined): string | undefined =>
  encoded !== undefined && key.alt ? `\x1b${encoded}` : encoded;
