// What a person's terminal sends, as keys, text and gestures: the inverse of the encoders beside this file.
import { findTextKey } from './key-protocols.js';
import { type Key, type KeyModes, type Modifiers, namedKeys } from './key-table.js';
import { encodeKey } from './keys.js';
import type { MouseButton, MouseEncoding, MouseEvent, WheelDirection } from './mouse.js';

/** One thing that a person did, or that their terminal reported. */
export type DecodedInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'mouse'; readonly event: MouseEvent }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'focus'; readonly isIn: boolean }
  /** The reply to a query of the program, or a report that it has requested. */
  | { readonly kind: 'reply'; readonly text: string }
  /** The release of a key, or a modifier alone. */
  | { readonly kind: 'nothing' }
  /** Bytes for which there is no name. */
  | { readonly kind: 'unknown'; readonly bytes: Buffer };

/** The modes of the program's terminal that tell how to read its input. */
export interface DecoderModes extends KeyModes {
  /** The encoding of the mouse; undefined if the program has not enabled it. */
  readonly mouse: MouseEncoding | undefined;
  /** The size of a cell in pixels, for a mouse that reports pixels. */
  readonly cell: { readonly width: number; readonly height: number };
}

type Read = { readonly input: DecodedInput; readonly length: number };
/** What begins at a position: an input, or the beginning of one whose rest has not arrived. */
type Found = Read | 'incomplete';

const none: Modifiers = { ctrl: false, alt: false, shift: false };
const nothing: DecodedInput = { kind: 'nothing' };
const createKey = (name: string, modifiers: Partial<Modifiers> = {}): Key => ({
  ...none,
  ...modifiers,
  name,
  form: namedKeys[name],
});
const toKey = (name: string, modifiers: Partial<Modifiers> = {}): DecodedInput => ({
  kind: 'key',
  key: createKey(name, modifiers),
});

const pasteBegin = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const controlSequence = /\x1b\[([0-?]*)([ -/]*)([@-~])/y;
const controlBeginning = /\x1b\[[0-?]*[ -/]*$/y;
// Only replies: Alt+] and Alt+P begin with the same bytes, so the first characters of a reply are required.
const stringReply = /\x1b(?:\]\d[^\x07\x1b]*(?:\x07|\x1b\\)|P[\d>!$+][^\x1b]*\x1b\\|_G[^\x1b]*\x1b\\)/y;
const stringBeginning = /\x1b(?:\](?:\d[^\x07\x1b]*\x1b?)?|P(?:[\d>!$+][^\x1b]*\x1b?)?|_(?:G[^\x1b]*\x1b?)?)$/y;
const urxvtMouse = /^(\d+);(\d+);(\d+)$/;

/**
 * Decodes what a person's terminal sends to a program. A sequence may arrive in several chunks; `isIncomplete` tells that
 * the last one has only begun, and `flush` that nothing else belongs to it, as after Escape.
 */
export class InputDecoder {
  /** In Latin-1, so that one character is one byte. */
  #pending = '';
  #openPositionQueries = 0;
  #button: MouseButton = 'left';
  /** The keys by their bytes in the modes that were set last. */
  #exact: { readonly name: string; readonly keys: ReadonlyMap<string, Key> } | undefined;

  /** Whether the beginning of a sequence is waiting for its rest. */
  get isIncomplete(): boolean {
    return this.#pending !== '';
  }

  /** Whether Escape is waiting, which can be a key or the beginning of a sequence. */
  get isAtEscape(): boolean {
    return this.#pending === '\x1b';
  }

  /** The program asks where the cursor is. The reply looks like F3 with modifiers. */
  notePositionQuery(): void {
    this.#openPositionQueries += 1;
  }

  push(bytes: Uint8Array, modes: DecoderModes): DecodedInput[] {
    this.#pending += Buffer.from(bytes).toString('latin1');
    return this.#decode(modes, false);
  }

  /** Decodes what is pending as it is. A paste is never cut. */
  flush(modes: DecoderModes): DecodedInput[] {
    return this.#pending.startsWith(pasteBegin) ? [] : this.#decode(modes, true);
  }

