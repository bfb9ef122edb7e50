import type { Colors } from '../../screen/colors.js';

export type { Rgb } from '../../screen/colors.js';

/** The colors of a picture. */
export interface Theme extends Colors {
  readonly name: string;
}
