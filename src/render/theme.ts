import type { Colours } from '../screen/colors.js';

export type { Rgb } from '../screen/colors.js';

/** The colours of a picture. */
export interface Theme extends Colours {
  readonly name: string;
}