  #decode(modes: DecoderModes, isAll: boolean): DecodedInput[] {
    const result: DecodedInput[] = [];
    const source = this.#pending;
    let at = 0;
    while (at < source.length) {
      let found = this.#read(source, at, modes);
      if (found === 'incomplete') {
        if (!isAll) break;
        found = readAlone(source, at);
      }
      const { length } = found;
      const input = this.#adapt(found.input, source.slice(at, at + length), modes);
      if (input.kind !== 'nothing') append(result, input);
      at += length;
    }
    this.#pending = source.slice(at);
    return result;
  }

  #adapt(input: DecodedInput, bytes: string, modes: DecoderModes): DecodedInput {
    if (input.kind === 'key') return this.#toExactKey(input.key, bytes, modes);
    // Only a key has a release, which the program wants to know.
    const isKey = input.kind === 'text' && (modes.kittyKeyboard & eventTypes) !== 0 && findTextKey(input.text, none);
    return isKey ? this.#toExactKey(createKey(input.text === ' ' ? 'Space' : input.text), bytes, modes) : input;
  }

  /** Several keys can have the same bytes, but which ones depends on the modes: takes the key that has them in these modes. */
  #toExactKey(key: Key, bytes: string, modes: DecoderModes): DecodedInput {
    if (tryEncode(key, modes) === bytes) return { kind: 'key', key };
    const { mouse: _, cell: __, ...keyModes } = modes;
    const name = JSON.stringify(keyModes);
    if (this.#exact?.name !== name) this.#exact = { name, keys: listKeys(modes) };
    return { kind: 'key', key: this.#exact.keys.get(bytes) ?? key };
  }

  #read(source: string, at: number, modes: DecoderModes): Found {
    const first = source.charCodeAt(at);
    if (first === 0x1b) return this.#readEscape(source, at, modes);
    if (first < 0x20 || first === 0x7f) {
      if (!modes.newline || first !== 0x0d) return { input: toControlKey(first), length: 1 };
      const next = source[at + 1];
      if (next === undefined) return 'incomplete';
      return next === '\n' ? { input: toKey('Enter'), length: 2 } : { input: toKey('m', { ctrl: true }), length: 1 };
    }
    return readText(source, at);
  }

  #readEscape(source: string, at: number, modes: DecoderModes): Found {
    const next = source[at + 1];
    if (next === undefined) return 'incomplete';
    if (source.startsWith(pasteBegin, at)) return readPaste(source, at);
    if (next === '[') return this.#readControlSequence(source, at, modes);
    if (next === 'O') return readShifted(source, at);
    const reply = matchAt(stringReply, source, at);
    if (reply !== undefined) return { input: { kind: 'reply', text: reply[0] }, length: reply[0].length };
    if (matchAt(stringBeginning, source, at) !== undefined) return 'incomplete';
    return this.#readAlt(source, at, modes);
  }

  /** Escape before another key is Alt, as terminals send it. */
  #readAlt(source: string, at: number, modes: DecoderModes): Found {
    if (source[at + 1] === '\x1b') {
      const next = source[at + 2];
      if (next === undefined) return 'incomplete';
      if (next !== '[' && next !== 'O') return { input: toKey('Escape', { alt: true }), length: 2 };
    }
    const found = this.#read(source, at + 1, modes);
    if (found === 'incomplete') return found;
    const { input, length } = found;
    if (input.kind === 'text')
      return { input: toKey(input.text === ' ' ? 'Space' : input.text, { alt: true }), length: length + 1 };
    if (input.kind !== 'key' || input.key.alt) return { input: toKey('Escape'), length: 1 };
    return { input: { kind: 'key', key: { ...input.key, alt: true } }, length: length + 1 };
  }

  #readControlSequence(source: string, at: number, modes: DecoderModes): Found {
    if (source[at + 2] === 'M' && (modes.mouse === 'default' || modes.mouse === 'utf8'))
      return this.#readCharactersOfMouse(source, at, modes);
    const found = matchAt(controlSequence, source, at);
    if (found === undefined) {
      if (matchAt(controlBeginning, source, at) !== undefined) return 'incomplete';
      return { input: toKey('[', { alt: true }), length: 2 };
    }
    const [text, params = '', intermediates = '', final = ''] = found;
    const { length } = text;
    const input =
      this.#toMouse(params, final, modes) ??
      this.#toReply(text, params, intermediates, final) ??
      toFocus(text) ??
      toSequenceKey(params, final) ??
      ({ kind: 'unknown', bytes: Buffer.from(text, 'latin1') } as const);
    return { input, length };
  }

  #toReply(text: string, params: string, intermediates: string, final: string): DecodedInput | undefined {
    const reply = { kind: 'reply', text } as const;
    if (final === 'R' && /^\d+;\d+$/.test(params) && this.#openPositionQueries > 0) {
      this.#openPositionQueries -= 1;
      return reply;
    }
    return /^[?>=]/.test(params) || intermediates !== '' || /[cntxy]/.test(final) ? reply : undefined;
  }

  #toMouse(params: string, final: string, modes: DecoderModes): DecodedInput | undefined {
    if (final !== 'M' && final !== 'm') return undefined;
    const isSgr = params.startsWith('<');
    const [, code, x, y] = urxvtMouse.exec(isSgr ? params.slice(1) : params) ?? [];
    if (code === undefined) return undefined;
    const number = isSgr ? Number(code) : Number(code) - 32;
    return this.#createMouseEvent(number, Number(x), Number(y), isSgr ? final === 'm' : undefined, modes);
  }

  #readCharactersOfMouse(source: string, at: number, modes: DecoderModes): Found {
    const isUtf8 = modes.mouse === 'utf8';
    let end = at + 3;
    const values: number[] = [];
    while (values.length < 3) {
      const size = isUtf8 ? measureCharacter(source.charCodeAt(end)) : 1;
      const piece = source.slice(end, end + size);
      if (piece.length < size) return 'incomplete';
      values.push(isUtf8 ? (Buffer.from(piece, 'latin1').toString().codePointAt(0) ?? 0) : piece.charCodeAt(0));
      end += size;
    }
    const [code = 0, x = 0, y = 0] = values.map((value) => value - 32);
    const input = this.#createMouseEvent(code, x, y, undefined, modes);
    return { input, length: end - at };
  }

  /** `isRelease` is undefined in encodings that do not tell which button was released. */
  #createMouseEvent(
    code: number,
    x: number,
    y: number,
    isRelease: boolean | undefined,
    modes: DecoderModes,
  ): DecodedInput {
    const isPixels = modes.mouse === 'sgrPixels' && isRelease !== undefined;
    const place = isPixels
      ? { row: Math.floor(y / modes.cell.height), col: Math.floor(x / modes.cell.width) }
      : { row: y - 1, col: x - 1 };
    const modifiers = { shift: (code & 4) !== 0, alt: (code & 8) !== 0, ctrl: (code & 16) !== 0 };
    const at = { place, modifiers };
    const low = code & 3;
    if ((code & 64) !== 0)
      return { kind: 'mouse', event: { ...at, action: 'wheel', direction: wheel[low] as WheelDirection } };
    const button = buttons[low];
    if ((code & 32) !== 0) return { kind: 'mouse', event: { ...at, action: 'move', button } };
    if (isRelease ?? button === undefined)
      return { kind: 'mouse', event: { ...at, action: 'release', button: button ?? this.#button } };
    this.#button = button ?? 'left';
    return { kind: 'mouse', event: { ...at, action: 'press', button: this.#button } };
  }
}

// The flag of the kitty protocol that requests releases.
const eventTypes = 2;
const wheel: readonly WheelDirection[] = ['up', 'down', 'left', 'right'];
const buttons: readonly (MouseButton | undefined)[] = ['left', 'middle', 'right', undefined];

const modifierSets: readonly Modifiers[] = Array.from({ length: 8 }, (_, bits) => ({
  shift: (bits & 1) !== 0,
  alt: (bits & 2) !== 0,
  ctrl: (bits & 4) !== 0,
}));

// A capital is a letter with Shift.
const typedKeys = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).filter(
  (one) => !/[A-Z]/.test(one),
);

/** The keys of a US keyboard by their bytes, in Latin-1. */
function listKeys(modes: KeyModes): ReadonlyMap<string, Key> {
  const keys = new Map<string, Key>();
  for (const name of [...Object.keys(namedKeys), ...typedKeys])
    for (const modifiers of modifierSets) {
      const key = createKey(name, modifiers);
      const bytes = tryEncode(key, modes);
      if (bytes !== undefined && !keys.has(bytes)) keys.set(bytes, key);
    }
  return keys;
}

/** The bytes of a key, in Latin-1; undefined if it has none. */
function tryEncode(key: Key, modes: KeyModes): string | undefined {
  try {
    return Buffer.from(encodeKey(key, modes, 'press')).toString('latin1');
  } catch {
    return undefined;
  }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

/** Joins neighboring text. */
function append(result: DecodedInput[], input: DecodedInput): void {
  const last = result.at(-1);
  if (input.kind === 'text' && last?.kind === 'text')
    result[result.length - 1] = { kind: 'text', text: last.text + input.text };
  else result.push(input);
}

/** The first bytes of a sequence whose rest never came: Escape, Alt with a key, or bytes without a name. */
function readAlone(source: string, at: number): Read {
  const next = source[at + 1];
  const rest = source.slice(at);
  if (rest.endsWith('\r')) return { input: toKey('m', { ctrl: true, alt: rest.length > 1 }), length: rest.length };
  if (rest === '\x1b\x1b') return { input: toKey('Escape', { alt: true }), length: 2 };
  if (source[at] !== '\x1b')
    return { input: { kind: 'unknown', bytes: Buffer.from(rest, 'latin1') }, length: rest.length };
  if (next === undefined) return { input: toKey('Escape'), length: 1 };
  if (rest.length === 2 && next > ' ') return { input: toKey(next, { alt: true }), length: 2 };
  return { input: { kind: 'unknown', bytes: Buffer.from(rest, 'latin1') }, length: rest.length };
}

function readPaste(source: string, at: number): Found {
  const end = source.indexOf(pasteEnd, at);
  if (end < 0) return 'incomplete';
  const text = Buffer.from(source.slice(at + pasteBegin.length, end), 'latin1').toString();
  return { input: { kind: 'paste', text }, length: end + pasteEnd.length - at };
}

const measureCharacter = (first: number): number =>
  first < 0x80 ? 1 : first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;

/** One character; its bytes may not have arrived yet. */
function readText(source: string, at: number): Found {
  const length = measureCharacter(source.charCodeAt(at));
  const bytes = Buffer.from(source.slice(at, at + length), 'latin1');
  if (bytes.length < length) return 'incomplete';
  const text = bytes.toString();
  if (text.includes('\ufffd') || /[\x80-\x9f]/.test(text)) return { input: { kind: 'unknown', bytes }, length };
  return { input: { kind: 'text', text }, length };
}

const toFocus = (text: string): DecodedInput | undefined =>
  text === '\x1b[I' || text === '\x1b[O' ? { kind: 'focus', isIn: text === '\x1b[I' } : undefined;

const controlNames: Readonly<Record<number, string>> = { 9: 'Tab', 13: 'Enter', 27: 'Escape', 127: 'Backspace' };

function toControlKey(code: number): DecodedInput {
  const name = controlNames[code];
  if (name !== undefined) return toKey(name);
  if (code === 0) return toKey('Space', { ctrl: true });
  return toKey(String.fromCharCode(code + 0x40).toLowerCase(), { ctrl: true });
}

const forms = Object.entries(namedKeys).filter(([, form]) => !('isShifted' in form));
const byFinal: ReadonlyMap<string, string> = new Map(
  forms.flatMap(([name, form]) => (form.kind === 'cursor' || form.kind === 'function' ? [[form.final, name]] : [])),
);
const byKeypadFinal: ReadonlyMap<string, string> = new Map(
  forms.flatMap(([name, form]) => (form.kind === 'keypad' ? [[form.final, name]] : [])),
);
// Some terminals number also Home, End and F1 to F4.
const numberedKeys = ['Home', '', '', 'End', '', '', 'Home', 'End', '', '', 'F1', 'F2', 'F3', 'F4'];
const byNumber: ReadonlyMap<number, string> = new Map([
  ...numberedKeys.flatMap((name, index): [number, string][] => (name === '' ? [] : [[index + 1, name]])),
  ...forms.flatMap(([name, form]): [number, string][] => (form.kind === 'tilde' ? [[form.number, name]] : [])),
]);

const numberedKey = /\x1b\[((?:[1478]|1[1-4])(?:;\d+)?)~/g;

/** What a terminal sends, with the keys that some terminals number, such as Home in tmux, as xterm sends them. */
export function toXtermKeys(bytes: Buffer, modes: KeyModes): Buffer {
  const source = bytes.toString('latin1');
  if (source.search(numberedKey) < 0 || source.includes(pasteBegin)) return bytes;
  const keys = source.replaceAll(numberedKey, (sequence, params: string) => {
    const input = toSequenceKey(params, '~');
    return input?.kind === 'key' ? encodeKey(input.key, modes) : sequence;
  });
  return Buffer.from(keys, 'latin1');
}

/** SS3: the keypad, function keys, and arrows in application mode. */
function readShifted(source: string, at: number): Found {
  const final = source[at + 2];
  if (final === undefined) return 'incomplete';
  const name = byFinal.get(final) ?? byKeypadFinal.get(final);
  return name === undefined ? { input: toKey('O', { alt: true }), length: 2 } : { input: toKey(name), length: 3 };
}

const hasNoName = 8 | 16 | 32;
const released = 3;

/** A key as xterm and kitty write it: `CSI number:shifted ; modifiers:event ; text final`. */
function toSequenceKey(params: string, final: string): DecodedInput | undefined {
  if (!/^[\d;:]*$/.test(params)) return undefined;
  const fields = params
    .split(';')
    .map((field) => field.split(':').map((text) => (text === '' ? undefined : Number(text))));
  const [[number = 1, shifted] = [], [encoded = 1, event = 1] = [], text = []] = fields;
  const bits = Math.max(0, encoded - 1);
  const modifiers = { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
  if ((bits & hasNoName) !== 0) return undefined;
  if (final === '~' && number === 27 && text[0] !== undefined) return toModifiedKey(text[0], modifiers);
  if (event === released) return nothing;
  if (final === 'Z') return toKey('Tab', { ...modifiers, shift: true });
  if (final === 'u') {
    const typed = text.flatMap((one) => one ?? []);
    return toNumberedKey(number, { modifiers, shifted, typed });
  }
  const name = final === '~' ? byNumber.get(number) : number === 1 ? byFinal.get(final) : undefined;
  return name === undefined ? undefined : toKey(name, modifiers);
}

const numbered: Readonly<Record<number, string>> = {
  8: 'Backspace',
  9: 'Tab',
  13: 'Enter',
  27: 'Escape',
  32: 'Space',
  127: 'Backspace',
};
// In the order of kitty's numbers. The keys of the keypad without Num Lock are those of the other block.
const keypadNames = [
  ...Array.from({ length: 10 }, (_, digit) => `Keypad${digit}`),
  ...['Decimal', 'Divide', 'Multiply', 'Minus', 'Plus', 'Enter', 'Equal', 'Comma'].map((name) => `Keypad${name}`),
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Insert', 'Delete'],
];
const [firstFunctionCode, firstKeypadCode] = [57376, 57399];
// Caps Lock, Num Lock and the like, and modifiers alone.
const isSilent = (code: number): boolean => (code >= 57358 && code <= 57363) || (code >= 57441 && code <= 57454);
// The private characters that kitty uses as numbers of keys.
const isPrivate = (code: number): boolean => code >= 57344 && code <= 63743;

interface Typed {
  readonly modifiers: Modifiers;
  readonly shifted: number | undefined;
  /** The characters that the key types. */
  readonly typed: readonly number[];
}

/** A key with its number in the kitty protocol. */
function toNumberedKey(number: number, { modifiers, shifted, typed }: Typed): DecodedInput | undefined {
  if (isSilent(number)) return nothing;
  if (number === 0)
    return typed.length === 1
      ? toKey(String.fromCodePoint(...typed))
      : { kind: 'text', text: String.fromCodePoint(...typed) };
  const name = numbered[number] ?? keypadNames[number - firstKeypadCode] ?? `F${number - firstFunctionCode + 13}`;
  if (Object.hasOwn(namedKeys, name)) return toKey(name, modifiers);
  if (isPrivate(number) || number < 0x20 || number > 0x10_ffff) return undefined;
  const plain = String.fromCodePoint(number);
  if (!modifiers.shift || modifiers.ctrl || modifiers.alt) return toKey(plain, modifiers);
  const code = typed.length === 1 ? typed[0] : shifted;
  const character = code === undefined ? findTextKey(plain, modifiers)?.shifted : String.fromCodePoint(code);
  return character === undefined ? toKey(plain, modifiers) : toKey(character);
}

/** A key as modifyOtherKeys writes it: the character that Shift produces, and Shift. */
function toModifiedKey(code: number, modifiers: Modifiers): DecodedInput | undefined {
  const name = numbered[code];
  if (name !== undefined) return toKey(name, modifiers);
  if (code < 0x20 || code > 0x10_ffff) return undefined;
  const character = String.fromCodePoint(code);
  if (!modifiers.shift) return toKey(character, modifiers);
  const { plain, shifted } = findTextKey(character, modifiers) ?? {};
  if (shifted !== character || plain === undefined) return toKey(character, modifiers);
  const isLetter = plain.toUpperCase() === character;
  return isLetter && modifiers.ctrl ? toKey(plain, modifiers) : toKey(character, { ...modifiers, shift: false });
}
