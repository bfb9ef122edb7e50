/** A color as 0xRRGGBB. */
export type Rgb = number;

/** The colors of a terminal. */
export interface Colors {
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** All 256 slots. */
  readonly palette: readonly Rgb[];
}
/** Colors that a program has set, which replace the initial ones. */
export interface OwnColors {
  readonly foreground?: Rgb;
  readonly background?: Rgb;
  readonly cursor?: Rgb;
  readonly palette: ReadonlyMap<number, Rgb>;
}

/** Colors with those replaced that a program has set. */
export function applyOwnColors<C extends Colors>(colors: C, own: OwnColors | undefined): C {
  if (own === undefined) return colors;
  const palette = colors.palette.map((color, slot) => own.palette.get(slot) ?? color);
  return { ...colors, ...own, palette };
}

/** The colors of a reversed screen (DECSCNM); a cursor in the text color still has the text color. */
export function reverseColors<C extends Colors>(colors: C): C {
  const { foreground, background, cursor } = colors;
  return {
    ...colors,
    foreground: background,
    background: foreground,
    cursor: cursor === foreground ? background : cursor,
  };
}

/** Whether a background is dark, so that text on it is light. */
export const isDark = (background: Rgb): boolean =>
  299 * ((background >> 16) & 0xff) + 587 * ((background >> 8) & 0xff) + 114 * (background & 0xff) < 128_000;
