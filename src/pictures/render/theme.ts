import type { Colors } from '../../screen/style.js';

export type { Rgb } from '../../screen/style.js';

/** The colors of a picture. */
export interface Theme extends Colors {
  readonly name: string;
}
