/** A colour as 0xRRGGBB. */
export type Rgb = number;

/** The colours of a picture. */
export interface Theme {
  readonly name: string;
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** All 256 slots. */
  readonly palette: readonly Rgb[];
}
