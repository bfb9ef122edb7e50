/** A part of a text, in UTF-16 units. */
export interface TextSpan {
  readonly index: number;
  readonly length: number;
}
