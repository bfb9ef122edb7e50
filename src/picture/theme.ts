import type { Colours } from '../screen/colours.js';

export type { Rgb } from '../screen/colours.js';

/** The colours of a picture. */
export interface Theme extends Colours {
  readonly name: string;
}
