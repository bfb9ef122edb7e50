// Styles of cells: decoded from xterm.js, named as on the wire, and encoded as escape codes (SGR).
import { type Color, channelsOf, defaultColor, trueColor } from '../base/colors.js';
import { ClusterSeparator, type ColumnText, trimBlanks } from './cells.js';

const underlineKinds = [undefined, 'single', 'double', 'curly', 'dotted', 'dashed'] as const;
const single = underlineKinds.indexOf('single');
/** A kind of underline. */
export type Underline = NonNullable<(typeof underlineKinds)[number]>;

/** How a cell looks. */
export interface Style {
  readonly fg: Color;
  readonly bg: Color;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: Underline | undefined;
  readonly underlineColor: Color;
  readonly blink: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  readonly overline: boolean;
  /** None of the above is set. */
  readonly isDefault: boolean;
}

// The bits of the two attribute words in the emulator's layout.
const fgBits = { inverse: 26, bold: 27, underline: 28, blink: 29, hidden: 30, strikethrough: 31 } as const;
const bgBits = { italic: 26, dim: 27, extended: 28, overline: 30 } as const;
const underlineShift = 26;
const colorMask = 0x3ffffff;
// SGR 59 sets these bits, which are also those of SGR 58;2;255;255;255 (white).
const underlineColorReset = 0x3ffffff;
// In the background word, protection (bit 29) is not visible, and bit 28 only says that there is an extension word.
const bgAttributes = (1 << bgBits.italic) | (1 << bgBits.dim) | (1 << bgBits.overline);
const fgAttributes = ~colorMask;
const bgShift = 20;
const paletteMode = 1 << 24;
const trueMode = 3 << 24;

/** Decodes the attribute words of a cell and its extension word (kind and color of the underline). */
export function decodeStyle(fg: number, bg: number, extension: number): Style {
  const pen = decodePen(fg, bg, extension);
  const hasInvisibleColor = pen.underline === undefined && pen.underlineColor !== defaultColor;
  return hasInvisibleColor ? { ...pen, underlineColor: defaultColor } : pen;
}

/** Decodes the current attributes for the next character, which may have an underline color without an underline. */
export function decodePen(fg: number, bg: number, extension: number): Style {
  const extended = has(bg, bgBits.extended) ? extension : 0;
  const kind = underlineKinds[(extended >>> underlineShift) & 7];
  return {
    fg: decodeColor(fg),
    bg: decodeColor(bg),
    bold: has(fg, fgBits.bold),
    dim: has(bg, bgBits.dim),
    italic: has(bg, bgBits.italic),
    underline: has(fg, fgBits.underline) ? (kind ?? 'single') : undefined,
    underlineColor: (extended & colorMask) === underlineColorReset ? defaultColor : decodeColor(extended),
    blink: has(fg, fgBits.blink),
    inverse: has(fg, fgBits.inverse),
    hidden: has(fg, fgBits.hidden),
    strikethrough: has(fg, fgBits.strikethrough),
    overline: has(bg, bgBits.overline),
    isDefault: getAttributes(fg, bg) === 0 && getVisibleColor(fg) === 0 && getVisibleColor(bg) === 0,
  };
}

/** Whether two cells have equal styles; their attribute words begin at `a` and `b`. */
export function hasEqualStyle(
  words: Uint32Array,
  a: number,
  extension: number,
  others: Uint32Array,
  b: number,
  extension2: number,
): boolean {
  const [fg, fg2] = [words[a] as number, others[b] as number];
  const [bg, bg2] = [words[a + 1] as number, others[b + 1] as number];
  return (
    getAttributes(fg, bg) === getAttributes(fg2, bg2) &&
    getVisibleColor(fg) === getVisibleColor(fg2) &&
    getVisibleColor(bg) === getVisibleColor(bg2) &&
    (!has(fg, fgBits.underline) || getVisibleUnderline(bg, extension) === getVisibleUnderline(bg2, extension2))
  );
}

// The shift moves the background bits to positions that the foreground bits do not use.
const getAttributes = (fg: number, bg: number): number => (fg & fgAttributes) | ((bg & bgAttributes) >>> bgShift);

// A palette slot may have one of two modes, and a previous true color may leave bits above its eight.
function getVisibleColor(word: number): number {
  const mode = word & trueMode;
  if (mode === trueMode) return word & colorMask;
  return mode === 0 ? 0 : paletteMode | (word & 0xff);
}

function getVisibleUnderline(bg: number, extension: number): number {
  if (!has(bg, bgBits.extended)) return single;
  const kind = (extension >>> underlineShift) & 7;
  const color = (extension & colorMask) === underlineColorReset ? 0 : getVisibleColor(extension);
  return ((underlineKinds[kind] === undefined ? single : kind) << underlineShift) | color;
}

const has = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1;

function decodeColor(word: number): Color {
  const mode = (word >>> 24) & 3;
  if (mode === 0) return defaultColor;
  return mode === 3 ? trueColor + (word & 0xffffff) : word & 0xff;
}

const underlineCodes = { single: '4', double: '4:2', curly: '4:3', dotted: '4:4', dashed: '4:5' } as const;
const reset = '\x1b[0m';

/** A line in runs of equal style. */
interface StyledLine extends ColumnText {
  splitRuns(): readonly { readonly col: number; readonly text: string; readonly style: Style }[];
}

/** A line as text with escape codes (SGR); trailing blanks are included only if they have a style. */
export function encodeLine(line: StyledLine): string {
  const seams = new ClusterSeparator();
  let text = '';
  let active = '';
  for (const run of line.splitRuns()) {
    const codes = encodeSgr(run.style);
    const code = codes === '' ? reset : `\x1b[0;${codes}m`;
    if (codes !== active) {
      text += code;
      seams.reset();
    }
    active = codes;
    text += seams.separate(line, run.col, run.text, code);
  }
  return active === '' ? trimBlanks(text) : text + reset;
}

/** The SGR parameters of a style; empty for the default. */
export function encodeSgr(style: Style): string {
  return [
    style.bold ? '1' : '',
    style.dim ? '2' : '',
    style.italic ? '3' : '',
    style.underline === undefined ? '' : underlineCodes[style.underline],
    style.blink ? '5' : '',
    style.inverse ? '7' : '',
    style.hidden ? '8' : '',
    style.strikethrough ? '9' : '',
    style.overline ? '53' : '',
    encodeColor(style.fg, 30, '38'),
    encodeColor(style.bg, 40, '48'),
    style.underlineColor === defaultColor ? '' : encodeColor(style.underlineColor, undefined, '58'),
  ]
    .filter((code) => code !== '')
    .join(';');
}

// Slots 0–7 have the codes from `base` on, 8–15 those from `base` + 60; all others use the extended form.
function encodeColor(color: Color, base: number | undefined, extended: string): string {
  if (color === defaultColor) return '';
  if (color >= trueColor) return `${extended};2;${channelsOf(color).join(';')}`;
  if (base === undefined || color > 15) return `${extended};5;${color}`;
  return String(color < 8 ? base + color : base + 52 + color);
}
