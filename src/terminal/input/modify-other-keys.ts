import { getControlCode } from './key-table.js';
import { encodeModifiers, type Key, type KeyModes } from './key-types.js';
import { findTextKey } from './keyboard.js';
import { encodeLegacy } from './legacy.js';

/**
 * The bytes of a key while xterm's modifyOtherKeys is on: at 1, it applies to keys that have no other encoding; at 2, to
 * every key that types a character, with Ctrl or Alt. A letter with only Shift remains a letter, as in most terminals.
 */
export function encodeModified(key: Key, modes: KeyModes): string | undefined {
  const legacy = encodeLegacy(key, modes);
  const kind = key.form?.kind;
  if (kind !== undefined && kind !== 'control') return legacy;
  if (!(key.ctrl || key.alt || key.shift) || isBackTab(key)) return legacy;
  const code = kind === undefined || key.name === 'Space' ? getTextKeyCode(key, modes) : getControlKeyCode(key, modes);
  return code === undefined ? legacy : formatOtherKey(code, key, modes);
}

const isBackTab = ({ name, ctrl, alt, shift }: Key): boolean => name === 'Tab' && shift && !ctrl && !alt;

const controlCodes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27 };

function getControlKeyCode(key: Key, { modifyOtherKeys }: KeyModes): number | undefined {
  const { name, ctrl, alt, shift } = key;
  if (name === 'Backspace') return modifyOtherKeys === 1 ? undefined : getBackspaceCode(key);
  const isOnlyAlt = alt && !ctrl && !shift;
  const isWritten = name === 'Escape' ? ctrl && (alt || shift) : !isOnlyAlt;
  return modifyOtherKeys > 1 || isWritten ? controlCodes[name] : undefined;
}

// Backspace is DEL; with Ctrl it is BS.
function getBackspaceCode({ ctrl, alt, shift }: Key): number | undefined {
  if (!ctrl) return 127;
  return alt || shift ? 8 : undefined;
}

function getTextKeyCode(key: Key, { modifyOtherKeys }: KeyModes): number | undefined {
  const { ctrl, alt, shift } = key;
  const name = key.name === 'Space' ? ' ' : key.name;
  const text = findTextKey(name, key);
  if (text === undefined) return undefined;
  const character = text.isShifted ? (text.shifted ?? text.plain) : text.plain;
  const code = character.codePointAt(0) as number;
  if (modifyOtherKeys === 1) {
    // By default Ctrl+? is DEL. Here xterm relies on Xlib, which does not produce a control code for it.
    const isControl = name === ' ' || (character !== '?' && getControlCode(character) !== undefined);
    return ctrl && !isControl ? code : undefined;
  }
  return ctrl || alt || (shift && name === ' ') ? code : undefined;
}

function formatOtherKey(code: number, key: Key, { formatOtherKeys }: KeyModes): string {
  const isShifted = key.form === undefined && findTextKey(key.name, key)?.isShifted === true;
  const modifier = encodeModifiers({ ...key, shift: key.shift || isShifted });
  return formatOtherKeys === 1 ? `\x1b[${code};${modifier}u` : `\x1b[27;${modifier};${code}~`;
}
