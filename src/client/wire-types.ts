export type * from './generated/wire.js';

/** The params of a request in which optional members may also be undefined. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** The text on the screen that is closest to the one that was searched for; `row` and `col` are 1-based. */
export interface ClosestText {
  readonly text: string;
  readonly row: number;
  readonly col: number;
}
