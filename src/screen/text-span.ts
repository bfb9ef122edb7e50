/** A piece of a text. */
export interface TextSpan {
  readonly index: number;
  readonly length: number;
}
