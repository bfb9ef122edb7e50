/** A piece of a text. */
export interface Span {
  readonly index: number;
  readonly length: number;
}
