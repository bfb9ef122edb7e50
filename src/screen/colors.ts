/** A colour as 0xRRGGBB. */
export type Rgb = number;

/** The colours of a terminal. */
export interface Colours {
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** All 256 slots. */
  readonly palette: readonly Rgb[];
}
/** Colours that a program has set in place of those that the terminal began with. */
export interface OwnColours {
  readonly foreground?: Rgb;
  readonly background?: Rgb;
  readonly cursor?: Rgb;
  readonly palette: ReadonlyMap<number, Rgb>;
}

/** Colours as they are after a program has set some of them. */
export function repainted<C extends Colours>(colours: C, own: OwnColours | undefined): C {
  if (own === undefined) return colours;
  const palette = colours.palette.map((colour, slot) => own.palette.get(slot) ?? colour);
  return { ...colours, ...own, palette };
}

/** Colours of a screen that is shown in reverse (DECSCNM); a cursor in the colour of the text stays in it. */
export function reversed<C extends Colours>(colours: C): C {
  const { foreground, background, cursor } = colours;
  return {
    ...colours,
    foreground: background,
    background: foreground,
    cursor: cursor === foreground ? background : cursor,
  };
}

/** Whether light text is meant to stand on a background. */
export const isDark = (background: Rgb): boolean =>
  299 * ((background >> 16) & 0xff) + 587 * ((background >> 8) & 0xff) + 114 * (background & 0xff) < 128_000;
