/** A colour: -1 is the default, 0–255 a palette slot, from `trueColour` on `#rrggbb`. */
export type Colour = number;
/** What a cell has that was given no colour. */
export const defaultColour = -1;
/** Added to the 24 bits of a colour that is in no palette. */
export const trueColour = 0x1000000;

const underlineKinds = [undefined, 'single', 'double', 'curly', 'dotted', 'dashed'] as const;
/** A kind of underline. */
export type Underline = NonNullable<(typeof underlineKinds)[number]>;

/** How a cell looks. */
export interface Style {
  readonly fg: Colour;
  readonly bg: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: Underline | undefined;
  readonly underlineColour: Colour;
  readonly blink: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
  readonly strikethrough: boolean;
  readonly overline: boolean;
  /** Nothing of the above. */
  readonly isDefault: boolean;
}

// The bits of the two attribute words, as the emulator lays them out.
const fgBits = { inverse: 26, bold: 27, underline: 28, blink: 29, hidden: 30, strikethrough: 31 } as const;
const bgBits = { italic: 26, dim: 27, extended: 28, overline: 30 } as const;
const underlineShift = 26;
const colourMask = 0x3ffffff;
// SGR 59 leaves these bits, which would otherwise be the white of SGR 58;2;255;255;255.
const underlineColourReset = 0x3ffffff;
// Everything but protection (bit 29 of the background word), which nobody sees.
const lookMask = ~(1 << 29);

/** Decodes the attribute words of a cell and its extension word (kind and colour of the underline). */
export function styleOf(fg: number, bg: number, extension: number): Style {
  const pen = penOf(fg, bg, extension);
  const hasUnseen = pen.underline === undefined && pen.underlineColour !== defaultColour;
  return hasUnseen ? { ...pen, underlineColour: defaultColour } : pen;
}

/** The same of what a program has set for what it writes next: it may have chosen a colour for underlines and draw none. */
export function penOf(fg: number, bg: number, extension: number): Style {
  const extended = has(bg, bgBits.extended) ? extension : 0;
  const kind = underlineKinds[(extended >>> underlineShift) & 7];
  return {
    fg: colourOf(fg),
    bg: colourOf(bg),
    bold: has(fg, fgBits.bold),
    dim: has(bg, bgBits.dim),
    italic: has(bg, bgBits.italic),
    underline: has(fg, fgBits.underline) ? (kind ?? 'single') : undefined,
    underlineColour: (extended & colourMask) === underlineColourReset ? defaultColour : colourOf(extended),
    blink: has(fg, fgBits.blink),
    inverse: has(fg, fgBits.inverse),
    hidden: has(fg, fgBits.hidden),
    strikethrough: has(fg, fgBits.strikethrough),
    overline: has(bg, bgBits.overline),
    isDefault: (fg & lookMask) === 0 && (bg & lookMask) === 0,
  };
}

const has = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1;

function colourOf(word: number): Colour {
  const mode = (word >>> 24) & 3;
  if (mode === 0) return defaultColour;
  return mode === 3 ? trueColour + (word & 0xffffff) : word & 0xff;
}
